internal import Findings
internal import TextInput

extension DelimitedReader {
  /// After so many findings in one record, one says that there are more: a hostile record must not cost its length squared.
  static let mostFindingsInRecord = 50

  /// Makes findings of everything that is wrong with the structure of the record in `storage`, and decides whether it is rejected.
  func reportProblems(in storage: RecordStorage, start: Int, isOverLimit: Bool) {
    let text = RecordText(storage)
    let reporter = ProblemReporter(text: text, storage: storage, reader: self)
    var found: [(offset: Int, finding: Finding)] = []
    var isRejected = false

    func add(
      _ kind: any FindingKind,
      _ range: Range<Int>,
      _ severity: Severity = .error,
      field: Int?,
      suggestion: String? = nil
    ) {
      if severity == .error { isRejected = true }
      guard found.count < Self.mostFindingsInRecord else { return }
      var finding = reporter.finding(kind, severity, range, field: field)
      finding.suggestion = suggestion
      found.append((range.lowerBound, finding))
    }

    for problem in problems {
      let place = problem.offset..<problem.offset + 1
      let lenient: Severity = options.mode == .strict ? .error : .warning
      switch problem.kind {
      case .unclosedQuote:
        add(RecordFinding.unclosedQuote, place, field: problem.field)
      case .textAfterQuote:
        add(RecordFinding.textAfterQuote, place, lenient, field: problem.field)
      case .strayQuote:
        add(RecordFinding.strayQuote, place, lenient, field: problem.field)
      case .nulByte:
        add(SourceFinding.nulByte, place, field: problem.field)
      }
    }
    for (field, range) in reporter.invalidRanges() {
      let bytes = text.fileBytes(in: range, of: storage)
      add(SourceFinding.encoding(.bytes(bytes, notIn: encoding.name)), range, field: field)
    }
    if isOverLimit {
      add(SourceFinding.limit(.record(bytes: options.longestRecord)), 0..<1, field: nil)
    } else if storage.slots.hasOverflowed {
      add(SourceFinding.limit(.recordFields(FieldSlots.most)), 0..<1, field: nil)
    } else if storage.textCount > options.longestField {
      for field in 0..<storage.slots.count {
        let slot = storage.slots.base[field]
        guard slot.end - slot.start > options.longestField else { continue }
        let start = Int(slot.rawStart)
        add(SourceFinding.limit(.field(bytes: options.longestField)), start..<start + 1, field: field)
      }
    }
    // A broken quote or a cut record has the wrong count as a consequence; that is not a second problem.
    let countIsConsequence =
      isOverLimit || storage.slots.hasOverflowed || problems.contains { $0.kind == .unclosedQuote }
    if let expectedCount, storage.slots.count != expectedCount {
      if countIsConsequence {
        storage.fieldCount = max(storage.slots.count, expectedCount)
      } else if let mismatch = adjustCount(of: storage, to: expectedCount, text: text) {
        let range = reporter.rangeOfCountProblem(expected: expectedCount)
        let plain = mismatch.mended == nil ? plainMarks(text, expectedCount) : nil
        add(
          RecordFinding.fieldCount(mismatch.count, expected: expectedCount, hasLookAlikeMarks: plain != nil),
          range,
          mismatch.severity,
          field: nil,
          suggestion: plain ?? mismatch.suggestion
        )
        mismatch.mended.map(storage.replaceFields)
        storage.fieldCount = max(storage.slots.count, expectedCount)
      }
    } else if let mended = mendStrayQuote(storage, text: text) {
      storage.replaceFields(by: mended)
    }
    storage.hasStructuralError = isRejected
    findings += found.sorted { $0.offset < $1.offset }.map(\.finding)
  }

  /// A wrong number of fields, and what is done about it.
  private struct CountMismatch {
    var count: Int
    var severity: Severity
    var mended: [CellPiece]?
    var suggestion: String?
  }

