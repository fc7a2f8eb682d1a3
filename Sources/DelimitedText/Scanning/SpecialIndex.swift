// Which bytes of a text can mean something?
//
//   text      a , " b , " c \n …          UTF-8, 64 bytes at a time
//   specials    1 2   4 5   7             offsets of delimiters, quotes, escapes, line breaks and NULs
//
// `RecordScanner` walks the offsets only; the bytes between them are looked at just once, here.

/// The six bytes that can mean something to a `RecordScanner`. Unused places hold the line feed again.
struct SpecialBytes {
  let delimiter: UInt8
  let quote: UInt8
  let escape: UInt8

  init(_ dialect: DelimitedDialect) {
    delimiter = dialect.delimiter.first ?? 0x0A
    quote = dialect.quote ?? 0x0A
    if case .character(let byte) = dialect.escape { escape = byte } else { escape = 0x0A }
  }

  /// Writes the offset of each special byte of `text[start..<end]` to `offsets`, in order.
  ///
  /// `text` must be readable for 63 bytes after `end`; `offsets` must have room for `end - start` elements and three more.
  ///
  /// - Returns: How many offsets were written.
  /// - Complexity: O(`end - start`); allocates nothing.
  func index(
    _ text: UnsafePointer<UInt8>,
    from start: Int,
    to end: Int,
    into offsets: UnsafeMutablePointer<UInt32>
  ) -> Int {
    var next = offsets
    var position = start
    while position < end {
      let block = ByteBlock(text + position)
      var hits = block.mask(of: delimiter) | block.mask(of: quote) | block.mask(of: escape)
      hits |= block.mask(of: 0x0A) | block.mask(of: 0x0D) | block.mask(of: 0)
      if end &- position < ByteBlock.size { hits &= (1 &<< UInt64(end &- position)) &- 1 }
      next = hits.writeOffsets(from: position, to: next)
      position &+= ByteBlock.size
    }
    return next - offsets
  }
}

extension UInt64 {
  /// Writes the offset of each bit that is set, counted from `base`, in order.
  ///
  /// Writes four at a time, because a loop that ends after each number of bits is predicted badly: up to three offsets after the last
  /// one are written, too, and mean nothing.
  ///
  /// - Returns: The place after the last offset.
  @inline(__always)
  func writeOffsets(from base: Int, to offsets: UnsafeMutablePointer<UInt32>) -> UnsafeMutablePointer<UInt32> {
    var rest = self
    var next = offsets
    while rest != 0 {
      rest.writeOffset(from: base, to: next)
      rest.writeOffset(from: base, to: next + 1)
      rest.writeOffset(from: base, to: next + 2)
      rest.writeOffset(from: base, to: next + 3)
      next += 4
    }
    return offsets + nonzeroBitCount
  }

  /// As `writeOffsets`, for few bits: two offsets are always written.
  @inline(__always)
  func writeFewOffsets(from base: Int, to offsets: UnsafeMutablePointer<UInt32>) -> UnsafeMutablePointer<UInt32> {
    var rest = self
    rest.writeOffset(from: base, to: offsets)
    rest.writeOffset(from: base, to: offsets + 1)
    return rest == 0 ? offsets + nonzeroBitCount : writeOffsets(from: base, to: offsets)
  }

  /// Writes the offset of the lowest bit that is set, or of bit 63, and clears it.
  @inline(__always)
  private mutating func writeOffset(from base: Int, to offset: UnsafeMutablePointer<UInt32>) {
    offset.pointee = UInt32(truncatingIfNeeded: base &+ (self | 1 &<< 63).trailingZeroBitCount)
    self &= self &- 1
  }
}
