/// What was found out about a text before reading it, with reasons; for `--explain`.
///
/// ```swift
/// var options = DelimitedOptions()
/// var known = KnownDialect()
/// known.quote = .absent
/// options.known = known
/// let detection: DetectionReport = try DelimitedReader(path: path, options: options).detection
/// let delimiter = detection.item("delimiter")  // its value, how sure that is, and what speaks for it
/// ```
public struct DetectionReport: Sendable, Hashable {
  /// One thing that was decided.
  public struct Item: Sendable, Hashable {
    /// What it is about, such as "delimiter".
    public var subject: String
    /// What was decided, such as "semicolon".
    public var value: String
    /// How sure, from 0 to 1; 1 when it was given.
    public var confidence: Double
    /// Why, in words.
    public var evidence: String
  }

  /// What was decided, in the order in which it was.
  public var items: [Item] = []

  /// Adds an item; more than two digits of a confidence would say more than is known.
  mutating func add(_ subject: String, _ value: String, _ confidence: Double, _ evidence: String) {
    let rounded = (confidence * 100).rounded() / 100
    items.append(Item(subject: subject, value: value, confidence: rounded, evidence: evidence))
  }

  /// The item about `subject`.
  public func item(_ subject: String) -> Item? { items.first { $0.subject == subject } }

  /// `count` lines, in words.
  static func lines(_ count: Int) -> String { count == 1 ? "1 line" : "\(count) lines" }

  /// The name of a delimiter or quote for people.
  static func name(_ bytes: [UInt8]) -> String {
    switch bytes {
    case []: "none"
    case [0x2C]: "comma"
    case [0x3B]: "semicolon"
    case [0x09]: "tab"
    case [0x7C]: "vertical bar"
    case [0x3A]: "colon"
    case [0x20]: "space"
    case [0x22]: "double quote"
    case [0x27]: "single quote"
    default: "“\(visible(String(decoding: bytes, as: UTF8.self)))”"
    }
  }

  /// `text` with control characters written as `\\u{1F}`.
  private static func visible(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
