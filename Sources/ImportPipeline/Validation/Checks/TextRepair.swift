/// Correcting texts in ways that change no letter: what `studbook fix` may do by itself.
package enum TextRepair {
  /// The text without spaces and tabs at its ends, and with one space in place of several; line breaks in the text stay.
  package static func spaces(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in edges(text).unicodeScalars where scalar != " " || result.last != " " { result.append(scalar) }
    return String(result)
  }

  /// The text without spaces, tabs and line breaks at its ends.
  static func edges(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let start = scalars.firstIndex(where: { !isEdge($0) }), let end = scalars.lastIndex(where: { !isEdge($0) })
    else { return "" }
    return String(scalars[start...end])
  }

  private static func isEdge(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
  }

  // MARK: Characters that cannot be seen

  /// The first character of the text that looks like another or like nothing.
  static func firstInvisible(in text: String) -> Unicode.Scalar? {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.first { replacement(scalars, $0) != nil }.map { scalars[$0] }
  }

  /// The text with plain spaces for others, and without characters that cannot be seen.
  package static func invisible(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    for index in scalars.indices {
      switch replacement(scalars, index) {
      case .space?: result.append(" ")
      case .nothing?: break
      case nil: result.append(scalars[index])
      }
    }
    return String(result)
  }

  private enum Replacement { case space, nothing }

  private static func replacement(_ scalars: [Unicode.Scalar], _ index: Int) -> Replacement? {
    switch scalars[index].value {
    case 0xA0, 0x202F: belongs(scalars, index) ? nil : .space
    case 0x1680, 0x2000...0x200A, 0x205F: .space
    case 0x3000: isWide(scalars, index - 1) || isWide(scalars, index + 1) ? nil : .space
    case 0xAD, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF: .nothing
    case 0...8, 0xB, 0xC, 0xE...0x1F, 0x7F...0x9F: .nothing
    default: nil
    }
  }

  /// Whether a no-break space stands where typography wants one: after a number, before French punctuation, inside guillemets.
  private static func belongs(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    let before: Unicode.Scalar = index > 0 ? scalars[index - 1] : " "
    let after: Unicode.Scalar = index + 1 < scalars.count ? scalars[index + 1] : " "
    return before.properties.numericType != nil || before == "«" || ":;!?»%€".unicodeScalars.contains(after)
  }

  private static func isWide(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    scalars.indices.contains(index) && scalars[index].value >= 0x2E80
  }

  /// The text with the numbers of characters that look like others or like nothing in their place, such as ‹U+200B›.
  static func visible(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    guard scalars.indices.contains(where: { replacement(scalars, $0) != nil }) else { return text }
    return scalars.indices.map { index in
      guard replacement(scalars, index) != nil else { return String(scalars[index]) }
      return "‹\(code(of: scalars[index]))›"
    }
    .joined()
  }

  private static func code(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The character's number and name, as Unicode writes them.
  static func name(of scalar: Unicode.Scalar) -> String {
    let code = code(of: scalar)
    return scalar.properties.name.map { "\(code) (\($0.lowercased()))" } ?? code
  }
}
