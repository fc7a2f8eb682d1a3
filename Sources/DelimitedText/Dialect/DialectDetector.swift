/// Finds the dialect of a text by trying: the right one cuts the text into rows of the same length whose cells look like values.
struct DialectDetector {
  /// What was found.
  struct Answer {
    var dialect: DelimitedDialect
    var shape: TableShape
    var boundary = DelimitedOptions.TableBoundary.repeatedHeader
    var report = DetectionReport()
  }

  /// How one dialect cuts the sample.
  struct Trial {
    var dialect: DelimitedDialect
    var cut: SampleText.Rows
    var score = 0.0
    var commonCount = 1
    var commonRows = 0
  }

  private static let delimiters: [[UInt8]] = [
    [0x2C], [0x3B], [0x09], [0x7C], [0x3A], [0x5E], [0x7E], [0x20], [0x1F], [0x01], [0x7C, 0x7C], [0x3A, 0x3A],
    [0x3B, 0x3B], [0x7E, 0x7E], [0x5E, 0x5E], [0x7C, 0x7E, 0x7C], [0xC2, 0xA6], [0xC2, 0xA7],
  ]
  static let mostRows = 300

  let text: SampleText
  let options: DelimitedOptions
  /// Whether somebody has said how many lines stand before the table; what the text itself says of it may be less than all.
  private let isPreambleGiven: Bool

  /// - Parameters:
  ///   - sample: The first text of the file, in UTF-8.
  ///   - isWhole: Whether the file has no more.
  static func detect(_ sample: [UInt8], isWhole: Bool, options: DelimitedOptions) -> Answer {
    AnsweredTexts.answer(sample, isWhole: isWhole, options) { detectAnew(sample, isWhole: isWhole, options: options) }
  }

  private static func detectAnew(_ sample: [UInt8], isWhole: Bool, options: DelimitedOptions) -> Answer {
    // Where it is said what delimits and that there is no header, all rows are records, blank and short ones too.
    let isTold = options.known.delimiter != nil && options.header.rowCount == 0
    let isPreambleGiven = options.known.preambleLines != nil || isTold
    var options = options
    options.known.fill(fromMarkerIn: sample)
    options.known.fill(fromFrontMatterIn: sample)
    let text = SampleText(sample, isWhole: isWhole)
    return DialectDetector(text: text, options: options, isPreambleGiven: isPreambleGiven).answer()
  }

  /// What need not be detected.
  var known: KnownDialect { options.known }

  private func answer() -> Answer {
    let delimiters = known.delimiter.map { [$0] } ?? Self.delimiters.filter(text.contains)
    var trials: [Trial] = []
    for quote in quotes { trials += delimiters.flatMap { self.trials(delimiter: $0, quote: quote) } }
    trials.sort { $0.score > $1.score }
    var best = trials.first ?? trial(.rfc4180)
    if best.score <= 0 { best = listTrial() }
    best = refineDoubled(best)
    best = refineEscape(best)
    best = refineSpaces(best)
    best = refineComments(best)
    let rival = trials.first { Set($0.dialect.delimiter) != Set(best.dialect.delimiter) }

    var report = DetectionReport()
    reportDelimiter(best, rival: rival, in: &report)
    reportQuoting(best, in: &report)
    reportRecordEnd(best, in: &report)
    let (rows, commonCount, boundary) = table(best, in: &report)
    let shape = TableShape(
      rows,
      dialect: best.dialect,
      commonCount: commonCount,
      header: options.header,
      headerOrigin: options.headerOrigin,
      expectedNames: options.expectedNames,
      isPreambleGiven: isPreambleGiven,
      known: known
    )
    shape.explain(in: &report)
    best.dialect.preambleLines = max(known.preambleLines ?? 0, shape.preambleLines)
    if let lines = known.preambleLines { report.add("preamble", DetectionReport.lines(lines), 1, known.origin) }
    best.dialect.headerRows = shape.headerRows
    best.dialect.hasTrailingDelimiter = shape.hasTrailingDelimiter
    return Answer(dialect: best.dialect, shape: shape, boundary: boundary, report: report)
  }

  /// The quotes to try.
  private var quotes: [UInt8?] {
    switch known.quote {
    case .some(let mark): [mark.value]
    case nil: text.contains([0x27]) ? [0x22, 0x27] : [0x22]
    }
  }

