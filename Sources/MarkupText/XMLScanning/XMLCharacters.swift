internal import TextInput

/// Finds bytes that are no text of an XML document: what is not UTF-8, and characters that XML does not allow.
///
/// See https://www.w3.org/TR/xml/#charsets
enum XMLCharacters {
  /// How many of `bytes` are text, and whether a fault follows them, rather than a character that is not complete.
  ///
  /// - Complexity: O(*n*), many bytes at a time where they are below U+0080.
  static func valid(_ bytes: UnsafeBufferPointer<UInt8>) -> (count: Int, hasFault: Bool) {
    guard let base = bytes.baseAddress else { return (0, false) }
    var index = 0
    while index < bytes.count {
      let end = min(index &+ 64, bytes.count)
      if isPlain(base, index, end) {
        index = end
        continue
      }
      while index < end {
        let byte = base[index]
        if byte < 0x80 {
          if byte < 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { return (index, true) }
          index &+= 1
          index = skipLetters(base, index, end)
        } else {
          let length = UTF8Check.sequenceLength(base, at: index, end: bytes.count)
          if length < 0 {
            let isCut = index &- length == bytes.count && (0xC2...0xF4).contains(byte)
            return (index, !isCut)
          }
          // U+FFFE and U+FFFF.
          if byte == 0xEF, base[index &+ 1] == 0xBF, base[index &+ 2] >= 0xBE { return (index, true) }
          index &+= length
        }
      }
    }
    return (index, false)
  }

  /// Skips bytes from blank to U+007F, eight at a time.
  @inline(__always)
  private static func skipLetters(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index &+ 8 <= end {
      let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
      // Subtracting sets the highest bit of a byte below 0x20; a borrow can only do so after one that is.
      guard (word | (word &- 0x2020_2020_2020_2020)) & 0x8080_8080_8080_8080 == 0 else { break }
      index &+= 8
    }
    return index
  }

  /// Whether there are only characters below U+0080 that XML allows; written so that the compiler compares 16 bytes at a time.
  @inline(__always)
  private static func isPlain(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var bits: UInt8 = 0
    var index = start
    while index < end {
      let byte = base[index]
      let isControl: UInt8 = byte < 0x20 ? 0x80 : 0
      let isWhite: UInt8 = (byte == 0x0A ? 0x80 : 0) | (byte == 0x0D ? 0x80 : 0) | (byte == 0x09 ? 0x80 : 0)
      bits |= byte | (isControl & ~isWhite)
      index &+= 1
    }
    return bits & 0x80 == 0
  }
}
