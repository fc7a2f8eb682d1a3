package import Findings

/// The renderings by the names that the command line uses.
package enum ReportFormat: String, Sendable, CaseIterable {
  case terminal, html, json, jsonl, sarif, junit, github, gitlab, markdown, csv

  /// What it is for, in a few words.
  package var summary: String {
    switch self {
    case .terminal: "text with source lines and carets"
    case .html: "one page for editors, without network"
    case .json: "one document for programs (docs/findings-schema.json)"
    case .jsonl: "the summary, then one finding per line"
    case .sarif: "SARIF 2.1.0 for code hosts and editors"
    case .junit: "JUnit XML for CI servers"
    case .github: "annotations for GitHub Actions"
    case .gitlab: "GitLab's code-quality report"
    case .markdown: "Markdown for pull requests and step summaries"
    case .csv: "one row per finding for spreadsheets"
    }
  }

  /// Whether the rendering is printed, unless it is asked for as a file.
  package var isPrinted: Bool { self == .terminal || self == .github }

  /// The name of the file in which the rendering is kept; `nil` for those that are printed.
  ///
  /// - Parameter stem: The name that all reports of a run share, which is that of the release, such as `DogBreeds`.
  package func fileName(_ stem: String) -> String? {
    // A table or a text with the release's bare name may be a source, or somebody's notes.
    let long = stem.hasSuffix("findings") ? stem : stem + ".findings"
    return switch self {
    case .terminal, .github: nil
    case .html: stem + ".html"
    case .json: stem + ".json"
    case .jsonl: stem + ".jsonl"
    case .sarif: stem + ".sarif"
    case .junit: stem + ".junit.xml"
    case .gitlab: stem + ".gl-code-quality-report.json"
    case .markdown: long + ".md"
    case .csv: long + ".csv"
    }
  }

  /// Writes the rendering with its usual options.
  ///
  /// - Parameter folder: The folder of the recipe, relative to the repository's root, for formats that name files to a platform.
  /// - Throws: What `sink` throws.
  package func write(
    _ summary: RunSummary,
    _ findings: some Sequence<Finding>,
    folder: String = "",
    to sink: @escaping (_ chunk: [UInt8]) throws -> Void
  ) throws {
    switch self {
    case .terminal: try TerminalReport().write(summary, findings, to: sink)
    case .html: try HTMLReport().write(summary, findings, to: sink)
    case .json: try JSONReport(.document).write(summary, findings, to: sink)
    case .jsonl: try JSONReport(.linesWithSummary).write(summary, findings, to: sink)
    case .sarif: try SARIFReport(folder: folder).write(summary, findings, to: sink)
    case .junit: try JUnitReport().write(summary, findings, to: sink)
    case .github: try GitHubAnnotations(folder: folder).write(summary, findings, to: sink)
    case .gitlab: try GitLabReport(folder: folder).write(summary, findings, to: sink)
    case .markdown: try MarkdownReport().write(summary, findings, to: sink)
    case .csv: try CSVReport().write(summary, findings, to: sink)
    }
  }
}
