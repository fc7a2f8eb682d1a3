import Foundation
import SQLiteAccess
import SQLiteStore
import SealedPages
import TestSupport
import Testing

/// A database that is written by taking over rows of an earlier one has the bytes of one that is written anew.
@Suite struct EarlierDatabaseTests {
  @Test(arguments: Seeds.range(1...24))
  func rewritingGivesTheSameBytesAsWriting(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let source = folder.file("source.sqlite")
    let database = try RandomDatabase.make(source, seed: seed)
    var generator = SeededGenerator(seed &+ 2_000_000)
    var settings = DatabaseSettings()
    settings.pageSize = generator.pick([512, 1024, 4096])
    let earlier = folder.file("earlier.sqlite")
    let written = try SealedCopy.make(source, at: earlier, settings: settings)
    let edits = try edit(source, database, &generator)

    let expected = folder.file("expected.sqlite")
    var wholeFailure: (any Error)?
    do { try SealedCopy.make(source, at: expected, settings: settings) } catch { wholeFailure = error }
    let path = folder.file("rewritten.sqlite")
    let kept = database.tables.map(\.name).filter { _ in !generator.once(in: 5) }
    do {
      let hash = Bytes()
      try rewrite(source, earlier, at: path, settings, kept, edits, written.summary, hash)
      #expect(wholeFailure == nil)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(try bytes == Data(contentsOf: URL(fileURLWithPath: expected)), "seed \(seed)")
      #expect(hash.bytes == bytes)
    } catch SealedPagesError.notUnique {
      #expect(wholeFailure != nil, "seed \(seed)")
    } catch SealedPagesError.earlierFile(let reason) {
      // Two kinds of indexes are left to a whole build.
      #expect(reason.contains("unique and descending"), "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.range(1...12))
  func damageInTheEarlierFileEndsInAnErrorOrInAFile(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let source = folder.file("source.sqlite")
    let database = try RandomDatabase.make(source, seed: seed)
    var generator = SeededGenerator(seed &+ 3_000_000)
    let earlier = folder.file("earlier.sqlite")
    let written = try SealedCopy.make(source, at: earlier)
    let edits = try edit(source, database, &generator)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: earlier))
    for _ in 0..<40 {
      var damaged = bytes
      for _ in 0..<3 { damaged[generator.number(below: bytes.count)] = UInt8(generator.number(below: 256)) }
      if generator.once(in: 4) { damaged = damaged.prefix(generator.number(below: bytes.count)) }
      try damaged.write(to: URL(fileURLWithPath: earlier))
      do {
        try rewrite(
          source,
          earlier,
          at: folder.file("rewritten.sqlite"),
          DatabaseSettings(),
          database.tables.map(\.name),
          edits,
          written.summary,
          Bytes()
        )
      } catch is SealedPagesError {}
    }
    bytes.removeAll()
  }

  private final class Bytes: @unchecked Sendable { var bytes = Data() }

  /// Changes some rows and adds some behind the last.
  ///
  /// - Returns: The rows that changed or came, by table.
  private func edit(
    _ path: String,
    _ database: RandomDatabase,
    _ generator: inout SeededGenerator
  ) throws -> [String: Set<Int64>] {
    let connection = try SQLiteConnection(path: path, mode: .readWrite)
    defer { connection.close() }
    var edits: [String: Set<Int64>] = [:]
    for table in database.tables {
      let rows = try connection.rows("SELECT rowid FROM \(table.name) ORDER BY rowid").compactMap { $0[0].integer }
      guard !rows.isEmpty else { continue }
      let columns = table.columns.filter { $0 != "id" }
      for _ in 0..<generator.pick([0, 1, 1, 3, 20]) {
        let row = generator.pick(rows)
        let value = generator.pick([
          "NULL", "'changed \(generator.number(below: 1000))'", "\(generator.number(below: 500))", "'x'",
          "printf('%.*c', \(generator.number(below: 900)), 'y')", "printf('%.*c', 20000, 'z')",
        ])
        try connection.execute(
          "UPDATE OR IGNORE \(table.name) SET \(generator.pick(columns)) = \(value) WHERE rowid = \(row)"
        )
        edits[table.name, default: []].insert(row)
      }
      if generator.once(in: 3), let last = rows.last {
        for number in 1...3 {
          let row = last + Int64(number)
          try connection.execute(
            "INSERT OR IGNORE INTO \(table.name)(rowid, \(columns[0])) VALUES (\(row), 'new \(number)')"
          )
          if try connection.rows("SELECT 1 FROM \(table.name) WHERE rowid = \(row)").isEmpty { break }
          edits[table.name, default: []].insert(row)
        }
      }
    }
    return edits
  }

  private func rewrite(
    _ source: String,
    _ earlier: String,
    at path: String,
    _ settings: DatabaseSettings,
    _ kept: [String],
    _ edits: [String: Set<Int64>],
    _ summary: DatabaseSummary,
    _ hash: Bytes
  ) throws {
    let connection = try SQLiteConnection(path: source, mode: .readOnly)
    defer { connection.close() }
    let schema = try DatabaseSchema.read(from: connection) { _ in .asTheyCome }
    let distinct = Dictionary(summary.indexes.map { ($0.name, $0.distinct) }, uniquingKeysWith: { first, _ in first })
    let file = try EarlierDatabase(path: earlier, keeping: kept, distinct: distinct, settings: settings)
    let writer = try DatabaseWriter(path: path, schema: schema, settings: settings, reusing: file)
    for table in schema.tables {
      guard let tableWriter = writer.table(table.name) else { continue }
      guard kept.contains(table.name) else {
        try tableWriter.copyRows(from: connection)
        continue
      }
      let rows = try connection.rows("SELECT rowid FROM \(table.name) ORDER BY rowid").compactMap { $0[0].integer }
      var waiting = 0
      var last: Int64?
      for row in rows {
        guard edits[table.name]?.contains(row) == true else {
          waiting += 1
          last = row
          continue
        }
        if let last { try tableWriter.keep(through: last, count: waiting) }
        (waiting, last) = (0, nil)
        try tableWriter.copyRows(from: connection, where: "rowid = \(row)")
      }
      if let last { try tableWriter.keep(through: last, count: waiting) }
    }
    _ = try writer.finish(taking: { hash.bytes.append(contentsOf: $0) })
  }
}
