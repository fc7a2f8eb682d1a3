internal import AttributeValues
internal import Foundation
internal import ObjectModel

/// The texts of values in XML stores.
///
/// In texts, a backslash is written twice, and `<`, `>`, `&` and what XML cannot hold as `\u` with four hexadecimal digits: those of the UTF-16 code unit
/// with its two bytes in reverse, so that `<`, U+003C, is `\u3c00`.
enum XMLStoreText {
  /// What a type is called in the file.
  static func typeName(_ type: AttributeType) -> String {
    switch type {
    case .undefined: "undefined"
    case .integer16: "int16"
    case .integer32: "int32"
    case .integer64: "int64"
    case .decimal: "decimal"
    case .double: "double"
    case .float: "float"
    case .string: "string"
    case .boolean: "bool"
    case .date: "date"
    case .binaryData: "binary"
    case .uuid: "uuid"
    case .uri: "uri"
    case .transformable: "transformable"
    case .composite: "composite"
    }
  }

  /// The type of values of an attribute without one.
  static func type(of value: AttributeValue) -> AttributeType {
    switch value {
    case .null, .composite: .undefined
    case .integer: .integer64
    case .boolean: .boolean
    case .double: .double
    case .float: .float
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .binary: .binaryData
    case .uuid: .uuid
    case .uri: .uri
    case .transformable: .transformable
    }
  }

  private static let types = Dictionary(
    AttributeType.allCases.map { (typeName($0), $0) },
    uniquingKeysWith: { first, _ in first }
  )

  static func type(named name: String) -> AttributeType? { types[name] }

  // MARK: Writing

  /// The text of a value; `nil` for one that has none.
  static func append(_ value: AttributeValue, to text: inout [UInt8]) {
    switch value {
    case .null, .composite: return
    case .integer(let value): text.append(contentsOf: String(value).utf8)
    case .boolean(let value): text.append(UInt8(ascii: value ? "1" : "0"))
    case .double(let value): text.append(contentsOf: shortest("\(value)").utf8)
    case .float(let value): text.append(contentsOf: shortest("\(value)").utf8)
    case .decimal(let value): text.append(contentsOf: value.description.utf8)
    case .string(let value): appendEscaped(value, to: &text)
    case .date(let value): text.append(contentsOf: date(value).utf8)
    case .binary(let value): appendBase64(value, to: &text)
    case .transformable(let value): appendBase64(value.bytes, to: &text)
    case .uuid(let value): text.append(contentsOf: value.uuidString.utf8)
    case .uri(let value): appendEscaped(value.relativeString, to: &text)
    }
  }

  /// A number without a fraction of zero.
  private static func shortest(_ text: String) -> String { text.hasSuffix(".0") ? String(text.dropLast(2)) : text }

  /// Seconds with twenty digits behind the point; those that are too small for that in the shortest form.
  private static func date(_ seconds: Double) -> String {
    let text = String(format: "%.20f", seconds)
    return Double(text) == seconds ? text : "\(seconds)"
  }

  /// In base64: a line of 76 characters, and one of all others. Behind exactly 76 there is no line end.
  private static func appendBase64(_ data: Data, to text: inout [UInt8]) {
    let characters = Array(data.base64EncodedString().utf8)
    if characters.isEmpty { return }
    text.append(contentsOf: characters.prefix(76))
    if characters.count != 76 { text.append(0x0a) }
    if characters.count > 76 {
      text.append(contentsOf: characters.dropFirst(76))
      text.append(0x0a)
    }
  }

  static func appendEscaped(_ string: String, to text: inout [UInt8]) {
    var string = string
    string.withUTF8 { bytes in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "\\"): text.append(contentsOf: "\\\\".utf8)
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), 0..<9, 0x0b...0x1f:
          appendUnit(UInt16(byte), to: &text)
        case 0xef where index + 2 < bytes.count && bytes[index + 1] == 0xbf && bytes[index + 2] >= 0xbe:
          appendUnit(0xffc0 + UInt16(bytes[index + 2] - 0x80), to: &text)
          index += 2
        default: text.append(byte)
        }
        index += 1
      }
    }
  }

  private static func appendUnit(_ unit: UInt16, to text: inout [UInt8]) {
    let digits = String(unit.byteSwapped, radix: 16)
    text.append(contentsOf: "\\u".utf8)
    text.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
    text.append(contentsOf: digits.utf8)
  }

  // MARK: Reading

  /// The text that an escaped one stands for. A backslash that begins nothing known stands for itself.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    let escaped = Array(text.utf16)
    var units: [UInt16] = []
    units.reserveCapacity(escaped.count)
    let (backslash, letter) = (UInt16(UInt8(ascii: "\\")), UInt16(UInt8(ascii: "u")))
    var index = 0
    while index < escaped.count {
      guard escaped[index] == backslash, index + 1 < escaped.count else {
        units.append(escaped[index])
        index += 1
        continue
      }
      if escaped[index + 1] == backslash {
        units.append(backslash)
        index += 2
      } else if escaped[index + 1] == letter, let unit = unit(escaped[(index + 2)...].prefix(4)) {
        units.append(unit)
        index += 6
      } else {
        units.append(backslash)
        index += 1
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  private static func unit(_ digits: ArraySlice<UInt16>) -> UInt16? {
    guard digits.count == 4 else { return nil }
    var value: UInt16 = 0
    for digit in digits {
      guard digit < 128, let number = Character(Unicode.Scalar(UInt8(digit))).hexDigitValue else { return nil }
      value = value << 4 | UInt16(number)
    }
    return value.byteSwapped
  }

  /// The value of a type that a text stands for; `nil` if it is none of the type.
  static func value(_ text: String, type: AttributeType) -> AttributeValue? {
    switch type {
    case .string: return .string(unescaped(text))
    case .binaryData: return data(text).map { .binary($0) }
    case .transformable: return data(text).map { .transformable(TransformableValue(bytes: $0)) }
    case .undefined, .composite: return nil
    default: break
    }
    let text = trimmed(text)
    switch type {
    case .integer16, .integer32, .integer64:
      guard let number = Int64(text), type.integerRange?.contains(number) ?? true else { return nil }
      return .integer(number)
    case .boolean:
      switch text.lowercased() {
      case "1", "true", "yes": return .boolean(true)
      case "0", "false", "no": return .boolean(false)
      default: return nil
      }
    case .double: return Double(text).map { .double($0) }
    case .float: return Float(text).map { .float($0) }
    case .date: return Double(text).map { .date($0) }
    case .decimal:
      guard !text.isEmpty, text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }) || text == "NaN" else {
        return nil
      }
      return Decimal(string: text).map { .decimal($0) }
    case .uuid: return UUID(uuidString: text).map { .uuid($0) }
    case .uri: return URL(string: unescaped(text)).map { .uri($0) }
    case .string, .binaryData, .transformable, .undefined, .composite: return nil
    }
  }

  /// Without white space around it. Most values have none, and Foundation would make another text of each.
  private static func trimmed(_ text: String) -> String {
    func mayBeSpace(_ byte: UInt8?) -> Bool { byte.map { $0 <= 0x20 || $0 >= 0x7F } ?? false }
    guard mayBeSpace(text.utf8.first) || mayBeSpace(text.utf8.last) else { return text }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func data(_ text: String) -> Data? {
    Data(base64Encoded: Data(text.utf8.filter { $0 != 0x20 && !(9...13).contains($0) }))
  }
}
