/// Texts as YAML writes them.
enum YAMLText {
  /// Words that YAML 1.1 reads as something else than a text.
  private static let words: Set<String> = [
    "true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf",
  ]

  /// A text as a scalar, in quotes where it needs them.
  static func scalar(_ text: String) -> String {
    isPlain(text) ? text : quoted(text)
  }

  /// Whether a text means itself without quotes, also in a mapping between braces.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, text.utf8.count <= 200, !words.contains(text.lowercased()) else {
      return false
    }
    guard first.properties.isAlphabetic || first == "/" || first == "_" else { return false }
    guard text.unicodeScalars.last != " ", !text.contains(": "), !text.contains(" #"), text.last != ":" else {
      return false
    }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic && scalar.value < 0x2_0000 || ("0"..."9").contains(scalar)
        || " _-./()%+@:;=<>'".unicodeScalars.contains(scalar)
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where isInvisible(scalar):
        let hex = String(scalar.value, radix: 16)
        result += scalar.value > 0xFFFF ? "\\U" + padded(hex, 8) : "\\u" + padded(hex, 4)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func padded(_ hex: String, _ length: Int) -> String {
    String(repeating: "0", count: max(0, length - hex.count)) + hex
  }

  private static func isInvisible(_ scalar: UnicodeScalar) -> Bool {
    let properties = scalar.properties
    return scalar != " "
      && (properties.isWhitespace || properties.generalCategory == .control || properties.generalCategory == .format
        || properties.generalCategory == .privateUse || properties.generalCategory == .unassigned
        || properties.isNoncharacterCodePoint || scalar.value >= 0x1_0000)
  }

  /// A text within a comment: on one line, and not too long.
  static func comment(_ text: String, most: Int = 60) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if result.unicodeScalars.count >= most { return result + "…" }
      result.unicodeScalars.append(isInvisible(scalar) ? " " : scalar)
    }
    return result
  }
}
