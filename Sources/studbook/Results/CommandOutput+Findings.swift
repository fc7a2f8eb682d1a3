import Findings
import Reports

extension CommandOutput {
  /// Prints findings as results: each with its place, its source line and what to do.
  func write(findings: [Finding]) throws {
    guard !findings.isEmpty else { return }
    let report = TerminalReport(usesColour: usesColor(on: .results), columns: columns(of: .results))
    try write(report.text(findings))
  }

  /// How many findings of each severity there are, as the end of a sentence: `2 errors, 1 warning`.
  static func summary(of findings: [Finding]) -> String { summary(of: FindingTally(findings)) }

  /// As `summary(of:)`, of findings that have been counted.
  static func summary(of tally: FindingTally) -> String {
    let parts = Severity.allCases.sorted(by: >).compactMap { severity -> String? in
      let count = tally.counts.lazy.filter { $0.severity == severity }.reduce(0) { $0 + $1.count }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return parts.isEmpty ? "no problems" : parts.joined(separator: ", ")
  }
}
