internal import CSQLite
internal import FoundationEssentials
internal import SystemErrors

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

  /// The last error of a connection. Where a file cannot be opened, SQLite does not say why, and the number of the system's error that it keeps may be that
  /// of a later call (3.40), so the file is asked once more.
  init(code: Int32, of connection: OpaquePointer?, path: String?, sql: String? = nil) {
    let code = SQLiteResultCode(rawValue: code)
    var message = connection.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
    if code.primary == .SQLITE_CANTOPEN, let path {
      do { try Files.read(path, inPiecesOf: 1) { _ in false } } catch { message += ": \(error.reason)" }
    }
    self.init(code: code, message: message, path: path, sql: sql)
  }

  /// Whether the system, or another program, does not let the file be read or written, so that nothing is known of its content.
  package var isOfTheSystem: Bool {
    // A file that ends too early, or whose file system is damaged, is damaged itself.
    let isOfTheContent = [SQLiteResultCode.SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS].contains(code)
    return !isOfTheContent
      && [.SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_NOMEM, .SQLITE_FULL, .SQLITE_BUSY, .SQLITE_LOCKED]
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
