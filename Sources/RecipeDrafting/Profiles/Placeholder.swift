/// Texts that stand for no value.
enum Placeholder {
  enum Kind {
    /// Nobody means anything else by it.
    case sure
    /// It may be a word or a code, so that it counts only among values that are none of these.
    case likely
  }

  private static let sure: Set<String> = [
    "-", "–", "—", "--", "---", "n/a", "#n/a", "null", "\\n", "(null)", "<null>", "#null!", "n.a.", "k.a.", "k. a.",
  ]
  private static let likely: Set<String> = [
    "na", "nan", "none", "nil", "?", "??", "???", ".", "unknown", "x", "tbd", "tba", "*",
  ]

  private static let firstBytes: Set<UInt8> = Set((sure.union(likely)).compactMap(\.utf8.first))
  private static let starts: [Bool] = (0...255).map { byte in
    let lower = UInt8(byte) >= 65 && UInt8(byte) <= 90 ? UInt8(byte) | 0x20 : UInt8(byte)
    return firstBytes.contains(lower)
  }

  /// What a trimmed text is; `nil` for any other text.
  ///
  /// - Complexity: O(1) for most texts, without allocating.
  static func kind(of bytes: UnsafeBufferPointer<UInt8>) -> Kind? {
    guard bytes.count <= 9, let first = bytes.first, starts[Int(first)] else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    if sure.contains(text) { return .sure }
    return likely.contains(text) ? .likely : nil
  }
}

/// Words for yes and no.
struct TruthTexts: Hashable {
  var yes: String
  var no: String
  /// Whether Studbook reads them without being told.
  var isKnown: Bool
  /// Whether one of them alone shows that a field says yes or no.
  var isPlain: Bool

  static let all: [TruthTexts] = [
    TruthTexts(yes: "true", no: "false", isKnown: true, isPlain: true),
    TruthTexts(yes: "yes", no: "no", isKnown: true, isPlain: true),
    TruthTexts(yes: "y", no: "n", isKnown: true, isPlain: false),
    TruthTexts(yes: "t", no: "f", isKnown: true, isPlain: false),
    TruthTexts(yes: "on", no: "off", isKnown: true, isPlain: false),
    TruthTexts(yes: "1", no: "0", isKnown: true, isPlain: false),
    TruthTexts(yes: "ja", no: "nein", isKnown: false, isPlain: false),
    TruthTexts(yes: "oui", no: "non", isKnown: false, isPlain: false),
    TruthTexts(yes: "sí", no: "no", isKnown: false, isPlain: false),
    TruthTexts(yes: "si", no: "no", isKnown: false, isPlain: false),
    TruthTexts(yes: "sim", no: "não", isKnown: false, isPlain: false),
    TruthTexts(yes: "ja", no: "nee", isKnown: false, isPlain: false),
    TruthTexts(yes: "ja", no: "nej", isKnown: false, isPlain: false),
    TruthTexts(yes: "tak", no: "nie", isKnown: false, isPlain: false),
    TruthTexts(yes: "да", no: "нет", isKnown: false, isPlain: false),
  ]
}
