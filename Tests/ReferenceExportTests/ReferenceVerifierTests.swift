import AttributeValues
import Findings
import Foundation
import ManagedObjects
import ObjectModel
import ReferenceExport
import SQLiteAccess
import SQLiteStore
import Synchronization
import TestSupport
import Testing

@Suite struct ReferenceVerifierTests {
  @Test func findsNothingWrongWithAFreshRelease() throws {
    let release = try PublishedLibrary()
    #expect(try release.findings() == [])
  }

  @Test func findsAChangedByte() throws {
    let release = try PublishedLibrary()
    try release.edit("Library.report.txt") { $0[0] ^= 1 }
    let findings = try release.findings()
    #expect(findings.map(\.rule) == ["release.digest"])
    #expect(findings[0].message.hasPrefix("Library.report.txt is not the file that was published: its SHA-256 is "))
  }

  @Test func findsAMissingFileAndOneOfAnotherSize() throws {
    let release = try PublishedLibrary()
    try FileManager.default.removeItem(atPath: release.folder.file("Library.report.txt"))
    #expect(try release.findings().map(\.message) == ["Library.report.txt belongs to the release but is not there"])
    try release.edit("Library.sqlite") { $0 += [0] }
    let findings = try release.findings()
    #expect(Set(findings.map(\.rule)) == ["release.missing", "release.digest", "release.unsealed"])
  }

  @Test func findsDamage() throws {
    let release = try PublishedLibrary()
    // The root page of a table, so that SQLite cannot read it.
    try release.edit("Library.sqlite") { bytes in for index in 4_096 * 3..<4_096 * 4 { bytes[index] = 0xAA } }
    let rules = Set(try release.findings().map(\.rule))
    #expect(rules.isSuperset(of: ["release.digest", "store.integrity"]))
  }

  @Test func findsAFileThatIsNoDatabase() throws {
    let release = try PublishedLibrary()
    try release.edit("Library.sqlite") { $0 = Array("<html>not found</html>".utf8) }
    #expect(try release.findings().map(\.message).contains("Library.sqlite is no SQLite database, but a text"))
  }

  @Test func findsWhatMakesAFileUnfitForShipping() throws {
    let release = try PublishedLibrary()
    try release.folder.write("", to: "Library.sqlite-journal")
    #expect(try release.findings().map(\.message) == ["There is a file Library.sqlite-journal beside Library.sqlite"])
    try FileManager.default.removeItem(atPath: release.folder.file("Library.sqlite-journal"))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: release.path)
    let writable = try release.findings()
    #expect(writable.map(\.rule) == ["release.writable"])
    #expect(writable.map(\.severity) == [.warning])
  }

  @Test func findsAStoreOfAnotherReleaseBehindTheSameName() throws {
    let release = try PublishedLibrary()
    try release.change { connection in
      try connection.execute("DELETE FROM ZBOOK WHERE Z_PK = 2")
      try connection.execute("UPDATE Z_METADATA SET Z_UUID = '00000000-0000-0000-0000-000000000000'")
    }
    let findings = try release.findings(model: nil)
    #expect(Set(findings.map(\.rule)).isSuperset(of: ["release.digest", "release.count", "release.hash"]))
    #expect(
      findings.contains {
        $0.message == "The manifest says 3 objects of Book, but the store has 2" && $0.entity == "Book"
      }
    )
  }

  @Test func findsWhatTheModelForbids() throws {
    let release = try PublishedLibrary()
    try release.change { try $0.execute("UPDATE ZBOOK SET ZTITLE = NULL WHERE Z_PK = 2") }
    let finding = try #require(try release.findings(manifest: nil).first { $0.severity == .error })
    #expect(finding.rule == "store.required")
    #expect(finding.entity == "Book")
    #expect(finding.attribute == "title")
    #expect(finding.record == 2)
  }

  @Test func saysThatAPublicationWasInterrupted() throws {
    let release = try PublishedLibrary()
    try release.folder.write("rest", to: ".Library.sqlite.decided/Library.report.txt")
    #expect(try release.findings().map(\.rule) == ["release.interrupted"])
  }

  /// A release is put in place while it is verified: its files are those of two releases at some moment, which is nothing wrong with either.
  @Test(arguments: [
    PublicationStep.staged, .decided, .placed("Library.report.txt"), .placed("Library.sqlite"),
    .placed("Library.manifest.json"), .finished,
  ]) func aPublicationMeanwhileIsNoFault(_ step: PublicationStep) throws {
    let release = try PublishedLibrary()
    let isAtStep = DispatchSemaphore(value: 0)
    let isSeen = DispatchSemaphore(value: 0)
    let isPublished = DispatchSemaphore(value: 0)
    let failure = Mutex<(any Error)?>(nil)
    let folder = release.folder.path
    Thread.detachNewThread {
      do {
        try PublishedLibrary.publish(report: "the next one\n", in: folder, identifier: UUID().uuidString) {
          guard $0 == step else { return }
          isAtStep.signal()
          isSeen.wait()
        }
      } catch {
        failure.withLock { $0 = error }
        isAtStep.signal()
      }
      isPublished.signal()
    }
    isAtStep.wait()
    var tries = 0
    let findings = try ReferenceVerifier.settled(
      release.path,
      manifest: release.manifestPath,
      wait: LockWait(limit: 60),
      isDoubtful: { !$0.isEmpty }
    ) {
      defer { if tries == 1 { isSeen.signal() } }
      tries += 1
      let manifest = try ReleaseManifest(contentsOf: release.manifestPath)
      return try ReferenceVerifier.verify(release.path, manifest: manifest, model: release.model)
    }
    isPublished.wait()
    #expect(failure.withLock { $0 } == nil)
    #expect(findings == [])
    #expect(try release.folder.text(of: "Library.report.txt") == "the next one\n")
    #expect(try release.findings(manifest: ReleaseManifest(contentsOf: release.manifestPath)) == [])
  }

  @Test func aPublicationThatHasComeToAStopIsNotWaitedForForGood() throws {
    let release = try PublishedLibrary()
    try release.folder.write("rest", to: ".Library.sqlite.decided/Library.report.txt")
    let descriptor = open(release.folder.path, O_RDONLY)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    var (tries, announced) = (0, [String]())
    let findings = try ReferenceVerifier.settled(
      release.path,
      manifest: release.manifestPath,
      wait: LockWait(limit: 0.5) { announced.append("\($0)") },
      isDoubtful: { !$0.isEmpty }
    ) {
      tries += 1
      return try release.findings()
    }
    #expect(findings.map(\.rule) == ["release.interrupted"])
    #expect(tries == 1)
    #expect(announced.count == 1)
    #expect(announced.first?.hasPrefix("process \(getpid()) (") == true, "\(announced)")
  }

  @Test func relationshipThatLeadsNowhereKeepsAStoreFromBeingPublished() throws {
    let folder = try TemporaryFolder()
    let model = try LibraryModel.model()
    let publisher = try ReferencePublisher(folder: folder.path, name: "Library.sqlite")
    let store = try SQLiteStore.create(at: publisher.workPath, model: model)
    try LibraryModel.fill(store, of: model) { request in
      request.inserted.removeFirst()
      request.toManyChanges.removeFirst()
    }
    try store.close()
    let error = try #require(throws: PublicationError.self) { try publisher.seal(model: model) }
    #expect(error.description.contains("relationships lead nowhere: "))
    publisher.discard()
    #expect(folder.names() == [])
  }

  @Test func fileThatIsNotThereCannotBeChecked() throws {
    let error = try #require(throws: PublicationError.self) {
      try ReferenceVerifier.verify("/nonexistent/file.sqlite", manifest: nil, model: nil)
    }
    #expect(error.kind == .notFound)
  }

  @Test func storeWithAWriteAheadLogIsReadWithoutLeavingFiles() throws {
    let release = try PublishedLibrary()
    try release.change { connection in
      try connection.setJournalMode(.wal)
      try connection.execute("UPDATE ZBOOK SET ZTITLE = 'Changed' WHERE Z_PK = 2")
    }
    let before = release.folder.names()
    let findings = try ReferenceVerifier.verify(release.path, manifest: nil, model: nil)
    #expect(findings.map(\.severity) == [.warning])
    #expect(release.folder.names() == before)
  }
}

