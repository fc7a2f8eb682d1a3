internal import CSQLite
internal import FoundationEssentials
internal import SystemErrors

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What SQLite refused, in its own words, with the file and the statement.
package struct SQLiteError: LocalizedError, Sendable, Hashable {
  package var code: SQLiteResultCode
  /// SQLite's message, such as `UNIQUE constraint failed: ZBREED.ZNAME`.
  package var message: String
  /// The database file; `nil` for a database in memory.
  package var path: String?
  /// The statement's text with its parameters' marks, never their values.
  package var sql: String?

  package init(code: SQLiteResultCode, message: String, path: String? = nil, sql: String? = nil) {
    self.code = code
    self.message = message
    self.path = path
    self.sql = sql
  }

  /// The last error of a connection, with the system's reason where there is one: SQLite says only that there was one.
  init(code: Int32, of connection: OpaquePointer?, path: String?, sql: String? = nil) {
    // Before anything else can fail.
    let number = errno
    let code = SQLiteResultCode(rawValue: code)
    // A page that the system does not give is called malformed.
    if code.primary == .SQLITE_CORRUPT, Self.numberOfFailure(on: connection) != nil {
      self.init(readingFailedOn: connection, path: path, sql: sql)
      return
    }
    var message = connection.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
    if let reason = Self.systemReason(of: code, on: connection, path: path, lastNumber: number) {
      message += ": " + reason
    }
    self.init(code: code, message: message, path: path, sql: sql)
  }

  /// Says that a file could not be read, where SQLite's own answer hides it.
  init(readingFailedOn connection: OpaquePointer?, path: String?, sql: String? = nil) {
    let reason = Self.numberOfFailure(on: connection).map { ": " + SystemReason.text($0) } ?? ""
    self.init(code: .SQLITE_IOERR, message: "disk I/O error" + reason, path: path, sql: sql)
  }

  /// The system's error behind one of SQLite's; `nil` if there is none, or it is not known.
  ///
  /// - Parameter lastNumber: The thread's `errno` after SQLite's call.
  private static func systemReason(
    of code: SQLiteResultCode,
    on connection: OpaquePointer?,
    path: String?,
    lastNumber: Int32
  ) -> String? {
    switch code.primary {
    case .SQLITE_CANTOPEN:
      // The number that SQLite keeps may be that of a later call (3.40), so it is tried once more.
      guard let path else { return nil }
      do { try Files.read(path, inPiecesOf: 1) { _ in false } } catch { return error.reason }
      if let reason = SystemReason.ofMakingFiles(beside: path) { return reason }
      let number = sqlite3_system_errno(connection)
      return number == 0 || number == ENOENT ? nil : SystemReason.text(number)
    case .SQLITE_READONLY:
      // The file, or its folder, which has to take a journal.
      guard let path else { return nil }
      return access(path, W_OK) == 0 ? SystemReason.ofMakingFiles(beside: path) : SystemReason.text(errno)
    case .SQLITE_IOERR:
      // SQLite forgets the number where it is a journal that cannot be removed at a COMMIT.
      let number =
        [numberOfFailure(on: connection), sqlite3_system_errno(connection), lastNumber]
        .first { $0 != nil && $0 != 0 } ?? nil
      return number.map(SystemReason.text)
    default: return nil
    }
  }

  /// The error number that the main file or its journal met last; `nil` if there is none.
  private static func numberOfFailure(on connection: OpaquePointer?) -> Int32? {
    var number: Int32 = 0
    if sqlite3_file_control(connection, "main", SQLITE_FCNTL_LAST_ERRNO, &number) == SQLITE_OK, number != 0 {
      return number
    }
    var journal: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal) == SQLITE_OK, let journal,
      journal.pointee.pMethods?.pointee.xFileControl(journal, SQLITE_FCNTL_LAST_ERRNO, &number) == SQLITE_OK,
      number != 0
    else { return nil }
    return number
  }

  /// Whether the system, or another program, does not let the file be read or written, so that nothing is known of its content.
  package var isOfTheSystem: Bool {
    // A file that ends too early is damaged itself.
    code != .SQLITE_IOERR_SHORT_READ
      && [SQLiteResultCode.SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_NOMEM, .SQLITE_FULL, .SQLITE_BUSY, .SQLITE_LOCKED]
        .contains(code.primary)
  }
}

extension SQLiteError: CustomStringConvertible {
  package var description: String {
    var text = "SQLite could not go on: \(message) (\(code))"
    if let path { text += ", in \(path)" }
    if let sql { text += ", while running: \(sql.count > 400 ? sql.prefix(400) + " …" : sql[...])" }
    return text
  }
}

extension SQLiteError {
  package var errorDescription: String? { description }
}
