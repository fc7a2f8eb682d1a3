/// Checks that bytes are UTF-8, as <https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G7404> defines it.
package enum UTF8Check {
  /// Whether all of the bytes are ASCII.
  ///
  /// - Complexity: O(*n*), sixteen bytes at a time.
  @inlinable @inline(__always)
  package static func isASCII(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    let raw = UnsafeRawPointer(bytes)
    var offset = 0
    var seen = SIMD16<UInt8>(repeating: 0)
    while offset &+ 16 <= count {
      seen |= raw.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      offset &+= 16
    }
    var rest: UInt8 = 0
    while offset < count {
      rest |= bytes[offset]
      offset &+= 1
    }
    let halves = unsafeBitCast(seen, to: SIMD2<UInt64>.self)
    return ((halves[0] | halves[1]) & 0x8080_8080_8080_8080 == 0) && rest < 0x80
  }

  /// The first bytes in `range` that are not UTF-8: a maximal part of a sequence, as decoders replace it by one U+FFFD.
  package static func firstInvalid(_ bytes: UnsafePointer<UInt8>, in range: Range<Int>) -> Range<Int>? {
    let raw = UnsafeRawPointer(bytes)
    var offset = range.lowerBound
    let end = range.upperBound
    while offset < end {
      if offset &+ 8 <= end {
        let eight = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        if eight & 0x8080_8080_8080_8080 == 0 {
          offset &+= 8
          continue
        }
      }
      if bytes[offset] < 0x80 {
        offset &+= 1
        continue
      }
      let length = sequenceLength(bytes, at: offset, end: end)
      if length < 0 { return offset..<(offset - length) }
      offset &+= length
    }
    return nil
  }

  /// The length of the sequence at `offset`; negative, the length of the invalid part, if it is none.
  ///
  /// As browsers do, the longest beginning of a character is one fault. See https://encoding.spec.whatwg.org/#utf-8-decoder
  @inlinable @inline(__always)
  package static func sequenceLength(_ bytes: UnsafePointer<UInt8>, at offset: Int, end: Int) -> Int {
    let lead = bytes[offset]
    let length: Int
    var least: UInt8 = 0x80
    var greatest: UInt8 = 0xBF
    switch lead {
    case 0..<0x80: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if lead == 0xE0 { least = 0xA0 }
      if lead == 0xED { greatest = 0x9F }
    case 0xF0...0xF4:
      length = 4
      if lead == 0xF0 { least = 0x90 }
      if lead == 0xF4 { greatest = 0x8F }
    default: return -1
    }
    var index = 1
    while index < length {
      guard offset &+ index < end else { return -index }
      let byte = bytes[offset &+ index]
      guard byte >= least && byte <= greatest else { return -index }
      least = 0x80
      greatest = 0xBF
      index &+= 1
    }
    return length
  }
}
