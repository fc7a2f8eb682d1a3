package import Findings

/// The counts of one rule over all severities.
package struct RuleRow {
  package private(set) var rule: RuleCode
  var errors = 0
  var warnings = 0
  var notes = 0
  package var total: Int { errors + warnings + notes }

  /// The gravest severity that occurs.
  package var worst: Severity { errors > 0 ? .error : warnings > 0 ? .warning : .note }

  /// One row per rule: first those with the most errors, then warnings, then notes, then by code.
  package static func worstFirst(_ counts: [FindingCount]) -> [RuleRow] {
    var rows: [RuleCode: RuleRow] = [:]
    for count in counts {
      switch count.severity {
      case .error: rows[count.rule, default: RuleRow(rule: count.rule)].errors += count.count
      case .warning: rows[count.rule, default: RuleRow(rule: count.rule)].warnings += count.count
      case .note: rows[count.rule, default: RuleRow(rule: count.rule)].notes += count.count
      }
    }
    return rows.values.sorted { left, right in
      let leftCounts = (left.errors, left.warnings, left.notes)
      let rightCounts = (right.errors, right.warnings, right.notes)
      return leftCounts == rightCounts ? left.rule < right.rule : leftCounts > rightCounts
    }
  }
}
