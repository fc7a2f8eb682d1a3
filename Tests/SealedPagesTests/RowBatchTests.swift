import SQLiteAccess
import SealedPages
import TestSupport
import Testing

/// What becomes of values in columns of every affinity, against what SQLite makes of them.
@Suite struct RowBatchTests {
  private static let types = [
    "INTEGER", "TEXT", "REAL", "NUMERIC", "BLOB", "VARCHAR(9)", "DATE", "FLOAT", "CHARINT", "",
  ]
  private static let values: [SQLiteValue] = [
    .null, 0, 1, -1, 2, 127, 128, -128, -129, 32_767, 32_768, 8_388_607, -8_388_609, 2_147_483_647, 2_147_483_648,
    .integer(140_737_488_355_327), .integer(140_737_488_355_328), .integer(.max), .integer(.min),
    0.0, .real(-0.0), 1.0, 1.5, -3.0, .real(0x1p47), .real(0x1p53), .real(0x1p63), .real(-0x1p63), .real(0x1p62),
    .real(.infinity), .real(.nan), 1e300, "", "a", "12", " 12 ", "-7", "+7", "007", "12a", "2020-01-01", "0x10", ".",
    "-", "1e",
    "9223372036854775807", "é", "12\u{0}", .blob([]), .blob([1, 2]), .blob(Array("12".utf8)),
  ]

  private static func append(_ value: SQLiteValue, to batch: RowBatch) {
    switch value {
    case .null: batch.appendNull()
    case .integer(let value): batch.append(value)
    case .real(let value): batch.append(value)
    case .text(let value): batch.append(value)
    case .blob(let value): value.withUnsafeBytes { batch.appendBlob($0) }
    }
  }

  /// Whether the row is taken; not if a value has to be converted first.
  private static func endRow(of batch: RowBatch) throws -> Bool {
    do throws(SealedPagesError) {
      try batch.endRow()
      return true
    } catch {
      guard case .valueNeedsConversion = error else { throw error }
      return false
    }
  }

  @Test(arguments: types) func storesWhatSQLiteStores(type: String) throws {
    let folder = try TemporaryFolder()
    let sql = "CREATE TABLE t(a \(type))"
    let peer = try SQLiteConnection(path: nil)
    try peer.execute(sql)
    let table = TableDefinition(
      name: "t",
      sql: sql,
      columns: [ColumnDefinition(name: "a", affinity: ColumnAffinity(declaredType: type))]
    )
    let path = folder.file("t.sqlite")
    let writer = try DatabaseWriter(path: path, schema: DatabaseSchema([.table(table)]))
    let batch = RowBatch(for: table)
    var refused: [SQLiteValue] = []
    for (number, value) in Self.values.enumerated() {
      batch.beginRow(Int64(number))
      Self.append(value, to: batch)
      guard try Self.endRow(of: batch) else {
        refused.append(value)
        continue
      }
      try peer.execute("INSERT INTO t(rowid, a) VALUES (?1, ?2)", [.integer(Int64(number)), value])
    }
    try #require(writer.table("t")).append(batch)
    _ = try writer.finish()
    let sealed = try SQLiteConnection(path: path, mode: .immutable)
    let query = "SELECT rowid, typeof(a), a FROM t"
    #expect(try sealed.rows(query) == peer.rows(query))
    #expect(refused.isEmpty == (ColumnAffinity(declaredType: type) != .text))
  }

  @Test(arguments: ["1.5", " 1e3", "99999999999999999999", "1.", ".5", "-1.0E-2 "])
  func refusesTextsThatAreOtherNumbers(text: String) {
    let table = TableDefinition(name: "t", sql: "", columns: [ColumnDefinition(name: "a", affinity: .numeric)])
    let batch = RowBatch(for: table)
    batch.beginRow()
    batch.append(text)
    #expect { try batch.endRow() } throws: { error in
      if case .valueNeedsConversion("t", "a") = error as? SealedPagesError { true } else { false }
    }
    #expect(batch.count == 0)
  }

  @Test(arguments: [0, 1, 3]) func countsTheValuesOfARow(count: Int) {
    let column = ColumnDefinition(name: "a", affinity: .blob)
    let batch = RowBatch(for: TableDefinition(name: "t", sql: "", columns: [column, column]))
    batch.beginRow()
    for _ in 0..<count { batch.append(Int64(5)) }
    #expect { try batch.endRow() } throws: { error in
      if case .wrongValueCount("t", 2, count) = error as? SealedPagesError { true } else { false }
    }
  }
}
