/// Texts as JSON writes them.
///
/// Besides what JSON demands, it escapes what a terminal or a script would obey when the text is shown or embedded as it is: DEL, C1 controls, line and
/// paragraph separators, byte order marks and all characters that direct the direction of what follows (`Bidi_Control` of Unicode).
package enum JSONString {
  /// Appends `value` in quotes.
  ///
  /// - Parameter escapesMarkup: Whether `<` is escaped as well, for JSON that stands in a page.
  /// - Complexity: O(*n*) in bytes.
  package static func append(_ value: String, to result: inout [UInt8], escapesMarkup: Bool = false) {
    result.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { append($0, to: &result, isPlain: escapesMarkup ? isPlainInPages : isPlain) }
    result.append(UInt8(ascii: "\""))
  }

  /// `value` in quotes.
  package static func quoted(_ value: String) -> String {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a text that is JSON already, and escapes what it need not.
  ///
  /// - Parameter json: A number, a text, an array or an object; what is escaped can stand only within its texts.
  package static func append(json: String, to result: inout [UInt8]) {
    var json = json
    json.withUTF8 { append($0, to: &result, isPlain: isPlainInJSON) }
  }

  private static let hexDigits = Array("0123456789abcdef".utf8)

  /// The bytes that stand for themselves wherever they are; of the others, `C2`, `D8`, `E2` and `EF` do so in most texts.
  private static let isPlain: [Bool] = plainBytes(but: [0x22, 0x5C])
  private static let isPlainInPages: [Bool] = plainBytes(but: [0x22, 0x5C, UInt8(ascii: "<")])
  private static let isPlainInJSON: [Bool] = plainBytes(but: [], controls: 0)

  private static func plainBytes(but others: [UInt8], controls: UInt8 = 0x20) -> [Bool] {
    (0...255).map { $0 >= controls && ![0x7F, 0xC2, 0xD8, 0xE2, 0xEF].contains($0) && !others.contains($0) }
  }

  private static func append(_ bytes: UnsafeBufferPointer<UInt8>, to result: inout [UInt8], isPlain: [Bool]) {
    var position = 0
    while true {
      let plain = position
      while position < bytes.count, isPlain[Int(bytes[position])] { position += 1 }
      result.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plain..<position]))
      guard position < bytes.count else { break }
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        result.append(UInt8(ascii: "\\"))
        result.append(byte)
      case UInt8(ascii: "\n"):
        result += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case UInt8(ascii: "\r"):
        result += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
      case UInt8(ascii: "\t"):
        result += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
      case 0..<0x20, 0x7F, UInt8(ascii: "<"):
        escape(UInt32(byte), into: &result)
      case 0xC2 where position < bytes.count && bytes[position] < 0xA0:
        escape(UInt32(bytes[position]), into: &result)
        position += 1
      case 0xD8 where position < bytes.count && bytes[position] == 0x9C:
        escape(0x61C, into: &result)
        position += 1
      case 0xE2 where position + 1 < bytes.count && isHidden(bytes[position], bytes[position + 1]):
        escape(0x2000 | UInt32(bytes[position] & 0x3F) << 6 | UInt32(bytes[position + 1] & 0x3F), into: &result)
        position += 2
      case 0xEF where position + 1 < bytes.count && bytes[position] == 0xBB && bytes[position + 1] == 0xBF:
        escape(0xFEFF, into: &result)
        position += 2
      default:
        result.append(byte)
      }
    }
  }

  /// Whether E2 and these two bytes are one of U+200E–200F, U+2028–202E or U+2066–2069.
  private static func isHidden(_ second: UInt8, _ third: UInt8) -> Bool {
    switch (second, third) {
    case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9): true
    default: false
    }
  }

  private static func escape(_ value: UInt32, into result: inout [UInt8]) {
    result += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
    for shift in [12, 8, 4, 0] { result.append(hexDigits[Int(value >> UInt32(shift) & 0xF)]) }
  }
}
