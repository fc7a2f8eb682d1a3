import Foundation
import SQLiteAccess
import SealedPages
import TestSupport
import Testing

/// Tables whose rows are replaced before they are finished.
@Suite struct RowLogTests {
  private static let definition = TableDefinition(
    name: "dog",
    sql: "CREATE TABLE dog(id INTEGER PRIMARY KEY, name TEXT, weight REAL, photo BLOB)",
    columns: [
      ColumnDefinition(name: "id", affinity: .integer), ColumnDefinition(name: "name", affinity: .text),
      ColumnDefinition(name: "weight", affinity: .real), ColumnDefinition(name: "photo", affinity: .blob),
    ],
    rowIDColumn: 0,
    placement: .replaceable
  )
  private static let index = IndexDefinition(
    name: "by_name",
    table: "dog",
    sql: "CREATE INDEX by_name ON dog(name)",
    terms: [IndexTerm(.column(1))]
  )

  /// A row as a test sees it.
  private struct Row: Equatable {
    var name: String
    var weight: Double
    var photo: Int
  }

  private static func append(_ rows: [(Int64, Row)], to table: TableWriter) throws {
    let batch = RowBatch(for: definition)
    for (number, row) in rows {
      batch.beginRow(number)
      batch.append(number)
      batch.append(row.name)
      batch.append(row.weight)
      let photo = [UInt8](repeating: UInt8(truncatingIfNeeded: row.photo), count: row.photo)
      photo.withUnsafeBytes { batch.appendBlob($0) }
      try batch.endRow()
    }
    try table.append(batch)
  }

  private static func row(_ number: Int64, in table: TableWriter, _ view: RowView) throws -> Row? {
    guard let record = try table.record(number) else { return nil }
    guard view.look(at: record) else { throw SealedPagesError.indexDiffers(index: "none") }
    return Row(name: view.text(1), weight: view.real(2), photo: view.withBytes(3) { $0.count })
  }

  private func options(_ budget: Int, threads: Int) -> DatabaseWriterOptions {
    var options = DatabaseWriterOptions()
    options.memoryBudget = budget
    options.threads = threads
    return options
  }

  /// Adds and replaces rows at random, looks some up, and writes the file.
  ///
  /// - Returns: The rows that the file has to hold.
  private func write(_ path: String, seed: UInt64, _ options: DatabaseWriterOptions) throws -> [Int64: Row] {
    var random = SeededGenerator(seed)
    let schema = DatabaseSchema([.table(Self.definition), .index(Self.index)])
    let writer = try DatabaseWriter(path: path, schema: schema, options: options)
    let table = try #require(writer.table("dog"))
    let view = RowView(of: Self.definition)
    var expected: [Int64: Row] = [:]
    let greatest = random.pick([10, 300, 3000])
    for _ in 0..<random.number(below: 30) {
      let batch = (0..<random.number(below: 200)).map { _ -> (Int64, Row) in
        let number = Int64(random.number(below: greatest) + 1)
        // Some values are larger than the blocks in which working files are read, and than what a place says of sizes.
        let photo = random.once(in: 400) ? 20_000 : random.number(below: 300)
        let (name, weight) = ("Dog \(random.number(below: 50))", Double(random.number(below: 9)))
        return (number, Row(name: name, weight: weight, photo: photo))
      }
      try Self.append(batch, to: table)
      for (number, row) in batch { expected[number] = row }
      for _ in 0..<random.number(below: 100) {
        let number = Int64(random.number(below: greatest + 3))
        let found = try Self.row(number, in: table, view)
        guard found == expected[number] else {
          Issue.record("row \(number) of seed \(seed) is \(String(describing: found))")
          return expected
        }
      }
    }
    let summary = try writer.finish()
    let problems = try DatabaseVerifier(path: path, schema: writer.schema, settings: DatabaseSettings())
      .problems(comparedWith: summary)
    #expect(problems.isEmpty, "seed \(seed)")
    return expected
  }

