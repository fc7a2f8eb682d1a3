package import Findings

/// A rendering of a run: its summary and its findings.
///
/// A report goes over the findings once and in order, so they may come from a file. The numbers of the summary count every finding of the
/// run, whether or not the report shows it.
package protocol Report: Sendable {
  /// Appends the report to `output`.
  func render(_ summary: RunSummary, _ findings: some Sequence<Finding>, into output: inout ReportBuffer)
}

extension Report {
  /// Writes the report in chunks of UTF-8.
  ///
  /// - Throws: What `sink` throws; nothing is passed to it afterwards.
  package func write(
    _ summary: RunSummary,
    _ findings: some Sequence<Finding>,
    to sink: @escaping (_ chunk: [UInt8]) throws -> Void
  ) throws {
    var output = ReportBuffer(sink: sink)
    render(summary, findings, into: &output)
    try output.finish()
  }

  /// The whole report as one text.
  package func text(_ summary: RunSummary, _ findings: some Sequence<Finding>) -> String {
    var output = ReportBuffer()
    render(summary, findings, into: &output)
    return String(decoding: output.bytes, as: UTF8.self)
  }
}
