internal import CSQLite

extension SQLiteConnection {
  /// Makes a collation known under `name`; `compare` gets the UTF-8 bytes of two texts and returns less than, equal to or greater than 0.
  ///
  /// - Throws: `SQLiteError` if the name cannot be registered.
  package func registerCollation(
    _ name: String,
    compare: @escaping (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int
  ) throws(SQLiteError) {
    let box = Unmanaged.passRetained(Collation(compare: compare))
    let code = sqlite3_create_collation_v2(
      handle,
      name,
      SQLITE_UTF8,
      box.toOpaque(),
      { context, leftCount, left, rightCount, right in
        guard let context else { return 0 }
        let collation = Unmanaged<Collation>.fromOpaque(context).takeUnretainedValue()
        let order = collation.compare(
          UnsafeRawBufferPointer(start: left, count: Int(leftCount)),
          UnsafeRawBufferPointer(start: right, count: Int(rightCount))
        )
        return order < 0 ? -1 : order > 0 ? 1 : 0
      },
      { context in if let context { Unmanaged<Collation>.fromOpaque(context).release() } }
    )
    if code != SQLITE_OK {
      // Unlike functions, a collation that fails to register does not release its context.
      box.release()
      throw error(code, sql: nil)
    }
  }

  /// Makes a function known to SQL, deterministic and free of side effects; what it throws becomes the statement's error message.
  ///
  /// - Parameter argumentCount: The number of arguments; -1 for any.
  package func registerFunction(
    _ name: String,
    argumentCount: Int,
    _ body: @escaping ([SQLiteValue]) throws -> SQLiteValue
  ) throws(SQLiteError) {
    let box = Unmanaged.passRetained(Function(body: body))
    // A function that fails to register releases its context all the same.
    let code = sqlite3_create_function_v2(
      handle,
      name,
      Int32(argumentCount),
      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
      box.toOpaque(),
      { context, count, arguments in
        guard let context, let owner = sqlite3_user_data(context) else { return }
        let function = Unmanaged<Function>.fromOpaque(owner).takeUnretainedValue()
        let values = (0..<Int(count)).map { SQLiteConnection.value(of: arguments?[$0]) }
        do {
          SQLiteConnection.setResult(try function.body(values), of: context)
        } catch {
          sqlite3_result_error(context, String(describing: error), -1)
        }
      },
      nil,
      nil,
      { context in if let context { Unmanaged<Function>.fromOpaque(context).release() } }
    )
    if code != SQLITE_OK { throw error(code, sql: nil) }
  }

  /// Runs `body`, whose statements end with `SQLITE_INTERRUPT` once `isCancelled` is true; it is asked every 10,000 steps of SQLite's machine.
  package func interruptible<Result>(
    when isCancelled: @escaping () -> Bool,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let box = Cancellation(isCancelled: isCancelled)
    sqlite3_progress_handler(
      handle,
      10_000,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Cancellation>.fromOpaque(context).takeUnretainedValue().isCancelled() ? 1 : 0
      },
      Unmanaged.passUnretained(box).toOpaque()
    )
    return try withExtendedLifetime(box) {
      defer { sqlite3_progress_handler(handle, 0, nil, nil) }
      return try body()
    }
  }

  private static func value(of value: OpaquePointer?) -> SQLiteValue {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      guard let start = sqlite3_value_text(value) else { return .text("") }
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
      return .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_value_blob(value)
      return .blob([UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))))
    default: return .null
    }
  }

  private static func setResult(_ result: SQLiteValue, of context: OpaquePointer) {
    switch result {
    case .null: sqlite3_result_null(context)
    case .integer(let value): sqlite3_result_int64(context, value)
    case .real(let value): sqlite3_result_double(context, value)
    case .text(var value):
      value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          // A nil address would make the result NULL.
          guard let start = characters.baseAddress else { return sqlite3_result_text(context, "", 0, nil) }
          sqlite3_result_text64(
            context,
            start,
            UInt64(characters.count),
            studbook_sqlite3_transient(),
            UInt8(SQLITE_UTF8)
          )
        }
      }
    case .blob(let value):
      value.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return sqlite3_result_zeroblob(context, 0) }
        sqlite3_result_blob64(context, start, UInt64(bytes.count), studbook_sqlite3_transient())
      }
    }
  }
}

/// A collation's comparison, as SQLite keeps it.
private final class Collation {
  let compare: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int
  init(compare: @escaping (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int) { self.compare = compare }
}

/// The question whether to go on, as SQLite keeps it.
private final class Cancellation {
  let isCancelled: () -> Bool
  init(isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }
}

/// A function's body, as SQLite keeps it.
private final class Function {
  let body: ([SQLiteValue]) throws -> SQLiteValue
  init(body: @escaping ([SQLiteValue]) throws -> SQLiteValue) { self.body = body }
}
