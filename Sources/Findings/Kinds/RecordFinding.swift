/// What is wrong with a record as a whole.
///
/// ```swift
/// var missing = 0
/// if case .fieldCount(let count, let expected, _)? = finding.kind as? RecordFinding { missing = expected - count }
/// let kind: any FindingKind = finding.kind
/// let words = kind.message  // 2 fields where 3 are expected
/// ```
public enum RecordFinding: FindingKind {
  case fieldCount(Int, expected: Int, hasLookAlikeMarks: Bool)
  case cellCount(Int, expected: Int, isMisplaced: Bool)
  case surplusCell(String)
  case unclosedQuote
  case textAfterQuote
  case strayQuote
  /// An object has these values in a key or uniqueness constraint already; `values` is `nil` where it is about relationships alone.
  case duplicate(entity: String, properties: [String], values: String?, firstLine: Int?)
  case unmatched(NamedObject)
  case repeated(String, attribute: String, entity: String)
  case sameSpelling(String, as: String)
  case similar(String, to: String)
  /// `place` is where the other value stands; `nil` as long as nobody has looked it up.
  case disagreement(attribute: String, String, other: String, place: String?, takesOther: Bool)

  public var rule: RuleCode {
    switch self {
    case .fieldCount, .cellCount, .surplusCell: .recordFieldCount
    case .unclosedQuote, .textAfterQuote, .strayQuote: .recordQuoting
    case .duplicate: .recordDuplicate
    case .unmatched: .recordUnmatched
    case .repeated, .sameSpelling: .recordRepeated
    case .similar: .recordSimilar
    case .disagreement: .recordDisagreement
    }
  }

  public var message: String {
    switch self {
    case .fieldCount(let count, let expected, let hasLookAlikeMarks):
      (expected == 1
        ? "\(count) fields where 1 is expected; `delimiter: none` reads a list, whose entries may hold delimiters"
        : "\(count.counting("field")) where \(expected) are expected")
        + (hasLookAlikeMarks ? "; some marks only look like delimiters or quotes" : "")
    case .cellCount(let count, let expected, let isMisplaced):
      "\(count.counting("cell")) where \(expected) are expected; "
        + (isMisplaced ? "its values stand in the wrong columns" : "the last are taken to be empty")
    case .surplusCell(let cell): "\(cell) has a value, but its column has no name"
    case .unclosedQuote: "A quoted field is never closed"
    case .textAfterQuote: "Text after the closing quote of a field"
    case .strayQuote: "A quote inside a field that is not quoted"
    case .duplicate(let entity, let properties, let values, let line):
      "There already is a \(entity) \(Self.which(properties, values))" + (line.map { " (first in line \($0))" } ?? "")
    case .unmatched(let object): "There is no \(object)"
    case .repeated(let text, let attribute, let entity):
      "Another \(entity) has the \(attribute) \(Finding.shortened(text)) already"
    case .sameSpelling(let text, let other): "“\(text)” is the same as “\(other)” but for spelling"
    case .similar(let text, let other): "“\(text)” is almost “\(other)”"
    case .disagreement(let attribute, let value, let other, let place, let takesOther):
      "\(attribute) is \(value) here and \(other) in \(place ?? "the store"); "
        + "the \(takesOther ? "latter" : "former") was taken"
    }
  }

  /// The same, where the place of the other value is known.
  package func withOther(at place: SourcePosition) -> RecordFinding {
    guard case .disagreement(let name, let value, let other, _, let takesOther) = self else { return self }
    let words = "\(place.file), line \(place.line)"
    return .disagreement(attribute: name, value, other: other, place: words, takesOther: takesOther)
  }

  private static func which(_ properties: [String], _ values: String?) -> String {
    let names = properties.joined(separator: " and ")
    guard let values else { return "with the same \(names)" }
    return (properties.count == 1 ? "whose \(names) is" : "with \(names)") + " “\(Finding.shortened(values))”"
  }
}
