/// Text made safe for HTML.
package enum HTMLText {
  /// `text` for an element's content or a quoted attribute: markup is escaped and hidden characters are shown.
  ///
  /// - Complexity: O(*n*).
  static func escaped(_ text: String) -> String { markupEscaped(VisibleText.escaped(text)) }

  /// Escapes what HTML would read as markup, and nothing else.
  static func markupEscaped(_ text: String) -> String {
    guard text.utf8.contains(where: isSpecial) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A part of a source line: like `VisibleText.escaped`, but tabs stay, since the page shows them as the editor does.
  static func sourceText(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\t")) else { return VisibleText.escaped(text) }
    return text.split(separator: "\t", omittingEmptySubsequences: false).map { VisibleText.escaped(String($0)) }
      .joined(separator: "\t")
  }

  /// Several lines of a source, each as `sourceText`.
  static func sourceLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { sourceText(String($0)) }.joined(separator: "\n")
  }

  /// An element's identifier made from a rule code or file name; readable, without spaces, and unique as long as names differ in more
  /// than the characters that URLs dislike.
  package static func identifier(_ prefix: String, _ name: String) -> String {
    var result = prefix + "-"
    for scalar in name.unicodeScalars {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      if isPlain || scalar == "." || scalar == "-" || scalar == "_" {
        result.unicodeScalars.append(scalar)
      } else {
        result += "_" + String(scalar.value, radix: 16)
      }
    }
    return result
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    default: false
    }
  }
}
