import Foundation
import ReferenceExport
import TestSupport
import Testing

/// A signature is part of a release: with it in place, or not at all.
@Suite struct SignedPublicationTests {
  private static let signature = "Sample.manifest.json.minisig"

  private struct Interruption: Error {}

  /// Publishes a release that says `word`, signed with what is no more than its word; stops before a file is put in place.
  private static func publish(
    _ word: String,
    in folder: TemporaryFolder,
    isSigned: Bool,
    interrupted: Bool = false
  ) throws {
    let publisher = try ReferencePublisher(folder: folder.path, name: SampleRelease.name) { step in
      if interrupted, case .decided = step { throw Interruption() }
    }
    try SampleRelease.writeDatabase(at: publisher.workPath, word: word)
    try publisher.seal()
    let sign: ([UInt8]) throws -> [UInt8] = { manifest in
      #expect(String(decoding: manifest, as: UTF8.self).contains(word))
      return Array(word.utf8)
    }
    do { try publisher.publish(SampleRelease.manifest(word: word), sign: isSigned ? sign : nil) } catch is Interruption
    {}
  }

  private static func signature(in folder: TemporaryFolder) -> String? { try? folder.text(of: signature) }

  /// The next run puts the rest of a release in place, whatever it publishes itself.
  private static func recover(_ folder: TemporaryFolder) throws {
    try ReferencePublisher(folder: folder.path, name: SampleRelease.name).discard()
  }

  @Test func theManifestDoesNotNameItsSignature() throws {
    let folder = try TemporaryFolder()
    try Self.publish("first", in: folder, isSigned: true)
    #expect(Self.signature(in: folder) == "first")
    let manifest = try ReleaseManifest(contentsOf: folder.file(SampleRelease.manifestName))
    #expect(!manifest.outputs.contains { $0.path == Self.signature })
  }

  @Test func anInterruptedReleaseGetsItsSignature() throws {
    let folder = try TemporaryFolder()
    try Self.publish("first", in: folder, isSigned: true)
    try Self.publish("second", in: folder, isSigned: true, interrupted: true)
    #expect(Self.signature(in: folder) == "first")
    try Self.recover(folder)
    #expect(Self.signature(in: folder) == "second")
    #expect(try SampleRelease.words(in: folder)[SampleRelease.manifestName] == "second")
  }

  @Test func anInterruptedReleaseWithoutSignatureLosesTheOldOne() throws {
    let folder = try TemporaryFolder()
    try Self.publish("first", in: folder, isSigned: true)
    try Self.publish("second", in: folder, isSigned: false, interrupted: true)
    #expect(Self.signature(in: folder) == "first")
    try Self.recover(folder)
    #expect(Self.signature(in: folder) == nil)
  }

  @Test func theSameReleaseWithoutKeyKeepsItsSignature() throws {
    let folder = try TemporaryFolder()
    for isSigned in [true, false] { try Self.publish("first", in: folder, isSigned: isSigned) }
    #expect(Self.signature(in: folder) == "first")
  }

  @Test func aReleaseThatCannotBeSignedIsNotPublished() throws {
    let folder = try TemporaryFolder()
    try Self.publish("first", in: folder, isSigned: true)
    let publisher = try ReferencePublisher(folder: folder.path, name: SampleRelease.name)
    try SampleRelease.writeDatabase(at: publisher.workPath, word: "second")
    try publisher.seal()
    #expect(throws: Interruption.self) {
      try publisher.publish(SampleRelease.manifest(word: "second")) { _ in throw Interruption() }
    }
    #expect(try SampleRelease.words(in: folder)[SampleRelease.manifestName] == "first")
    #expect(Self.signature(in: folder) == "first")
  }

  /// A reference file may have any name.
  @Test func anotherReleaseDoesNotReplaceASignature() throws {
    let folder = try TemporaryFolder()
    try Self.publish("first", in: folder, isSigned: true)
    let publisher = try ReferencePublisher(folder: folder.path, name: Self.signature)
    try SampleRelease.writeDatabase(at: publisher.workPath, word: "second")
    try publisher.seal()
    #expect(throws: PublicationError.self) { try publisher.publishWithoutManifest() }
    #expect(Self.signature(in: folder) == "first")
  }
}
