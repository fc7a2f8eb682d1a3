package import Findings

/// The findings as a table for spreadsheets: RFC 4180, UTF-8, one finding per row with a header.
package struct CSVReport: Report {
  /// Whether to put an apostrophe before texts that a spreadsheet would take for formulas; see `SpreadsheetText`.
  package var neutralisesFormulas: Bool

  package init(neutralisesFormulas: Bool = true) {
    self.neutralisesFormulas = neutralisesFormulas
  }

  private static let header = [
    "severity", "rule", "file", "line", "column", "end line", "end column", "record", "field", "entity", "attribute",
    "message", "value", "suggestion", "fingerprint", "accepted",
  ]

  package func render(_ summary: RunSummary, _ findings: some Sequence<Finding>, into output: inout ReportBuffer) {
    output.append(Self.header.joined(separator: ",") + "\r\n")
    var counter = FingerprintCounter()
    for finding in findings {
      let position = finding.position
      let cells: [String?] = [
        finding.severity.rawValue, finding.rule.rawValue, position?.file, position.map { String($0.line) },
        position.map { String($0.column) }, position.map { String($0.endLine) }, position.map { String($0.endColumn) },
        finding.record.map(String.init), finding.field, finding.entity, finding.attribute, finding.message,
        finding.value, finding.suggestion, counter.next(finding),
        finding.acceptance?.sentence,
      ]
      output.append(cells.map { cell($0 ?? "") }.joined(separator: ",") + "\r\n")
    }
  }

  private func cell(_ text: String) -> String {
    var text = VisibleText.escaped(text)
    if neutralisesFormulas { text = SpreadsheetText.neutralised(text) }
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
