import Findings
import Foundation
import ReferenceExport
import SQLiteAccess
import TestSupport
import Testing

/// Sealing keeps what a database holds, whatever it is; what only SQLite can write is sealed by SQLite.
@Suite struct SealingWayTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let isPageByPage: Bool
    let statements: [String]

    init(_ description: String, bySQLite: Bool = false, _ statements: String...) {
      testDescription = description
      isPageByPage = !bySQLite
      self.statements = statements
    }
  }

  static let cases = [
    Case(
      "values of other kinds than their columns",
      "CREATE TABLE t(i INTEGER, r REAL, n NUMERIC, x TEXT, b BLOB, v)",
      "CREATE INDEX i1 ON t(i, r DESC)",
      "CREATE INDEX i2 ON t(x COLLATE NOCASE, n)",
      "INSERT INTO t VALUES ('abc', 'abc', 'abc', x'00ff', 'abc', 1), (x'', x'01', x'02', 5, 1.5, NULL)",
      "INSERT INTO t VALUES (1.5, 3, 4.0, 7.25, 3.0, 3.0), (1e300, 1e300, -9223372036854775808, 1e20, '', ''), (NULL, NULL, NULL, NULL, NULL, NULL)",
      "INSERT INTO t VALUES ('12', '12', '12', 12, 12, -0.0), (0.0, -0.0, 1e15, 'a' || char(0) || 'b', zeroblob(3), 9007199254740993)",
      "INSERT INTO t VALUES (140737488355327, 140737488355328.0, -140737488355328, '', x'', 9e999), (3, 140737488355327.0, 1, 1, 1, -9e999)"
    ),
    Case(
      "large values",
      "CREATE TABLE t(a TEXT, b BLOB)",
      "CREATE INDEX i ON t(a)",
      "INSERT INTO t VALUES (hex(zeroblob(300000)), randomblob(5000000)), ('x', zeroblob(100000)), (hex(zeroblob(2030)), NULL)"
    ),
    Case(
      "row numbers with gaps and below zero",
      "CREATE TABLE t(a)",
      "CREATE TABLE u(id INTEGER PRIMARY KEY, a UNIQUE)",
      "INSERT INTO t(rowid, a) VALUES (-9223372036854775808, 1), (-5, 2), (0, 3), (1 << 40, 4), (9223372036854775807, 5)",
      "INSERT INTO u VALUES (-7, 'x'), (3, 'y'), (4000000000, NULL), (4000000001, NULL)"
    ),
    Case(
      "columns with the names of row numbers",
      "CREATE TABLE t(rowid TEXT, oid)",
      "INSERT INTO t(_rowid_, rowid, oid) VALUES (7, 'x', 1), (9, 'a', 2)",
      "CREATE INDEX i ON t(rowid, oid)",
      "CREATE TABLE \"a \"\"b\"(\"c \"\"d\" INTEGER PRIMARY KEY, \"select\")",
      "CREATE INDEX \"i \"\"j\" ON \"a \"\"b\"(\"select\")",
      "INSERT INTO \"a \"\"b\" VALUES (3, 4)"
    ),
    Case(
      "AUTOINCREMENT",
      "CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, a)",
      "INSERT INTO t(a) VALUES (1), (2), (3)",
      "DELETE FROM t WHERE id = 3"
    ),
    Case(
      "triggers, views and foreign keys",
      "CREATE TABLE t(a PRIMARY KEY, b REFERENCES t(a))",
      "CREATE VIEW v AS SELECT a FROM t",
      "CREATE TRIGGER tr AFTER INSERT ON t BEGIN UPDATE t SET b = NULL; END",
      "CREATE TRIGGER tv INSTEAD OF INSERT ON v BEGIN SELECT 1; END",
      "INSERT INTO t VALUES (1, 1), (2, 1)"
    ),
    Case(
      "settings of the file",
      "PRAGMA page_size = 1024",
      "PRAGMA auto_vacuum = 1",
      "PRAGMA user_version = 7",
      "PRAGMA application_id = 9",
      "CREATE TABLE t(a, b)",
      "CREATE INDEX i ON t(b)",
      "INSERT INTO t VALUES (1, 2), (3, 4)"
    ),
    Case(
      "pages of 65536 bytes and a write-ahead log",
      "PRAGMA page_size = 65536",
      "CREATE TABLE t(a, b)",
      "PRAGMA journal_mode = WAL",
      "INSERT INTO t VALUES (1, 2)"
    ),
    Case(
      "changed tables",
      "CREATE TABLE t(a, gone, b)",
      "INSERT INTO t VALUES (1, 2, 3), (4, 5, 6)",
      "ALTER TABLE t ADD COLUMN c TEXT DEFAULT 'new'",
      "ALTER TABLE t ADD COLUMN d REAL DEFAULT 3",
      "INSERT INTO t VALUES (7, 8, 9, 'x', 0.5)",
      "CREATE INDEX i ON t(c, d)",
      "ALTER TABLE t DROP COLUMN gone",
      "ALTER TABLE t RENAME COLUMN a TO z",
      "CREATE TABLE old(a)",
      "DROP TABLE old"
    ),
    Case(
      "strict tables",
      "CREATE TABLE t(a INT PRIMARY KEY, b ANY, c REAL) STRICT",
      "INSERT INTO t VALUES (1, '12', 3), (2, 12, 3.5), (3, x'12', NULL)"
    ),
    Case(
      "old statistics",
      "CREATE TABLE t(a, b)",
      "CREATE INDEX i ON t(a)",
      "INSERT INTO t VALUES (1, 2)",
      "ANALYZE",
      "INSERT INTO t VALUES (2, 2), (2, 2), (NULL, 2)",
      "CREATE TABLE empty(a UNIQUE)"
    ),
    Case("no rows", "CREATE TABLE t(a UNIQUE, b INTEGER PRIMARY KEY)"),
    Case(
      "WITHOUT ROWID",
      bySQLite: true,
      "CREATE TABLE t(a PRIMARY KEY, b) WITHOUT ROWID",
      "INSERT INTO t VALUES (1, 2), ('x', 3)"
    ),
    Case(
      "generated columns",
      bySQLite: true,
      "CREATE TABLE t(a, b AS (a + 1), c AS (a + 2) STORED)",
      "INSERT INTO t VALUES (1), (2)"
    ),
    Case(
      "a partial index",
      bySQLite: true,
      "CREATE TABLE t(a)",
      "CREATE INDEX i ON t(a) WHERE a > 1",
      "INSERT INTO t VALUES (1), (2)"
    ),
    Case(
      "an index over an expression",
      bySQLite: true,
      "CREATE TABLE t(a)",
      "CREATE INDEX i ON t(a + 1)",
      "INSERT INTO t VALUES (1)"
    ),
    Case("R-tree", bySQLite: true, "CREATE VIRTUAL TABLE r USING rtree(id, x1, x2)", "INSERT INTO r VALUES (1, 2, 3)"),
    Case("search", bySQLite: true, "CREATE VIRTUAL TABLE f USING fts5(a)", "INSERT INTO f VALUES ('some words')"),
    Case(
      "UTF-16",
      bySQLite: true,
      "PRAGMA encoding = 'UTF-16le'",
      "CREATE TABLE t(a UNIQUE)",
      "INSERT INTO t VALUES ('ä'), ('z'), (1)"
    ),
    Case(
      "all names of the row number taken",
      bySQLite: true,
      "CREATE TABLE t(rowid, oid, _rowid_)",
      "INSERT INTO t VALUES (1, 2, 3)"
    ),
    Case("nothing", bySQLite: true),
  ]

  private static func make(_ example: Case, at path: String) throws {
    let connection = try SQLiteConnection(path: path, mode: .create)
    defer { connection.close() }
    for statement in example.statements { _ = try connection.rows(statement) }
  }

  /// The schema and all rows with their numbers, as SQL writes them; without statistics.
  private static func contents(_ path: String) throws -> [String] {
    let connection = try SQLiteConnection(path: path, mode: .readOnly)
    defer { connection.close() }
    let schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name <> 'sqlite_stat1' ORDER BY type, name"
    var lines = try connection.rows(schema).map { "\($0)" }
    for row in try connection.rows("PRAGMA table_list") where row[0].text == "main" && row[1].text != "sqlite_stat1" {
      guard let name = row[1].text, row[2].text == "table" || row[2].text == "shadow", name != "sqlite_schema" else {
        continue
      }
      let columns = try connection.rows("PRAGMA table_xinfo('\(name)')").compactMap { $0[1].text }
        .map { "\"\($0.replacing("\"", with: "\"\""))\"" }
      let values = columns.map { "typeof(\($0)), quote(\($0))" }.joined(separator: ", ")
      let hasNumbers = row[4].integer == 0 && !columns.contains("\"_rowid_\"")
      let query =
        "SELECT \(hasNumbers ? "_rowid_, " : "")\(values) FROM \"\(name.replacing("\"", with: "\"\""))\" ORDER BY 1, 2, 3"
      for row in try connection.rows(query) { lines.append("\(name): \(row)") }
    }
    for pragma in ["encoding", "foreign_key_check"] { lines.append("\(try connection.rows("PRAGMA \(pragma)"))") }
    return lines
  }

  private static func statistics(_ path: String) throws -> [[SQLiteValue]] {
    let connection = try SQLiteConnection(path: path, mode: .readWrite)
    defer { connection.close() }
    try connection.execute("ANALYZE")
    return try connection.rows("SELECT * FROM sqlite_stat1 ORDER BY tbl, idx")
  }

  @Test(arguments: cases) func keepsTheContent(_ example: Case) throws {
    let folder = try TemporaryFolder()
    let original = folder.file("original.sqlite")
    try Self.make(example, at: original)
    let expected = try Self.contents(original)
    let publisher = try ReferencePublisher(folder: folder.file("out"), name: "Sealed.sqlite")
    try publisher.sealCopy(of: original)
    let copied = try #require(publisher.sealingWay)
    try publisher.publishWithoutManifest()
    #expect(try Self.contents(original) == expected)
    let way = try ReferenceSealer.seal(original, as: folder.file("sealed.sqlite"))
    #expect(!folder.names().contains("original.sqlite"))
    for (path, way) in [(folder.file("out/Sealed.sqlite"), copied), (folder.file("sealed.sqlite"), way)] {
      #expect((way == .pageByPage) == example.isPageByPage, "\(way)")
      #expect(try ReferenceSealer.problems(of: path) == [])
      #expect(try Self.contents(path) == expected)
      let connection = try SQLiteConnection(path: path, mode: .immutable)
      for (pragma, value) in [("page_size", 4096), ("auto_vacuum", 2), ("user_version", 0), ("application_id", 0)] {
        #expect(try connection.pragma(pragma) == .integer(Int64(value)), "\(pragma)")
      }
      if example.isPageByPage {
        let found = try connection.rows("SELECT * FROM sqlite_stat1 ORDER BY tbl, idx")
        try FileManager.default.copyItem(atPath: path, toPath: folder.file("analyzed.sqlite"))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.file("analyzed.sqlite"))
        #expect(try found == Self.statistics(folder.file("analyzed.sqlite")))
        try FileManager.default.removeItem(atPath: folder.file("analyzed.sqlite"))
      }
    }
    let names = folder.names().filter { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") || $0.hasSuffix("-journal") }
    #expect(names.isEmpty)
  }

  @Test func saysWhichWay() throws {
    let folder = try TemporaryFolder()
    try Self.make(Case("", "CREATE TABLE t(a)", "CREATE INDEX i ON t(a) WHERE a > 1"), at: folder.file("a.sqlite"))
    let way = try ReferenceSealer.seal(folder.file("a.sqlite"), as: folder.file("b.sqlite"))
    #expect(
      way.note == "The store is sealed by SQLite, because it has what only SQLite can write: the partial index i."
    )
    #expect(SealingWay.pageByPage.note == "The store is sealed page by page.")
  }

  /// In files of old versions no index has descending terms, whatever its statement says.
  @Test func leavesOldFormatsToSQLite() throws {
    let folder = try TemporaryFolder()
    try Self.make(Case("", "CREATE TABLE t(a)", "INSERT INTO t VALUES (1), (2)"), at: folder.file("a.sqlite"))
    let file = try #require(FileHandle(forUpdatingAtPath: folder.file("a.sqlite")))
    try file.seek(toOffset: 44)
    try file.write(contentsOf: Data([0, 0, 0, 1]))
    try file.close()
    let connection = try SQLiteConnection(path: folder.file("a.sqlite"), mode: .readWrite)
    try connection.execute("CREATE INDEX i ON t(a DESC)")
    connection.close()
    let expected = try Self.contents(folder.file("a.sqlite"))
    let way = try ReferenceSealer.seal(folder.file("a.sqlite"), as: folder.file("b.sqlite"))
    #expect(way == .throughSQLite(reason: "it has what only SQLite can write: a schema of format 1"))
    #expect(try Self.contents(folder.file("b.sqlite")) == expected)
    #expect(try ReferenceSealer.problems(of: folder.file("b.sqlite")) == [])
  }

  @Test func externalDataGoesAlong() throws {
    let folder = try TemporaryFolder()
    try Self.make(Case("", "CREATE TABLE t(a)"), at: folder.file("a.sqlite"))
    try folder.write("a picture", to: ".a_SUPPORT/_EXTERNAL_DATA/1234")
    let publisher = try ReferencePublisher(folder: folder.file("out"), name: "b.sqlite")
    try publisher.sealCopy(of: folder.file("a.sqlite"))
    try publisher.publishWithoutManifest()
    #expect(try folder.text(of: "out/.b_SUPPORT/_EXTERNAL_DATA/1234") == "a picture")
    try ReferenceSealer.seal(folder.file("a.sqlite"), as: folder.file("c.sqlite"))
    #expect(try folder.text(of: ".c_SUPPORT/_EXTERNAL_DATA/1234") == "a picture")
    #expect(!folder.names().contains(".a_SUPPORT"))
  }

  // MARK: Damage

  /// Databases whose indexes are not what their statements say; the pages are sound.
  static let damaged = [
    Case("another column", "UPDATE sqlite_schema SET sql = 'CREATE INDEX i ON t(b)' WHERE name = 'i'"),
    Case("another order", "UPDATE sqlite_schema SET sql = 'CREATE INDEX i ON t(a DESC)' WHERE name = 'i'"),
    Case("not unique", "UPDATE sqlite_schema SET sql = 'CREATE UNIQUE INDEX i ON t(a)' WHERE name = 'i'"),
    Case(
      "too few rows",
      "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'e') WHERE name = 'i'"
    ),
  ]

  /// A database in which the index `i` is wrong.
  static func makeDamaged(_ example: Case, at path: String) throws {
    try make(
      Case(
        "",
        "CREATE TABLE t(a, b)",
        "INSERT INTO t VALUES (1, 9), (2, 8), (3, 7), (3, 6)",
        "CREATE INDEX i ON t(a)",
        "CREATE TABLE empty(a)",
        "CREATE INDEX e ON empty(a)"
      ),
      at: path
    )
    let connection = try SQLiteConnection(path: path, mode: .readWrite)
    defer { connection.close() }
    try connection.setPragma("writable_schema", to: "on")
    for statement in example.statements { try connection.execute(statement) }
  }

  @Test(arguments: damaged) func refusesAnIndexThatDiffersFromItsTable(_ example: Case) throws {
    let folder = try TemporaryFolder()
    try Self.makeDamaged(example, at: folder.file("a.sqlite"))
    let publisher = try ReferencePublisher(folder: folder.file("out"), name: "b.sqlite")
    let errors = [
      #expect(throws: PublicationError.self) { try publisher.sealCopy(of: folder.file("a.sqlite")) },
      #expect(throws: PublicationError.self) {
        try ReferenceSealer.seal(folder.file("a.sqlite"), as: folder.file("c.sqlite"))
      },
    ]
    for error in errors {
      let error = try #require(error)
      guard case .unsoundDatabase(let problems) = error.kind else {
        Issue.record("\(error)")
        continue
      }
      #expect(problems.contains { $0.contains(" index i") }, "\(problems)")
    }
    publisher.discard()
    #expect(folder.names().filter { $0.hasPrefix("out/") } == [])
  }

  @Test(arguments: damaged) func verificationFindsIt(_ example: Case) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.sqlite")
    try Self.makeDamaged(example, at: path)
    for isFull in [false, true] {
      let messages = try Self.damage(of: path, isFull: isFull)
      #expect(!messages.isEmpty && messages.allSatisfy { $0.hasPrefix("a.sqlite is damaged: ") }, "\(messages)")
    }
  }

  /// Indexes that only SQLite can compare are looked at by the full verification.
  @Test func theFullVerificationFindsMore() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.sqlite")
    let example = Case("", "UPDATE sqlite_schema SET sql = 'CREATE INDEX i ON t(a) WHERE b > 8' WHERE name = 'i'")
    try Self.makeDamaged(example, at: path)
    #expect(try Self.damage(of: path, isFull: false) == [])
    #expect(try Self.damage(of: path, isFull: true).contains { $0.contains(" index i") })
  }

  /// What a verification says of the file itself, which is no store.
  private static func damage(of path: String, isFull: Bool) throws -> [String] {
    var manifest = SampleRelease.manifest(word: "damaged")
    manifest.layout = "plain"
    return try ReferenceVerifier.verify(path, manifest: manifest, model: nil, isFull: isFull)
      .filter { $0.rule == .storeIntegrity }.map(\.message)
  }
}
