/// How many columns of a terminal a character takes.
///
/// The wide ranges are those that Unicode's East Asian Width property (UAX #11) calls Wide or Fullwidth and that are not emoji; emoji are
/// known by their own property, combining marks and format characters by their general category.
enum DisplayWidth {
  /// 0 for marks that stand on the character before, 2 for wide characters, otherwise 1.
  ///
  /// Control characters count 0 here; they are never shown as they are.
  ///
  /// - Complexity: O(1) for Latin text.
  static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return (0x20..<0x7F).contains(value) || (value >= 0xA0 && value != 0xAD) ? 1 : 0 }
    // Hangul vowels and final consonants join the syllable before them.
    if (0x1160...0x11FF).contains(value) { return 0 }
    // Two regional indicators make one flag of two columns.
    if (0x1F1E6...0x1F1FF).contains(value) { return 1 }
    if isWide(value) { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    return wideRanges.contains { $0.contains(value) }
  }

  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F,
    // Ideographs, kana, Yi; the ideographic tone marks, kana voicing marks and the half fill space in between are not wide.
    0x2E80...0x3029, 0x302E...0x303E, 0x3041...0x3098, 0x309B...0xA4CF,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x16FE3, 0x16FF0...0x16FF6, 0x17000...0x18D1E, 0x18D80...0x18DF2, 0x1AFF0...0x1B2FB,
    0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}

/// Widths of a row of characters, in which a joiner or a skin tone makes one emoji of several characters.
package struct DisplayWidthScanner {
  private var previous: Unicode.Scalar?
  private var afterJoiner = false

  package init() {}

  /// The columns that `scalar` adds to those before it.
  package mutating func columns(of scalar: Unicode.Scalar) -> Int {
    defer {
      afterJoiner = scalar.value == 0x200D
      previous = scalar
    }
    if afterJoiner { return 0 }
    if scalar.properties.isEmojiModifier, let previous, previous.properties.isEmojiModifierBase { return 0 }
    return DisplayWidth.columns(of: scalar)
  }

  /// The columns that `text` takes.
  ///
  /// - Complexity: O(bytes); texts of visible ASCII characters are counted, not looked at one by one.
  package static func columns(of text: String) -> Int {
    let bytes = text.utf8
    if let isPlain = bytes.withContiguousStorageIfAvailable({ $0.allSatisfy { $0 &- 0x20 < 0x5F } }), isPlain {
      return bytes.count
    }
    var scanner = DisplayWidthScanner()
    return text.unicodeScalars.reduce(0) { $0 + scanner.columns(of: $1) }
  }
}
