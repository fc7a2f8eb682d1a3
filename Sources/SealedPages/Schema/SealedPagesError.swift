internal import FoundationEssentials
package import SystemErrors

/// Why a database could not be written.
package enum SealedPagesError: LocalizedError, Sendable {
  /// Only libsqlite3 can write this; the words say what, as in “the virtual table places”.
  case unsupported(String)
  /// A file could not be written or read again.
  case file(FileWriteError)
  /// The rows of a table have to come in the order of their numbers.
  case rowOutOfOrder(table: String, rowID: Int64)
  /// A row has more or fewer values than its table has columns.
  case wrongValueCount(table: String, expected: Int, found: Int)
  /// SQLite would make a number of this text or a text of this number; the caller has to.
  case valueNeedsConversion(table: String, column: String)
  /// A row is larger than SQLite takes, or the file would have more pages.
  case tooLarge(String)
  /// Two rows have the same key in a unique index.
  case notUnique(index: String, table: String, rowID: Int64, otherRowID: Int64)
  /// The index does not hold what its table does; a fault of the machine or of this program.
  case indexDiffers(index: String)
  /// Pages of an earlier file cannot be taken over; the words say why.
  case earlierFile(String)
}

extension SealedPagesError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unsupported(let what): "\(what) can be written by SQLite only"
    case .file(let error): error.description
    case .rowOutOfOrder(let table, let rowID):
      "row \(rowID) of \(table) does not come in the order of the rows' numbers"
    case .wrongValueCount(let table, let expected, let found):
      "a row of \(table) has \(found) values where the table has \(expected) columns"
    case .valueNeedsConversion(let table, let column): "a value of \(table).\(column) has to be converted first"
    case .tooLarge(let what): "\(what) is larger than SQLite allows"
    case .notUnique(let index, let table, let rowID, let other):
      "the rows \(other) and \(rowID) of \(table) have the same key in the unique index \(index)"
    case .indexDiffers(let index): "the index \(index) does not hold what its table does"
    case .earlierFile(let problem): "pages of the earlier file cannot be taken over: \(problem)"
    }
  }
}

extension SealedPagesError {
  package var errorDescription: String? { description }
}
