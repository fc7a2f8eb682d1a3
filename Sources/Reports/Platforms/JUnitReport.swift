package import Findings

/// The findings as JUnit XML, which every CI server reads: a suite per source, a failing test per error.
///
/// JUnit knows no warnings: they become passing tests with the text as their output. Findings that are accepted are skipped tests. A source
/// without errors has one passing test, so that it is seen to have been checked.
package struct JUnitReport: Report {
  /// The most errors, and the most warnings and notes, of each source to list; the others are counted in one test.
  package var greatestCountPerSource: Int

  package init(greatestCountPerSource: Int = 10_000) {
    self.greatestCountPerSource = greatestCountPerSource
  }

  private struct Suite {
    var name: String
    var records: RecordCounts?
    var tests: [UInt8] = []
    var testCount = 0
    var errorCount = 0
    var otherCount = 0
    var skippedCount = 0
  }

  package func render(_ summary: RunSummary, _ findings: some Sequence<Finding>, into output: inout ReportBuffer) {
    var suites: [Suite] = []
    var indices: [String: Int] = [:]
    func suiteIndex(_ name: String) -> Int {
      if let index = indices[name] { return index }
      indices[name] = suites.count
      suites.append(Suite(name: name))
      return suites.count - 1
    }
    for source in summary.sources { suites[suiteIndex(source.file)].records = source.records }
    for finding in findings { add(finding, to: &suites[suiteIndex(finding.position?.file ?? "The run as a whole")]) }
    for index in suites.indices { close(&suites[index]) }

    let tests = suites.reduce(0) { $0 + $1.testCount }
    let failures = suites.reduce(0) { $0 + min($1.errorCount, greatestCountPerSource + 1) }
    output.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    output.line("<testsuites name=\"Studbook\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\" time=\"0\">")
    for suite in suites {
      let failures = min(suite.errorCount, greatestCountPerSource + 1)
      output.line(
        """
        <testsuite name="\(XMLText.attribute(suite.name))" tests="\(suite.testCount)" failures="\(failures)" errors="0" \
        skipped="\(suite.skippedCount)" time="0">
        """
      )
      output.append(contentsOf: suite.tests)
      output.line("</testsuite>")
    }
    output.line("</testsuites>")
  }

  private func add(_ finding: Finding, to suite: inout Suite) {
    let isError = finding.severity == .error && finding.acceptance == nil
    if isError { suite.errorCount += 1 } else { suite.otherCount += 1 }
    guard (isError ? suite.errorCount : suite.otherCount) <= greatestCountPerSource else { return }
    suite.testCount += 1
    let place = finding.position.map { " at \($0.line):\($0.column)" } ?? ""
    var text = "<testcase classname=\"\(XMLText.attribute(suite.name))\" "
    text += "name=\"\(XMLText.attribute(finding.rule.rawValue + place))\" time=\"0\">"
    let body = XMLText.content(Self.body(finding))
    let message = XMLText.attribute(VisibleText.escaped(finding.message))
    if isError {
      text += "<failure type=\"\(XMLText.attribute(finding.rule.rawValue))\" message=\"\(message)\">\(body)</failure>"
    } else if let acceptance = finding.acceptance {
      suite.skippedCount += 1
      let reason = XMLText.attribute(VisibleText.escaped("accepted: \(acceptance.sentence)"))
      text += "<skipped message=\"\(reason)\"/><system-out>\(body)</system-out>"
    } else {
      text += "<system-out>\(body)</system-out>"
    }
    suite.tests += Array((text + "</testcase>\n").utf8)
  }

  private func close(_ suite: inout Suite) {
    let hidden = max(0, suite.errorCount - greatestCountPerSource)
    let name = XMLText.attribute(suite.name)
    if hidden > 0 {
      suite.testCount += 1
      let more = ReadableNumber.counted(hidden, "more error")
      let text =
        "<testcase classname=\"\(name)\" name=\"more errors\" time=\"0\"><failure message=\"\(more)\"/></testcase>\n"
      suite.tests += Array(text.utf8)
    }
    if suite.errorCount == 0 {
      suite.testCount += 1
      let records = suite.records.map { ReadableNumber.counted($0.read, "record") + " without errors" } ?? "no errors"
      suite.tests += Array("<testcase classname=\"\(name)\" name=\"\(records)\" time=\"0\"/>\n".utf8)
    }
  }

  /// The finding as the terminal shows it.
  private static func body(_ finding: Finding) -> String {
    var output = ReportBuffer()
    TerminalReport().render(finding, withAdvice: true, into: &output)
    return String(decoding: output.bytes, as: UTF8.self)
  }
}
