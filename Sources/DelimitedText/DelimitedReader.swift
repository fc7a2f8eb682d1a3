public import Findings

/// Reads the records of a delimited text, one after the other, in constant memory.
///
/// ```swift
/// let reader = try DelimitedReader(path: "towns.csv", options: DelimitedOptions(fileName: "towns.csv"))
/// var record = DelimitedRecord()
/// while try reader.next(&record) { … }
/// let findings = reader.takeFindings()
/// ```
///
/// A reader belongs to one thread; records are values and may go to others.
public final class DelimitedReader {
  /// The dialect in which the text is read, given or detected; `headerRows` says how many rows made the header.
  public let dialect: DelimitedDialect
  /// The file's encoding, given or detected.
  public let encoding: TextEncoding
  /// What was found out before reading, and why.
  public private(set) var detection: DetectionReport
  /// The columns' names, each different from the others and not empty; empty when the text has no header and no records.
  public internal(set) var header: [String] = []
  /// The header rows' bytes as they stand in the file, without a byte order mark and without a preamble.
  public internal(set) var headerBytes: [UInt8] = []
  /// The byte order mark of the file; empty if it has none.
  public let byteOrderMark: [UInt8]

  let options: DelimitedOptions
  let scanner: RecordScanner
  let window: TextWindow
  let layout: TextLayout
  var problems: [RecordScanner.Problem] = []
  var findings: [Finding] = []
  /// How many fields a record must have; `nil` until the first record says so.
  var expectedCount: Int?
  /// What the beginning of the text says about the table.
  let shape: TableShape
  /// The beginning of the text in UTF-8, for learning what columns look like.
  let sample: [UInt8]
  let sampleIsWhole: Bool
  /// Made when the first record needs it; the inner `nil` says that there is nothing to learn from.
  var mending: RowMending??
  /// The contents of the last header row, for recognising it further down.
  var writtenHeader: [[UInt8]] = []
  private(set) var line = 1
  private var recordNumber = 0
  private var hasStarted = false
  private var skipsRestOfLine = false
  private var tableNumber = 1
  /// How many rows of the current table were read, its header rows included.
  private var rowsInTable = 0
  /// Whether a blank line has ended a table.
  private var tableHasEnded = false
  private var hasEnded = false
  /// A record that was read on the way to the chosen table.
  private var waiting: RecordStorage?
  /// Records that may turn out to be the footer, each with its findings.
  private var ahead: [(record: DelimitedRecord, findings: [Finding])] = []
  /// What separates tables in this text.
  let tableBoundary: DelimitedOptions.TableBoundary

  /// How many bytes detection looks at.
  static let sampleSize = 64 * 1024

  /// Opens a file.
  ///
  /// - Throws: A `DelimitedTextError` when it cannot be read, or when the dialect or encoding given cannot be used.
  public convenience init(
    path: String,
    options: DelimitedOptions = DelimitedOptions()
  ) throws(DelimitedTextError) {
    try self.init(source: FileByteSource(path: path, fileName: options.fileName), options: options)
  }

  /// Reads bytes in memory.
  public convenience init(
    bytes: [UInt8],
    options: DelimitedOptions = DelimitedOptions()
  ) throws(DelimitedTextError) {
    try self.init(source: ArrayByteSource(bytes), options: options)
  }

