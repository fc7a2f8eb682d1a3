import Foundation
import ManagedObjects
import SQLiteAccess
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Another process dies while it writes the file.
@Suite struct KilledProcessTests {
  @Test(arguments: TwoProcessTests.journals) func aSaveThatWasCutShortLeavesNothingBehind(
    _ mode: SQLiteStoreOptions.JournalMode
  ) async throws {
    let shared = try SharedStore(journalMode: mode)
    let stack = try shared.open()
    try stack.addBreeds(["Akita"])
    let path = shared.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let connection = try SQLiteConnection(path: path, mode: .readWrite)
      // With room for ten pages, SQLite writes to the file long before the end of the transaction.
      try connection.setPragma("cache_size", to: "10")
      try connection.execute("BEGIN IMMEDIATE")
      for key in 100..<5000 {
        try connection.execute(
          "INSERT INTO ZBREED (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (?1, 1, 1, ?2)",
          [.integer(Int64(key)), .text("Breed \(key) of a save that never ends")]
        )
      }
      try connection.execute("UPDATE ZBREED SET ZNAME = 'Lost'")
      kill(getpid(), SIGKILL)
    }
    #expect(try stack.breeds() == ["Akita"])
    try stack.addBreeds(["Beagle"])
    #expect(try stack.breeds() == ["Akita", "Beagle"])
    let connection = try SQLiteConnection(path: path, mode: .readWrite)
    #expect(try connection.integrityProblems().isEmpty)
  }

  @Test(arguments: 1...3) func whatWasSavedBeforeTheKillIsThereWholeAndNothingElse(_ round: Int) async throws {
    let shared = try SharedStore(journalMode: round == 2 ? .wal : .delete)
    let path = shared.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, round = round as Int] in
      let stack = try SharedStore.open(path)
      let killer = Thread {
        Thread.sleep(forTimeInterval: 0.05 * Double(round))
        kill(getpid(), SIGKILL)
      }
      killer.start()
      for save in 0..<1_000_000 { try stack.addBreeds((0..<7).map { "Breed \(save) \($0)" }) }
    }
    let stack = try shared.open()
    #expect(try stack.breeds().count % 7 == 0)
    try stack.addBreeds(["Akita"])
    #expect(try stack.breeds().first == "Akita")
  }
}
