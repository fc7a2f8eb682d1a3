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
  private var lastNumber = 0
  private var nextColumn = 1
  /// Columns that the user does not see.
  private(set) var hiddenColumns: [ClosedRange<Int>] = []

  init(_ workbook: Workbook, _ sheet: Workbook.Sheet) throws {
    self.workbook = workbook
    self.sheet = sheet
    let path = "//cols/col | //sheetData/row | //sheetData/row/c"
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
      if record.valueCount(Field.first) > 0 {
        addColumns()
      } else if isRow() {
        let finished = row
        beginRow()
        if let finished { return finished }
      } else {
        addCell()
      }
    }
    // The fault stands after the last row: rows are delivered when they have ended.
    if let finished = row {
      row = nil
      return finished
    }
    if reader.isFaulty, let finding = reader.takeFindings().last {
      let place = finding.position.map { " in line \($0.line), column \($0.column)" } ?? ""
      let message = "the part of the sheet “\(sheet.name)” is broken\(place): \(finding.message)"
      throw WorksheetError(.malformed, message, file: workbook.name)
    }
    return nil
  }

  /// What was wrong with the part but did not keep it from being read, such as a row that is too long.
  func takeFindings() -> [Finding] { reader.isFaulty ? [] : reader.takeFindings() }

  private func integer(_ field: Int) -> Int? {
    record.withFieldBytes(field) { bytes in
      bytes.flatMap { $0.count < 10 ? Int(String(decoding: $0, as: UTF8.self)) : nil }
    }
  }

  private func isTrue(_ field: Int) -> Bool {
    record.withFieldBytes(field) { bytes in
      bytes.map { $0.elementsEqual("1".utf8) || $0.elementsEqual("true".utf8) } ?? false
    }
  }

  private func addColumns() {
    guard isTrue(Field.hidden), let first = integer(Field.first), let last = integer(Field.last), first >= 1,
      first <= min(last, CellReference.lastColumn)
    else { return }
    hiddenColumns.append(first...min(last, CellReference.lastColumn))
  }

  /// Whether the record is a row, which comes before its cells.
  private func isRow() -> Bool {
    if let digit = record.withFieldBytes(Field.reference, { bytes in bytes.flatMap(\.first) }) {
      return (0x30...0x39).contains(digit)
    }
    // Numbers may be left out; then only the name tells.
    let name = record.rawText.dropFirst().prefix { !" \t\r\n/>".contains($0) }
    return name == "row" || name.hasSuffix(":row")
  }

  private func beginRow() {
    lastNumber = integer(Field.reference) ?? lastNumber + 1
    row = SheetRow(number: lastNumber, isHidden: isTrue(Field.hidden))
    nextColumn = 1
  }

  private func addCell() {
    let reference = record.withFieldBytes(Field.reference) { bytes in bytes.flatMap { CellReference($0) } }
    let column = reference?.column ?? nextColumn
    nextColumn = column + 1
    var cell = SheetCell(column: column, kind: .empty, text: [], element: record)
    fill(&cell)
    row?.cells.append(cell)
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
      cell.text = Array(text)
      cell.kind = cell.text.isEmpty ? .empty : .text
    case "str":
      append(Field.value, to: &cell)
      cell.kind = cell.text.isEmpty ? .empty : .text
    case "b":
      cell.text = Array((isTrue(Field.value) ? "true" : "false").utf8)
      cell.kind = .boolean
    case "e":
      append(Field.value, to: &cell)
      cell.kind = .error
    case "d":
      append(Field.value, to: &cell)
      cell.kind = .date
    default: fillNumber(&cell)
    }
  }

  private func append(_ field: Int, to cell: inout SheetCell) {
    record.withFieldBytes(field) { text in
      if let text { EscapedCellText.append(text, to: &cell.text) }
    }
  }

  /// Whether a fraction has more digits than spreadsheets show: the workbook then holds the sum of powers of two that is next to what was
  /// typed, such as 41800000.009999998 for 41800000.01.
  private static func hasNoise(_ text: [UInt8]) -> Bool {
    guard text.count > 16, text.contains(UInt8(ascii: ".")) else { return false }
    let digits = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }.drop { !(0x31...0x39).contains($0) }
    return digits.count { (0x30...0x39).contains($0) } > 15
  }

  private func fillNumber(_ cell: inout SheetCell) {
    append(Field.value, to: &cell)
    guard let number = Double(String(decoding: cell.text, as: UTF8.self)) else {
      cell.kind = .broken
      return
    }
    cell.kind = .number
    if Self.hasNoise(cell.text) { cell.text = Array("\(number)".utf8) }
    let format = integer(Field.style).map(workbook.formats.format) ?? .number
    guard format != .number else { return }
    if let text = SerialDate.text(number, format, from1904: workbook.countsFrom1904) {
      cell.text = Array(text.utf8)
      cell.kind = .date
    } else {
      cell.kind = .impossibleDate
    }
  }
}
