internal import Findings

// Texts with several tables: the preamble and the tables before the chosen one are skipped, and at the next one reading stops.
extension DelimitedReader {
  /// Whether to go on reading after a repeated header.
  func continuesAfterTable(_ result: RecordScanner.Result, from start: Int) -> Bool {
    guard tables.isPastWanted else { return true }
    let storage = RecordStorage()
    deliver(result, from: start, to: storage, isRecord: false)
    reportSecondTable(storage, .again(table: tables.number))
    hasEnded = true
    return false
  }

  /// Skips the lines before the header, and the tables before the chosen one that blank lines separate from it.
  func skipPreamble() throws(DelimitedTextError) {
    if tables.boundary == .blankLine, let wanted = tables.wanted, wanted > 1 {
      try skipLines(to: options.dialect?.preambleLines ?? options.known.preambleLines ?? 0)
      let storage = RecordStorage()
      while tables.number < wanted {
        guard try next(into: storage) || !hasEnded else { throw missingTable(wanted) }
      }
      findings.removeAll()
    }
    try skipLines(to: dialect.preambleLines)
  }

  func skipLines(to count: Int) throws(DelimitedTextError) {
    while line <= count { guard try skipLine() else { break } }
  }

  /// Skips the records of the tables before the chosen one, when repeated headers separate them.
  func skipRepeatedHeaders() throws(DelimitedTextError) {
    guard tables.boundary == .repeatedHeader, let wanted = tables.wanted, wanted > 1 else { return }
    let storage = RecordStorage()
    while tables.number < wanted {
      findings.removeAll()
      guard try next(into: storage) else { throw missingTable(wanted) }
    }
    // A header is passed without being delivered, so that this is the table's first record.
    recordNumber = 1
    storage.number = 1
    for index in findings.indices { findings[index].record = 1 }
    waiting = storage
  }

  func missingTable(_ wanted: Int) -> DelimitedTextError {
    DelimitedTextError(.missingTable(number: wanted, found: tables.number), file: options.fileName)
  }

  /// Looks whether a record of a text with several tables is a blank line, or the first of another table.
  ///
  /// - Returns: `nil` if it is a record of this table; `true` if it was passed over; `false` if reading stops before it.
  func handleTableEnd(_ result: RecordScanner.Result, from start: Int) -> Bool? {
    if (0..<slots.count).allSatisfy({ slots.base[$0].isEmpty && !slots.base[$0].flags.contains(.quoted) }) {
      tables.noteBlankLine()
      line &+= result.lineBreaks
      window.advance(to: result.next, cursor: result.cursor)
      return true
    }
    switch tables.countRow() {
    case .record: return nil
    case .furtherHeader: return passFurtherHeader(result, from: start)
    case .otherTable: return false
    }
  }

  /// Passes over a title or a header row of a further table; says so if its names are not those of the first table.
  ///
  /// - Returns: `true`, or `nil` if the row is a record.
  private func passFurtherHeader(_ result: RecordScanner.Result, from start: Int) -> Bool? {
    guard headerRows.resemble(slots, text: UnsafePointer(window.text + start)) else {
      tables.endFurtherHeader()
      return nil
    }
    let storage = RecordStorage()
    deliver(result, from: start, to: storage, isRecord: false)
    var record = DelimitedRecord()
    _ = record.exchange(for: storage)
    let row = record.strings
    if row.count == 1, tables.furtherHeader.isEmpty, headerRows.rows[0].count > 1 {
      reportTable(record, .title(row[0]))
      return true
    }
    guard tables.appendFurtherHeader(row) else { return true }
    let (names, first) = (joined(tables.furtherHeader), joined(headerRows.rows))
    guard names != first else { return true }
    reportTable(record, .otherNames(names, insteadOf: first))
    return true
  }

  /// At the first record of a table that is not read, says so and ends.
  func reportIfUnread(_ result: RecordScanner.Result, from start: Int) {
    guard tables.isPastWanted else { return }
    let storage = RecordStorage()
    deliver(result, from: start, to: storage, isRecord: false)
    reportSecondTable(storage, .furtherTable(tables.number))
    hasEnded = true
  }
}
