internal import CSQLite

extension SQLiteConnection {
  /// When a transaction takes its locks.
  package enum TransactionKind: String, Sendable, Hashable {
    case deferred = "BEGIN DEFERRED"
    case immediate = "BEGIN IMMEDIATE"
    case exclusive = "BEGIN EXCLUSIVE"
  }

  /// Runs `body` in a transaction: all of it is committed, or, if `body` or the commit throws, nothing.
  package func transaction<Result>(_ kind: TransactionKind = .immediate, _ body: () throws -> Result) throws -> Result {
    try execute(kind.rawValue)
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // Some errors (a full disk, a lost file) have rolled back already; the first error is the one to report.
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
}
