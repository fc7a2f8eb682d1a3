internal import Findings

/// The records as the scanner reads them, which takes any text: one by one, each with a memory of its own.
///
/// It connects parts, each of which keeps its own state, and knows what stands between the records: lines before the header, comments, blank
/// lines, further tables.
struct ScannedRecords: ~Copyable {
  /// What a step came to.
  private enum Step {
    case record
    /// Something that is no record, or more text.
    case other
    /// There are no more records, or not in this table.
    case end
  }

  private let options: DelimitedOptions
  private let dialect: DelimitedDialect
  private(set) var header = TableHeader()
  private var scan: TextScan
  private var tables: TableProgress
  private var correction: RecordCorrection
  private var leftOut: LeftOutLines
  private var findings: [Finding] = []

  /// - Parameter sample: The beginning of the text.
  init(_ scan: consuming TextScan, _ sample: SampleText, _ answer: DialectDetector.Answer, options: DelimitedOptions) {
    self.scan = scan
    self.options = options
    dialect = answer.dialect
    tables = TableProgress(options.table, boundary: answer.boundary, headerRows: dialect.headerRows)
    correction = RecordCorrection(sample, dialect, options: options)
    leftOut = LeftOutLines(dialect, options: options)
  }

  // MARK: Records

  /// Reads the next record: from `index`, or with the scanner where that has stopped.
  mutating func next(
    _ record: inout DelimitedRecord,
    _ index: borrowing IndexedRecords
  ) throws(DelimitedTextError) -> Bool {
    if let count = header.count, index.needsTerms {
      let terms = RecordIndex.Terms(
        fieldCount: count,
        longest: min(options.longestField, options.longestRecord),
        comment: dialect.comment?.first,
        header: header.firstField
      )
      index.begin(terms, after: scan)
    }
    while true {
      if index.take(&record, orElse: &scan) { return true }
      let step = try step(&record)
      index.resume(after: scan)
      switch step {
      case .record: return true
      case .other: continue
      case .end: return false
      }
    }
  }

  /// Goes as far as there is text: to the end of a record, of a blank line or a comment, or to where more text is needed.
  private mutating func step(_ record: inout DelimitedRecord) throws(DelimitedTextError) -> Step {
    guard let result = try scan.next() else { return .other }
    switch result.outcome {
    case .record:
      let step = readRow(result)
      if step == .record { scan.hand(over: &record) }
      return step
    case .skipped:
      let line = scan.content(of: result)
      if line.isEmpty {
        tables.noteBlankLine()
      } else if header.isRead, scan.number > 0 || dialect.headerRows > 0 {
        // Without a header, what stands before the first record is the block at the top.
        leftOut.append(line, line: scan.line, fieldCount: header.count)
      }
      return pass(result)
    case .end, .needsMore:
      return end()
    }
  }

  private mutating func readRow(_ result: RecordScanner.Result) -> Step {
    if tables.boundary == .blankLine, let step = passTableEnd(result) { return step }
    if header.isRepeated(by: scan.storage.slots, text: scan.text) {
      tables.next()
      return tables.isPastWanted ? end(before: result, .again(table: tables.number)) : pass(result)
    }
    if isBlank(result) {
      tables.noteBlankLine()
      return pass(result)
    }
    load(result, isRecord: header.isRead)
    return .record
  }

