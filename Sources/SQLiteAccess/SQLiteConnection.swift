internal import CSQLite
internal import SystemErrors

/// A connection to one database file; used by one thread at a time.
package final class SQLiteConnection {
  /// What may be done with the file.
  package enum OpenMode: Sendable, Hashable {
    /// Read only; a journal or WAL that lies beside the file is honoured.
    case readOnly
    /// Read only, on the promise that nobody changes the file: no locks, no side files, works in a read-only folder.
    case immutable
    /// Read and write a file that exists.
    case readWrite
    /// Read and write; an empty file is made when there is none.
    case create
  }

  /// The file; `nil` for a database in memory.
  package let path: String?
  package let mode: OpenMode
  let handle: OpaquePointer
  /// The file, if the connection locks it.
  private var lockedPath: String? { mode == .immutable ? nil : path }
  /// What has to live as long as the connection.
  var companion: AnyObject?
  private var isClosed = false
  private var cache: [String: SQLiteStatement] = [:]

  private static let cacheLimit = 128

  /// Opens the file at `path`, or a database in memory for `nil`.
  ///
  /// - Throws: `SQLiteError`, usually `SQLITE_CANTOPEN`. SQLite looks into the file only when the first statement runs.
  package init(path: String?, mode: OpenMode = .readWrite, busyTimeoutMilliseconds: Int32 = 2_000) throws(SQLiteError) {
    self.path = path
    self.mode = mode
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    switch mode {
    case .readOnly: flags |= SQLITE_OPEN_READONLY
    case .immutable: flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    case .readWrite: flags |= SQLITE_OPEN_READWRITE
    case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    }
    var name = path ?? ":memory:"
    if path == nil { flags |= SQLITE_OPEN_MEMORY | SQLITE_OPEN_CREATE | SQLITE_OPEN_READWRITE }
    if mode == .immutable, let path { name = Self.uri(forPath: path, parameters: "immutable=1") }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(name, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let error = SQLiteError(code: code, of: opened, path: path)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    if let lockedPath { DatabaseFiles.beginUse(of: lockedPath) }
    sqlite3_busy_timeout(opened, busyTimeoutMilliseconds)
    // Files come from anywhere: their schema may not call functions with side effects, and a text in double quotes is an error
    // instead of a string.
    _ = studbook_sqlite3_set_option(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    _ = studbook_sqlite3_set_option(opened, SQLITE_DBCONFIG_DQS_DML, 0)
    _ = studbook_sqlite3_set_option(opened, SQLITE_DBCONFIG_DQS_DDL, 0)
  }

  deinit {
    close()
  }

  /// Closes the connection; statements that are still held keep the file open until they are gone. A second call does nothing.
  package func close() {
    guard !isClosed else { return }
    cache.removeAll()
    sqlite3_close_v2(handle)
    if let lockedPath { DatabaseFiles.endUse(of: lockedPath) }
    isClosed = true
    companion = nil
  }

  /// Prepares a statement.
  package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    precondition(!isClosed, "The connection is closed.")
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard code == SQLITE_OK else { throw error(code, sql: sql) }
    guard let statement else {
      throw SQLiteError(code: .SQLITE_MISUSE, message: "there is no statement in the text", path: path, sql: sql)
    }
    return SQLiteStatement(handle: statement, sql: sql, path: path)
  }

  /// Calls `body` with the statement for `sql`, prepared once and kept for the next time; it is reset afterwards.
  ///
  /// The statement is out of the cache while `body` runs, so the same text may be used again inside.
  package func withStatement<Result>(_ sql: String, _ body: (SQLiteStatement) throws -> Result) throws -> Result {
    let statement = try cache.removeValue(forKey: sql) ?? prepare(sql)
    defer {
      statement.reset()
      if !isClosed {
        if cache.count >= Self.cacheLimit { cache.removeAll(keepingCapacity: true) }
        cache[sql] = statement
      }
    }
    return try body(statement)
  }

  /// Runs one statement without keeping it prepared.
  package func execute(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) {
    let statement = try prepare(sql)
    try statement.bind(values)
    while try statement.step() {}
  }

  /// All rows of a query.
  package func rows(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> [[SQLiteValue]] {
    let statement = try prepare(sql)
    try statement.bind(values)
    var rows: [[SQLiteValue]] = []
    while try statement.step() { rows.append(statement.values) }
    return rows
  }

  /// The first value of a query's first row; `nil` if there is no row.
  package func firstValue(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> SQLiteValue? {
    let statement = try prepare(sql)
    try statement.bind(values)
    return try statement.step() ? statement.value(0) : nil
  }

  /// The number of rows that the last statement inserted, changed or deleted.
  package var changeCount: Int { Int(sqlite3_changes64(handle)) }

  func error(_ code: Int32, sql: String?) -> SQLiteError {
    SQLiteError(code: code, of: handle, path: path, sql: sql)
  }

  /// A `file:` URI for a path, with everything escaped that is not plain.
  private static func uri(forPath path: String, parameters: String) -> String {
    var uri = path.hasPrefix("/") ? "file://" : "file:"
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        bytes.append(byte)
      default:
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    uri += String(decoding: bytes, as: UTF8.self)
    return uri + "?" + parameters
  }
}
