import Foundation
import SQLiteAccess
import TestSupport
import Testing

struct SQLiteConnectionTests {
  private func makeFile(_ folder: TemporaryFolder, _ name: String) throws -> String {
    let path = folder.file(name)
    let connection = try SQLiteConnection(path: path, mode: .create)
    try connection.execute("CREATE TABLE t (a)")
    try connection.execute("INSERT INTO t VALUES (1)")
    connection.close()
    return path
  }

  @Test func saysWhatFailedInWhichFileAndStatement() throws {
    let connection = try SQLiteConnection(path: nil)
    let error = #expect(throws: SQLiteError.self) { try connection.execute("SELECT breed FROM nowhere") }
    #expect(
      error?.description
        == "SQLite could not go on: no such table: nowhere (SQLITE_ERROR), while running: SELECT breed FROM nowhere"
    )
  }

  @Test func doesNotMakeAFileUnlessAsked() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("missing.sqlite")
    let error = #expect(throws: SQLiteError.self) { _ = try SQLiteConnection(path: path, mode: .readWrite) }
    #expect(error?.code.primary == .SQLITE_CANTOPEN)
    #expect(error?.path == path)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func refusesToWriteWhatIsOpenForReading() throws {
    let folder = try TemporaryFolder()
    let path = try makeFile(folder, "read.sqlite")
    for mode in [SQLiteConnection.OpenMode.readOnly, .immutable] {
      let connection = try SQLiteConnection(path: path, mode: mode)
      #expect(try connection.firstValue("SELECT a FROM t") == 1)
      let error = #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO t VALUES (2)") }
      #expect(error?.code.primary == .SQLITE_READONLY)
    }
  }

  @Test func opensAnImmutableFileWhoseNameHasTheCharactersOfAnAddress() throws {
    let folder = try TemporaryFolder()
    let path = try makeFile(folder, "50% of?them#é.sqlite")
    let connection = try SQLiteConnection(path: path, mode: .immutable)
    #expect(try connection.firstValue("SELECT a FROM t") == 1)
  }

  @Test func saysThatAFileIsNoDatabase() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("text.sqlite")
    try Data(repeating: 65, count: 5_000).write(to: URL(fileURLWithPath: path))
    let connection = try SQLiteConnection(path: path, mode: .readOnly)
    let error = #expect(throws: SQLiteError.self) { try connection.rows("SELECT * FROM sqlite_master") }
    #expect(error?.code == .SQLITE_NOTADB)
  }

  @Test func undoesATransactionThatThrows() throws {
    struct Interruption: Error {}
    let connection = try SQLiteConnection(path: nil)
    try connection.execute("CREATE TABLE t (a)")
    #expect(throws: Interruption.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (1)")
        throw Interruption()
      }
    }
    #expect(!connection.isInTransaction)
    try connection.transaction { try connection.execute("INSERT INTO t VALUES (2)") }
    #expect(try connection.rows("SELECT a FROM t") == [[2]])
  }

  @Test func usesTheSameTextTwiceAtTheSameTime() throws {
    let connection = try SQLiteConnection(path: nil)
    var pairs: [Int64] = []
    let sql = "SELECT value FROM json_each('[1,2]')"
    try connection.withStatement(sql) { outer in
      while try outer.step() {
        try connection.withStatement(sql) { inner in
          while try inner.step() { pairs.append(outer.integer(0) * 10 + inner.integer(0)) }
        }
      }
    }
    #expect(pairs == [11, 12, 21, 22])
  }

  @Test func sortsByARegisteredCollation() throws {
    let connection = try SQLiteConnection(path: nil)
    try connection.registerCollation("BY_LENGTH") { left, right in left.count - right.count }
    let rows = try connection.rows(
      "SELECT value FROM json_each('[\"ccc\",\"a\",\"bb\",\"\"]') ORDER BY value COLLATE BY_LENGTH"
    )
    #expect(rows == [[""], ["a"], ["bb"], ["ccc"]])
  }

  @Test func callsARegisteredFunctionAndReportsItsError() throws {
    struct Refusal: Error, CustomStringConvertible { let description = "no dogs allowed" }
    let connection = try SQLiteConnection(path: nil)
    try connection.registerFunction("echo", argumentCount: -1) { arguments in
      if arguments.first == "dog" { throw Refusal() }
      return arguments.last ?? .null
    }
    #expect(
      try connection.rows("SELECT echo(1), echo(1, ''), echo(x'00FF'), echo(1.5), echo(), echo('a' || char(0) || 'b')")
        == [[1, "", .blob([0, 255]), 1.5, .null, "a\0b"]]
    )
    let error = #expect(throws: SQLiteError.self) { try connection.rows("SELECT echo('dog')") }
    #expect(error?.message == "no dogs allowed")
  }

  @Test func findsNothingWrongWithASoundFileAndSomethingWithADamagedOne() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("damaged.sqlite")
    let connection = try SQLiteConnection(path: path, mode: .create)
    try connection.execute("CREATE TABLE t (a TEXT)")
    try connection.execute("CREATE INDEX i ON t (a)")
    try connection.execute(
      "INSERT INTO t SELECT hex(randomblob(100)) FROM json_each('[1,2,3,4,5,6,7,8,9]') a, json_each('[1,2,3,4,5,6,7,8,9]')"
    )
    #expect(try connection.integrityProblems().isEmpty)
    connection.close()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes.replaceSubrange(4096 * 2..<4096 * 2 + 40, with: Data(repeating: 0xEE, count: 40))
    try bytes.write(to: URL(fileURLWithPath: path))
    let damaged = try SQLiteConnection(path: path, mode: .readOnly)
    let problems = (try? damaged.integrityProblems()) ?? ["unreadable"]
    #expect(!problems.isEmpty)
  }

  @Test func goesAwayWithItsStatements() throws {
    weak var kept: SQLiteConnection?
    do {
      let connection = try SQLiteConnection(path: nil)
      try connection.withStatement("SELECT 1") { _ = try $0.step() }
      kept = connection
    }
    #expect(kept == nil)
  }

  @Test func changesTheJournalMode() throws {
    let folder = try TemporaryFolder()
    let connection = try SQLiteConnection(path: try makeFile(folder, "journal.sqlite"))
    try connection.setJournalMode(.wal)
    #expect(try connection.journalMode() == .wal)
    try connection.setJournalMode(.delete)
    #expect(try connection.journalMode() == .delete)
  }
}
