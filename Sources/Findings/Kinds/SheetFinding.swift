/// What is wrong with cells of a worksheet, or its hidden parts.
public enum SheetFinding: FindingKind {
  case error(cell: String, String)
  case formula(cell: String)
  case date(cell: String, String)
  case hidden(rows: Int, columns: [String])

  public var rule: RuleCode {
    switch self {
    case .error: .sheetError
    case .formula: .sheetFormula
    case .date: .sheetDate
    case .hidden: .sheetHidden
    }
  }

  public var message: String {
    switch self {
    case .error(let cell, let text): return "\(cell) shows the error \(text)"
    case .formula(let cell): return "\(cell) is a formula whose result is not stored"
    case .date(let cell, let text): return "\(cell) shows \(text) as a date, which is none"
    case .hidden(let rows, let columns):
      let parts = [
        rows > 0 ? rows.counting("hidden row") : nil,
        columns.isEmpty ? nil : "the hidden columns \(columns.joined(separator: ", "))",
      ]
      return
        "The sheet has \(parts.compactMap(\.self).joined(separator: " and ")); what is hidden is read like the rest"
    }
  }
}