/// A library that was published as a Core Data store, in a folder of its own.
final class PublishedLibrary {
  let folder: TemporaryFolder
  let model: ManagedObjectModel
  let manifest: ReleaseManifest
  var path: String { folder.file("Library.sqlite") }
  var manifestPath: String { folder.file("Library.manifest.json") }

  init() throws {
    folder = try TemporaryFolder()
    model = try LibraryModel.model()
    manifest = try Self.publish(in: folder.path)
  }

  /// Publishes the library.
  @discardableResult
  static func publish(
    report: String = "report\n",
    in folder: String,
    identifier: String = "6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11",
    checkpoint: @escaping (PublicationStep) throws -> Void = { _ in }
  ) throws -> ReleaseManifest {
    let model = try LibraryModel.model()
    let publisher = try ReferencePublisher(folder: folder, name: "Library.sqlite", checkpoint: checkpoint)
    let store = try SQLiteStore.create(at: publisher.workPath, model: model, identifier: identifier)
    try LibraryModel.fill(store, of: model)
    try store.close()
    try publisher.seal(model: model)
    try Data(report.utf8).write(to: URL(fileURLWithPath: publisher.stagedPath(for: "Library.report.txt")))
    return try publisher.publish(
      ReleaseManifest(
        toolVersion: "1",
        recipe: "Library.recipe.yml",
        model: ReleaseManifest.Model(name: "Library.xcdatamodel", entityVersionHashes: model.entityVersionHashesByName),
        referenceFile: "Library.sqlite",
        storeIdentifier: identifier,
        entities: [("Author", 1), ("Book", 3), ("Person", 0), ("Tag", 2)].map {
          ReleaseManifest.EntityCount(entity: $0.0, objects: $0.1)
        }
      )
    )
  }

  func findings() throws -> [Finding] { try findings(manifest: manifest, model: model) }
  func findings(model: ManagedObjectModel?) throws -> [Finding] { try findings(manifest: manifest, model: model) }
  func findings(manifest: ReleaseManifest?) throws -> [Finding] { try findings(manifest: manifest, model: model) }

  private func findings(manifest: ReleaseManifest?, model: ManagedObjectModel?) throws -> [Finding] {
    try ReferenceVerifier.verify(path, manifest: manifest, model: model)
  }

  /// Changes the bytes of a published file, and leaves its mode as it was.
  func edit(_ name: String, _ body: (inout [UInt8]) -> Void) throws {
    let url = URL(fileURLWithPath: folder.file(name))
    var bytes = [UInt8](try Data(contentsOf: url))
    body(&bytes)
    try FileManager.default.removeItem(at: url)
    try Data(bytes).write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: url.path)
  }

  /// Changes the published store with SQL.
  func change(_ body: (SQLiteConnection) throws -> Void) throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let connection = try SQLiteConnection(path: path, mode: .readWrite)
    try body(connection)
    connection.close()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
  }
}