  /// Whether the line holds nothing but spaces, where blank lines are skipped and records have several fields.
  private func isBlank(_ result: RecordScanner.Result) -> Bool {
    guard dialect.skipsBlankLines, scan.storage.slots.count == 1, let count = header.count, count > 1 else {
      return false
    }
    return scan.content(of: result).allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  private mutating func pass(_ result: RecordScanner.Result) -> Step {
    scan.pass(result)
    return .other
  }

  /// Says how many lines were taken for comments.
  private mutating func end() -> Step {
    if let finding = leftOut.take() { findings.append(finding) }
    return .end
  }

  /// Takes what was found into the scan's storage, and reports what is wrong with it.
  ///
  /// - Parameter isRecord: Whether it is one, and not a row of a header.
  private mutating func load(_ result: RecordScanner.Result, isRecord: Bool) {
    var isBroken = scan.load(result, isCounted: isRecord)
    let count = scan.storage.slots.count
    if isRecord && count != header.count {
      if header.count == nil { header.adopt(count: count) } else { isBroken = true }
    }
    if isBroken { reportProblems() }
  }

  // MARK: Findings

  /// The structural findings since the last call, in the order of their places.
  mutating func takeFindings() -> [Finding] {
    defer { findings.removeAll() }
    return findings
  }

  /// Takes back findings that stand before those that were made since.
  mutating func takeBack(_ earlier: [Finding]) { findings = earlier + findings }

  /// Makes findings of everything that is wrong with the structure of the record in the scan's storage, and decides whether it is rejected.
  private mutating func reportProblems() {
    let storage = scan.storage
    var reporter = ProblemReporter(storage, names: header.names)
    reporter.add(scan.problems, options.mode)
    reporter.addInvalidBytes()
    reporter.addLimits(options, isCut: scan.isInCutLine)
    // A broken quote or a cut record has the wrong count as a consequence; that is not a second problem.
    let isConsequence =
      scan.isInCutLine || storage.slots.hasOverflowed || scan.problems.contains { $0.kind == .unclosedQuote }
    if let expected = header.count {
      if storage.slots.count == expected {
        correction.correctStrayQuote(storage, reporter.text, scan.problems, expected: expected)
      } else if isConsequence {
        storage.fieldCount = max(storage.slots.count, expected)
      } else if let mismatch = correction.adjust(storage, reporter.text, to: expected) {
        let range = reporter.rangeOfCountProblem(expected: expected)
        reporter.add(mismatch.kind, range, mismatch.severity, suggestion: mismatch.suggestion)
        mismatch.corrected.map(storage.replaceFields)
        storage.fieldCount = max(storage.slots.count, expected)
      }
    }
    storage.hasStructuralError = reporter.isRejected
    findings += reporter.findings
  }

  // MARK: Before the first record

  /// Reads on to the first record of the chosen table, behind its header.
  ///
  /// - Parameters:
  ///   - shape: What the beginning of the text says about the table.
  ///   - sample: That beginning.
  /// - Returns: The first record, if it had to be read.
  mutating func begin(_ shape: TableShape, _ sample: [UInt8]) throws(DelimitedTextError) -> DelimitedRecord? {
    if let finding = leftOut.preamble(shape, sample) { findings.append(finding) }
    try skipPreamble()
    var last = DelimitedRecord()
    var step = Step.other
    while header.rows.count < dialect.headerRows && step != .end {
      step = try self.step(&last)
      if step == .record { header.append(last) }
    }
    let naming = ColumnNaming(header.rows, last: last, dialect, columnCount: shape.columnCount, options: options)
    findings += naming.findings
    header.end(after: dialect.headerRows, names: naming.names)
    return try skipRepeatedHeaders()
  }

  /// Skips the lines before the header, and the tables before the chosen one that blank lines separate from it.
  private mutating func skipPreamble() throws(DelimitedTextError) {
    if tables.boundary == .blankLine, let wanted = tables.wanted, wanted > 1 {
      try scan.skipLines(to: options.dialect?.preambleLines ?? options.known.preambleLines ?? 0)
      var record = DelimitedRecord()
      while tables.number < wanted {
        if try step(&record) == .end && scan.hasEnded { throw missingTable(wanted) }
      }
      findings.removeAll()
    }
    try scan.skipLines(to: dialect.preambleLines)
  }

  /// Skips the records of the tables before the chosen one, when repeated headers separate them.
  ///
  /// - Returns: The first record after them.
  private mutating func skipRepeatedHeaders() throws(DelimitedTextError) -> DelimitedRecord? {
    guard tables.boundary == .repeatedHeader, let wanted = tables.wanted, wanted > 1 else { return nil }
    var record = DelimitedRecord()
    while true {
      switch try step(&record) {
      case .record where tables.number == wanted:
        return record
      case .record:
        findings.removeAll()
        scan.restartNumbers()
      case .other: continue
      case .end: throw missingTable(wanted)
      }
    }
  }

  private func missingTable(_ wanted: Int) -> DelimitedTextError {
    DelimitedTextError(.missingTable(number: wanted, found: tables.number), file: options.fileName)
  }

  // MARK: Further tables

  /// Looks whether a row of a text whose tables blank lines separate is a blank line, or the first of another table.
  ///
  /// - Returns: `nil` if it is a record of this table.
  private mutating func passTableEnd(_ result: RecordScanner.Result) -> Step? {
    let slots = scan.storage.slots.base
    if (0..<scan.storage.slots.count).allSatisfy({ slots[$0].isEmpty && !slots[$0].flags.contains(.quoted) }) {
      tables.noteBlankLine()
      return pass(result)
    }
    switch tables.countRow() {
    case .record: return nil
    case .furtherHeader: return passFurtherHeader(result)
    case .otherTable: return tables.isPastWanted ? end(before: result, .furtherTable(tables.number)) : end()
    }
  }

  /// Passes over a title or a header row of a further table; says so if its names are not those of the first table.
  ///
  /// - Returns: `nil` if the row is a record.
  private mutating func passFurtherHeader(_ result: RecordScanner.Result) -> Step? {
    guard header.resemble(scan.storage.slots, text: scan.text) else {
      tables.endFurtherHeader()
      return nil
    }
    let record = takeRow(result)
    let row = record.strings
    if row.count == 1, tables.furtherHeader.isEmpty, header.rows[0].count > 1 {
      report(record, .title(row[0]))
    } else if tables.appendFurtherHeader(row) {
      let names = ColumnNames.joined(tables.furtherHeader, separator: options.headerSeparator)
      let first = ColumnNames.joined(header.rows, separator: options.headerSeparator)
      if names != first { report(record, .otherNames(names, insteadOf: first)) }
    }
    return .other
  }

  /// Reads nothing more, because a table begins that is not to be read.
  private mutating func end(before result: RecordScanner.Result, _ kind: SourceFinding.Header) -> Step {
    report(takeRow(result), kind)
    scan.end()
    return end()
  }

  /// Takes a row that is no record.
  private mutating func takeRow(_ result: RecordScanner.Result) -> DelimitedRecord {
    load(result, isRecord: false)
    var record = DelimitedRecord()
    scan.hand(over: &record)
    return record
  }

  /// Says something about the table that begins with `record`.
  private mutating func report(_ record: DelimitedRecord, _ kind: SourceFinding.Header) {
    let severity: Severity = options.mode == .strict ? .error : .warning
    findings.append(record.place(ofField: 0).finding(SourceFinding.header(kind), severity))
  }
}