  /// The rows of the table that is read, and how many fields most of them have.
  private func table(
    _ best: Trial,
    in report: inout DetectionReport
  ) -> (rows: [SampleText.Row], commonCount: Int, DelimitedOptions.TableBoundary) {
    let wanted: Int? = if case .number(let wanted) = options.table { wanted } else { nil }
    let blocks = TableBlocks(best.cut.rows)
    let areSeparate = options.tableBoundary.map { $0 == .blankLine } ?? blocks.areTables(best.dialect)
    guard areSeparate else { return (best.cut.rows, best.commonCount, .repeatedHeader) }
    report.add(
      "tables",
      "\(blocks.blocks.count), separated by blank lines; \(wanted.map { "table \($0) is" } ?? "all are") read",
      options.tableBoundary == nil ? 0.8 : 1,
      options.tableBoundary == nil ? "blocks of rows with headers of their own" : "given"
    )
    // Of tables that are read as one, the first says what the columns are.
    let number = wanted ?? 1
    guard number <= blocks.blocks.count else { return ([], best.commonCount, .blankLine) }
    let rows = blocks.blocks[number - 1]
    return (Array(rows), TableBlocks.width(of: rows) ?? best.commonCount, .blankLine)
  }

  /// How a text is cut that no delimiter cuts.
  private func listTrial() -> Trial {
    let list = trial(DelimitedDialect(headerRows: 0))
    guard known.quote == nil, list.cut.quotedCells == 0, text.contains([0x27]) else { return list }
    let quoted = trial(DelimitedDialect(quote: 0x27, headerRows: 0))
    let isQuoted = quoted.cut.brokenQuotes == 0 && quoted.cut.rows.allSatisfy { $0.count == 1 && $0.cells[0].isQuoted }
    return isQuoted ? quoted : list
  }

  // MARK: Refinements

  /// A mark that always stands twice is half of the delimiter.
  private func refineDoubled(_ best: Trial) -> Trial {
    guard known.delimiter == nil, best.dialect.delimiter.count == 1, best.commonCount > 2, best.cut.rows.count > 1
    else { return best }
    let isDoubled = best.cut.rows.allSatisfy { row in
      row.count % 2 == 1
        && stride(from: 1, to: row.count, by: 2).allSatisfy { row.cells[$0].text.isEmpty && !row.cells[$0].isQuoted }
    }
    guard isDoubled else { return best }
    var dialect = best.dialect
    dialect.delimiter += dialect.delimiter
    return trial(dialect)
  }

  /// A backslash before a quote escapes it, if that corrects broken quoting.
  private func refineEscape(_ best: Trial) -> Trial {
    guard known.escape == nil, let quote = best.dialect.quote, text.contains([0x5C, quote]) else { return best }
    var dialect = best.dialect
    dialect.escape = .character(0x5C)
    let escaped = trial(dialect)
    return escaped.cut.brokenQuotes < best.cut.brokenQuotes || escaped.score > best.score ? escaped : best
  }

  /// Spaces after delimiters belong to the dialect if nearly every field after the first starts with one.
  private func refineSpaces(_ best: Trial) -> Trial {
    guard known.skipsInitialSpace == nil, best.dialect.delimiter != [0x20], best.dialect.delimiter != [0x09]
    else { return best }
    var inner = 0
    var spaced = 0
    for row in best.cut.rows {
      for cell in row.cells.dropFirst() {
        inner += 1
        if cell.text.first == " " { spaced += 1 }
      }
    }
    guard inner > 0, spaced * 10 >= inner * 7 else { return best }
    var dialect = best.dialect
    dialect.skipsInitialSpace = true
    let trimmed = trial(dialect)
    return trimmed.score >= best.score * 0.9 ? trimmed : best
  }

  /// Lines that start with `#` are comments if the text begins with such lines and they do not look like rows. Further down alone they are
  /// evidence only if each is several words without a delimiter: a value may begin with the mark.
  private func refineComments(_ best: Trial) -> Trial {
    guard known.comment == nil else { return best }
    let rows = best.cut.rows
    func isMarked(_ row: SampleText.Row) -> Bool { row.cells.first?.text.first == "#" && !row.cells[0].isQuoted }
    let block = rows.prefix(while: isMarked)
    guard block.count < rows.count else { return best }
    if let last = block.last {
      guard block.contains(where: { $0.count != best.commonCount }) else { return best }
      // Names of columns may follow the mark, over values in the next row.
      let isOverValues = rows[block.endIndex].cells.contains(where: \.kind.isDataOnly)
      if last.count == best.commonCount, isOverValues || last.cells[0].text.dropFirst().first != " " { return best }
    } else {
      let marked = rows.filter(isMarked)
      guard !marked.isEmpty, best.commonCount > 1,
        marked.allSatisfy({ $0.count == 1 && $0.cells[0].text.contains(" ") })
      else { return best }
    }
    var dialect = best.dialect
    dialect.comment = [0x23]
    return trial(dialect)
  }
}
