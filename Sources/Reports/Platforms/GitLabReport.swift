package import Findings

/// The findings as GitLab's code-quality report, which merge requests show.
/// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
package struct GitLabReport: Report {
  /// The folder of the recipe, relative to the repository's root.
  package var folder: String

  package init(folder: String = "") {
    self.folder = folder
  }

  package func render(_ summary: RunSummary, _ findings: some Sequence<Finding>, into output: inout ReportBuffer) {
    var counter = FingerprintCounter()
    var json = JSONWriter()
    var separator = "[\n"
    for finding in findings {
      // Accepted findings are counted, so that the fingerprints of the others stay as they are.
      let fingerprint = counter.next(finding)
      guard finding.acceptance == nil else { continue }
      output.append(separator)
      separator = ",\n"
      json.object { json in
        json.member("description", finding.message)
        json.member("check_name", finding.rule.rawValue)
        json.member("fingerprint", fingerprint)
        json.member("severity", Self.severity(finding.severity))
        json.object("location") { json in
          // GitLab shows only what has a path; what concerns the run as a whole belongs to the recipe.
          json.member("path", SourcePath(folder: folder).path(finding.position?.file ?? summary.recipe))
          json.object("lines") { json in
            let first = max(finding.position?.line ?? 1, 1)
            json.member("begin", first)
            if let last = finding.position?.endLine, last > first { json.member("end", last) }
          }
        }
      }
      json.move(to: &output)
    }
    output.line(separator == "[\n" ? "[]" : "\n]")
  }

  private static func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: "major"
    case .warning: "minor"
    case .note: "info"
    }
  }
}
