import Foundation
import ManagedObjects
import SQLiteAccess
import TestSupport
import Testing

@testable import studbook

/// What another program does to a store while a command reads it.
@Suite struct OpenedStoreTests {
  /// Reads the store and lets something happen meanwhile.
  private func read(_ towns: TownStore, _ event: () throws -> Void) throws {
    let opened = try OpenedStore(towns.path, model: nil, noticesChanges: true)
    defer { try? opened.store.close() }
    try opened.read(event)
  }

  private func write(_ name: String, to towns: TownStore) throws {
    let writer = try SQLiteConnection(path: towns.path, mode: .readWrite)
    defer { writer.close() }
    try writer.execute("UPDATE ZTOWN SET ZNAME = ?1 WHERE Z_PK = 3", [.text(name)])
  }

  @Test func whatIsWrittenMeanwhileIsTold() throws {
    let towns = try TownStore()
    let error = #expect(throws: SQLiteError.self) { try read(towns) { try write("Plzeň", to: towns) } }
    #expect(error?.description.contains("another program changed it while it was read; run the command again") == true)
    // It says more than what the reader makes of the mixture.
    #expect(throws: SQLiteError.self) {
      try read(towns) {
        try write("Ostrava", to: towns)
        throw CocoaError(.coderInvalidValue)
      }
    }
    #expect(throws: CocoaError.self) { try read(towns) { throw CocoaError(.coderInvalidValue) } }
  }

  @Test func aFileThatTakesItsPlaceDoesNotMatter() throws {
    let towns = try TownStore()
    let other = towns.folder.file("other.sqlite")
    try FileManager.default.copyItem(atPath: towns.path, toPath: other)
    try read(towns) { #expect(rename(other, towns.path) == 0) }
  }
}
