internal import FoundationEssentials

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
