internal import Findings

// Texts with several tables: the preamble and the tables before the chosen one are skipped, and at the next one reading stops.
extension DelimitedReader {
  /// Whether the fields just found are those of the header row.
  @inline(__always)
  func isHeaderAgain(_ slots: borrowing FieldSlots, text: UnsafePointer<UInt8>) -> Bool {
    guard slots.count > 1, Int(slots.base[0].end &- slots.base[0].start) == writtenHeader[0].count else { return false }
    return matchesHeader(slots, text: text)
  }

  @inline(never)
  func matchesHeader(_ slots: borrowing FieldSlots, text: UnsafePointer<UInt8>) -> Bool {
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
  func continuesAfterTable(_ result: RecordScanner.Result, from start: Int) -> Bool {
    guard case .number(let wanted) = options.table, tableNumber > wanted else { return true }
    let storage = RecordStorage()
    deliver(result, from: start, to: storage, isRecord: false)
    reportSecondTable(storage, .again(table: tableNumber))
    hasEnded = true
    return false
  }

  /// The number of the table to read; `nil` for all of them.
  var wantedTable: Int? { if case .number(let wanted) = options.table { wanted } else { nil } }

  /// Skips the lines before the header, and the tables before the chosen one that blank lines separate from it.
  func skipPreamble() throws(DelimitedTextError) {
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

  func skipLines(to count: Int) throws(DelimitedTextError) {
    while line <= count { guard try skipLine() else { break } }
  }

  /// Skips the records of the tables before the chosen one, when repeated headers separate them.
  func skipRepeatedHeaders() throws(DelimitedTextError) {
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

  func missingTable(_ wanted: Int) -> DelimitedTextError {
    DelimitedTextError(.missingTable(number: wanted, found: tableNumber), file: options.fileName)
  }

  /// A table ends with a blank line after its first record.
  func noteBlankLine() {
    if tableBoundary == .blankLine && rowsInTable > max(1, dialect.headerRows) { tableHasEnded = true }
  }

  /// Looks whether a record of a text with several tables is a blank line, or the first of another table.
  ///
  /// - Returns: `nil` if it is a record of this table; `true` if it was passed over; `false` if reading stops before it.
  func handleTableEnd(_ result: RecordScanner.Result, from start: Int) -> Bool? {
    if (0..<slots.count).allSatisfy({ slots.base[$0].isEmpty && !slots.base[$0].flags.contains(.quoted) }) {
      noteBlankLine()
      line &+= result.lineBreaks
      window.advance(to: result.next, cursor: result.cursor)
      return true
    }
    guard tableHasEnded else {
      rowsInTable += 1
      return furtherHeaderRows > 0 ? passFurtherHeader(result, from: start) : nil
    }
    tableHasEnded = false
    tableNumber += 1
    rowsInTable = 0
    guard wantedTable == nil else { return false }
    rowsInTable = 1
    furtherHeaderRows = dialect.headerRows
    furtherHeader = []
    return passFurtherHeader(result, from: start)
  }

  /// Whether a row at the beginning of a further table names its columns: it holds words, and values at most where the first header does.
  private func isHeaderRow(_ slots: borrowing FieldSlots, text: UnsafePointer<UInt8>) -> Bool {
    guard let names = headerRowsRead.first else { return false }
    func holdsData(_ name: String) -> Bool {
      Array(name.utf8).withUnsafeBufferPointer { CellKind($0) }.isDataOnly
    }
    return (0..<slots.count).allSatisfy { index in
      let slot = slots.base[index]
      let cell = UnsafeBufferPointer(start: text + Int(slot.start), count: Int(slot.end - slot.start))
      if HeaderGuess.absentWords.contains(String(decoding: cell, as: UTF8.self)) { return false }
      return !CellKind(cell).isDataOnly || index < names.count && holdsData(names[index])
    }
  }

  /// Passes over a title or a header row of a further table; says so if its names are not those of the first table.
  ///
  /// - Returns: `true`, or `nil` if the row is a record.
  private func passFurtherHeader(_ result: RecordScanner.Result, from start: Int) -> Bool? {
    guard isHeaderRow(slots, text: UnsafePointer(window.text + start)) else {
      furtherHeaderRows = 0
      return nil
    }
    let storage = RecordStorage()
    deliver(result, from: start, to: storage, isRecord: false)
    var record = DelimitedRecord()
    _ = record.exchange(for: storage)
    let row = record.strings
    if row.count == 1, furtherHeader.isEmpty, headerRowsRead[0].count > 1 {
      reportTable(record, .title(row[0]))
      return true
    }
    furtherHeader.append(row)
    furtherHeaderRows -= 1
    let (names, first) = (joined(furtherHeader), joined(headerRowsRead))
    guard furtherHeaderRows == 0, names != first else { return true }
    reportTable(record, .otherNames(names, insteadOf: first))
    return true
  }

  /// At the first record of a table that is not read, says so and ends.
  func reportIfUnread(_ result: RecordScanner.Result, from start: Int) {
    guard let wanted = wantedTable, tableNumber > wanted else { return }
    let storage = RecordStorage()
    deliver(result, from: start, to: storage, isRecord: false)
    reportSecondTable(storage, .furtherTable(tableNumber))
    hasEnded = true
  }
}
