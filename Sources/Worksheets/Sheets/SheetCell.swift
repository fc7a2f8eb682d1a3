internal import Findings
internal import MarkupText

/// What a cell holds, as a text.
struct SheetCell {
  enum Kind: Sendable {
    case empty, text, number, date, boolean, error
    /// A number in the format of a date that is none.
    case impossibleDate
    /// A formula whose result the program that wrote the workbook has not stored.
    case unknownResult
    /// A reference to a text that is not there, or a number that is none.
    case broken
  }

  /// From 1.
  var column: Int
  var kind: Kind
  /// A part of the texts that cells share, or a text of its own.
  var text: ArraySlice<UInt8>
  /// The cell's element.
  var element: MarkupRecord?

  var isEmpty: Bool { kind == .empty }
}

/// A row with the cells that it has.
struct SheetRow {
  /// From 1.
  var number: Int
  var isHidden = false
  private(set) var cells: [SheetCell] = []
  /// What is wrong with the row in the sheet's part, the first faults only.
  private(set) var faults: [any FindingKind] = []
  /// How many bytes its cells' texts have.
  private(set) var bytes = 0
  private var isTooLong = false

  /// The most bytes that the texts of a row may have.
  static let mostBytes = 16 << 20
  private static let mostFaults = 50

  init(number: Int, isHidden: Bool = false) {
    self.number = number
    self.isHidden = isHidden
  }

  func cell(at column: Int) -> SheetCell? { cells.first { $0.column == column } }

  var isEmpty: Bool { cells.allSatisfy(\.isEmpty) && faults.isEmpty }

  /// Notes something that is wrong.
  mutating func note(_ fault: any FindingKind) {
    if faults.count < Self.mostFaults { faults.append(fault) }
  }

  /// Adds a cell, or gives the one at `index` another's place; it has no text if the row would become too long.
  mutating func put(_ cell: SheetCell, at index: Int? = nil) {
    var cell = cell
    if bytes + cell.text.count > Self.mostBytes {
      if !isTooLong { note(SourceFinding.limit(.record(bytes: Self.mostBytes))) }
      isTooLong = true
      (cell.kind, cell.text) = (.empty, [])
    }
    bytes += cell.text.count
    if let index { cells[index] = cell } else { cells.append(cell) }
  }

  /// Takes out the cells for which `isUnwanted` is true.
  mutating func removeCells(where isUnwanted: (SheetCell) -> Bool) { cells.removeAll(where: isUnwanted) }
}
