/// What is wrong with a record as a whole.
public enum RecordFinding: FindingKind {
  case fieldCount(Int, expected: Int, hasLookAlikeMarks: Bool)
  case cellCount(Int, expected: Int, isMisplaced: Bool)
  case surplusCell(String)
  case unclosedQuote
  case textAfterQuote
  case strayQuote

  public var rule: RuleCode {
    switch self {
    case .fieldCount, .cellCount, .surplusCell: .recordFieldCount
    case .unclosedQuote, .textAfterQuote, .strayQuote: .recordQuoting
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
    }
  }
}
