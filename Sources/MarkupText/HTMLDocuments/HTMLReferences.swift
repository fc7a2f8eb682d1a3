internal import CLibXML2

/// Reads the character references that browsers understand and libxml2 leaves as they are written.
///
/// - `&#150;` is the character of Windows-1252, as the authors of old pages mean it.
/// - `&ccaron;`: libxml2 knows the names of HTML 4 only.
/// - `&eacute au lait`: names of Latin-1 need no semicolon.
///
/// libxml2 reports a name that it does not know as two runs of text, the ampersand and the name, and goes on with the semicolon.
/// See https://html.spec.whatwg.org/#character-reference-state
package struct HTMLReferences {
  private enum Expected {
    case nothing
    /// The name, of whose bytes so many stand for what has been written, and whether its semicolon belongs to it.
    case name(known: Int, hasSemicolon: Bool)
    /// Text that begins with a semicolon that has been read.
    case semicolon
  }

  private var expected = Expected.nothing

  /// Whether the next run of text has to be looked at.
  @inline(__always)
  func concerns(_ run: UnsafeBufferPointer<UInt8>) -> Bool {
    guard case .nothing = expected else { return true }
    return (run.count == 1 && run[0] == UInt8(ascii: "&")) || (run.count == 2 && run[0] == 0xC2)
  }

  /// What stands for a run of text.
  ///
  /// - Parameters:
  ///   - end: Where the parser stands in `page`, after what the run comes from.
  mutating func text(
    for run: UnsafeBufferPointer<UInt8>,
    endingAt end: Int,
    in page: UnsafeBufferPointer<UInt8>
  ) -> [UInt8] {
    switch expected {
    case .name(let known, let hasSemicolon):
      expected = hasSemicolon ? .semicolon : .nothing
      return Array(run.dropFirst(known))
    case .semicolon:
      expected = .nothing
      return Array(run.first == UInt8(ascii: ";") ? run.dropFirst() : run[...])
    case .nothing:
      guard (1...page.count).contains(end) else { return Array(run) }
      if run.count == 1, run[0] == UInt8(ascii: "&") { return named(endingAt: end, in: page) }
      if run.count == 2, run[0] == 0xC2, (0x80..<0xA0).contains(run[1]), page[end - 1] < 0x80 {
        return Array(String(Self.meant(by: Unicode.Scalar(run[1]))).utf8)
      }
      return Array(run)
    }
  }

  /// What stands for an ampersand: the character of the name after it, if it has one.
  private mutating func named(endingAt end: Int, in page: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let ampersand = [UInt8(ascii: "&")]
    var start = end
    let earliest = max(0, end - Self.longestName)
    while start > earliest, page[start - 1] != UInt8(ascii: "&"), page[start - 1] != UInt8(ascii: ";") { start -= 1 }
    guard start > 0, start < end, page[start - 1] == UInt8(ascii: "&"), page[start] != UInt8(ascii: "#") else {
      return ampersand
    }
    let name = String(decoding: page[start..<end], as: UTF8.self)
    if end < page.count, page[end] == UInt8(ascii: ";"), let text = EntityNames.text(name[...]) {
      expected = .name(known: end - start, hasSemicolon: true)
      return Array(text.utf8)
    }
    var beginning = name.prefix { $0.isASCII }
    while !beginning.isEmpty {
      if let character = Self.characterWithoutSemicolon(String(beginning)) {
        expected = .name(known: beginning.utf8.count, hasSemicolon: false)
        return Array(String(character).utf8)
      }
      beginning.removeLast()
    }
    // The name comes as it is written.
    expected = .name(known: 0, hasSemicolon: false)
    return ampersand
  }

  private static func characterWithoutSemicolon(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "AMP": return "&"
    case "LT": return "<"
    case "GT": return ">"
    case "QUOT": return "\""
    case "COPY": return "\u{A9}"
    case "REG": return "\u{AE}"
    case "apos": return nil
    default:
      guard let known = htmlEntityLookup(name), known.pointee.value < 0x100 else { return nil }
      return Unicode.Scalar(known.pointee.value)
    }
  }

  /// The character that a number stands for: 80 to 9F, in hexadecimal, are those of Windows-1252.
  private static func meant(by scalar: Unicode.Scalar) -> Unicode.Scalar {
    (0x80..<0xA0).contains(scalar.value) ? windows1252[Int(scalar.value) - 0x80] : scalar
  }

  private static let longestName = 64

  /// The characters for 80 to 9F, in hexadecimal.
  private static let windows1252 = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars
  )
}

extension HTMLReferences {
  /// The reference that a text begins with, as the readers of pages read it in the text of an element.
  ///
  /// - Parameter text: What begins with an ampersand.
  /// - Returns: What the reference stands for, and what follows it; `nil` if the ampersand stands for itself.
  package static func reference(at text: Substring) -> (text: String, rest: Substring)? {
    let written = text.dropFirst()
    return written.first == "#" ? numbered(written.dropFirst()) : named(written)
  }

  private static func numbered(_ written: Substring) -> (text: String, rest: Substring)? {
    let isHexadecimal = written.first == "x" || written.first == "X"
    let number = isHexadecimal ? written.dropFirst() : written
    let digits = number.prefix { $0.isASCII && (isHexadecimal ? $0.isHexDigit : $0.isNumber) }
    guard let value = UInt32(digits, radix: isHexadecimal ? 16 : 10), value > 0, let scalar = Unicode.Scalar(value)
    else {
      return nil
    }
    return (String(meant(by: scalar)), withoutSemicolon(number[digits.endIndex...]))
  }

  private static func named(_ written: Substring) -> (text: String, rest: Substring)? {
    var name = written.prefix(longestName).prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let rest = written[name.endIndex...]
    if rest.first == ";", let text = EntityNames.text(name) ?? nameOfHTML4(name) { return (text, rest.dropFirst()) }
    while !name.isEmpty {
      if let character = characterWithoutSemicolon(String(name)) {
        return (String(character), withoutSemicolon(written[name.endIndex...]))
      }
      name.removeLast()
    }
    return nil
  }

  /// What a name that libxml2 knows stands for.
  private static func nameOfHTML4(_ name: Substring) -> String? {
    htmlEntityLookup(String(name)).flatMap { Unicode.Scalar($0.pointee.value) }.map { String($0) }
  }

  private static func withoutSemicolon(_ text: Substring) -> Substring { text.first == ";" ? text.dropFirst() : text }
}
