import Foundation
import ReleasePacks
import SQLiteAccess
import TestSupport
import Testing

@Suite struct RoundTripTests {
  @Test(arguments: 1...150) func makesTheNewBytesOfTheOldOnes(_ seed: UInt64) throws {
    let (old, new) = RandomFiles.bytes(seed)
    let patch = try PatchMaker.patch(from: old, to: new)
    #expect(try Patch(patch).apply(to: old) == new)
    #expect(try PatchMaker.patch(from: old, to: new) == patch)
  }

  @Test(arguments: 1...40) func makesTheNewDatabaseOfTheOldOne(_ seed: UInt64) throws {
    let (old, new) = try RandomFiles.databases(seed)
    let patch = try PatchMaker.patch(from: old, to: new)
    #expect(try Patch(patch).apply(to: old) == new)
    // Files on the disk are read in pieces.
    let folder = try TemporaryFolder()
    for (name, bytes) in [("old", old), ("new", new), ("patch", patch)] {
      try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
    }
    #expect(try PatchMaker.patch(fromFileAt: folder.file("old"), toFileAt: folder.file("new")) == patch)
    var made: [UInt8] = []
    try Patch(path: folder.file("patch")).apply(toFileAt: folder.file("old")) { made.append(contentsOf: $0) }
    #expect(made == new)
  }

  @Test func leadsFromAndToEmptyFiles() throws {
    let some = Array("a file".utf8)
    for (old, new) in [([], []), ([], some), (some, [])] {
      #expect(try Patch(PatchMaker.patch(from: old, to: new)).apply(to: old) == new)
    }
  }

  @Test func isAFewBytesForTheSameFile() throws {
    let (old, _) = try RandomFiles.databases(3)
    #expect(try PatchMaker.patch(from: old, to: old).count < 200)
  }

  @Test func splitsLongInsertionsAndReplacements() throws {
    var random = SeededGenerator(5)
    let old = (0..<3_000_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let inserted = (0..<2_500_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    // Beside each byte that is other there is one that is the same.
    let replaced = old[1_000_000..<2_000_000].enumerated().map { $0 % 2 == 0 ? $1 : $1 &+ 3 }
    let new = Array(old[..<1_000_000]) + replaced + inserted + old[2_000_000...]
    #expect(try Patch(PatchMaker.patch(from: old, to: new)).apply(to: old) == new)
  }

  /// A row that grows moves all that follow from page to page; bytes at their places would have little in common.
  @Test func costsNoMoreWhenRowsMoveFromPageToPage() throws {
    let folder = try TemporaryFolder()
    let connection = try SQLiteConnection(path: folder.file("rows.sqlite"), mode: .create)
    defer { connection.close() }
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)")
    try connection.execute("BEGIN")
    for number in 0..<5_000 {
      try connection.execute("INSERT INTO t (text) VALUES (?1)", [.text("the text of number \(number * 7_919)")])
    }
    try connection.execute("COMMIT")
    try connection.execute("VACUUM")
    let old = Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("rows.sqlite"))))
    try connection.execute("UPDATE t SET text = text || ' and some more' WHERE id IN (3, 2000)")
    try connection.execute("VACUUM")
    let new = Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("rows.sqlite"))))
    let samePages = stride(from: 0, to: min(old.count, new.count) - 4_095, by: 4_096)
      .filter { old[$0..<$0 + 4_096] == new[$0..<$0 + 4_096] }.count
    #expect(samePages <= 2)
    let patch = try PatchMaker.patch(from: old, to: new)
    #expect(patch.count < new.count / 200, "\(patch.count) of \(new.count)")
    #expect(try Patch(patch).apply(to: old) == new)
  }
}
