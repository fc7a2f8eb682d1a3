// Stage 1 of reading: where are the bytes that can mean something?
//
//   text      a , " b , " c \n …          UTF-8, 64 bytes at a time
//   specials    1 2   4 5   7             offsets of delimiters, quotes, escapes, line breaks and NULs
//
// Stage 2 (`RecordScanner`) walks the offsets only; the bytes between them are looked at just once, here. The comparison
// results are squeezed to one bit a byte by a multiplication, so that no processor-specific instruction is needed.

/// The six bytes that stage 1 looks for. Unused places hold the line feed again.
struct SpecialBytes {
  let delimiter: UInt8
  let quote: UInt8
  let escape: UInt8

  init(_ dialect: DelimitedDialect) {
    delimiter = dialect.delimiter[0]
    quote = dialect.quote ?? 0x0A
    if case .character(let byte) = dialect.escape { escape = byte } else { escape = 0x0A }
  }

  /// Writes the offset of each special byte of `text[start..<end]` to `offsets`, in order.
  ///
  /// `text` must be readable for 63 bytes after `end`; `offsets` must have room for `end - start` elements.
  ///
  /// - Returns: How many offsets were written.
  /// - Complexity: O(`end - start`); allocates nothing.
  func index(
    _ text: UnsafePointer<UInt8>,
    from start: Int,
    to end: Int,
    into offsets: UnsafeMutablePointer<UInt32>
  ) -> Int {
    let raw = UnsafeRawPointer(text)
    let delimiters = SIMD16<UInt8>(repeating: delimiter)
    let quotes = SIMD16<UInt8>(repeating: quote)
    let escapes = SIMD16<UInt8>(repeating: escape)
    let lineFeeds = SIMD16<UInt8>(repeating: 0x0A)
    let returns = SIMD16<UInt8>(repeating: 0x0D)
    let nuls = SIMD16<UInt8>(repeating: 0)

    @inline(__always) func bits(at offset: Int) -> UInt64 {
      let bytes = raw.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      let hits =
        (bytes .== delimiters) .| (bytes .== quotes) .| (bytes .== escapes) .| (bytes .== lineFeeds)
        .| (bytes .== returns) .| (bytes .== nuls)
      let halves = unsafeBitCast(hits, to: SIMD2<UInt64>.self) & 0x8040_2010_0804_0201
      let low = (halves[0] &* 0x0101_0101_0101_0101) &>> 56
      let high = (halves[1] &* 0x0101_0101_0101_0101) &>> 56
      return low | (high &<< 8)
    }

    var count = 0
    var block = start
    while block < end {
      var hits = bits(at: block) | (bits(at: block &+ 16) &<< 16) | (bits(at: block &+ 32) &<< 32)
      hits |= bits(at: block &+ 48) &<< 48
      if end &- block < 64 { hits &= (1 &<< UInt64(end &- block)) &- 1 }
      var next = offsets + count
      count &+= hits.nonzeroBitCount
      while hits != 0 {
        next.pointee = UInt32(truncatingIfNeeded: block &+ hits.trailingZeroBitCount)
        next += 1
        hits &= hits &- 1
      }
      block &+= 64
    }
    return count
  }
}