  /// Pads, cuts, joins or corrects as the options say.
  ///
  /// - Returns: What there is to report, if anything.
  private func adjustCount(of storage: RecordStorage, to expected: Int, text: RecordText) -> CountMismatch? {
    let count = storage.slots.count
    func mend(orElse adapt: () -> Void) -> CountMismatch {
      let mended = mended(storage, text)
      if mended == nil { adapt() }
      return CountMismatch(count: count, severity: .warning, mended: mended, suggestion: mended.map(written))
    }
    func reject() -> CountMismatch {
      CountMismatch(count: count, severity: .error, mended: nil, suggestion: mended(storage, text).map(written))
    }
    if count < expected {
      storage.fieldCount = expected
      switch options.missingFields {
      case .pad: return nil
      case .mend: return mend {}
      case .reject: return reject()
      }
    }
    if dialect.hasTrailingDelimiter && count == expected + 1 && storage.slots.base[expected].isEmpty {
      storage.slots.truncate(to: expected)
      storage.fieldCount = expected
      return nil
    }
    switch options.surplusFields {
    case .reject: return reject()
    case .cut:
      storage.fieldCount = expected
      return nil
    case .joinLast:
      storage.joinFields(from: max(0, expected - 1), delimiter: dialect.delimiter)
      storage.fieldCount = expected
      return nil
    case .mend:
      return mend { storage.slots.truncate(to: expected) }
    }
  }

  /// The record with plain delimiters and quotes instead of those that look like them, if it then has as many fields as it should.
  private func plainMarks(_ text: RecordText, _ expected: Int) -> String? {
    guard text.count <= Self.longestMended else { return nil }
    let written = String(decoding: text.content(dialect), as: UTF8.self)
    guard let plain = LookAlikeMarks.replaced(written, delimiter: dialect.delimiter) else { return nil }
    let row = SampleText(Array(plain.utf8), isWhole: true).rows(dialect, limit: 1).rows.first
    return row?.count == expected ? plain : nil
  }

  /// The fields that were probably meant.
  private func mended(_ storage: RecordStorage, _ text: RecordText) -> [CellPiece]? {
    guard storage.textCount <= Self.longestMended else { return nil }
    return rowMending?.mend(storage.pieces, raw: text.content(dialect))
  }

  /// With a quote inside an unquoted field, a delimiter may be missing although the count is right.
  private func mendStrayQuote(_ storage: RecordStorage, text: RecordText) -> [CellPiece]? {
    guard options.missingFields == .mend, storage.textCount <= Self.longestMended,
      let stray = problems.first(where: { $0.kind == .strayQuote })
    else { return nil }
    return rowMending?.mend(raw: text.content(dialect), quoteAt: stray.offset, instead: storage.pieces)
  }

  /// Longer records are not worth a guess.
  private static let longestMended = 4096

  /// What good rows of the sample teach about the columns.
  private var rowMending: RowCorrection? {
    learnedRows.correction(dialect, count: expectedCount ?? 0)
  }

  /// A row as it would be written.
  private func written(_ cells: [CellPiece]) -> String {
    var writer = DelimitedWriter(dialect: dialect)
    for cell in cells { writer.append(field: cell.bytes) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Makes findings of what is wrong with the columns' names.
  func report(_ problems: [ColumnNames.Problem], in header: DelimitedRecord) {
    guard !problems.isEmpty else { return }
    let text = RecordText(header.storage)
    for problem in problems.prefix(Self.mostFindingsInRecord) {
      let place = header.place(ofField: problem.column, in: text)
      let column = "\(problem.column + 1)"
      let kind: SourceFinding.Header =
        switch problem.kind {
        case .empty: .unnamed(column: column, isCalled: problem.name)
        case .duplicate(let first): .repeated(column: column, nameOf: "\(first + 1)", isCalled: problem.name)
        }
      findings.append(
        Finding(
          SourceFinding.header(kind),
          severity: .warning,
          at: place.position,
          field: problem.name,
          excerpt: place.excerpt
        )
      )
    }
  }
}
