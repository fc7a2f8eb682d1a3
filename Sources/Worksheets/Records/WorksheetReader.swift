public import Findings
internal import MarkupText

/// Reads the rows of a worksheet one after the other, in memory that grows with the texts that cells share but not with the rows.
///
/// ```swift
/// let workbook = try Workbook(path: path, name: "breeds.xlsx")
/// let reader = try WorksheetReader(workbook, options: WorksheetOptions())
/// var record = WorksheetRecord()
/// while try reader.next(&record) { cells.append("\(record.cellName(ofField: 1)) \(record.value(1) ?? "")") }
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
  private var budget: TextBudget
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
    budget = TextBudget(workbook, least: options.textBytes)
    var sample: [SheetRow] = []
    while sample.count < SheetHeader.sampleRows, let row = try Self.nextRow(rows, &merges, &budget, options) {
      if row.number > options.skipRows { sample.append(row) }
    }
    header = SheetHeader(sample, options, without: options.hidden == .skip ? rows.hiddenColumns : [])
    waiting = Array(sample[header.rowsTaken...].reversed())
    for row in sample[..<header.rowsTaken] {
      for fault in row.faults { findings.append(Finding(fault, at: SourcePosition(file: name, line: row.number))) }
    }
    for problem in header.problems {
      findings.append(
        Finding(
          SourceFinding.header(problem.kind),
          severity: .warning,
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
  private static func nextRow(
    _ rows: SheetRowReader,
    _ merges: inout MergeFiller,
    _ budget: inout TextBudget,
    _ options: WorksheetOptions
  ) throws -> SheetRow? {
    while var row = try rows.next() {
      try budget.take(merges.fill(&row) + row.bytes)
      if options.hidden == .skip {
        guard !row.isHidden else { continue }
        row.removeCells { cell in rows.hiddenColumns.contains { $0.contains(cell.column) } }
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
        add(RecordFinding.surplusCell(name(cell, row)), cell, row)
      }
    }
    record.storage = WorksheetRecord.Storage(
      number: recordCount,
      row: row.number,
      firstColumn: header.columns.lowerBound,
      file: name,
      cells: cells
    )
    for fault in row.faults { add(fault, nil, row, record) }
    for cell in row.cells { report(cell, row, record) }
    return true
  }

  /// The next row, or none where the part is broken.
  private func nextWholeRow() throws -> SheetRow? {
    guard !isFinished else { return nil }
    do {
      return try Self.nextRow(rows, &merges, &budget, options)
    } catch let error as WorksheetError {
      let kind: SourceFinding =
        error.kind == .limit ? .limit(.library(error.message)) : .malformed(.library(error.message))
      findings.append(Finding(kind, at: SourcePosition(file: name, line: 1)))
      return nil
    }
  }

  // MARK: Findings

  private func name(_ cell: SheetCell, _ row: SheetRow) -> String {
    CellReference(column: cell.column, row: row.number).description
  }

  private func report(_ cell: SheetCell, _ row: SheetRow, _ record: WorksheetRecord) {
    guard header.columns.contains(cell.column) else { return }
    var text: String { String(decoding: cell.text, as: UTF8.self) }
    var name: String { self.name(cell, row) }
    switch cell.kind {
    case .empty, .text, .number, .date, .boolean: return
    case .error: add(SheetFinding.error(cell: name, text), cell, row, record, text)
    case .unknownResult: add(SheetFinding.formula(cell: name), cell, row, record)
    case .impossibleDate: add(SheetFinding.date(cell: name, text), cell, row, record, text)
    case .broken: add(SourceFinding.malformed(.cell(name, text)), cell, row, record, text)
    }
  }

  private func add(
    _ kind: any FindingKind,
    _ cell: SheetCell?,
    _ row: SheetRow,
    _ record: WorksheetRecord? = nil,
    _ value: String? = nil
  ) {
    let column = cell?.column ?? header.columns.lowerBound
    let field = column - header.columns.lowerBound
    findings.append(
      Finding(
        kind,
        at: SourcePosition(file: name, line: max(1, row.number), column: column, endColumn: column + 1),
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
    let names = columns.map {
      let first = CellReference.letters($0.lowerBound)
      return $0.count == 1 ? first : "\(first) to \(CellReference.letters($0.upperBound))"
    }
    findings.append(
      Finding(
        SheetFinding.hidden(rows: hiddenRows.count, columns: names),
        at: SourcePosition(file: name, line: max(1, hiddenRows.first))
      )
    )
  }
}
