internal import CSQLite

// Readers of the current row. They convert as SQLite does: text in a number column reads as the number at its beginning, NULL as 0.
extension SQLiteStatement {
  /// The storage class of a value.
  package func storageClass(_ column: Int) -> SQLiteStorageClass {
    SQLiteStorageClass(rawValue: sqlite3_column_type(handle, Int32(truncatingIfNeeded: column))) ?? .null
  }

  /// Whether a value is NULL.
  package func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(truncatingIfNeeded: column)) == SQLITE_NULL
  }

  /// An integer.
  package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(truncatingIfNeeded: column)) }

  /// A real number.
  package func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(truncatingIfNeeded: column)) }

  /// A text, embedded NULs included; bytes that are not UTF-8 become U+FFFD.
  package func text(_ column: Int) -> String {
    let index = Int32(truncatingIfNeeded: column)
    guard let start = sqlite3_column_text(handle, index) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, index))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Calls `body` with the bytes of a text or blob, which are valid only inside; no bytes for NULL.
  ///
  /// - Complexity: O(1); copies nothing.
  package func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    let index = Int32(truncatingIfNeeded: column)
    let start = sqlite3_column_blob(handle, index)
    return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index))))
  }

  /// The bytes of a text or blob.
  package func bytes(_ column: Int) -> [UInt8] { withBytes(column) { [UInt8]($0) } }

  /// A value of whichever storage class it has.
  package func value(_ column: Int) -> SQLiteValue {
    switch storageClass(column) {
    case .null: .null
    case .integer: .integer(integer(column))
    case .real: .real(real(column))
    case .text: .text(text(column))
    case .blob: .blob(bytes(column))
    }
  }

  /// All values of the current row.
  package var values: [SQLiteValue] { (0..<columnCount).map(value) }
}
