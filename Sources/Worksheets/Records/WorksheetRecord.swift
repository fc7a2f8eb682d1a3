public import Findings
internal import MarkupText

/// A row of a worksheet: its fields and where each of them stands.
///
/// ```swift
/// let workbook = try Workbook(path: path, name: "breeds.xlsx")
/// let reader = try WorksheetReader(workbook, options: WorksheetOptions())
/// var record = WorksheetRecord()
/// while try reader.next(&record) { cells.append("\(record.cellName(ofField: 1)) \(record.value(1) ?? "")") }
/// ```
///
/// Lines and columns of places are those of the sheet, as a spreadsheet counts them: row 5, column 3 is the cell C5. A record is a small
/// value; it may be kept and sent to other threads.
public struct WorksheetRecord: Sendable {
  final class Storage: Sendable {
    let number: Int
    let row: Int
    /// The sheet's column of the first field.
    let firstColumn: Int
    let file: String
    /// For each field its cell; `nil` where there is none.
    let cells: [Cell?]

    init(number: Int, row: Int, firstColumn: Int, file: String, cells: [Cell?]) {
      self.number = number
      self.row = row
      self.firstColumn = firstColumn
      self.file = file
      self.cells = cells
    }
  }

  struct Cell: Sendable {
    var kind: SheetCell.Kind
    var text: ArraySlice<UInt8>
    var element: MarkupRecord?
  }

  var storage: Storage?

  /// An empty record, for a reader to fill.
  public init() {}

  /// The number of the record in its source, from 1; 0 for an empty record.
  public var number: Int { storage?.number ?? 0 }

  /// The sheet's row, from 1.
  public var row: Int { storage?.row ?? 0 }

  /// How many fields the record has.
  public var fieldCount: Int { storage?.cells.count ?? 0 }

  // MARK: Values

  /// Calls `body` with the field's text as UTF-8, or with `nil` if the cell is empty.
  ///
  /// Dates are in ISO 8601, truth values `true` and `false`. Numbers have the digits that the workbook has, but a fraction of more than 15
  /// digits is the shortest that means the same number: 41800000.01, where the workbook says 41800000.009999998.
  ///
  /// - Complexity: O(1), without allocation.
  public func withFieldBytes<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    guard let cell = storage?.cells[field], cell.kind != .empty, cell.kind != .unknownResult else { return body(nil) }
    return cell.text.withUnsafeBufferPointer { body($0) }
  }

  /// The field's text; `nil` if the cell is empty.
  public func value(_ field: Int) -> String? {
    withFieldBytes(field) { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  /// Whether the cell holds a number rather than a text.
  public func isNumber(_ field: Int) -> Bool { storage?.cells[field]?.kind == .number }

  // MARK: Places

  /// Where the row stands.
  public var position: SourcePosition {
    guard let storage else { return SourcePosition(file: "", line: 1) }
    return SourcePosition(file: storage.file, line: storage.row, column: storage.firstColumn)
  }

  /// Where the field's cell stands.
  public func position(ofField field: Int) -> SourcePosition {
    guard let storage else { return position }
    let column = storage.firstColumn + field
    return SourcePosition(file: storage.file, line: storage.row, column: column, endColumn: column + 1)
  }

  /// The field's cell, such as `C5`.
  public func cellName(ofField field: Int) -> String {
    guard let storage else { return "" }
    return CellReference(column: storage.firstColumn + field, row: storage.row).description
  }

  /// Where the cell's element stands in the sheet's XML part: line, column and bytes; `nil` for a cell that the part does not have. A merged
  /// cell has the place of the first one.
  public func partPosition(ofField field: Int) -> SourcePosition? { storage?.cells[field]?.element?.position }

  /// The row's texts with the field marked.
  public func excerpt(ofField field: Int) -> SourceExcerpt? { storage.map { Self.excerpt($0, marking: field) } }

  /// The row's texts.
  public var excerpt: SourceExcerpt? { storage.map { Self.excerpt($0, marking: nil) } }

  private static let longestExcerpt = 40

  private static func excerpt(_ storage: Storage, marking field: Int?) -> SourceExcerpt {
    let first = max(0, (field ?? 0) - 3)
    let last = min(storage.cells.count, first + 8)
    var text = ""
    var mark = (start: 0, length: 1)
    for index in first..<last {
      if index > first { text += " | " }
      let cell = storage.cells[index].map { String(decoding: $0.text, as: UTF8.self) } ?? ""
      let plain = cell.split(whereSeparator: \.isNewline).joined(separator: " ")
      let shown = plain.count > longestExcerpt ? plain.prefix(longestExcerpt - 1) + "…" : Substring(plain)
      if index == field { mark = (text.unicodeScalars.count, max(1, shown.unicodeScalars.count)) }
      text += shown
    }
    if field == nil { mark.length = max(1, text.unicodeScalars.count) }
    return SourceExcerpt(
      text: text,
      line: storage.row,
      markStart: mark.start,
      markLength: mark.length,
      isCutAtStart: first > 0,
      isCutAtEnd: last < storage.cells.count
    )
  }
}
