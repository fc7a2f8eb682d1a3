internal import CSQLite

extension SQLiteStatement {
  /// Binds NULL.
  package func bindNull(at parameter: Int) throws(SQLiteError) {
    try check(sqlite3_bind_null(handle, Int32(truncatingIfNeeded: parameter)))
  }

  /// Binds an integer.
  package func bind(_ value: Int64, at parameter: Int) throws(SQLiteError) {
    try check(sqlite3_bind_int64(handle, Int32(truncatingIfNeeded: parameter), value))
  }

  /// Binds a real number; SQLite stores NaN as NULL.
  package func bind(_ value: Double, at parameter: Int) throws(SQLiteError) {
    try check(sqlite3_bind_double(handle, Int32(truncatingIfNeeded: parameter), value))
  }

  /// Binds a text, embedded NULs included.
  ///
  /// - Complexity: O(*n*) in bytes; one copy into reused memory, no allocation unless the text is very long.
  package func bind(_ value: String, at parameter: Int) throws(SQLiteError) {
    // Native strings lend their bytes without a copy; strings that came from elsewhere are made native first.
    if let code = value.utf8.withContiguousStorageIfAvailable({
      bindTextBytes(UnsafeRawBufferPointer($0), at: parameter)
    }) {
      return try check(code)
    }
    var native = value
    try check(native.withUTF8 { bytes in bindTextBytes(UnsafeRawBufferPointer(bytes), at: parameter) })
  }

  /// Binds UTF-8 bytes as a text, copied as `bind(_:at:)` copies a string.
  package func bindText(_ bytes: UnsafeRawBufferPointer, at parameter: Int) throws(SQLiteError) {
    try check(bindTextBytes(bytes, at: parameter))
  }

  /// Binds bytes as a blob; no bytes make an empty blob, not NULL.
  package func bindBlob(_ bytes: UnsafeRawBufferPointer, at parameter: Int) throws(SQLiteError) {
    let index = Int32(truncatingIfNeeded: parameter)
    guard let source = bytes.baseAddress, !bytes.isEmpty else {
      return try check(sqlite3_bind_zeroblob(handle, index, 0))
    }
    if let stored = arena.pointee.store(bytes) {
      try check(sqlite3_bind_blob64(handle, index, stored, UInt64(bytes.count), nil))
    } else {
      try check(sqlite3_bind_blob64(handle, index, source, UInt64(bytes.count), studbook_sqlite3_transient()))
    }
  }

  /// Binds a value of whichever storage class it has.
  package func bind(_ value: SQLiteValue, at parameter: Int) throws(SQLiteError) {
    switch value {
    case .null: try bindNull(at: parameter)
    case .integer(let value): try bind(value, at: parameter)
    case .real(let value): try bind(value, at: parameter)
    case .text(let value): try bind(value, at: parameter)
    case .blob(let value):
      // `withUnsafeBytes` cannot pass a typed error on, so the result leaves as a value.
      let outcome = value.withUnsafeBytes { bytes -> Result<Void, SQLiteError> in
        Result { () throws(SQLiteError) in try self.bindBlob(bytes, at: parameter) }
      }
      try outcome.get()
    }
  }

  /// Binds the values to the parameters from 1 on.
  package func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    for (index, value) in values.enumerated() { try bind(value, at: index + 1) }
  }

  private func bindTextBytes(_ bytes: UnsafeRawBufferPointer, at parameter: Int) -> Int32 {
    let index = Int32(truncatingIfNeeded: parameter)
    // A nil address would bind NULL, so an empty text gets the address of the arena as well.
    if let stored = arena.pointee.store(bytes) {
      return sqlite3_bind_text64(
        handle,
        index,
        stored.assumingMemoryBound(to: CChar.self),
        UInt64(bytes.count),
        nil,
        UInt8(SQLITE_UTF8)
      )
    }
    guard let source = bytes.baseAddress else {
      return sqlite3_bind_text64(handle, index, "", 0, nil, UInt8(SQLITE_UTF8))
    }
    return sqlite3_bind_text64(
      handle,
      index,
      source.assumingMemoryBound(to: CChar.self),
      UInt64(bytes.count),
      studbook_sqlite3_transient(),
      UInt8(SQLITE_UTF8)
    )
  }
}
