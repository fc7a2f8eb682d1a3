/// Text made safe for XML 1.0, which has no way to write control characters at all.
enum XMLText {
  /// For a quoted attribute.
  static func attribute(_ text: String) -> String {
    HTMLText.markupEscaped(withoutForbidden(VisibleText.escaped(text)))
  }

  /// For an element's content; line breaks stay.
  static func content(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { attribute(String($0)) }.joined(separator: "\n")
  }

  private static func withoutForbidden(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.value & 0xFFFE == 0xFFFE }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.value & 0xFFFE == 0xFFFE {
        result += VisibleText.escape(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
