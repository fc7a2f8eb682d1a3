import Foundation
import SQLiteAccess
import SealedPages
import TestSupport
import Testing

/// Random databases, written once more as sealed pages, against SQLite's own.
@Suite struct RandomDatabaseTests {
  @Test(arguments: Seeds.range(1...16))
  func holdsWhatSQLiteHolds(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let source = folder.file("source.sqlite")
    let database = try RandomDatabase.make(source, seed: seed)
    var generator = SeededGenerator(seed &+ 1_000_000)
    var settings = DatabaseSettings()
    settings.pageSize = generator.pick([512, 1024, 4096, 4096, 8192, 65_536])
    settings.autoVacuum = generator.pick([.incremental, .incremental, .full, .none])
    let placement = generator.pick([TableDefinition.Placement.asTheyCome, .together])
    let path = folder.file("sealed.sqlite")
    let written = try SealedCopy.make(source, at: path, settings: settings, placement: placement)

    let verifier = try DatabaseVerifier(path: path, schema: written.schema, settings: settings)
    for summary in [nil, written.summary] {
      let problems = try verifier.problems(comparedWith: summary)
      #expect(problems.isEmpty, "seed \(seed)")
    }
    try expectSound(path, seed: seed)
    try expectSameContent(database, source, path, seed: seed)
    try expectSamePlans(database, source, path, seed: seed)
    try expectSameHeader(source, path, settings, folder, seed: seed)
    try expectCanBeChanged(database, path, folder, seed: seed)

    // The budget and the number of threads change nothing.
    var options = DatabaseWriterOptions()
    options.memoryBudget = 100_000
    options.threads = Int(seed % 3)
    let other = folder.file("other.sqlite")
    try SealedCopy.make(source, at: other, settings: settings, options: options, placement: placement)
    #expect(FileManager.default.contentsEqual(atPath: path, andPath: other), "seed \(seed)")
    #expect(folder.names() == ["changed.sqlite", "other.sqlite", "sealed.sqlite", "source.sqlite", "vacuumed.sqlite"])
  }

  private func expectSound(_ path: String, seed: UInt64) throws {
    let connection = try SQLiteConnection(path: path, mode: .immutable)
    defer { connection.close() }
    for check in ["integrity_check", "quick_check"] {
      #expect(try connection.rows("PRAGMA \(check)") == [[.text("ok")]], "\(check) of seed \(seed)")
    }
  }

  private func expectSameContent(_ database: RandomDatabase, _ source: String, _ path: String, seed: UInt64) throws {
    let first = try SQLiteConnection(path: source, mode: .readWrite)
    let second = try SQLiteConnection(path: path, mode: .readOnly)
    for table in database.tables {
      let types = table.columns.map { "typeof(\($0))" }.joined(separator: ", ")
      let query = "SELECT rowid, *, \(types) FROM \(table.name) ORDER BY rowid"
      #expect(try first.rows(query) == second.rows(query), "\(table.name) of seed \(seed)")
    }
    #expect(try first.rows("PRAGMA foreign_key_check") == second.rows("PRAGMA foreign_key_check"), "seed \(seed)")
    try first.execute("ANALYZE")
    let statistics = "SELECT * FROM sqlite_stat1 ORDER BY tbl, idx"
    let difference = Set(try first.rows(statistics)).symmetricDifference(Set(try second.rows(statistics)))
    #expect(difference.isEmpty, "seed \(seed)")
    let schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"
    #expect(try first.rows(schema) == second.rows(schema), "seed \(seed)")
  }

  private func expectSamePlans(_ database: RandomDatabase, _ source: String, _ path: String, seed: UInt64) throws {
    let first = try SQLiteConnection(path: source, mode: .readOnly)
    let second = try SQLiteConnection(path: path, mode: .readOnly)
    for table in database.tables {
      for column in table.columns {
        for query in [
          "SELECT * FROM \(table.name) WHERE \(column) = 5", "SELECT * FROM \(table.name) ORDER BY \(column) LIMIT 3",
          "SELECT count(*) FROM \(table.name) WHERE \(column) > 'a' AND \(table.columns[0]) = 1",
          "SELECT * FROM \(table.name) a JOIN \(table.name) b ON a.\(column) = b.\(table.columns[0])",
          "SELECT \(column), count(*) FROM \(table.name) GROUP BY \(column) COLLATE NOCASE",
        ] {
          let plan = "EXPLAIN QUERY PLAN \(query)"
          #expect(try first.rows(plan).map { $0[3] } == second.rows(plan).map { $0[3] }, "\(query) of seed \(seed)")
        }
      }
    }
  }

  /// The header is that of SQLite's own compact copy, but for what counts pages and changes.
  private func expectSameHeader(
    _ source: String,
    _ path: String,
    _ settings: DatabaseSettings,
    _ folder: TemporaryFolder,
    seed: UInt64
  ) throws {
    let connection = try SQLiteConnection(path: source, mode: .readWrite)
    try connection.setPragma("page_size", to: "\(settings.pageSize)")
    let mode = settings.autoVacuum == .none ? 0 : settings.autoVacuum == .full ? 1 : 2
    try connection.setPragma("auto_vacuum", to: "\(mode)")
    try connection.execute("VACUUM INTO ?1", [.text(folder.file("vacuumed.sqlite"))])
    func header(_ path: String) throws -> [UInt8] {
      var header = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)).prefix(100))
      for counter in [24, 28, 40, 92] { header.replaceSubrange(counter..<(counter + 4), with: [0, 0, 0, 0]) }
      return header
    }
    #expect(try header(path) == header(folder.file("vacuumed.sqlite")), "seed \(seed)")
  }

  private func expectCanBeChanged(
    _ database: RandomDatabase,
    _ path: String,
    _ folder: TemporaryFolder,
    seed: UInt64
  ) throws {
    let copy = folder.file("changed.sqlite")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let connection = try SQLiteConnection(path: copy, mode: .readWrite)
    _ = try connection.rows("PRAGMA journal_mode = MEMORY")
    try connection.execute("CREATE TABLE added(a, b)")
    for table in database.tables {
      let column = table.columns.last { $0 != "id" } ?? "rowid"
      try connection.execute("UPDATE OR IGNORE \(table.name) SET \(column) = 'changed' || rowid WHERE rowid % 3 = 0")
      try connection.execute("DELETE FROM \(table.name) WHERE rowid % 5 < 2")
      try connection.execute(
        "INSERT OR IGNORE INTO \(table.name)(\(column)) SELECT randomblob(900) FROM \(table.name) LIMIT 50"
      )
    }
    #expect(try connection.integrityProblems().isEmpty, "seed \(seed)")
    if let table = database.tables.first {
      try connection.execute("DROP VIEW IF EXISTS v")
      try connection.execute("DROP TABLE \(table.name)")
    }
    _ = try connection.rows("PRAGMA incremental_vacuum")
    #expect(try connection.integrityProblems().isEmpty, "seed \(seed)")
    try connection.execute("VACUUM")
    #expect(try connection.integrityProblems().isEmpty, "seed \(seed)")
  }
}
