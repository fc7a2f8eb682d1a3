import Foundation
import ManagedObjects
import SQLiteAccess
import SQLiteStore
import StoreConformance
import SystemErrors
import TestSupport
import Testing

/// A process that closes a descriptor of a file gives up its locks on it (fcntl(2)), those of SQLite's connections among them.
@Suite struct LockedFileTests {
  /// Whether another process gets to write the database.
  private func canOtherProcessWrite(_ path: String) async -> Bool {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      [path = path as String] in
      let connection = try SQLiteConnection(path: path, mode: .readWrite, busyTimeoutMilliseconds: 0)
      do {
        try connection.execute("BEGIN IMMEDIATE")
        print("it can")
      } catch let error as SQLiteError where error.code.primary == .SQLITE_BUSY {
        print("it is locked")
      }
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output.contains("it can") != output.contains("it is locked"))
    return output.contains("it can")
  }

  /// How many descriptors of a file the process has.
  private func descriptors(of path: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { descriptor in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")) == path
    }
  }

  @Test func whoReadsALockedDatabaseLeavesItLocked() async throws {
    let folder = try TemporaryFolder()
    let path = URL(fileURLWithPath: folder.file("store")).resolvingSymlinksInPath().path
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let first = try SQLiteConnection(path: path, mode: .create)
    let second = try SQLiteConnection(path: link, mode: .readWrite)
    try first.execute("CREATE TABLE t (a)")
    #expect(await canOtherProcessWrite(path))
    try second.execute("BEGIN IMMEDIATE")
    let before = try descriptors(of: path)
    #expect(before == 2)
    for _ in 0..<3 {
      #expect(try FileBeginning(path: path)?.firstBytes(15) == Array("SQLite format 3".utf8))
      #expect(try Files.contents(of: link)?.starts(with: "SQLite format 3".utf8) == true)
    }
    #expect(try descriptors(of: path) == before + 1)
    #expect(await !canOtherProcessWrite(path))
    // What is left of the first connection's readings belongs to the second one, too.
    first.close()
    #expect(await !canOtherProcessWrite(path))
    try second.execute("COMMIT")
    second.close()
    #expect(try descriptors(of: path) == 0)
    #expect(await canOtherProcessWrite(path))
  }

  @Test func whoLooksAtADatabaseThatIsStillEmptyLeavesItLocked() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let connection = try SQLiteConnection(path: path, mode: .create)
    try connection.execute("BEGIN IMMEDIATE")
    #expect(try Files.contents(of: path) == [])
    #expect(await !canOtherProcessWrite(path))
  }

  @Test func aDescriptorIsReadFromTheBeginningEachTime() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let connection = try SQLiteConnection(path: path, mode: .create)
    try connection.execute("CREATE TABLE t (a)")
    let contents = try Files.contents(of: path)
    #expect(try contents == Array(Data(contentsOf: URL(fileURLWithPath: path))))
    #expect(try Files.contents(of: path) == contents)
    // Another file in its place is that file.
    connection.close()
    try folder.write("another", to: "store")
    #expect(try Files.contents(of: path) == Array("another".utf8))
  }

  /// What a program asks of a store that it has open already.
  private func look(at shared: SharedStore) throws {
    _ = try SQLiteStore.storedMetadata(at: shared.path)
    #expect(try StoreInspection.verify(shared.path, model: ConformanceModel.make()).isEmpty)
    try SQLiteStore.open(at: shared.path, model: ConformanceModel.make()).close()
  }

  @Test func lookingAtAStoreLeavesItLocked() async throws {
    let shared = try SharedStore()
    let connection = try SQLiteConnection(path: shared.path, mode: .readWrite)
    try connection.execute("BEGIN IMMEDIATE")
    try look(at: shared)
    #expect(await !canOtherProcessWrite(shared.path))
  }

  /// The last connection to a database removes its log; with the lock that each of them has, another process would take itself for that.
  @Test func lookingAtAStoreWithALogLeavesTheLogToIt() async throws {
    let shared = try SharedStore(journalMode: .wal)
    let stack = try shared.open()
    try stack.addBreeds(["Akita"])
    try look(at: shared)
    #expect(await canOtherProcessWrite(shared.path))
    #expect(FileManager.default.fileExists(atPath: shared.path + "-wal"))
    try stack.addBreeds(["Beagle"])
    #expect(try SharedStore.open(shared.path).breeds() == ["Akita", "Beagle"])
  }
}
