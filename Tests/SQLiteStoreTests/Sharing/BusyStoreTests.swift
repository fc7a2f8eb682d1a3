import Foundation
import ManagedObjects
import SQLiteAccess
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

/// Another process holds the file's lock.
@Suite struct BusyStoreTests {
  @Test(arguments: TwoProcessTests.journals) func aSaveGivesUpWithABusyErrorAndKeepsItsChanges(
    _ mode: SQLiteStoreOptions.JournalMode
  ) throws {
    let shared = try SharedStore(journalMode: mode)
    let stack = try shared.open { $0.busyTimeout = 0.02 }
    let context = stack.context()
    try context.make("Breed", ["name": "Akita"])
    let other = try SQLiteConnection(path: shared.path, mode: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    let error = #expect(throws: SQLiteStoreError.self) { try context.save() }
    guard case .busy? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.description.contains("busyTimeout") == true)
    #expect(context.hasChanges && context.insertedObjects.count == 1)
    try other.execute("ROLLBACK")
    try context.save()
    #expect(try stack.breeds() == ["Akita"])
  }

  @Test func aFetchWhileAnotherProcessWritesGivesUpWithABusyError() throws {
    let shared = try SharedStore()
    let stack = try shared.open { $0.busyTimeout = 0.02 }
    try stack.addBreeds(["Akita"])
    let other = try SQLiteConnection(path: shared.path, mode: .readWrite)
    try other.execute("BEGIN EXCLUSIVE")
    let error = #expect(throws: SQLiteStoreError.self) { try stack.breeds() }
    guard case .busy? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    try other.execute("ROLLBACK")
    #expect(try stack.breeds() == ["Akita"])
  }

  @Test func aSaveWaitsForALockThatIsGivenBackInTime() async throws {
    let shared = try SharedStore()
    let stack = try shared.open()
    let path = shared.path
    let locked = shared.folder.file("locked")
    let release = shared.folder.file("release")
    async let other: Void = BusyStoreTests.holdLock(on: path, announcing: locked, until: release)
    while !FileManager.default.fileExists(atPath: locked) { try await Task.sleep(for: .milliseconds(5)) }
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.05)
      _ = FileManager.default.createFile(atPath: release, contents: nil)
    }
    try stack.addBreeds(["Akita"])
    await other
    #expect(try stack.breeds() == ["Akita", "Beagle"])
  }

  private static func holdLock(on path: String, announcing locked: String, until release: String) async {
    await #expect(processExitsWith: .success) {
      [path = path as String, locked = locked as String, release = release as String] in
      let connection = try SQLiteConnection(path: path, mode: .readWrite)
      try connection.transaction {
        try connection.execute("INSERT INTO ZBREED (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (70, 1, 1, 'Beagle')")
        _ = FileManager.default.createFile(atPath: locked, contents: nil)
        while !FileManager.default.fileExists(atPath: release) { Thread.sleep(forTimeInterval: 0.005) }
      }
    }
  }
}
