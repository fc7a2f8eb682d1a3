import Foundation
import SQLiteAccess
import SealedPages
import TestSupport
import Testing

@Suite struct SealedContentTests {
  private static func table(_ name: String, placement: TableDefinition.Placement = .asTheyCome) -> TableDefinition {
    TableDefinition(
      name: name,
      sql: "CREATE TABLE \(name)(a TEXT, b)",
      columns: [ColumnDefinition(name: "a", affinity: .text), ColumnDefinition(name: "b", affinity: .blob)],
      placement: placement
    )
  }

  private static func index(_ name: String, on table: String, isUnique: Bool = false) -> IndexDefinition {
    IndexDefinition(
      name: name,
      table: table,
      sql: "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name) ON \(table)(a)",
      terms: [IndexTerm(.column(0))],
      isUnique: isUnique
    )
  }

  private func expectSound(_ path: String, _ written: DatabaseWriter? = nil) throws {
    let connection = try SQLiteConnection(path: path, mode: .immutable)
    defer { connection.close() }
    #expect(try connection.integrityProblems().isEmpty)
    if let written {
      #expect(try DatabaseVerifier(path: path, schema: written.schema).problems().isEmpty)
    }
  }

  @Test(arguments: [DatabaseSettings.AutoVacuum.none, .full, .incremental])
  func writesAnEmptyDatabase(autoVacuum: DatabaseSettings.AutoVacuum) throws {
    let folder = try TemporaryFolder()
    for countsStatistics in [false, true] {
      var settings = DatabaseSettings()
      settings.autoVacuum = autoVacuum
      settings.userVersion = -7
      settings.applicationID = 0x5EA1
      var options = DatabaseWriterOptions()
      options.countsStatistics = countsStatistics
      let path = folder.file("empty.sqlite")
      let writer = try DatabaseWriter(path: path, schema: DatabaseSchema(), settings: settings, options: options)
      let summary = try writer.finish(isDurable: true)
      let connection = try SQLiteConnection(path: path, mode: .readOnly)
      #expect(try connection.integrityProblems().isEmpty)
      #expect(try connection.pragma("user_version") == -7)
      #expect(try connection.pragma("application_id") == 0x5EA1)
      let verifier = try DatabaseVerifier(path: path, schema: writer.schema, settings: settings)
      #expect(try verifier.problems(comparedWith: summary).isEmpty)
    }
  }

