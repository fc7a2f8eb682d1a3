/// Texts from sources in tables that people open in a spreadsheet, where a text that looks like a formula would be one.
package enum SpreadsheetText {
  /// `text` with an apostrophe before what a spreadsheet would take for a formula: at its beginning `=`, `+`, `-`, `@`, their full-width
  /// forms, a tab or a carriage return, and the first four also behind a semicolon, at which spreadsheets of many countries split.
  ///
  /// A plain negative number stays as it is. See <https://owasp.org/www-community/attacks/CSV_Injection>.
  ///
  /// - Complexity: O(*n*); returns `text` itself when there is nothing to do.
  package static func neutralised(_ text: String) -> String {
    let beginsLikeFormula =
      text.unicodeScalars.first.map { isSign($0) || $0 == "\t" || $0 == "\r" } == true && !isNegativeNumber(text)
    var result = beginsLikeFormula ? "'" : ""
    guard text.utf8.contains(UInt8(ascii: ";")) else { return beginsLikeFormula ? result + text : text }
    var follows = false
    for scalar in text.unicodeScalars {
      if follows, isSign(scalar) { result += "'" }
      // Quotes and spaces may stand before a formula, too.
      follows = scalar == ";" || follows && (scalar == "\"" || scalar == " ")
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
    default: false
    }
  }

  /// Whether a text is a minus sign with digits and at most one point or comma among them.
  private static func isNegativeNumber(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst()
    let isDigit = { (byte: UInt8) in byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    guard text.hasPrefix("-"), let first = digits.first, let last = digits.last, isDigit(first), isDigit(last) else {
      return false
    }
    let others = digits.filter { !isDigit($0) }
    return others.isEmpty || others.count == 1 && [UInt8(ascii: "."), UInt8(ascii: ",")].contains(others[0])
  }
}
