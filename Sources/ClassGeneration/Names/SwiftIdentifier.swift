/// Names of a model as Swift spells them.
enum SwiftIdentifier {
  /// The words that need backquotes to be names.
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
    "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// An identifier made of `name`: what cannot stand in one becomes `_`.
  static func make(_ name: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      scalars.append(scalar == "_" || scalar.properties.isXIDContinue ? scalar : "_")
    }
    let isStart = scalars.first.map { $0 == "_" || $0.properties.isXIDStart } ?? false
    let identifier = isStart ? String(scalars) : "_" + String(scalars)
    // A lone underscore is a pattern, not a name.
    return identifier == "_" ? "__" : identifier
  }

  /// An identifier as it stands in source text.
  static func quoted(_ identifier: String) -> String { keywords.contains(identifier) ? "`\(identifier)`" : identifier }

  /// An identifier with a capital, for the middle of a longer one.
  static func capitalised(_ identifier: String) -> String { identifier.prefix(1).uppercased() + identifier.dropFirst() }
}

/// Texts of a model as string literals.
enum SwiftLiteral {
  static func text(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f || scalar.properties.generalCategory == .control:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      case _ where scalar.properties.isWhitespace && scalar != " ":
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
