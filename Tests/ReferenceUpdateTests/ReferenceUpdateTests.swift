import Digests
import Foundation
@testable import ReferenceUpdate
import ReleasePacks
import TestSupport
import Testing

/// Examples/ReferenceUpdate.swift, which an app copies, over packs and patches that the tool makes.
@Suite struct ReferenceUpdateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func url(_ name: String) -> URL { URL(fileURLWithPath: folder.file(name)) }

  private func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url(name))) }

  /// Builds two editions of the showcase's database, and packs the second.
  private func packs() throws -> ReferenceUpdate.Index {
    let inputs = try Showcase.inputs()
    func run(_ arguments: String...) throws {
      let outcome = try Tool.run(arguments, in: folder.path)
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    try run("build", inputs.file(Showcase.recipe), "--output", "v1", "--quiet")
    let text = try inputs.text(of: Showcase.breeds).replacingOccurrences(of: "wiry little", with: "wiry and little")
    try inputs.write(text + Showcase.breed("A New Breed"), to: Showcase.breeds)
    try run("build", inputs.file(Showcase.recipe), "--output", "v2", "--previous", "v1", "--quiet")
    try run("pack", "v2", "--from", "v1", "--output", "packs", "--format", "zstd,xz,gzip")
    return try ReferenceUpdate.index(Data(contentsOf: url("packs/DogBreeds.packs.json")))
  }

  @Test func unpacksWhatTheToolHasPacked() throws {
    let index = try packs()
    let old = url("v1/DogBreeds.sqlite")
    let installed = try ReferenceUpdate.sha256(of: old)
    #expect(try installed == Tool.digest(of: old.path))
    // Of the packs that Apple's frameworks can read the smallest.
    let patch = try #require(index.pack(from: installed))
    let whole = try #require(index.pack(from: nil))
    #expect(patch.format == "patch" && whole.format == "xz" && patch.bytes * 10 < whole.bytes)
    #expect(index.pack(from: "another one")?.format == "xz")
    for (pack, name) in [(patch, "patched"), (whole, "whole")] {
      try ReferenceUpdate.unpack(url("packs/\(pack.path)"), pack, of: index, from: old, to: url(name))
      #expect(try bytes(name) == bytes("v2/DogBreeds.sqlite"))
    }
    // The file that is read may be the one that is replaced.
    try FileManager.default.copyItem(at: old, to: url("app.sqlite"))
    try ReferenceUpdate.unpack(
      url("packs/\(patch.path)"),
      patch,
      of: index,
      from: url("app.sqlite"),
      to: url("app.sqlite")
    )
    #expect(try bytes("app.sqlite") == bytes("v2/DogBreeds.sqlite"))
    #expect(!folder.names().contains { $0.hasSuffix(".partial") })
  }

  @Test func leavesTheOldFileWhenAnythingIsWrong() throws {
    let index = try packs()
    let patch = try #require(index.packs.first { $0.format == "patch" })
    try Data("what the app has".utf8).write(to: url("app.sqlite"))
    func apply(_ name: String, _ pack: ReferenceUpdate.Index.Pack, from old: String?) throws {
      try ReferenceUpdate.unpack(url(name), pack, of: index, from: old.map(url), to: url("app.sqlite"))
    }
    let path = "packs/\(patch.path)"
    #expect(throws: ReferenceUpdate.Failure.otherFile) { try apply(path, patch, from: "v2/DogBreeds.sqlite") }
    #expect(throws: ReferenceUpdate.Failure.otherFile) { try apply(path, patch, from: nil) }
    var damaged = try bytes(path)
    damaged[120] ^= 1
    try Data(damaged).write(to: url("damaged"))
    #expect(throws: ReferenceUpdate.Failure.damagedDownload) {
      try apply("damaged", patch, from: "v1/DogBreeds.sqlite")
    }
    let whole = try #require(index.packs.first { $0.format == "xz" })
    // A pack of something else that has the digest which the index says.
    let other = ReferenceUpdate.Index.Pack(
      path: "other",
      format: "xz",
      bytes: whole.bytes,
      sha256: whole.sha256,
      from: nil
    )
    let smaller = ReferenceUpdate.Index(
      schemaVersion: 1,
      file: ReferenceUpdate.Index.File(path: "x", bytes: 100, sha256: index.file.sha256),
      packs: [other]
    )
    #expect(throws: ReferenceUpdate.Failure.tooLarge) {
      try ReferenceUpdate.unpack(url("packs/\(whole.path)"), other, of: smaller, from: nil, to: url("app.sqlite"))
    }
    #expect(try bytes("app.sqlite") == Array("what the app has".utf8))
    #expect(!folder.names().contains { $0.hasSuffix(".partial") })
    #expect(throws: ReferenceUpdate.Failure.unknownIndex) {
      try ReferenceUpdate.index(
        Data(#"{"schemaVersion": 2, "file": {"path": "", "bytes": 0, "sha256": ""}, "packs": []}"#.utf8)
      )
    }
  }

  /// Two decoders that were written apart have to agree.
  @Test(arguments: 1...60) func agreesWithTheToolOnRandomFiles(_ seed: UInt64) throws {
    let (old, new) = try seed % 3 == 0 ? RandomFiles.databases(seed) : RandomFiles.bytes(seed)
    try Data(old).write(to: url("old"))
    let patch = try PatchMaker.patch(from: old, to: new)
    var made: [UInt8] = []
    try ReferenceUpdate.apply(Data(patch), to: url("old")) { made += $0 }
    #expect(made == new)
  }

  @Test func refusesEveryTruncationAndEveryChangedByte() throws {
    let old = Array(String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 40).utf8)
    var new = old
    new.insert(contentsOf: Array("Something new. ".utf8), at: 700)
    new[1_200] = 0
    try Data(old).write(to: url("old"))
    let patch = try PatchMaker.patch(from: old, to: new)
    for index in patch.indices {
      #expect(throws: (any Error).self) { try ReferenceUpdate.apply(Data(patch[..<index]), to: url("old")) { _ in } }
      for change: UInt8 in [1, 0x80, 0xFF] {
        var damaged = patch
        damaged[index] ^= change
        #expect(throws: (any Error).self) { try ReferenceUpdate.apply(Data(damaged), to: url("old")) { _ in } }
      }
    }
  }

  /// What a patch may make depends on the size of the old file, which is not the patch's to say.
  @Test(arguments: [0, 1_799, 1_801, 1 << 40])
  func refusesAPatchThatSaysAnotherSizeOfTheOldFile(_ size: Int) throws {
    let old = Array(String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 40).utf8)
    try Data(old).write(to: url("old"))
    var patch = Array(try PatchMaker.patch(from: old, to: old + [1, 2, 3]).dropLast(8))
    for place in 0..<8 { patch[8 + place] = UInt8(truncatingIfNeeded: size >> (8 * place)) }
    patch += SHA2Digest(of: patch).bytes.prefix(8)
    #expect(throws: ReferenceUpdate.Failure.damagedPatch) {
      try ReferenceUpdate.apply(Data(patch), to: url("old")) { _ in Issue.record("nothing is made") }
    }
  }

  /// With its digest put right, a changed patch makes the right file or none, and reads nothing that is not there.
  @Test(arguments: [2, 9] as [UInt64]) func neverMakesAWrongFile(_ seed: UInt64) throws {
    let (old, new) = try seed == 9 ? RandomFiles.databases(seed) : RandomFiles.bytes(seed)
    try Data(old).write(to: url("old"))
    let patch = try PatchMaker.patch(from: old, to: new)
    var random = SeededGenerator(seed)
    for _ in 0..<300 {
      var changed = Array(patch.dropLast(8))
      changed[random.number(below: changed.count)] ^= UInt8(1 + random.number(below: 255))
      changed += SHA2Digest(of: changed).bytes.prefix(8)
      var made: [UInt8] = []
      do {
        try ReferenceUpdate.apply(Data(changed), to: url("old")) { made += $0 }
        #expect(made == new)
      } catch {}
    }
  }
}
