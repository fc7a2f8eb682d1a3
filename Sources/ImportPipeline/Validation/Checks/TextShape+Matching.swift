extension TextShape {
  /// Whether a text has the shape.
  ///
  /// - Complexity: O(*n*), without allocation for addresses.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch self {
    case .url: Self.isWebAddress(text)
    case .email: Self.isMailAddress(text)
    case .languageTag: LanguageTag(String(decoding: text, as: UTF8.self)) != nil
    }
  }

  /// A text of the shape that `text` was probably meant to be.
  func repaired(_ text: String) -> String? {
    let candidate: String
    switch self {
    case .url:
      let compact = String(text.filter { !$0.isWhitespace })
      candidate = compact.hasPrefix("www.") ? "https://" + compact : compact
    case .email:
      let compact = String(text.filter { !$0.isWhitespace }).replacing("(at)", with: "@").replacing("[at]", with: "@")
      candidate = compact.hasPrefix("mailto:") ? String(compact.dropFirst(7)) : compact
    case .languageTag:
      guard let tag = LanguageTag(text.replacing("_", with: "-").filter { !$0.isWhitespace }) else { return nil }
      candidate = tag.canonical
    }
    guard candidate != text else { return nil }
    return candidate.withContiguousBytes { matches($0) } ? candidate : nil
  }

  /// `http` or `https`, a host and perhaps a port, then anything that RFC 3986 allows, or letters beyond ASCII.
  private static func isWebAddress(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    func begins(_ prefix: StaticString) -> Bool {
      guard text.count >= prefix.utf8CodeUnitCount else { return false }
      for index in 0..<prefix.utf8CodeUnitCount where text[index] | 0x20 != prefix.utf8Start[index] | 0x20 {
        return false
      }
      return true
    }
    var index: Int
    if begins("https://") { index = 8 } else if begins("http://") { index = 7 } else { return false }
    let host = index
    var lastDot = index - 1
    while index < text.count, text[index] != UInt8(ascii: "/"), text[index] != UInt8(ascii: "?"),
      text[index] != UInt8(ascii: "#"), text[index] != UInt8(ascii: ":")
    {
      let byte = text[index]
      guard byte.isASCIILetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte >= 0x80 else {
        return false
      }
      if byte == UInt8(ascii: ".") {
        if index == lastDot + 1 { return false }
        lastDot = index
      }
      index += 1
    }
    guard index > host, index > lastDot + 1 else { return false }
    if index < text.count, text[index] == UInt8(ascii: ":") {
      index += 1
      while index < text.count, text[index] &- 48 < 10 { index += 1 }
    }
    while index < text.count {
      switch text[index] {
      case 0...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D, 0x7F: return false
      default: index += 1
      }
    }
    return true
  }

  /// The shape that HTML forms accept, with at least two labels in the domain: <https://html.spec.whatwg.org/#valid-e-mail-address>.
  private static func isMailAddress(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let at = text.firstIndex(of: UInt8(ascii: "@")), at > 0 else { return false }
    let others = Array(".!#$%&'*+/=?^_`{|}~-".utf8)
    for byte in text[..<at] where !byte.isASCIILetterOrDigit && !others.contains(byte) { return false }
    let labels = text[(at + 1)...].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count >= 2 else { return false }
    return labels.allSatisfy { label in
      guard let first = label.first, let last = label.last, label.count <= 63 else { return false }
      return first.isASCIILetterOrDigit && last.isASCIILetterOrDigit
        && label.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }
    }
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter or digit.
  var isASCIILetterOrDigit: Bool { self &- 48 < 10 || (self | 0x20) &- 97 < 26 }
}

/// A well-formed language tag: <https://www.rfc-editor.org/rfc/rfc5646#section-2.1>. Whether its parts are registered is not asked.
struct LanguageTag {
  /// The tag in the spelling that the standard recommends: language and variants in lower case, script capitalised, region in capitals.
  let canonical: String

  init?(_ text: String) {
    guard text.isASCII else { return nil }
    var rest = text.lowercased().split(separator: "-", omittingEmptySubsequences: false).map(String.init)[...]
    var spelled: [String] = []
    func isOf(_ counts: ClosedRange<Int>, _ isIncluded: @escaping (UInt8) -> Bool) -> (String) -> Bool {
      { counts.contains($0.utf8.count) && $0.utf8.allSatisfy(isIncluded) }
    }
    func isLetter(_ byte: UInt8) -> Bool { byte &- 97 < 26 }
    func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
    /// Takes up to `most` parts that fit, and says whether there was one.
    @discardableResult
    func take(_ most: Int, _ fits: (String) -> Bool, _ spell: (String) -> String = { $0 }) -> Bool {
      let taken = rest.prefix(most).prefix(while: fits)
      spelled += taken.map(spell)
      rest = rest.dropFirst(taken.count)
      return !taken.isEmpty
    }
    if rest.first != "x" {
      guard take(1, isOf(2...8, isLetter)) else { return nil }
      if spelled[0].utf8.count <= 3 { take(3, isOf(3...3, isLetter)) }
      take(1, isOf(4...4, isLetter)) { $0.prefix(1).uppercased() + $0.dropFirst() }
      take(1, { isOf(2...2, isLetter)($0) || isOf(3...3, isDigit)($0) }) { $0.uppercased() }
      let isShortVariant = isOf(4...4, \.isASCIILetterOrDigit)
      take(.max, { isOf(5...8, \.isASCIILetterOrDigit)($0) || isShortVariant($0) && isDigit($0.utf8.first ?? 0) })
      while take(1, { $0 != "x" && isOf(1...1, \.isASCIILetterOrDigit)($0) }) {
        guard take(.max, isOf(2...8, \.isASCIILetterOrDigit)) else { return nil }
      }
    }
    if take(1, { $0 == "x" }), !take(.max, isOf(1...8, \.isASCIILetterOrDigit)) { return nil }
    guard rest.isEmpty else { return nil }
    canonical = spelled.joined(separator: "-")
  }
}
