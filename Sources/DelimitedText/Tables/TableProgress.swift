/// Which of a text's tables is being read.
struct TableProgress {
  /// What a row is where blank lines separate tables.
  enum Row {
    case record
    /// A row of a further table's header, perhaps.
    case furtherHeader
    /// The first row of a table that is not to be read.
    case otherTable
  }

  /// What separates tables in this text.
  let boundary: DelimitedOptions.TableBoundary
  /// The number of the table to read; `nil` for all of them.
  let wanted: Int?
  /// The number of the current table.
  private(set) var number = 1
  /// The rows that were read of a further table's header.
  private(set) var furtherHeader: [[String]] = []
  private let headerRows: Int
  /// How many rows of the current table were read, its header rows included.
  private var rows = 0
  /// Whether a blank line has ended a table.
  private var hasEnded = false
  /// How many rows of a further table's header are still to come.
  private var furtherHeaderRows = 0

  init(_ choice: DelimitedOptions.TableChoice, boundary: DelimitedOptions.TableBoundary, headerRows: Int) {
    self.boundary = boundary
    self.headerRows = headerRows
    wanted = if case .number(let wanted) = choice { wanted } else { nil }
  }

  /// Whether the current table stands after the one that is to be read.
  var isPastWanted: Bool { wanted.map { number > $0 } ?? false }

  /// Begins another table: its header is repeated.
  mutating func next() { number += 1 }

  /// A table ends with a blank line after its first record.
  mutating func noteBlankLine() {
    if boundary == .blankLine, rows > max(1, headerRows) { hasEnded = true }
  }

  /// Counts a row, which may begin another table.
  mutating func countRow() -> Row {
    guard hasEnded else {
      rows += 1
      return furtherHeaderRows > 0 ? .furtherHeader : .record
    }
    hasEnded = false
    number += 1
    rows = 0
    guard wanted == nil else { return .otherTable }
    rows = 1
    furtherHeaderRows = headerRows
    furtherHeader = []
    return .furtherHeader
  }

  /// Takes a row for one of a further table's header.
  ///
  /// - Returns: Whether it is the last.
  mutating func appendFurtherHeader(_ row: [String]) -> Bool {
    furtherHeader.append(row)
    furtherHeaderRows -= 1
    return furtherHeaderRows == 0
  }

  /// A further table has no header, or no more of it.
  mutating func endFurtherHeader() { furtherHeaderRows = 0 }
}
