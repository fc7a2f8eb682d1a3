internal import TextInput

/// Decides in which encoding an XML document is, and converts it to UTF-8 where that is not UTF-8.
///
/// Converting before libxml2 sees the bytes keeps one rule for places: an offset in what the parser has read is an offset in our text.
/// What is wrong or unknown in the declaration is left to libxml2, whose verdict then holds.
struct XMLDecoder {
  /// `nil` for UTF-8, which passes as it is.
  private let converter: UnicodeConverter?
  /// The encoding's name for messages.
  let encoding: String
  /// Bytes of the file before the text.
  let byteOrderMark: Int
  /// Whether the document's own declaration must be ignored, because it does not speak of the bytes that libxml2 gets.
  let ignoresDeclaration: Bool

  var isUTF8: Bool { converter == nil }

  /// - Parameters:
  ///   - start: The first bytes of the document, as many as there are up to about 1,024.
  ///   - given: An encoding that the user names, which wins over everything but a mark that cannot begin a text in it.
  init(start: UnsafeRawBufferPointer, given: String?) {
    let found = Self.detect(start, given: given)
    converter = found.name.flatMap { UnicodeConverter(from: $0) }
    encoding = found.name ?? "UTF-8"
    byteOrderMark = found.mark
    ignoresDeclaration = converter != nil || found.mark == 3 || given != nil
  }

  func convert(_ bytes: UnsafeRawBufferPointer, isLast: Bool, to text: inout [UInt8]) -> Bool {
    guard let converter else {
      text.append(contentsOf: bytes)
      return true
    }
    return converter.convert(bytes, isLast: isLast, to: &text)
  }

  private static func detect(_ start: UnsafeRawBufferPointer, given: String?) -> (name: String?, mark: Int) {
    let mark = TextEncoding.byteOrderMark(start)
    if let mark, given.map({ TextEncoding(named: $0)?.yields(to: mark.encoding) ?? false }) ?? true {
      return (mark.encoding == .utf8 ? nil : mark.encoding.name, mark.length)
    }
    if let given { return (isUTF8(given) ? nil : given, mark?.length ?? 0) }
    let patterns: [(bytes: [UInt8], name: String)] = [
      ([0x3C, 0, 0, 0], "UTF-32LE"), ([0, 0, 0, 0x3C], "UTF-32BE"), ([0x3C, 0, 0x3F, 0], "UTF-16LE"),
      ([0, 0x3C, 0, 0x3F], "UTF-16BE"), ([0x3C, 0, 0x21, 0], "UTF-16LE"), ([0, 0x3C, 0, 0x21], "UTF-16BE"),
    ]
    if let pattern = patterns.first(where: { start.starts(with: $0.bytes) }) { return (pattern.name, 0) }
    guard let declared = declaredEncoding(start), !isUTF8(declared) else { return (nil, 0) }
    // A document whose declaration can be read byte by byte is in no wide encoding; libxml2 says so.
    let upper = declared.uppercased()
    if upper.hasPrefix("UTF-16") || upper.hasPrefix("UTF-32") || upper.hasPrefix("ISO-10646") { return (nil, 0) }
    return (declared, 0)
  }

  private static func isUTF8(_ name: String) -> Bool { ["UTF-8", "UTF8"].contains(name.uppercased()) }

  /// The encoding in `<?xml … encoding="…"?>`.
  private static func declaredEncoding(_ start: UnsafeRawBufferPointer) -> String? {
    guard start.starts(with: Array("<?xml".utf8)), let end = start.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let declaration = String(decoding: start[..<end], as: UTF8.self)
    guard let name = declaration.firstRange(of: "encoding") else { return nil }
    let rest = declaration[name.upperBound...].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    let value = rest.dropFirst().prefix { $0 != quote }
    // Nothing that iconv would take as an instruction, such as `//TRANSLIT`.
    guard !value.isEmpty, value.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:".contains($0)) }) else {
      return nil
    }
    return String(value)
  }
}