  /// Reads any source of bytes.
  public init(source: any ByteSource, options: DelimitedOptions = DelimitedOptions()) throws(DelimitedTextError) {
    self.options = options
    var detection = DetectionReport()
    let prefix = try TextPrefix(source, options: options, report: &detection)
    encoding = prefix.encoding
    byteOrderMark = prefix.byteOrderMark
    window = TextWindow(
      source: source,
      decoder: try TextDecoder(prefix.encoding, fileName: options.fileName),
      prefix: prefix.bytes,
      sourceHasEnded: prefix.isWhole,
      fileOffset: prefix.byteOrderMark.count,
      chunkSize: options.chunkSize
    )
    let sample = Array(UnsafeBufferPointer(start: window.text, count: window.end))
    let answer = Self.dialect(for: sample, isWhole: prefix.isWhole, options: options, report: &detection)
    (dialect, shape, tableBoundary) = (answer.dialect, answer.shape, answer.boundary)
    if let reason = dialect.contradiction { throw DelimitedTextError(.invalidDialect(reason), file: options.fileName) }
    self.detection = detection
    scanner = RecordScanner(dialect)
    layout = TextLayout(
      locator: RecordLocator(dialect: dialect, encoding: encoding, fileName: options.fileName),
      isDecoded: window.isDecoded
    )
    window.index(for: scanner.specialBytes)
    self.sample = sample
    sampleIsWhole = prefix.isWhole
    try skipPreamble()
    try readHeader()
    hasStarted = true
    try skipRepeatedHeaders()
  }

  /// The structural findings since the last call, in the order of their places.
  public func takeFindings() -> [Finding] {
    let taken = findings
    findings.removeAll()
    return taken
  }

  /// Reads the next record into `record`, reusing its memory unless someone else holds a copy of it.
  ///
  /// - Returns: `false` at the end of the text; `record` is then as it was.
  /// - Throws: A `DelimitedTextError` when the source fails.
  /// - Complexity: O(*n*) in the record's bytes. Allocates nothing once the record's memory is large enough, unless there are findings.
  public func next(_ record: inout DelimitedRecord) throws(DelimitedTextError) -> Bool {
    options.footerRows > 0 && hasStarted ? try nextBeforeFooter(&record) : try nextRecord(&record)
  }

  /// As `next`, with the records that are waiting for the end of the text in between.
  private func nextBeforeFooter(_ record: inout DelimitedRecord) throws(DelimitedTextError) -> Bool {
    let released = findings
    while ahead.count <= options.footerRows {
      findings = []
      var next = DelimitedRecord()
      guard try nextRecord(&next) else {
        findings = released + findings
        return false
      }
      ahead.append((next, findings))
    }
    let first = ahead.removeFirst()
    record = first.record
    findings = released + first.findings
    return true
  }

  private func nextRecord(_ record: inout DelimitedRecord) throws(DelimitedTextError) -> Bool {
    if let first = waiting {
      record.storage = first
      waiting = nil
      return true
    }
    if !isKnownUniquelyReferenced(&record.storage) { record.storage = RecordStorage() }
    return try next(into: record.storage)
  }

  func next(into storage: RecordStorage) throws(DelimitedTextError) -> Bool {
    while !hasEnded {
      if skipsRestOfLine {
        guard try skipLine() else { return false }
        skipsRestOfLine = false
      }
      let start = window.start
      var view = window.view
      var result = scanner.scan(view, from: start, cursor: window.cursor, slots: &storage.slots, problems: &problems)
      if result.outcome == .needsMore || result.next &- start > options.longestRecord {
        if view.end &- start > options.longestRecord {
          // Not even the longest record allowed has ended: what is there must do.
          view.end = start + options.longestRecord
          view.isFinal = true
          view.specialCount = specialCount(in: view, from: window.cursor)
          result = scanner.scan(view, from: start, cursor: window.cursor, slots: &storage.slots, problems: &problems)
          skipsRestOfLine = result.next == view.end && result.next == result.contentEnd
        } else if result.outcome == .needsMore {
          try window.fill()
          continue
        }
      }
      switch result.outcome {
      case .record:
        if tableBoundary == .blankLine, let isTaken = handleTableEnd(storage.slots, result) {
          if isTaken { continue }
          reportIfUnread(result, from: start, storage)
          return false
        }
        if hasStarted && !writtenHeader.isEmpty && isHeaderAgain(storage.slots, text: view.text + start) {
          tableNumber += 1
          guard continuesAfterTable(result, from: start, storage) else { break }
          line &+= result.lineBreaks
          window.advance(to: result.next, cursor: result.cursor)
          continue
        }
        deliver(result, from: start, to: storage)
        return true
      case .skipped:
        if result.contentEnd == start { noteBlankLine() }
        line &+= result.lineBreaks
        window.advance(to: result.next, cursor: result.cursor)
      case .end, .needsMore:
        hasEnded = true
      }
    }
    return false
  }

