package import Findings

/// The run as JSON for other programs, as `docs/findings-schema.json` describes it. The same run gives the same bytes.
package struct JSONReport: Report {
  /// The version of the schema. It grows when a member changes its meaning or goes, not when one is added.
  package static let schemaVersion = 1

  /// How the values are laid out in the file.
  package enum Layout: Sendable {
    /// One object with the summary and all findings; each finding on a line of its own.
    case document
    /// One finding per line and nothing else.
    case lines
    /// A first line with the summary, then one finding per line: JSON Lines that can be rendered again without loss.
    case linesWithSummary
  }

  /// How the values are laid out.
  package var layout: Layout

  package init(_ layout: Layout = .document) {
    self.layout = layout
  }

  package func render(_ summary: RunSummary, _ findings: some Sequence<Finding>, into output: inout ReportBuffer) {
    switch layout {
    case .document: renderDocument(summary, findings, into: &output)
    case .lines: renderLines(findings, into: &output)
    case .linesWithSummary:
      var json = JSONWriter()
      json.object { json in
        json.member("schemaVersion", Self.schemaVersion)
        json.key("summary")
        json.summary(summary)
      }
      json.move(to: &output)
      output.line()
      renderLines(findings, into: &output)
    }
  }

  private func renderDocument(
    _ summary: RunSummary,
    _ findings: some Sequence<Finding>,
    into output: inout ReportBuffer
  ) {
    output.append("{\n\"schemaVersion\": \(Self.schemaVersion),\n\"summary\": ")
    var json = JSONWriter(indentation: 2)
    json.summary(summary)
    json.move(to: &output)
    output.append(",\n\"findings\": [")
    json = JSONWriter()
    var counter = FingerprintCounter()
    var separator = "\n"
    for finding in findings {
      output.append(separator)
      json.finding(finding, fingerprint: counter.next(finding))
      json.move(to: &output)
      separator = ",\n"
    }
    output.append(separator == "\n" ? "]\n}\n" : "\n]\n}\n")
  }

  private func renderLines(_ findings: some Sequence<Finding>, into output: inout ReportBuffer) {
    var counter = FingerprintCounter()
    var json = JSONWriter()
    for finding in findings {
      json.finding(finding, fingerprint: counter.next(finding))
      json.move(to: &output)
      output.line()
    }
  }
}
