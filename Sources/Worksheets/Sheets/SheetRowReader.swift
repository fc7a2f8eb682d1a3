internal import Findings
internal import MarkupText

/// Reads the rows of a sheet one after the other.
final class SheetRowReader {
  /// The fields that are taken from columns, rows and cells.
  private enum Field {
    static let paths = ["@r", "@hidden", "@min", "@max", "@t", "@s", "v", "f", "is/t | is/r/t"]
    static let reference = 0, hidden = 1, first = 2, last = 3, type = 4, style = 5, value = 6, formula = 7, inline = 8
  }

  private let workbook: Workbook
  private let sheet: Workbook.Sheet
  private let reader: XMLRecordReader
  private var record = MarkupRecord()
  /// The row whose cells are being read; `nil` before the first one and after the last.
  private var row: SheetRow?
  /// The columns that the row's cells have taken.
  private var takenColumns: Set<Int> = []
  private var lastNumber = 0
  private var hasRows = false
  private var nextColumn = 1
  /// Columns that the user does not see.
  private(set) var hiddenColumns: [ClosedRange<Int>] = []
  private var columnElements = 0
  /// What was wrong with the part and is not said yet: with elements that have not been read, and outside of rows.
  private var pending: [Finding] = []
  private var otherFindings: [Finding] = []
  /// Why the part cannot be read on.
  private var fault: Finding?

  init(_ workbook: Workbook, _ sheet: Workbook.Sheet) throws {
    self.workbook = workbook
    self.sheet = sheet
    let path = "/worksheet/cols/col | /worksheet/sheetData/row | /worksheet/sheetData/row/c"
    guard let reader = try workbook.parts.records(of: sheet.part, at: path, fields: Field.paths) else {
      throw WorksheetError(.malformed, "the part of the sheet “\(sheet.name)” is missing", file: workbook.name)
    }
    self.reader = reader
  }

  /// The next row that the sheet has, with or without cells; `nil` at the end.
  ///
  /// - Throws: `WorksheetError` of kind `malformed` where the sheet's part is broken, and what reading it throws.
  func next() throws -> SheetRow? {
    while try reader.next(&record) {
      if reader.hasFindings { takeFromReader() }
      if !pending.isEmpty { noteFindings(upTo: record.number) }
      if record.valueCount(Field.first) > 0 {
        try addColumns()
      } else if isRow() {
        let finished = row
        beginRow()
        if let finished { return finished }
      } else {
        addCell()
      }
    }
    takeFromReader()
    noteFindings(upTo: .max)
    // The fault stands after the last row: rows are delivered when they have ended.
    if let finished = row {
      row = nil
      return finished
    }
    if let finding = fault {
      let place = finding.position.map { " in line \($0.line), column \($0.column)" } ?? ""
      let message = "the part of the sheet “\(sheet.name)” is broken\(place): \(finding.message)"
      throw WorksheetError(.malformed, message, file: workbook.name)
    }
    if !hasRows, try !isWorksheet() {
      throw WorksheetError(.malformed, "the part of the sheet “\(sheet.name)” is no worksheet", file: workbook.name)
    }
    return nil
  }

  /// Whether the part, which has no rows, is that of a worksheet all the same.
  private func isWorksheet() throws -> Bool {
    var isSheet = false
    try workbook.parts.forEachRecord(of: sheet.part, at: "/worksheet/sheetData", fields: ["@r"]) { _ in isSheet = true }
    return isSheet
  }

  private func takeFromReader() {
    pending += reader.takeFindings()
    if reader.isFaulty, fault == nil { fault = pending.popLast() }
  }

  /// Notes with the row what was wrong with the part but did not keep it from being read, such as a cell that is too long.
  ///
  /// - Parameter last: The number of the last element that has been read.
  private func noteFindings(upTo last: Int) {
    let due = pending.prefix { $0.record ?? 0 <= last }
    for finding in due {
      if finding.severity == .error, row != nil { row?.note(finding.kind) } else { otherFindings.append(finding) }
    }
    pending.removeFirst(due.count)
  }

  /// What was wrong with the part outside of rows, since the last call.
  func takeFindings() -> [Finding] {
    defer { otherFindings.removeAll() }
    return otherFindings
  }

  private func integer(_ field: Int) -> Int? {
    record.withFieldBytes(field) { bytes in
      bytes.flatMap { $0.count < 10 ? Int(String(decoding: $0, as: UTF8.self)) : nil }
    }
  }

  private func isTrue(_ field: Int) -> Bool { boolean(field) ?? false }

  private static let trueText = Array("true".utf8)[...]
  private static let falseText = Array("false".utf8)[...]

  /// A truth value; `nil` for anything else.
  private func boolean(_ field: Int) -> Bool? {
    record.withFieldBytes(field) { bytes in
      guard let bytes else { return nil }
      if bytes.elementsEqual("1".utf8) || bytes.elementsEqual("true".utf8) { return true }
      return bytes.elementsEqual("0".utf8) || bytes.elementsEqual("false".utf8) ? false : nil
    }
  }

  private func addColumns() throws {
    columnElements += 1
    guard columnElements <= CellReference.lastColumn else {
      let message = "the sheet “\(sheet.name)” describes more columns than a sheet can have"
      throw WorksheetError(.malformed, message, file: workbook.name)
    }
    guard isTrue(Field.hidden), let first = integer(Field.first), let last = integer(Field.last), first >= 1,
      first <= min(last, CellReference.lastColumn)
    else { return }
    hiddenColumns.append(first...min(last, CellReference.lastColumn))
  }