  @Test func writesRowsOfSeveralTablesInTurn() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("t.sqlite")
    let tables = [Self.table("x"), Self.table("y", placement: .together), Self.table("z")]
    var options = DatabaseWriterOptions()
    options.memoryBudget = 100_000
    let schema = DatabaseSchema(
      tables.map { .table($0) } + tables.map { .index(Self.index("i\($0.name)", on: $0.name)) }
    )
    let writer = try DatabaseWriter(path: path, schema: schema, options: options)
    let batches = tables.map { RowBatch(for: $0) }
    for round in 0..<60 {
      for (table, batch) in zip(tables, batches) {
        batch.removeAll()
        for number in 0..<100 {
          batch.beginRow(round == 7 && number == 0 ? 5000 : nil)
          batch.append("text \(round * 100 + number) of table \(table.name)")
          batch.append(Int64(number))
          try batch.endRow()
        }
        try #require(writer.table(table.name)).append(batch)
      }
    }
    _ = try writer.finish()
    try expectSound(path, writer)
    let connection = try SQLiteConnection(path: path, mode: .immutable)
    for table in tables {
      let query = "SELECT count(*), min(rowid), max(rowid), max(a) FROM \(table.name)"
      #expect(try connection.rows(query) == [[6000, 1, 10_299, .text("text 999 of table \(table.name)")]])
    }
    #expect(folder.names() == ["t.sqlite"])
  }

  @Test(arguments: [512, 4096, 65_536]) func writesASchemaOfManyPages(pageSize: Int) throws {
    let folder = try TemporaryFolder()
    let source = folder.file("source.sqlite")
    let connection = try SQLiteConnection(path: source, mode: .create)
    for number in 0..<120 {
      let columns = (0...number).map { "column\($0) TEXT" }.joined(separator: ", ")
      try connection.execute("CREATE TABLE t\(number)(\(columns))")
      try connection.execute("CREATE INDEX i\(number) ON t\(number)(column\(number))")
      try connection.execute("INSERT INTO t\(number)(column0) VALUES (\(number))")
    }
    connection.close()
    var settings = DatabaseSettings()
    settings.pageSize = pageSize
    let path = folder.file("sealed.sqlite")
    let written = try SealedCopy.make(source, at: path, settings: settings)
    try expectSound(path)
    let verifier = try DatabaseVerifier(path: path, schema: written.schema, settings: settings)
    #expect(try verifier.problems(comparedWith: written.summary).isEmpty)
    let copy = try SQLiteConnection(path: path, mode: .readWrite)
    try copy.execute("CREATE TABLE another(a)")
    try copy.execute("DROP TABLE t7")
    #expect(try copy.integrityProblems().isEmpty)
  }

  /// Beside the header of the file, page 1 has less room than other pages.
  @Test(arguments: [1, 2]) func writesASchemaThatHasNoRoomOnTheFirstPage(tableCount: Int) throws {
    let folder = try TemporaryFolder()
    var settings = DatabaseSettings()
    settings.pageSize = 512
    var options = DatabaseWriterOptions()
    options.countsStatistics = false
    for length in stride(from: 120, through: 560, by: 3) {
      let path = folder.file("\(length).sqlite")
      let comment = String(repeating: "-", count: length / tableCount)
      let tables = (0..<tableCount).map { number in
        var table = Self.table("t\(number)")
        table.sql = "CREATE TABLE t\(number)(a TEXT, b /*\(comment)*/)"
        return table
      }
      let writer = try DatabaseWriter(
        path: path,
        schema: DatabaseSchema(tables.map { .table($0) }),
        settings: settings,
        options: options
      )
      _ = try writer.finish()
      let connection = try SQLiteConnection(path: path, mode: .readWrite)
      try connection.execute("CREATE TABLE another(a)")
      #expect(try connection.integrityProblems().isEmpty, "\(length) bytes")
    }
  }

  @Test func writesTablesThatNumberTheirRows() throws {
    let folder = try TemporaryFolder()
    let source = folder.file("source.sqlite")
    let connection = try SQLiteConnection(path: source, mode: .create)
    try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT NOT NULL UNIQUE) STRICT")
    try connection.execute("INSERT INTO t(a) VALUES ('a'), ('b'), ('c')")
    try connection.execute("DELETE FROM t WHERE a = 'c'")
    connection.close()
    let path = folder.file("sealed.sqlite")
    try SealedCopy.make(source, at: path)
    try expectSound(path)
    let sealed = try SQLiteConnection(path: path, mode: .readWrite)
    try sealed.execute("INSERT INTO t(a) VALUES ('d')")
    #expect(try sealed.rows("SELECT id, a FROM t") == [[1, "a"], [2, "b"], [4, "d"]])
    #expect(try sealed.integrityProblems().isEmpty)
  }

  @Test func writesLargeValues() throws {
    let folder = try TemporaryFolder()
    let source = folder.file("source.sqlite")
    let connection = try SQLiteConnection(path: source, mode: .create)
    try connection.execute("CREATE TABLE t(a TEXT, b BLOB)")
    try connection.execute("CREATE INDEX i ON t(a)")
    for size in [1, 100, 1000, 4061, 4062, 100_000, 2_000_000, 10_000_000] {
      try connection.execute(
        "INSERT INTO t VALUES (hex(zeroblob(?1 / 8)) || ?1, randomblob(?1))",
        [.integer(Int64(size))]
      )
    }
    let content = try connection.rows("SELECT a, b FROM t")
    connection.close()
    for pageSize in [512, 4096] {
      var settings = DatabaseSettings()
      settings.pageSize = pageSize
      let path = folder.file("sealed.sqlite")
      let written = try SealedCopy.make(source, at: path, settings: settings)
      try expectSound(path)
      let verifier = try DatabaseVerifier(path: path, schema: written.schema, settings: settings)
      #expect(try verifier.problems(comparedWith: written.summary).isEmpty)
      let sealed = try SQLiteConnection(path: path, mode: .immutable)
      #expect(try sealed.rows("SELECT a, b FROM t") == content)
    }
  }

  @Test func writesManyRowsWithinASmallBudget() throws {
    let folder = try TemporaryFolder()
    let source = folder.file("source.sqlite")
    let connection = try SQLiteConnection(path: source, mode: .create)
    try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b INTEGER, c TEXT COLLATE NOCASE)")
    for columns in ["a", "b", "c, b DESC", "id"] {
      try connection.execute("CREATE INDEX \"by \(columns)\" ON t(\(columns))")
    }
    try connection.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
      INSERT INTO t SELECT i, 'https://example.org/' || (i * 7919 % 200003), i % 100, char(65 + i % 26) || 'x' FROM n
      """
    )
    var options = DatabaseWriterOptions()
    options.memoryBudget = 1 << 20
    let path = folder.file("sealed.sqlite")
    let written = try SealedCopy.make(source, at: path, options: options)
    try expectSound(path)
    let verifier = try DatabaseVerifier(path: path, schema: written.schema)
    #expect(try verifier.problems(comparedWith: written.summary).isEmpty)
    try connection.execute("ANALYZE")
    let statistics = "SELECT * FROM sqlite_stat1 ORDER BY idx"
    let sealed = try SQLiteConnection(path: path, mode: .immutable)
    #expect(try sealed.rows(statistics) == connection.rows(statistics))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/env"))) func isOpenedByPython() throws {
    let folder = try TemporaryFolder()
    let source = folder.file("source.sqlite")
    try RandomDatabase.make(source, seed: 6)
    try SealedCopy.make(source, at: folder.file("sealed.sqlite"))
    let python = Process()
    python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let program = """
      import sys
      try: import sqlite3
      except ImportError: print('ok'); sys.exit()
      db = sqlite3.connect(sys.argv[1])
      for name, in db.execute("select name from sqlite_master where type = 'table'").fetchall():
        db.execute('select * from "%s"' % name).fetchall()
      print(db.execute('pragma integrity_check').fetchone()[0])
      """
    python.arguments = ["python3", "-c", program, folder.file("sealed.sqlite")]
    let output = Pipe()
    python.standardOutput = output
    python.standardError = FileHandle.nullDevice
    try python.run()
    python.waitUntilExit()
    if python.terminationStatus == 127 { return }
    #expect(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "ok\n")
  }

  /// With the page for locks in the middle of a small file, which only our own reader understands.
  @Test(arguments: [0, 1, 2, 3]) func leavesThePageForLocksFree(shift: Int) throws {
    let folder = try TemporaryFolder()
    let source = folder.file("source.sqlite")
    let connection = try SQLiteConnection(path: source, mode: .create)
    try connection.execute("CREATE TABLE t(a)")
    try connection.execute(
      "INSERT INTO t SELECT randomblob(3000) FROM (VALUES (1), (2), (3), (4), (5)), (VALUES (1), (2), (3), (4), (5)), (VALUES (1), (2), (3))"
    )
    connection.close()
    var settings = DatabaseSettings()
    settings.pageSize = 512
    // A page of the map comes every 103 pages; the page for locks stands on, before or behind one.
    settings.lockOffset = 512 * (103 * 2 + shift)
    let path = folder.file("sealed.sqlite")
    let written = try SealedCopy.make(source, at: path, settings: settings)
    #expect(written.summary.pageCount > 300)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes[settings.lockOffset..<(settings.lockOffset + 512)].allSatisfy { $0 == 0 })
    let verifier = try DatabaseVerifier(path: path, schema: written.schema, settings: settings)
    #expect(try verifier.problems(comparedWith: written.summary).isEmpty)
  }
}
