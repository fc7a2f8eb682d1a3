import Foundation
import SQLiteAccess
import Synchronization
import TestSupport
import Testing

struct ReadingConnectionTests {
  /// What stands in a folder: names, sizes, bytes.
  private func contents(_ folder: TemporaryFolder) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in folder.names() { contents[name] = try Data(contentsOf: URL(fileURLWithPath: folder.file(name))) }
    return contents
  }

  /// A folder with a copy of a database whose writer still holds it open, with the given files beside it.
  private func folder(journal: SQLiteConnection.JournalMode, _ write: (SQLiteConnection) throws -> Void) throws
    -> TemporaryFolder
  {
    let folder = try TemporaryFolder()
    let original = folder.file("original")
    let connection = try SQLiteConnection(path: original, mode: .create)
    try connection.setJournalMode(journal)
    try connection.execute("CREATE TABLE t (a)")
    try connection.execute("INSERT INTO t VALUES (1)")
    try write(connection)
    let copies = try TemporaryFolder()
    for suffix in ["", "-wal", "-journal"] where FileManager.default.fileExists(atPath: original + suffix) {
      try FileManager.default.copyItem(atPath: original + suffix, toPath: copies.file("store" + suffix))
    }
    return copies
  }

  private func rows(_ folder: TemporaryFolder) throws -> [[SQLiteValue]] {
    let before = try contents(folder)
    let connection = try SQLiteConnection.reading(folder.file("store"))
    let rows = try connection.rows("SELECT a FROM t ORDER BY a")
    connection.close()
    #expect(try contents(folder) == before)
    return rows
  }

  @Test func aChangeWhileAFileIsReadShows() throws {
    let alone = try folder(journal: .delete) { _ in }
    let state = try ReadingState(of: alone.file("store"))
    try state.requireUnchanged()
    let writer = try SQLiteConnection(path: alone.file("store"), mode: .readWrite)
    try writer.execute("INSERT INTO t VALUES (2)")
    writer.close()
    let error = #expect(throws: SQLiteError.self) { try state.requireUnchanged() }
    #expect(error?.code.primary == .SQLITE_BUSY)
    // One with a log is read from a copy.
    let logged = try folder(journal: .wal) { try $0.execute("INSERT INTO t VALUES (2)") }
    let other = try ReadingState(of: logged.file("store"))
    let second = try SQLiteConnection(path: logged.file("store"), mode: .readWrite)
    try second.execute("INSERT INTO t VALUES (3)")
    second.close()
    try other.requireUnchanged()
  }

  @Test func readsWhatAWriteAheadLogHoldsAndLeavesItThere() throws {
    let folder = try folder(journal: .wal) { try $0.execute("INSERT INTO t VALUES (2)") }
    #expect(folder.names() == ["store", "store-wal"])
    #expect(try rows(folder) == [[1], [2]])
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    #expect(try rows(folder) == [[1], [2]])
  }

  @Test func readsAFileInWALModeThatStandsAlone() throws {
    let folder = try folder(journal: .wal) { try $0.checkpoint() }
    try? FileManager.default.removeItem(atPath: folder.file("store-wal"))
    #expect(folder.names() == ["store"])
    #expect(try rows(folder) == [[1]])
  }

  @Test func undoesWhatAnInterruptedWriterLeftHalfDone() throws {
    let folder = try folder(journal: .delete) { connection in
      try connection.setPragma("cache_size", to: "1")
      try connection.execute("BEGIN")
      // More than the cache holds, so that pages reach the file before the commit.
      try connection.execute(
        "WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO t SELECT i FROM n"
      )
    }
    #expect(folder.names() == ["store", "store-journal"])
    #expect(try rows(folder) == [[1]])
  }

  @Test func removesItsCopyWithTheConnection() throws {
    let folder = try folder(journal: .wal) { try $0.execute("INSERT INTO t VALUES (2)") }
    var connection: SQLiteConnection? = try SQLiteConnection.reading(folder.file("store"))
    let copy = try #require(connection?.path)
    #expect(copy != folder.file("store"))
    #expect(FileManager.default.fileExists(atPath: copy))
    connection = nil
    #expect(!FileManager.default.fileExists(atPath: copy))
  }

  /// A program saves again and again, and takes its log in: what is read is one of its states, or an error that says so.
  @Test func aWriterThatGoesOnIsSeenBetweenTwoSaves() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let first = try SQLiteConnection(path: path, mode: .create)
    defer { first.close() }
    try first.setJournalMode(.wal)
    try first.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b)")
    try first.execute(
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400) INSERT INTO t SELECT i, 0, randomblob(3000) FROM n"
    )
    let isOver = Mutex(false)
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      defer { hasEnded.signal() }
      do {
        let writer = try SQLiteConnection(path: path, mode: .readWrite)
        defer { writer.close() }
        try writer.setPragma("wal_autocheckpoint", to: "30")
        try writer.setPragma("synchronous", to: "off")
        while !isOver.withLock({ $0 }) {
          try writer.execute("UPDATE t SET a = a + 1, b = randomblob(3000) WHERE id % 40 = 1")
        }
      } catch {
        Issue.record(error)
      }
    }
    var readings = 0
    let end = ContinuousClock.now + .seconds(3)
    while ContinuousClock.now < end {
      let connection: SQLiteConnection
      do { connection = try SQLiteConnection.reading(path) } catch {
        #expect(error.code == .SQLITE_BUSY)
        #expect(error.message == "another program writes to it again and again; try again when it has paused")
        continue
      }
      defer { connection.close() }
      #expect(try connection.rows("SELECT min(a) = max(a), count(*) FROM t WHERE id % 40 = 1") == [[1, 10]])
      #expect(try connection.rows("PRAGMA integrity_check") == [["ok"]])
      readings += 1
    }
    isOver.withLock { $0 = true }
    hasEnded.wait()
    #expect(readings > 0)
  }
}