  /// Whether the record is a row, which comes before its cells.
  private func isRow() -> Bool {
    let isNumbered = record.withFieldBytes(Field.reference) { bytes -> Bool? in
      guard let bytes, let first = bytes.first else { return nil }
      if (0x30...0x39).contains(first) { return true }
      return CellReference(bytes) == nil ? nil : false
    }
    if let isNumbered { return isNumbered }
    // Numbers may be left out or wrong; then only the name tells.
    let name = record.rawText.dropFirst().prefix { !" \t\r\n/>".contains($0) }
    return name == "row" || name.hasSuffix(":row")
  }

  /// What the record says about its place.
  private var referenceText: String? {
    record.withFieldBytes(Field.reference) { bytes in bytes.map { String(decoding: $0, as: UTF8.self) } }
  }

  private func beginRow() {
    let number = integer(Field.reference) ?? (referenceText == nil ? lastNumber + 1 : 0)
    hasRows = true
    nextColumn = 1
    takenColumns.removeAll(keepingCapacity: true)
    guard number > lastNumber, number <= CellReference.lastRow else {
      // It keeps a place of its own, where nothing else stands.
      row = SheetRow(number: lastNumber, isHidden: isTrue(Field.hidden))
      row?.note(SourceFinding.malformed(.rowOrder(referenceText ?? "\(number)", after: lastNumber)))
      return
    }
    lastNumber = number
    row = SheetRow(number: lastNumber, isHidden: isTrue(Field.hidden))
  }

  private func addCell() {
    guard row != nil else { return }
    let reference = record.withFieldBytes(Field.reference) { bytes in
      bytes.map { CellReference($0) } ?? CellReference(column: nextColumn, row: lastNumber)
    }
    guard let reference, reference.row == lastNumber, reference.column <= CellReference.lastColumn else {
      let text = referenceText ?? CellReference(column: nextColumn, row: lastNumber).description
      row?.note(SourceFinding.malformed(.noCell(text, row: lastNumber)))
      return
    }
    nextColumn = reference.column + 1
    guard takenColumns.insert(reference.column).inserted else {
      row?.note(SourceFinding.malformed(.cellTwice(reference.description)))
      return
    }
    var cell = SheetCell(column: reference.column, kind: .empty, text: [], element: record)
    fill(&cell)
    row?.put(cell)
  }

  // MARK: Values

  private func fill(_ cell: inout SheetCell) {
    let hasValue = record.valueCount(Field.value) > 0
    let type = record.withFieldBytes(Field.type) { bytes in bytes.map { String(decoding: $0, as: UTF8.self) } ?? "n" }
    if type == "inlineStr" {
      append(Field.inline, to: &cell)
      cell.kind = cell.text.isEmpty ? .empty : .text
      return
    }
    let isBlank = record.withFieldBytes(Field.value) { bytes in bytes?.isEmpty ?? true }
    // A text may be the empty one; any other value without text is none.
    guard hasValue, !isBlank || type == "str" else {
      if record.valueCount(Field.formula) > 0 { cell.kind = .unknownResult }
      return
    }
    switch type {
    case "s":
      guard let text = integer(Field.value).flatMap(workbook.strings.text) else {
        cell.kind = .broken
        return append(Field.value, to: &cell)
      }
      cell.text = text
      cell.kind = cell.text.isEmpty ? .empty : .text
    case "str":
      append(Field.value, to: &cell)
      cell.kind = cell.text.isEmpty ? .empty : .text
    case "b":
      guard let value = boolean(Field.value) else {
        cell.kind = .broken
        return append(Field.value, to: &cell)
      }
      cell.text = value ? Self.trueText : Self.falseText
      cell.kind = .boolean
    case "e":
      append(Field.value, to: &cell)
      cell.kind = .error
    case "d":
      append(Field.value, to: &cell)
      cell.kind = .date
    case "n": fillNumber(&cell)
    default:
      append(Field.value, to: &cell)
      cell.kind = .broken
    }
  }

  private func append(_ field: Int, to cell: inout SheetCell) {
    record.withFieldBytes(field) { text in
      if let text { EscapedCellText.append(text, to: &cell.text) }
    }
  }

  /// Whether a fraction has more digits than spreadsheets show: the workbook then holds the sum of powers of two that is next to what was
  /// typed, such as 41800000.009999998 for 41800000.01.
  private static func hasNoise(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count > 16, text.contains(UInt8(ascii: ".")) else { return false }
    let digits = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }.drop { !(0x31...0x39).contains($0) }
    return digits.count { (0x30...0x39).contains($0) } > 15
  }

  private func fillNumber(_ cell: inout SheetCell) {
    append(Field.value, to: &cell)
    // Of what a Double can be made of, hexadecimal digits and words are no numbers of a cell.
    guard cell.text.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
      let number = Double(String(decoding: cell.text, as: UTF8.self))
    else {
      cell.kind = .broken
      return
    }
    cell.kind = .number
    // What is beyond every Double is for the attribute to judge, as in other formats.
    guard number.isFinite else { return }
    if Self.hasNoise(cell.text) { cell.text = Array("\(number)".utf8)[...] }
    let format = integer(Field.style).map(workbook.formats.format) ?? .number
    guard format != .number else { return }
    if let text = SerialDate.text(number, format, from1904: workbook.countsFrom1904) {
      cell.text = Array(text.utf8)[...]
      cell.kind = .date
    } else {
      cell.kind = .impossibleDate
    }
  }
}
