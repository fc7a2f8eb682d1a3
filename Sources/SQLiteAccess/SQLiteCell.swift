internal import CSQLite

/// A value of the current row as SQLite hands it out: its bits, or where its bytes are.
package struct SQLiteCell {
  /// Which column is read, and as which class its values are read whatever class they have.
  package struct Request: Sendable {
    package let column: Int32
    package let storageClass: SQLiteStorageClass

    package init(column: Int, as storageClass: SQLiteStorageClass) {
      self.column = Int32(truncatingIfNeeded: column)
      self.storageClass = storageClass
    }
  }

  /// The bits of an integer or a real number; of a text or a blob the address of its bytes, which are valid until the statement goes on.
  package var bits: UInt64
  /// How many bytes a text or a blob has, 0 for a number; -1 for NULL.
  package var count: Int

  /// Whether the value is NULL.
  package var isNull: Bool { count < 0 }

  /// The bytes of a text or a blob.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: bits)), count: max(count, 0))
  }

  fileprivate init(_ bytes: UnsafeRawPointer?, count: Int32) {
    bits = UInt64(UInt(bitPattern: bytes))
    self.count = bytes == nil ? 0 : Int(count)
  }

  fileprivate init(bits: UInt64, count: Int = 0) {
    self.bits = bits
    self.count = count
  }
}

extension SQLiteStatement {
  /// Reads a value of the current row.
  ///
  /// It is converted as SQLite does: text in a number column reads as the number at its beginning.
  ///
  /// - Complexity: O(1), unless the value is of another class; copies nothing.
  package func cell(_ request: SQLiteCell.Request) -> SQLiteCell {
    // One call finds the value; what is asked of it then needs no further look at the statement.
    let value = sqlite3_column_value(handle, request.column)
    guard sqlite3_value_type(value) != SQLITE_NULL else { return SQLiteCell(bits: 0, count: -1) }
    switch request.storageClass {
    case .integer: return SQLiteCell(bits: UInt64(bitPattern: sqlite3_value_int64(value)))
    case .real: return SQLiteCell(bits: sqlite3_value_double(value).bitPattern)
    case .text:
      let start = sqlite3_value_text(value)
      return SQLiteCell(start, count: sqlite3_value_bytes(value))
    case .blob:
      let start = sqlite3_value_blob(value)
      return SQLiteCell(start, count: sqlite3_value_bytes(value))
    case .null: return SQLiteCell(bits: 0, count: -1)
    }
  }

  /// Reads several values of the current row, one for each request, in their order.
  ///
  /// - Parameter cells: Memory for as many cells as there are requests.
  /// - Returns: How many bytes the texts and blobs have in all.
  /// - Complexity: O(requests); copies nothing.
  package func read(
    _ requests: UnsafeBufferPointer<SQLiteCell.Request>,
    into cells: UnsafeMutablePointer<SQLiteCell>
  ) -> Int {
    var total = 0
    var next = cells
    for request in requests {
      let cell = cell(request)
      if cell.count > 0 { total &+= cell.count }
      next.initialize(to: cell)
      next += 1
    }
    return total
  }
}