  // MARK: Several tables

  /// Whether the fields just found are those of the header row.
  @inline(__always)
  private func isHeaderAgain(_ slots: FieldSlots, text: UnsafePointer<UInt8>) -> Bool {
    guard slots.count > 1, Int(slots.base[0].end &- slots.base[0].start) == writtenHeader[0].count else { return false }
    return matchesHeader(slots, text: text)
  }

  @inline(never)
  private func matchesHeader(_ slots: FieldSlots, text: UnsafePointer<UInt8>) -> Bool {
    let compared = min(slots.count, writtenHeader.count)
    guard compared > 1, compared * 2 >= writtenHeader.count else { return false }
    var filled = 0
    for index in 0..<compared {
      let slot = slots.base[index]
      let cell = UnsafeBufferPointer(start: text + Int(slot.start), count: Int(slot.end - slot.start))
      guard cell.elementsEqual(writtenHeader[index]) else { return false }
      if !cell.isEmpty { filled += 1 }
    }
    return filled > 1
  }

  /// Whether to go on reading after a repeated header.
  private func continuesAfterTable(_ result: RecordScanner.Result, from start: Int, _ storage: RecordStorage) -> Bool {
    guard case .number(let wanted) = options.table, tableNumber > wanted else { return true }
    deliver(result, from: start, to: storage, isRecord: false)
    reportSecondTable(storage, "The header is repeated here; the table that follows is not read")
    hasEnded = true
    return false
  }

  /// The number of the table to read; `nil` for all of them.
  private var wantedTable: Int? { if case .number(let wanted) = options.table { wanted } else { nil } }

  /// Skips the lines before the header, and the tables before the chosen one that blank lines separate from it.
  private func skipPreamble() throws(DelimitedTextError) {
    if tableBoundary == .blankLine, let wanted = wantedTable, wanted > 1 {
      try skipLines(to: options.dialect?.preambleLines ?? options.known.preambleLines ?? 0)
      let storage = RecordStorage()
      while tableNumber < wanted {
        guard try next(into: storage) || !hasEnded else { throw missingTable(wanted) }
      }
      findings.removeAll()
    }
    try skipLines(to: dialect.preambleLines)
  }

  private func skipLines(to count: Int) throws(DelimitedTextError) {
    while line <= count { guard try skipLine() else { break } }
  }

  /// Skips the records of the tables before the chosen one, when repeated headers separate them.
  private func skipRepeatedHeaders() throws(DelimitedTextError) {
    guard tableBoundary == .repeatedHeader, let wanted = wantedTable, wanted > 1 else { return }
    let storage = RecordStorage()
    while tableNumber < wanted {
      findings.removeAll()
      guard try next(into: storage) else { throw missingTable(wanted) }
    }
    // A header is passed without being delivered, so that this is the table's first record.
    recordNumber = 1
    storage.number = 1
    for index in findings.indices { findings[index].record = 1 }
    waiting = storage
  }

  private func missingTable(_ wanted: Int) -> DelimitedTextError {
    DelimitedTextError(.missingTable(number: wanted, found: tableNumber), file: options.fileName)
  }

  /// A table ends with a blank line after its first record.
  private func noteBlankLine() {
    if tableBoundary == .blankLine && rowsInTable > max(1, dialect.headerRows) { tableHasEnded = true }
  }

  /// Looks whether a record of a text with several tables is a blank line, or the first of another table.
  ///
  /// - Returns: `nil` if it is a record of this table; `true` if it was passed over; `false` if reading stops before it.
  private func handleTableEnd(_ slots: FieldSlots, _ result: RecordScanner.Result) -> Bool? {
    guard wantedTable != nil else { return nil }
    if (0..<slots.count).allSatisfy({ slots.base[$0].isEmpty && !slots.base[$0].flags.contains(.quoted) }) {
      noteBlankLine()
      line &+= result.lineBreaks
      window.advance(to: result.next, cursor: result.cursor)
      return true
    }
    guard tableHasEnded else {
      rowsInTable += 1
      return nil
    }
    tableHasEnded = false
    tableNumber += 1
    rowsInTable = 0
    return false
  }

