internal import Findings
internal import TextInput

/// Saying what is wrong.
extension JSONRecordReader {
  /// Reports what the scanner passed outside of units.
  func reportIssues(_ issues: inout [JSONIssue]) {
    for issue in issues { report(issue.kind, issue.range, record: nil) }
    issues.removeAll(keepingCapacity: true)
  }

  /// Reports what is wrong in the unit up to a place in it.
  func takeIssues(upTo end: Int, record: Int) {
    guard !unitIssues.isEmpty else { return }
    let limit = end == .max ? .max : unitOffset + end
    for issue in unitIssues.filter({ $0.range.lowerBound < limit }).sorted(by: {
      $0.range.lowerBound < $1.range.lowerBound
    }) {
      report(issue.kind, issue.range, record: record)
    }
    unitIssues.removeAll { $0.range.lowerBound < limit }
  }

  /// Reports a fault, at which a document ends or of which a line is broken.
  func report(_ fault: JSONSyntaxError, record: Int?) {
    add(fault.kind == .limit ? .sourceLimit : .jsonSyntax, nil, fault.message, fault.range, record)
  }

  func report(_ kind: JSONIssue.Kind, _ range: Range<Int>, record: Int?) {
    let isStrict = options.mode == .strict
    let severity: Severity = isStrict ? .error : .warning
    let taken = isStrict ? "" : "; U+FFFD is read in its place"
    switch kind {
    case .comment: add(.jsonExtension, nil, "A comment, which JSON does not have", range, record)
    case .trailingComma: add(.jsonExtension, nil, "A comma after the last value", range, record)
    case .nonFinite:
      let text = String(decoding: window.text(range), as: UTF8.self)
      add(.jsonExtension, nil, "“\(text)” is no number that JSON has; it is read as no value", range, record)
    case .controlCharacter: add(.jsonExtension, nil, "A control character that is not escaped", range, record)
    case .nul: add(.sourceNulByte, nil, "The character U+0000 in a text", range, record)
    case .loneSurrogate:
      let text = String(decoding: window.text(range), as: UTF8.self)
      add(.jsonSurrogate, severity, "\(text) is half of a character\(taken)", range, record)
    case .invalidText:
      let byte = String(window.text(range)[0], radix: 16, uppercase: true)
      add(.sourceEncoding, severity, "The byte \(byte) is not UTF-8 text\(taken)", range, record)
    case .duplicateName:
      let text = String(decoding: window.text(range), as: UTF8.self)
      let ending = isStrict ? "" : "; the last one counts"
      add(
        .jsonDuplicateName,
        severity,
        "The name \(Finding.shortened(text)) stands twice in its object\(ending)",
        range,
        record
      )
    }
  }

  private func add(_ rule: RuleCode, _ severity: Severity?, _ message: String, _ range: Range<Int>, _ record: Int?) {
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
    findings.append(Finding(rule, severity: severity, message, at: position, record: record, excerpt: excerpt))
  }

  /// Reports an encoding that JSON does not have, and a byte order mark.
  func reportEncoding() {
    let start = SourcePosition(file: fileName, line: 1, byteColumn: 1)
    if window.encoding != .utf8, options.encoding == nil {
      let isStrict = options.mode == .strict
      let advice = isStrict ? "; say its encoding, or save it as UTF-8" : "; it is read all the same"
      findings.append(
        Finding(
          .sourceEncoding,
          severity: isStrict ? .error : .warning,
          "The text is \(window.encoding.rawValue), but JSON is UTF-8\(advice)",
          at: start
        )
      )
      isFaulty = isStrict
      isFinished = isStrict
    } else if window.encoding == .utf8, window.mark > 0 {
      findings.append(
        Finding(.jsonExtension, "A byte order mark, which JSON does not have, is passed over", at: start)
      )
    }
  }
}
