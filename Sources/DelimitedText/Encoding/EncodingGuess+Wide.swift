internal import TextInput

extension TextEncoding {
  /// Whether a text without a byte order mark begins in UTF-16 or UTF-32.
  package static func isWide(_ sample: [UInt8]) -> Bool { EncodingGuess.wide(sample) != nil }
}

extension EncodingGuess {
  /// UTF-16 and UTF-32 without a mark, by where the zero bytes stand.
  static func wide(_ sample: [UInt8]) -> EncodingGuess? {
    guard sample.count >= 4 else { return nil }
    let units = min(sample.count, 4096) / 4
    var zeros = [0, 0, 0, 0]
    for unit in 0..<units {
      for index in 0..<4 where sample[unit * 4 + index] == 0 { zeros[index] += 1 }
    }
    func mostly(_ index: Int) -> Bool { zeros[index] * 10 >= units * 7 }
    func rarely(_ index: Int) -> Bool { zeros[index] * 10 <= units }
    if mostly(2), mostly(3), rarely(0) {
      return .init(.utf32LittleEndian, 0.9, "each fourth byte and the one before it are zero")
    }
    if mostly(0), mostly(1), rarely(3) {
      return .init(.utf32BigEndian, 0.9, "two or three zero bytes before each character")
    }
    if mostly(1), mostly(3), rarely(0), rarely(2) {
      return .init(.utf16LittleEndian, 0.9, "a zero byte after most characters")
    }
    if mostly(0), mostly(2), rarely(1), rarely(3) {
      return .init(.utf16BigEndian, 0.9, "a zero byte before most characters")
    }
    guard zeros.contains(where: { $0 > 0 }) else { return nil }
    if areUnits(sample, bigEndian: false) {
      return .init(
        .utf16LittleEndian,
        0.8,
        "ASCII characters with a zero byte after them among characters of two bytes"
      )
    }
    if areUnits(sample, bigEndian: true) {
      return .init(.utf16BigEndian, 0.8, "ASCII characters with a zero byte before them among characters of two bytes")
    }
    return nil
  }

  /// Whether a text whose characters are mostly not ASCII is UTF-16: all its units are characters, with line breaks and other ASCII
  /// among them.
  private static func areUnits(_ sample: [UInt8], bigEndian: Bool) -> Bool {
    var plain = 0
    var lineBreaks = 0
    var others = 0
    /// Other characters both bytes of which are ASCII characters, as they are in a text of ASCII that has a NUL somewhere.
    var doubtful = 0
    var isInPair = false
    for start in stride(from: 0, to: min(sample.count, 8192) - 1, by: 2) {
      let (high, low) = bigEndian ? (sample[start], sample[start + 1]) : (sample[start + 1], sample[start])
      let unit = UInt16(high) << 8 | UInt16(low)
      guard isInPair == (0xDC00..<0xE000).contains(unit) else { return false }
      isInPair = (0xD800..<0xDC00).contains(unit)
      switch unit {
      case 0x0A, 0x0D: lineBreaks += 1
      case 0x09, 0x20...0x7E: plain += 1
      case 0..<0x20, 0x7F..<0xA0, 0xE000..<0xF900, 0xFFFE...: return false
      default:
        others += 1
        if (0x20..<0x7F).contains(high) && (0x20..<0x7F).contains(low) { doubtful += 1 }
      }
    }
    let ascii = plain + lineBreaks
    return (lineBreaks > 0 && ascii * 20 >= others || ascii * 3 >= others) && ascii > 0 && doubtful * 2 <= others
  }
}