  /// At the first record of a table that is not read, says so and ends.
  private func reportIfUnread(_ result: RecordScanner.Result, from start: Int, _ storage: RecordStorage) {
    guard let wanted = wantedTable, tableNumber > wanted else { return }
    deliver(result, from: start, to: storage, isRecord: false)
    reportSecondTable(storage, "Another table begins here; it is not read")
    hasEnded = true
  }

  /// How many special bytes stand before the end of a window that was cut short.
  private func specialCount(in view: RecordScanner.Window, from cursor: Int) -> Int {
    var count = cursor
    while count < view.specialCount && Int(view.specials[count]) < view.end { count += 1 }
    return count
  }

  private func deliver(
    _ result: RecordScanner.Result,
    from start: Int,
    to storage: RecordStorage,
    isRecord: Bool = true
  ) {
    let length = result.next &- start
    storage.load(UnsafePointer(window.text + start), count: length)
    storage.startLine = line
    storage.fileOffset = window.fileOffset
    storage.hasStructuralError = false
    if storage.layout !== layout { storage.layout = layout }
    if hasStarted && isRecord { recordNumber &+= 1 }
    storage.number = recordNumber
    var isBroken = !problems.isEmpty || skipsRestOfLine || length > options.longestField || storage.slots.hasOverflowed
    if window.isDecoded {
      storage.originalCount = window.originalWidth(of: start..<result.next)
      storage.original = Array(window.originalBytes(storage.originalCount))
      if window.widths[start..<result.next].contains(where: { $0 & DecodedText.invalidFlag != 0 }) { isBroken = true }
    } else {
      storage.originalCount = length
      if !UTF8Check.isASCII(storage.bytes, count: length),
        UTF8Check.firstInvalid(storage.bytes, in: 0..<length) != nil
      {
        isBroken = true
      }
    }
    let slots = storage.slots
    for index in 0..<slots.count where !slots.base[index].flags.isDisjoint(with: .needsRewriting) {
      storage.rewrite(field: index, dialect: dialect)
    }
    storage.fieldCount = slots.count
    if hasStarted && isRecord && slots.count != expectedCount {
      if expectedCount == nil { adoptCount(slots.count) } else { isBroken = true }
    }
    if isBroken { reportProblems(in: storage, start: start, isOverLimit: skipsRestOfLine) }
    line &+= result.lineBreaks
    window.advance(to: result.next, cursor: result.cursor)
  }

  /// Without a header, the first record says how many columns there are.
  private func adoptCount(_ count: Int) {
    expectedCount = count
    if header.isEmpty { header = (0..<count).map { "column_\($0 + 1)" } }
  }

  /// Skips to the end of the line; `false` at the end of the text.
  func skipLine() throws(DelimitedTextError) -> Bool {
    while true {
      let result = scanner.skipPhysicalLine(window.view, from: window.start, cursor: window.cursor)
      switch result.outcome {
      case .needsMore:
        // Nothing of what was looked at is needed again, except a line break that may be cut in two.
        let view = window.view
        if view.end - window.start > 1 {
          window.advance(to: view.end - 1, cursor: max(window.cursor, lastCursor(view)))
        }
        try window.fill()
      case .skipped, .record:
        line += result.lineBreaks
        window.advance(to: result.next, cursor: result.cursor)
        return true
      case .end:
        return false
      }
    }
  }

  private func lastCursor(_ view: RecordScanner.Window) -> Int {
    var cursor = view.specialCount
    while cursor > 0 && Int(view.specials[cursor - 1]) >= view.end - 1 { cursor -= 1 }
    return cursor
  }
}
