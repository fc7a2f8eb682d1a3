/// The characters of UTF-8 text, byte by byte.
enum UTF8Sequence {
  /// The length of the character that begins at `index`; for bytes that are none, how many of them count as one fault, negative.
  ///
  /// As browsers do, the longest beginning of a character is one fault. See https://encoding.spec.whatwg.org/#utf-8-decoder
  static func length(_ bytes: [UInt8], _ index: Int) -> Int {
    let first = bytes[index]
    let length: Int
    var range: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case ..<0x80: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, range) = (3, 0xA0...0xBF)
    case 0xED: (length, range) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, range) = (4, 0x90...0xBF)
    case 0xF4: (length, range) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return -1
    }
    for place in 1..<length {
      guard index + place < bytes.count, range.contains(bytes[index + place]) else { return -place }
      range = 0x80...0xBF
    }
    return length
  }
}
