internal import TextInput

/// Values of JSON: texts between their quotes, numbers, `true`, `false` and `null`.
struct JSONCellForm: CellForm {
  let encoding: TextEncoding

  func text(of raw: [UInt8], isAttribute: Bool) throws -> String? {
    let written = try decoded(raw)
    guard written != "null" else { return nil }
    guard let quote = Self.quote(of: written) else { return try Self.literal(written) }
    return try Self.contents(written, quote).text
  }

  func written(_ text: String?, over raw: [UInt8], isAttribute: Bool) throws -> [UInt8] {
    let written = try decoded(raw)
    guard let text else { return try encoded("null") }
    if let quote = Self.quote(of: written) {
      let inner = try Self.contents(written, quote).rewritten(text) { Self.escaped($0, quote) }
      return try encoded("\(quote)\(inner)\(quote)")
    }
    // What was no text stays none if it can.
    _ = written == "null" ? nil : try Self.literal(written)
    return try encoded(Self.value(text))
  }

  func areSame(_ text: String?, _ other: String?) -> Bool { text == other }

  /// A text as a value: as a number if it is one as JSON writes it, `true` or `false`, else in quotes.
  static func value(_ text: String) -> String {
    ["true", "false"].contains(text) || isNumber(text) ? text : string(text)
  }

  static func string(_ text: String) -> String { "\"" + text.unicodeScalars.map { escaped($0, "\"") }.joined() + "\"" }

  private static func quote(of written: String) -> Character? {
    guard let first = written.first, first == "\"" || first == "'", written.count >= 2, written.last == first else {
      return nil
    }
    return first
  }

  private static func literal(_ written: String) throws -> String {
    guard written == "true" || written == "false" || isNumber(written) else {
      throw FixObstacle(
        reason: written.hasPrefix("[")
          ? "it is an array, and no single value"
          : written.hasPrefix("{") ? "it is an object, and no single value" : "it is no single value"
      )
    }
    return written
  }

  /// RFC 8259, section 6.
  static func isNumber(_ text: String) -> Bool {
    var rest = Substring(text).utf8
    func digits() -> Int {
      let count = rest.prefix { (0x30...0x39).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    func take(_ bytes: [UInt8]) -> Bool {
      guard let first = rest.first, bytes.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = take([0x2D])
    let startsWithZero = rest.first == 0x30
    let whole = digits()
    guard whole == 1 || whole > 1 && !startsWithZero else { return false }
    if take([0x2E]), digits() == 0 { return false }
    if take([0x65, 0x45]) {
      _ = take([0x2B, 0x2D])
      if digits() == 0 { return false }
    }
    return rest.isEmpty
  }

  private static func escaped(_ scalar: Unicode.Scalar, _ quote: Character) -> String {
    switch scalar {
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case _ where scalar.value < 0x20: "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
    case _ where Character(scalar) == quote: "\\\(quote)"
    default: String(scalar)
    }
  }

  private static func contents(_ written: String, _ quote: Character) throws -> WrittenText {
    var text = WrittenText()
    var rest = written.dropFirst().dropLast().unicodeScalars
    func unit() -> UInt16? {
      guard rest.first == "u" else { return nil }
      let digits = rest.dropFirst().prefix(4)
      guard digits.count == 4, let value = UInt16(String(digits), radix: 16) else { return nil }
      rest = rest.dropFirst(5)
      return value
    }
    while let scalar = rest.first {
      let start = rest.startIndex
      rest = rest.dropFirst()
      guard scalar == "\\" else {
        text.append(scalar, written: written[start..<rest.startIndex])
        continue
      }
      let problem = FixObstacle(reason: "it is written with escapes that are none")
      var meant: Unicode.Scalar?
      if let high = unit() {
        if UTF16.isLeadSurrogate(high) {
          guard rest.first == "\\" else { throw problem }
          rest = rest.dropFirst()
          guard let low = unit(), UTF16.isTrailSurrogate(low) else { throw problem }
          meant = UTF16.decode(UTF16.EncodedScalar([high, low]))
        } else {
          meant = Unicode.Scalar(high)
        }
      } else if let next = rest.popFirst() {
        switch next {
        case "n": meant = "\n"
        case "r": meant = "\r"
        case "t": meant = "\t"
        case "b": meant = "\u{8}"
        case "f": meant = "\u{C}"
        case "\"", "'", "\\", "/": meant = next
        default: meant = nil
        }
      }
      guard let meant else { throw problem }
      text.append(meant, written: written[start..<rest.startIndex])
    }
    return text
  }
}
