internal import CSQLite
internal import SystemErrors

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension SQLiteConnection {
  /// How the journal is kept.
  package enum JournalMode: String, Sendable, Hashable, CaseIterable {
    case delete, truncate, persist, memory, wal, off
  }

  /// How often the disk is asked to have written.
  package enum Synchronous: Int, Sendable, Hashable {
    case off = 0
    case normal = 1
    case full = 2
  }

  /// A pragma's current value.
  package func pragma(_ name: String) throws(SQLiteError) -> SQLiteValue? { try firstValue("PRAGMA \(name)") }

  /// Sets a pragma and returns what SQLite answers, if anything.
  @discardableResult
  package func setPragma(_ name: String, to value: String) throws(SQLiteError) -> SQLiteValue? {
    try rows("PRAGMA \(name) = \(value)").first?.first
  }

  /// The journal mode that is in force.
  package func journalMode() throws(SQLiteError) -> JournalMode? {
    try pragma("journal_mode")?.text.flatMap { JournalMode(rawValue: $0) }
  }

  /// Changes the journal mode.
  ///
  /// - Throws: `SQLiteError` when another mode stays in force, as happens while another connection uses the WAL.
  package func setJournalMode(_ mode: JournalMode) throws(SQLiteError) {
    let answer = try setPragma("journal_mode", to: mode.rawValue)?.text
    guard answer == mode.rawValue || (path == nil && answer == "memory") else {
      throw SQLiteError(
        code: .SQLITE_BUSY,
        message: "the journal mode is \(answer ?? "unknown") and cannot become \(mode.rawValue)",
        path: path,
        sql: "PRAGMA journal_mode = \(mode.rawValue)"
      )
    }
  }

  /// How closely SQLite looks at a file.
  package enum IntegrityCheck: String, Sendable, Hashable {
    /// At the pages of tables and indexes, and at what constraints say of each row.
    case quick = "quick_check"
    /// At whether each index has exactly its table's rows, too: every row is looked up in every index.
    case full = "integrity_check"
  }

  /// What SQLite finds wrong with the file; empty when it is sound.
  ///
  /// - Parameter limit: The most problems to list.
  /// - Throws: `SQLiteError`, also when a second look finds nothing of what the first one did.
  /// - Complexity: reads the whole file, and once more if something is wrong.
  package func integrityProblems(
    _ check: IntegrityCheck = .full,
    limit: Int = 100
  ) throws(SQLiteError) -> [String] {
    let answers = try answers(to: check, limit)
    guard !answers.isEmpty else { return [] }
    // A page that the system did not give is sometimes taken for one that is wrong. What was wrong once was not in the file.
    let again = try self.answers(to: check, limit)
    guard !again.isEmpty else { throw SQLiteError(readingFailedOn: handle, path: path) }
    return again.map(Self.explained)
  }

  private func answers(to check: IntegrityCheck, _ limit: Int) throws(SQLiteError) -> [String] {
    let answers = try rows("PRAGMA \(check.rawValue)(\(limit))").compactMap { $0.first?.text }
    return answers == ["ok"] ? [] : answers
  }

  /// What a check says of a page that cannot be read, in words.
  private static func explained(_ answer: String) -> String {
    let unreadable = "error code=\(SQLiteResultCode.SQLITE_IOERR_CORRUPTFS.rawValue)"
    return answer.contains(unreadable) ? answer + " (disk I/O error)" : answer
  }

  /// Writes what a WAL holds into the file and empties it.
  package func checkpoint() throws(SQLiteError) { _ = try rows("PRAGMA wal_checkpoint(TRUNCATE)") }

  /// Writes a compact copy of the database with `VACUUM INTO`.
  ///
  /// - Parameter path: The copy's file; there must be none.
  package func vacuum(into path: String) throws(SQLiteError) {
    do { try execute("VACUUM INTO ?1", [.text(path)]) } catch {
      let number = errno
      // SQLite takes a file whose size the system does not tell for one that is there.
      guard error.message == "output file already exists", let reason = Self.reason(whyNotNew: path, number) else {
        throw error
      }
      throw SQLiteError(code: .SQLITE_IOERR, message: "disk I/O error: \(reason)", path: path)
    }
  }

  /// What the system said of a file; `nil` if there is one with content.
  private static func reason(whyNotNew path: String, _ number: Int32) -> String? {
    do { guard try Files.status(of: path)?.size ?? 0 == 0 else { return nil } } catch { return error.reason }
    return number == 0 ? nil : SystemReason.text(number)
  }
}
