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
  var text: [UInt8]
  /// The cell's element.
  var element: MarkupRecord?

  var isEmpty: Bool { kind == .empty }
}

/// A row with the cells that it has.
struct SheetRow {
  /// From 1.
  var number: Int
  var isHidden = false
  var cells: [SheetCell] = []

  func cell(at column: Int) -> SheetCell? { cells.first { $0.column == column } }

  var isEmpty: Bool { cells.allSatisfy(\.isEmpty) }
}
