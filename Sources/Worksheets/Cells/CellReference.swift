/// The place of a cell, such as `C5`.
struct CellReference: Hashable, Sendable {
  /// From 1.
  var column: Int
  /// From 1.
  var row: Int

  /// The most columns and rows that a sheet can have.
  static let lastColumn = 16_384
  static let lastRow = 1_048_576

  /// Reads `C5` or `$C$5`; `nil` for anything else.
  init?(_ text: some Sequence<UInt8>) {
    var column = 0
    var row = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: "$"): continue
      case 0x41...0x5A where row == 0: column = column * 26 + Int(byte - 0x40)
      case 0x61...0x7A where row == 0: column = column * 26 + Int(byte - 0x60)
      case 0x30...0x39 where column > 0: row = row * 10 + Int(byte - 0x30)
      default: return nil
      }
      guard column <= Self.lastColumn, row <= Self.lastRow else { return nil }
    }
    guard column > 0, row > 0 else { return nil }
    self.column = column
    self.row = row
  }

  init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// The letters of a column, from `A`.
  static func letters(_ column: Int) -> String {
    var letters = ""
    var rest = column
    while rest > 0 {
      letters = String(UnicodeScalar(UInt8(65 + (rest - 1) % 26))) + letters
      rest = (rest - 1) / 26
    }
    return letters
  }
}

extension CellReference: CustomStringConvertible {
  var description: String { Self.letters(column) + String(row) }
}

/// Cells that are shown as one.
struct MergedCells: Sendable {
  var columns: ClosedRange<Int>
  var rows: ClosedRange<Int>

  /// Reads `A2:B5`.
  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map { CellReference($0.utf8) }
    guard parts.count == 2, let first = parts[0], let last = parts[1], first.column <= last.column,
      first.row <= last.row
    else { return nil }
    columns = first.column...last.column
    rows = first.row...last.row
  }
}
