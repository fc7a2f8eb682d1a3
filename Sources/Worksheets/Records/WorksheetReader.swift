public import Findings
internal import MarkupText

/// Reads the rows of a worksheet one after the other, in memory that grows with the texts that cells share but not with the rows.
///
/// ```
/// let reader = try WorksheetReader(Workbook(path: "breeds.xlsx", name: "breeds.xlsx"), options: WorksheetOptions())
/// var record = WorksheetRecord()
/// while try reader.next(&record) { print(record.value(0) ?? "", record.position) }
/// ```
public final class WorksheetReader {
  private let options: WorksheetOptions
  private let rows: SheetRowReader
  private var merges: MergeFiller
  private var waiting: [SheetRow] = []
  private var findings: [Finding] = []
  private var recordCount = 0
  private let header: SheetHeader
  private var hiddenRows: (count: Int, first: Int) = (0, 0)
  private var isFinished = false
  /// The sheet that is read.
  public let sheet: Workbook.Sheet
  /// The workbook's name with the sheet's, as places show it: `breeds.xlsx/Breeds`.
  public let name: String

  /// - Throws: `WorksheetError`.
  public init(_ workbook: Workbook, options: WorksheetOptions) throws {
    self.options = options
    sheet = try workbook.sheet(options.sheet)
    name = "\(workbook.name)/\(sheet.name)"
    rows = try SheetRowReader(workbook, sheet)
    var cells: [MergedCells] = []
    if options.merged == .expand {
      try workbook.parts.forEachRecord(of: sheet.part, at: "//mergeCells/mergeCell", fields: ["@ref"]) { record in
        if let merged = record.value(0).flatMap(MergedCells.init) { cells.append(merged) }
      }
    }
    merges = MergeFiller(cells)
    var sample: [SheetRow] = []
    while sample.count < SheetHeader.sampleRows, let row = try Self.nextRow(rows, &merges, options) {
      sample.append(row)
    }
    header = SheetHeader(sample, options)
    waiting = Array(sample[header.rowsTaken...].reversed())
    for problem in header.problems {
      findings.append(
        Finding(
          .sourceHeader,
          severity: .warning,
          problem.message,
          at: SourcePosition(file: name, line: header.rows.last ?? 1, column: problem.column)
        )
      )
    }
  }

  /// The names of the columns, from the header.
  public var fieldNames: [String] { header.names }

  /// The header's rows in the sheet, from 1; how sure that is; and why.
  public var headerExplanation: (rows: [Int], confidence: Double, evidence: String) {
    (header.rows, header.confidence, header.evidence)
  }

  /// Where the name of a column stands in the header, or the header begins for `nil`; nothing where the sheet has no header.
  public func headerPosition(ofField field: Int?) -> SourcePosition? {
    guard let row = header.rows.last else { return nil }
    let column = header.columns.lowerBound + (field ?? 0)
    return SourcePosition(file: name, line: row, column: column, endColumn: column + 1)
  }

  /// What has been found wrong since the last call.
  public func takeFindings() -> [Finding] {
    defer { findings.removeAll() }
    return findings + rows.takeFindings()
  }

  /// The next row that has values and is wanted.
  private static func nextRow(_ rows: SheetRowReader, _ merges: inout MergeFiller, _ options: WorksheetOptions) throws
    -> SheetRow?
  {
    while var row = try rows.next() {
      merges.fill(&row)
      if options.hidden == .skip {
        guard !row.isHidden else { continue }
        row.cells.removeAll { cell in rows.hiddenColumns.contains { $0.contains(cell.column) } }
      }
      if !row.isEmpty { return row }
    }
    return nil
  }

