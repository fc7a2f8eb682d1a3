/// How wide texts are about to be, in the fonts that browsers have.
enum TextWidth {
  static let fontSize = 13.0
  private static let greatestLength = 40

  /// The width of a text in pixels, rather too much than too little.
  ///
  /// - Complexity: O(*n*).
  static func of(_ text: String, isBold: Bool = false) -> Double {
    let ems = text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    return ems * fontSize * (isBold ? 1.08 : 1)
  }

  /// A text of at most forty characters.
  static func shortened(_ text: String) -> String {
    text.count <= greatestLength ? text : text.prefix(greatestLength - 1) + "…"
  }

  private static func width(of scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", "t", "f", "r", "I", ".", ",", ":", ";", "'", "|", "!", "(", ")", "[", "]", " ", "\u{2009}": 0.34
    case "m", "w", "M", "W", "@", "→", "…", "%": 0.92
    case "A"..."Z": 0.72
    case "\u{1100}"...: scalar.properties.isEmojiPresentation || scalar.value < 0x1F000 ? 1.06 : 1.3
    default: 0.6
    }
  }
}
