import Foundation
import SQLiteAccess
import SQLiteStore
import SealedPages
import SystemErrors
import TestSupport
import Testing

/// What is refused, and what is said of files that cannot be written.
@Suite struct RefusalTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let statements: [String]
  }

  static let unsupported = [
    Case(testDescription: "WITHOUT ROWID", statements: ["CREATE TABLE t(a PRIMARY KEY) WITHOUT ROWID"]),
    Case(testDescription: "virtual table", statements: ["CREATE VIRTUAL TABLE t USING rtree(id, a, b)"]),
    Case(testDescription: "generated column", statements: ["CREATE TABLE t(a, b AS (a + 1))"]),
    Case(testDescription: "expression", statements: ["CREATE TABLE t(a)", "CREATE INDEX i ON t(a + 1)"]),
    Case(testDescription: "partial index", statements: ["CREATE TABLE t(a)", "CREATE INDEX i ON t(a) WHERE a > 1"]),
  ]

  @Test(arguments: unsupported) func refusesWhatOnlySQLiteCanWrite(_ example: Case) throws {
    let folder = try TemporaryFolder()
    let connection = try SQLiteConnection(path: nil)
    for statement in example.statements { try connection.execute(statement) }
    let schema = try DatabaseSchema.read(from: connection) { _ in .asTheyCome }
    #expect { _ = try DatabaseWriter(path: folder.file("t.sqlite"), schema: schema) } throws: { error in
      if case .unsupported(let what) = error as? SealedPagesError { !what.isEmpty } else { false }
    }
    #expect(folder.names().isEmpty)
  }

  private static let table = TableDefinition(
    name: "t",
    sql: "CREATE TABLE t(a)",
    columns: [ColumnDefinition(name: "a", affinity: .blob)]
  )

  private static func index(collation: String = "BINARY", isUnique: Bool = false) -> IndexDefinition {
    IndexDefinition(
      name: "i",
      table: "t",
      sql: "CREATE \(isUnique ? "UNIQUE " : "")INDEX i ON t(a)",
      terms: [IndexTerm(.column(0), collation: collation)],
      isUnique: isUnique
    )
  }

  @Test func refusesCollationsAndPageSizesThatItDoesNotKnow() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("t.sqlite")
    let schema = DatabaseSchema([.table(Self.table), .index(Self.index(collation: "GERMAN"))])
    #expect(throws: SealedPagesError.self) { try DatabaseWriter(path: path, schema: schema) }
    for size in [0, 256, 1000, 131_072] {
      var settings = DatabaseSettings()
      settings.pageSize = size
      #expect(throws: SealedPagesError.self) {
        try DatabaseWriter(path: path, schema: DatabaseSchema(), settings: settings)
      }
    }
    #expect(folder.names().isEmpty)
  }

  private func rows(_ values: [(Int64?, SQLiteValue)]) throws -> RowBatch {
    let batch = RowBatch(for: Self.table)
    for (rowID, value) in values {
      batch.beginRow(rowID)
      if let text = value.text { batch.append(text) } else { batch.appendNull() }
      try batch.endRow()
    }
    return batch
  }

  @Test func refusesRowsOutOfOrder() throws {
    let folder = try TemporaryFolder()
    let writer = try DatabaseWriter(path: folder.file("t.sqlite"), schema: DatabaseSchema([.table(Self.table)]))
    let batch = try rows([(5, "a"), (5, "b")])
    #expect { try #require(writer.table("T")).append(batch) } throws: { error in
      if case .rowOutOfOrder("t", 5) = error as? SealedPagesError { true } else { false }
    }
    writer.discard()
    #expect(folder.names().isEmpty)
  }

  @Test func findsKeysThatMayNotBeThereTwice() throws {
    let folder = try TemporaryFolder()
    for (values, isRefused) in [
      ([(1, "b"), (2, .null), (3, "a"), (4, "c"), (7, "a"), (8, .null)], true),
      ([(1, .null), (2, .null), (3, "a")], false),
    ] as [([(Int64?, SQLiteValue)], Bool)] {
      let schema = DatabaseSchema([.table(Self.table), .index(Self.index(isUnique: true))])
      let writer = try DatabaseWriter(path: folder.file("t.sqlite"), schema: schema)
      try #require(writer.table("t")).append(try rows(values))
      guard isRefused else {
        _ = try writer.finish()
        continue
      }
      #expect { try writer.finish() } throws: { error in
        if case .notUnique("i", "t", 7, 3) = error as? SealedPagesError { true } else { false }
      }
    }
  }

  @Test func saysWhyAFileCannotBeWritten() throws {
    let schema = DatabaseSchema([.table(Self.table), .index(Self.index())])
    let full = try DatabaseWriter(path: "/dev/full", schema: schema)
    #expect { _ = try full.finish() } throws: { error in
      if case .file(let reason) = error as? SealedPagesError {
        reason.path == "/dev/full" && reason.number == ENOSPC
      } else {
        false
      }
    }
    let folder = try TemporaryFolder()
    let missing = folder.file("missing/t.sqlite")
    #expect { _ = try DatabaseWriter(path: missing, schema: schema) } throws: { error in
      if case .file(let reason) = error as? SealedPagesError {
        reason.path == missing && reason.number == ENOENT
      } else {
        false
      }
    }
  }

  /// Working files stand beside the database; their folder may be gone.
  @Test(arguments: [TableDefinition.Placement.asTheyCome, .together])
  func saysWhyAWorkingFileCannotBeWritten(placement: TableDefinition.Placement) throws {
    let folder = try TemporaryFolder()
    let inner = folder.file("inner")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    var table = Self.table
    table.placement = placement
    var options = DatabaseWriterOptions()
    options.memoryBudget = 1
    let schema = DatabaseSchema([.table(table), .index(Self.index())])
    let writer = try DatabaseWriter(path: inner + "/t.sqlite", schema: schema, options: options)
    try FileManager.default.removeItem(atPath: inner)
    let batch = try rows((1...5000).map { number in (Int64(number), .text("text \(number)")) })
    #expect {
      try #require(writer.table("t")).append(batch)
      _ = try writer.finish()
    } throws: { error in
      if case .file(let reason) = error as? SealedPagesError { reason.number == ENOENT } else { false }
    }
  }
}