  /// Reads the next record.
  ///
  /// - Returns: `false` at the end of the sheet, or where its part is broken, which is then among the findings.
  /// - Throws: A `PackedSourceError` where the packing is damaged.
  public func next(_ record: inout WorksheetRecord) throws -> Bool {
    guard let row = try waiting.popLast() ?? nextWholeRow() else {
      if !isFinished { reportHidden() }
      isFinished = true
      return false
    }
    recordCount += 1
    if row.isHidden { hiddenRows = (hiddenRows.count + 1, hiddenRows.count == 0 ? row.number : hiddenRows.first) }
    var cells = [WorksheetRecord.Cell?](repeating: nil, count: header.names.count)
    for cell in row.cells where !cell.isEmpty {
      if header.columns.contains(cell.column) {
        cells[cell.column - header.columns.lowerBound] =
          WorksheetRecord.Cell(kind: cell.kind, text: cell.text, element: cell.element)
      } else if options.surplus == .reject {
        add(.recordFieldCount, "\(name(cell, row)) has a value, but its column has no name", cell, row)
      }
    }
    record.storage = WorksheetRecord.Storage(
      number: recordCount,
      row: row.number,
      firstColumn: header.columns.lowerBound,
      file: name,
      cells: cells
    )
    for cell in row.cells { report(cell, row, record) }
    return true
  }

  /// The next row, or none where the part is broken.
  private func nextWholeRow() throws -> SheetRow? {
    guard !isFinished else { return nil }
    do {
      return try Self.nextRow(rows, &merges, options)
    } catch let error as WorksheetError {
      findings.append(Finding(.sourceMalformed, error.message, at: SourcePosition(file: name, line: 1)))
      return nil
    }
  }

  // MARK: Findings

  private func name(_ cell: SheetCell, _ row: SheetRow) -> String {
    CellReference(column: cell.column, row: row.number).description
  }

  private func report(_ cell: SheetCell, _ row: SheetRow, _ record: WorksheetRecord) {
    guard header.columns.contains(cell.column) else { return }
    let text = String(decoding: cell.text, as: UTF8.self)
    switch cell.kind {
    case .empty, .text, .number, .date, .boolean: return
    case .error: add(.sheetError, "\(name(cell, row)) shows the error \(text)", cell, row, record, text)
    case .unknownResult:
      add(.sheetFormula, "\(name(cell, row)) is a formula whose result is not stored", cell, row, record)
    case .impossibleDate:
      add(.sheetDate, "\(name(cell, row)) shows \(text) as a date, which is none", cell, row, record, text)
    case .broken:
      add(
        .sourceMalformed,
        "\(name(cell, row)) holds “\(Finding.shortened(text))”, which is no value of its kind",
        cell,
        row,
        record,
        text
      )
    }
  }

  private func add(
    _ rule: RuleCode,
    _ message: String,
    _ cell: SheetCell,
    _ row: SheetRow,
    _ record: WorksheetRecord? = nil,
    _ value: String? = nil
  ) {
    let field = cell.column - header.columns.lowerBound
    findings.append(
      Finding(
        rule,
        message,
        at: SourcePosition(file: name, line: row.number, column: cell.column, endColumn: cell.column + 1),
        record: recordCount,
        field: header.names.indices.contains(field) ? header.names[field] : nil,
        value: value,
        excerpt: record?.excerpt(ofField: field)
      )
    )
  }

  /// Says once that rows or columns were read that the user does not see.
  private func reportHidden() {
    let columns = rows.hiddenColumns.filter { $0.overlaps(header.columns) }
    guard options.hidden == .read, hiddenRows.count > 0 || !columns.isEmpty else { return }
    let parts = [
      hiddenRows.count > 0 ? "\(hiddenRows.count) hidden \(hiddenRows.count == 1 ? "row" : "rows")" : nil,
      columns.isEmpty
        ? nil
        : "the hidden columns "
          + columns.map {
            $0.count == 1
              ? CellReference.letters($0.lowerBound)
              : "\(CellReference.letters($0.lowerBound)) to \(CellReference.letters($0.upperBound))"
          }
          .joined(separator: ", "),
    ]
    findings.append(
      Finding(
        .sheetHidden,
        "The sheet has \(parts.compactMap { $0 }.joined(separator: " and ")); what is hidden is read like the rest",
        at: SourcePosition(file: name, line: max(1, hiddenRows.first))
      )
    )
  }
}
