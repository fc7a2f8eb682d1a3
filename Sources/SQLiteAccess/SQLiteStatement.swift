internal import CSQLite

/// A prepared statement: bind, step, read, reset, as often as needed.
///
/// Parameters and columns have SQLite's own numbers: parameters from 1, columns from 0. Not thread-safe, like its connection.
package final class SQLiteStatement {
  /// The statement's text.
  package let sql: String
  let handle: OpaquePointer
  /// The database file, for error messages. Not the connection itself: it keeps statements, and would never go away.
  private let path: String?
  /// The memory for bound texts and blobs; behind a pointer, because every bound value reaches for it and a stored property of a class
  /// is checked for exclusive access each time.
  let arena: UnsafeMutablePointer<BindingArena>

  init(handle: OpaquePointer, sql: String, path: String?) {
    self.handle = handle
    self.sql = sql
    self.path = path
    arena = .allocate(capacity: 1)
    arena.initialize(to: BindingArena())
  }

  deinit {
    sqlite3_finalize(handle)
    arena.deinitialize(count: 1)
    arena.deallocate()
  }

  /// The number of columns of the result.
  package var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// The number of parameters.
  package var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

  /// Runs to the next row; `false` at the end, when the statement is reset and may run again.
  package func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(handle)
      return false
    case let code:
      let error = error(code)
      sqlite3_reset(handle)
      throw error
    }
  }

  /// Runs a statement that returns no rows, once, and makes it ready for the next values; the parameters keep theirs until they are bound
  /// again, so every parameter has to be bound before the next run.
  ///
  /// - Complexity: allocates nothing itself.
  package func run() throws(SQLiteError) {
    let code = sqlite3_step(handle)
    if code != SQLITE_DONE && code != SQLITE_ROW {
      let error = error(code)
      sqlite3_reset(handle)
      clearBindings()
      throw error
    }
    sqlite3_reset(handle)
    if arena.pointee.willGrow {
      clearBindings()
    } else {
      arena.pointee.reset()
    }
  }

  /// Ends a run early and forgets the bound values.
  package func reset() {
    sqlite3_reset(handle)
    clearBindings()
  }

  private func clearBindings() {
    sqlite3_clear_bindings(handle)
    arena.pointee.reset()
  }

  private func error(_ code: Int32) -> SQLiteError {
    SQLiteError(code: code, of: sqlite3_db_handle(handle), path: path, sql: sql)
  }

  /// Throws if `code` is not `SQLITE_OK`.
  func check(_ code: Int32) throws(SQLiteError) {
    if code != SQLITE_OK { throw error(code) }
  }
}