  @Test(arguments: Seeds.range(1...20)) func keepsTheNewestOfEachRow(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    var bytes: Set<Data> = []
    for (number, (budget, threads)) in [(96 << 20, 2), (100_000, 1), (100_000, 8), (1, 2)].enumerated() {
      let path = folder.file("\(number).sqlite")
      let expected = try write(path, seed: seed, options(budget, threads: threads))
      bytes.insert(try Data(contentsOf: URL(fileURLWithPath: path)))
      guard number == 0 else { continue }
      let connection = try SQLiteConnection(path: path, mode: .immutable)
      defer { connection.close() }
      #expect(try connection.integrityProblems().isEmpty)
      let rows = try connection.rows("SELECT id, name, weight, length(photo) FROM dog ORDER BY id")
      #expect(
        rows
          == expected.sorted { $0.key < $1.key }.map { key, row in
            [.integer(key), .text(row.name), .real(row.weight), .integer(Int64(row.photo))]
          }
      )
    }
    #expect(bytes.count == 1)
    // Working files have no names.
    #expect(folder.names() == ["0.sqlite", "1.sqlite", "2.sqlite", "3.sqlite"])
  }

  @Test func findsRowsWhoseSizeIsNotNoted() throws {
    let folder = try TemporaryFolder()
    for budget in [256 << 20, 1] {
      let writer = try DatabaseWriter(
        path: folder.file("large.sqlite"),
        schema: DatabaseSchema([.table(Self.definition)]),
        options: options(budget, threads: 1)
      )
      let table = try #require(writer.table("dog"))
      let view = RowView(of: Self.definition)
      let large = Row(name: "Large", weight: 1, photo: 17 << 20)
      let small = Row(name: "Small", weight: 2, photo: 1)
      try Self.append([(1, large), (2, small), (3, large)], to: table)
      #expect(try Self.row(1, in: table, view) == large)
      #expect(try Self.row(3, in: table, view) == large)
      try Self.append([(1, small), (3, small)], to: table)
      #expect(try Self.row(1, in: table, view) == small)
      _ = try writer.finish()
      let connection = try SQLiteConnection(path: folder.file("large.sqlite"), mode: .immutable)
      defer { connection.close() }
      #expect(try connection.rows("SELECT sum(length(photo)), count(*) FROM dog") == [[.integer(3), .integer(3)]])
    }
  }

  @Test(arguments: [0, -1, 1 << 33] as [Int64]) func leavesOtherNumbersToSQLite(number: Int64) throws {
    let folder = try TemporaryFolder()
    let schema = DatabaseSchema([.table(Self.definition)])
    let writer = try DatabaseWriter(path: folder.file("n.sqlite"), schema: schema)
    let table = try #require(writer.table("dog"))
    #expect(throws: SealedPagesError.self) {
      try Self.append([(number, Row(name: "x", weight: 0, photo: 0))], to: table)
    }
  }

  @Test func readsEveryKindOfValue() throws {
    let folder = try TemporaryFolder()
    let values: [SQLiteValue] = [
      .null, .integer(0), .integer(1), .integer(-1), .integer(200), .integer(70_000), .integer(-9_000_000),
      .integer(1 << 40), .integer(.min), .integer(.max), .real(0.5), .real(-1e300), .text(""), .text("Größe"),
      .blob([]), .blob([0, 255]),
    ]
    let columns = values.indices.map { ColumnDefinition(name: "c\($0)", affinity: .blob) }
    let names = columns.map(\.name).joined(separator: ", ")
    let definition = TableDefinition(
      name: "t",
      sql: "CREATE TABLE t(\(names))",
      columns: columns,
      placement: .replaceable
    )
    let schema = DatabaseSchema([.table(definition)])
    let writer = try DatabaseWriter(path: folder.file("v.sqlite"), schema: schema)
    let table = try #require(writer.table("t"))
    let batch = RowBatch(for: definition)
    batch.beginRow()
    for value in values {
      switch value {
      case .null: batch.appendNull()
      case .integer(let value): batch.append(value)
      case .real(let value): batch.append(value)
      case .text(let value): batch.append(value)
      case .blob(let value): value.withUnsafeBytes { batch.appendBlob($0) }
      }
    }
    try batch.endRow()
    try table.append(batch)
    let view = RowView(of: definition)
    let record = try #require(try table.record(1))
    #expect(view.look(at: record))
    for (column, value) in values.enumerated() {
      let read: SQLiteValue =
        switch view.storageClass(column) {
        case .null: .null
        case .integer: .integer(view.integer(column))
        case .real: .real(view.real(column))
        case .text: .text(view.text(column))
        case .blob: .blob(view.withBytes(column) { Array($0) })
        }
      #expect(read == value)
      #expect(view.isNull(column) == (value == .null))
    }
    #expect(view.isNull(values.count) && view.storageClass(values.count) == .null)
    #expect(!view.look(at: UnsafeRawBufferPointer(rebasing: record.dropLast())))
  }
}
