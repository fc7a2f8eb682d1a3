internal import Findings
internal import TextInput

/// Saying what is wrong.
extension JSONRecordReader {
  /// Reports what the scanner passed outside of units; between two units no more than `JSONScanner.mostIssues`.
  func reportIssues(_ issues: inout [JSONIssue]) {
    for issue in issues.prefix(JSONScanner.mostIssues - outerIssueCount) {
      report(issue.kind, issue.range, record: nil)
    }
    outerIssueCount = min(JSONScanner.mostIssues, outerIssueCount + issues.count)
    issues.removeAll(keepingCapacity: true)
  }

  /// Reports what is wrong in the unit up to a place in it; of one record no more than `JSONScanner.mostIssues`.
  func takeIssues(upTo end: Int, record: Int) {
    let limit = end == .max ? .max : unitOffset + end
    var count = 0
    while nextIssue < unitIssues.count, unitIssues[nextIssue].range.lowerBound < limit {
      let issue = unitIssues[nextIssue]
      nextIssue += 1
      count += 1
      guard count <= JSONScanner.mostIssues else { continue }
      // Places are counted from the last one, not each from the beginning of the unit.
      _ = window.moveCursor(to: issue.range.lowerBound)
      report(issue.kind, issue.range, record: record)
    }
  }

  /// Reports a fault, at which a document ends or of which a line is broken.
  func report(_ fault: JSONSyntaxError, record: Int?) {
    add(fault.kind, nil, fault.range, record)
  }

  func report(_ issue: JSONIssue.Kind, _ range: Range<Int>, record: Int?) {
    let isStrict = options.mode == .strict
    let severity: Severity = isStrict ? .error : .warning
    var text: String { String(decoding: window.text(range), as: UTF8.self) }
    switch issue {
    case .comment: add(JSONFinding.comment, nil, range, record)
    case .trailingComma: add(JSONFinding.trailingComma, nil, range, record)
    case .nonFinite: add(JSONFinding.nonFinite(text), nil, range, record)
    case .controlCharacter: add(JSONFinding.controlCharacter, nil, range, record)
    case .nul: add(SourceFinding.nulCharacter, nil, range, record)
    case .loneSurrogate: add(JSONFinding.surrogate(text, isReplaced: !isStrict), severity, range, record)
    case .invalidText:
      add(SourceFinding.encoding(.byte(window.text(range)[0], isReplaced: !isStrict)), severity, range, record)
    case .duplicateName: add(JSONFinding.duplicateName(text, lastCounts: !isStrict), severity, range, record)
    }
  }

  private func add(_ kind: any FindingKind, _ severity: Severity?, _ range: Range<Int>, _ record: Int?) {
    let range = range.clamped(to: window.start..<window.end)
    let place = window.place(at: range.lowerBound)
    var last = place
    last.move(over: window.text(range), window.measure)
    let position = place.position(to: last, file: fileName)
    let shift = window.start
    let excerpt = SourceExcerpt(
      around: range.lowerBound - shift..<range.upperBound - shift,
      in: window.text(window.start..<window.end),
      at: position
    )
    findings.append(Finding(kind, severity: severity, at: position, record: record, excerpt: excerpt))
  }

  /// Reports an encoding that JSON does not have, and a byte order mark.
  func reportEncoding() {
    let start = SourcePosition(file: fileName, line: 1, byteColumn: 1)
    if window.encoding != .utf8, options.encoding == nil {
      let isStrict = options.mode == .strict
      findings.append(
        Finding(
          SourceFinding.encoding(.noUTF8(window.encoding.rawValue, isRead: !isStrict)),
          severity: isStrict ? .error : .warning,
          at: start
        )
      )
      isFaulty = isStrict
      isFinished = isStrict
    } else if window.encoding == .utf8, window.mark > 0 {
      findings.append(Finding(JSONFinding.byteOrderMark, at: start))
    }
  }
}
