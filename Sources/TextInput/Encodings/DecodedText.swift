/// Text decoded to UTF-8, and how long each character was in the file.
package struct DecodedText {
  package var text: [UInt8] = []
  /// For each byte of `text`: at the first byte of a character, how many bytes the file had for it, with `invalidFlag` if
  /// they were no character and U+FFFD stands for them; 0 at the other bytes.
  package var widths: [UInt8] = []

  package static let invalidFlag: UInt8 = 0x80

  package init() {}

  /// Empties it and keeps its memory.
  package mutating func removeAll() {
    text.removeAll(keepingCapacity: true)
    widths.removeAll(keepingCapacity: true)
  }

  mutating func append(_ scalar: UInt32, width: Int) {
    let first = UInt8(width)
    switch scalar {
    case 0..<0x80:
      text.append(UInt8(scalar))
      widths.append(first)
    case 0x80..<0x800:
      text.append(UInt8(0xC0 | scalar >> 6))
      text.append(UInt8(0x80 | scalar & 0x3F))
      widths.append(first)
      widths.append(0)
    case 0x800..<0x1_0000:
      text.append(UInt8(0xE0 | scalar >> 12))
      text.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      text.append(UInt8(0x80 | scalar & 0x3F))
      widths.append(first)
      widths.append(0)
      widths.append(0)
    default:
      text.append(UInt8(0xF0 | scalar >> 18))
      text.append(UInt8(0x80 | scalar >> 12 & 0x3F))
      text.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      text.append(UInt8(0x80 | scalar & 0x3F))
      widths.append(first)
      widths.append(0)
      widths.append(0)
      widths.append(0)
    }
  }

  mutating func append(_ bytes: [UInt8], width: Int) {
    for (index, byte) in bytes.enumerated() {
      text.append(byte)
      widths.append(index == 0 ? UInt8(width) : 0)
    }
  }

  mutating func appendInvalid(width: Int) {
    append(0xFFFD, width: width)
    widths[widths.count - 3] |= Self.invalidFlag
  }
}
