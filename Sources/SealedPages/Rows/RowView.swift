/// The values of one encoded row after another, by column.
package final class RowView {
  /// How a value is stored.
  package enum StorageClass: Sendable, Hashable {
    case null
    case integer
    case real
    case text
    case blob
  }

  private let layout: RecordLayout
  private var record = UnsafeRawBufferPointer(start: nil, count: 0)

  /// A view of rows of a table.
  package init(of table: TableDefinition) { layout = RecordLayout(columns: table.columns.count) }

  /// Looks at a row from now on; its bytes have to stay where they are.
  ///
  /// - Returns: Whether it is one.
  /// - Complexity: O(*n*) in the columns.
  package func look(at record: UnsafeRawBufferPointer) -> Bool {
    self.record = record
    return layout.read(record)
  }

  package func storageClass(_ column: Int) -> StorageClass {
    guard column < layout.count else { return .null }
    switch layout.type(column) {
    case SerialType.null: return .null
    case SerialType.real: return .real
    case let type where SerialType.isNumber(type): return .integer
    case let type: return SerialType.isText(type) ? .text : .blob
    }
  }

  /// Whether there is no value.
  package func isNull(_ column: Int) -> Bool { column >= layout.count || layout.type(column) == SerialType.null }

  /// An integer; 0 if the value is none.
  package func integer(_ column: Int) -> Int64 {
    guard column < layout.count, storageClass(column) == .integer else { return 0 }
    return bytes(column).baseAddress.map { SerialType.readInteger(layout.type(column), $0) } ?? 0
  }

  /// A number; 0 if the value is none.
  package func real(_ column: Int) -> Double {
    guard storageClass(column) == .real else { return Double(integer(column)) }
    return withBytes(column) { Double(bitPattern: UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self))) }
  }

  /// A text.
  package func text(_ column: Int) -> String { withBytes(column) { String(decoding: $0, as: UTF8.self) } }

  /// Calls `body` with the bytes of a text or a blob.
  package func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(bytes(column))
  }

  /// The bytes of a value.
  func bytes(_ column: Int) -> UnsafeRawBufferPointer {
    guard column < layout.count, let base = record.baseAddress else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: base + layout.offset(column), count: layout.size(column))
  }

  /// How a value is stored; NULL beyond the last one.
  func type(_ column: Int) -> UInt64 { column < layout.count ? layout.type(column) : SerialType.null }
}
