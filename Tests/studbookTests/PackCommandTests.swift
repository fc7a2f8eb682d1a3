import Foundation
import ReleasePacks
import SQLiteAccess
import TestSupport
import Testing

/// `studbook pack` and `studbook unpack`, run as a user would.
@Suite struct PackCommandTests {
  private let folder: TemporaryFolder

  /// Three releases of the showcase, each following the one before.
  init() throws {
    folder = try TemporaryFolder()
    let inputs = try Showcase.inputs()
    try build(inputs, "v1")
    try inputs.write(
      inputs.text(of: Showcase.breeds).replacingOccurrences(of: "wiry little", with: "wiry and little"),
      to: Showcase.breeds
    )
    try build(inputs, "v2", "--previous", "v1")
    try inputs.write(inputs.text(of: Showcase.breeds) + Showcase.breed("A New Breed"), to: Showcase.breeds)
    try build(inputs, "v3", "--previous", "v2")
  }

  private func build(_ inputs: TemporaryFolder, _ output: String, _ more: String...) throws {
    let outcome = try run(["build", inputs.file(Showcase.recipe), "--output", output, "--quiet"] + more)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private func run(_ arguments: [String]) throws -> Tool.Outcome { try Tool.run(arguments, in: folder.path) }

  private func run(_ arguments: String...) throws -> Tool.Outcome { try run(arguments) }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: folder.file(name))) }

  private func index() throws -> PackIndex {
    try #require(try PackIndex(contentsOf: folder.file("packs/DogBreeds.packs.json")))
  }

  private func packThird(_ more: String...) throws {
    let outcome = try run(
      ["pack", "v3", "--from", "v1", "--from", "v2/DogBreeds.manifest.json", "--output", "packs"] + more
    )
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private func patch(from release: String) throws -> String {
    let digest = try Tool.digest(of: folder.file("\(release)/DogBreeds.sqlite"))
    return try "packs/" + #require(index().packs.first { $0.from?.sha256 == digest }).path
  }

  // MARK: Packing

  @Test func makesPacksAndPatchesAndSaysSoInAnIndex() throws {
    let manifest = try bytes("v3/DogBreeds.manifest.json")
    try packThird("--format", "zstd,xz,gzip")
    let index = try index()
    #expect(index.file.path == "DogBreeds.sqlite")
    #expect(try index.file.sha256 == Tool.digest(of: folder.file("v3/DogBreeds.sqlite")))
    #expect(index.packs.map(\.format) == ["zstd", "xz", "gzip", "patch", "patch"])
    #expect(
      index.packs.prefix(3).map(\.path) == ["DogBreeds.sqlite.zst", "DogBreeds.sqlite.xz", "DogBreeds.sqlite.gz"]
    )
    for pack in index.packs {
      #expect(try pack.sha256 == Tool.digest(of: folder.file("packs/\(pack.path)")))
      #expect(try pack.bytes == bytes("packs/\(pack.path)").count)
    }
    #expect(try index.manifest?.sha256 == Tool.digest(of: folder.file("v3/DogBreeds.manifest.json")))
    // The release stays as it was.
    #expect(try bytes("v3/DogBreeds.manifest.json") == manifest)
    #expect(try run("verify", "v3/DogBreeds.sqlite").status == 0)
    #expect(
      Set(folder.names().filter { $0.hasPrefix("packs/") })
        == Set(index.packs.map { "packs/\($0.path)" } + ["packs/DogBreeds.packs.json"])
    )
  }

  @Test func makesTheSameBytesAgain() throws {
    try packThird()
    let names = folder.names().filter { $0.hasPrefix("packs/") }
    let first = try names.map(bytes)
    try packThird()
    #expect(try names.map(bytes) == first && names.count == 5)
  }

  @Test func makesPatchesOfAHundredthOfTheFile() throws {
    try packThird("--format", "none")
    let index = try index()
    #expect(index.packs.count == 2 && index.packs.allSatisfy { $0.bytes * 100 < index.file.bytes })
  }

  @Test func makesNoPatchForTheSameFile() throws {
    let outcome = try run(
      "pack",
      "v3",
      "--from",
      "v3",
      "--from",
      "v1",
      "--from",
      "v1",
      "--format",
      "none",
      "--output",
      "packs"
    )
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("v3/DogBreeds.sqlite is the same file as the release itself"))
    #expect(outcome.errors.contains("v1/DogBreeds.sqlite is the same file as one that was named before"))
    #expect(try index().packs.count == 1)
  }

  @Test func refusesWhatWasNotPublishedSo() throws {
    let path = folder.file("v3/DogBreeds.sqlite")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seek(toOffset: 9_000)
    try file.write(contentsOf: Data([1, 2, 3]))
    try file.close()
    for arguments in [["v3"], ["v2", "--from", "v3"]] {
      let outcome = try run(["pack"] + arguments + ["--output", "packs", "--format", "xz"])
      #expect(outcome.status == 2 && outcome.errors.contains("is not the file that its manifest describes"))
      #expect(!folder.names().contains("packs/DogBreeds.packs.json"))
    }
  }

  @Test func refusesAnIndexThatIsAPipe() throws {
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    let error = #expect(throws: PackIndexError.self) { try PackIndex(contentsOf: folder.file("pipe")) }
    #expect(error?.reason == "it is a device or a pipe")
  }

  @Test func refusesAStoreThatIsInSeveralFiles() throws {
    try FileManager.default.copyItem(atPath: folder.file("v1/DogBreeds.sqlite"), toPath: folder.file("Own.sqlite"))
    try folder.write("log", to: "Own.sqlite-wal")
    var outcome = try run("pack", "Own.sqlite")
    #expect(
      outcome.status == 2 && outcome.errors.contains("Own.sqlite-wal lies beside Own.sqlite and holds a part of it")
    )
    try FileManager.default.removeItem(atPath: folder.file("Own.sqlite-wal"))
    try folder.write("a photo", to: ".Own_SUPPORT/_EXTERNAL_DATA/3F2504E0-4F89-41D3-9A0C-0305E82C3301")
    outcome = try run("pack", "Own.sqlite")
    #expect(outcome.status == 2 && outcome.errors.contains("keeps 1 of its values in files of their own"))
    #expect(!folder.names().contains { $0.hasPrefix("packs") })
  }

  @Test func replacesNoFileThatItReads() throws {
    try FileManager.default.createDirectory(atPath: folder.file("packs"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: folder.file("v1/DogBreeds.sqlite"),
      toPath: folder.file("packs/DogBreeds.sqlite.xz")
    )
    let before = try bytes("packs/DogBreeds.sqlite.xz")
    let outcome = try run("pack", "v3", "--from", "packs/DogBreeds.sqlite.xz", "--output", "packs")
    #expect(outcome.status == 2 && outcome.errors.contains("would replace a file that is packed"))
    #expect(try bytes("packs/DogBreeds.sqlite.xz") == before)
  }

  @Test func saysWhatIsMissing() throws {
    #expect(try run("pack", "v4").errors.contains("there is no file v4"))
    #expect(try run("pack", "v3", "--from", "v4").errors.contains("there is no file v4"))
    #expect(try run("pack", ".").errors.contains("there is no release in ."))
    #expect(try run("pack", "v3", "--format", "none").status == 64)
    #expect(try run("pack", "v3", "--format", "rar").status == 64)
  }

  // MARK: Unpacking

  @Test func unpacksEveryPack() throws {
    try packThird("--format", "zstd,xz,gzip")
    let wanted = try bytes("v3/DogBreeds.sqlite")
    for pack in try index().packs {
      let old = pack.from.map { from in
        ["v1", "v2"].first { (try? Tool.digest(of: folder.file("\($0)/DogBreeds.sqlite"))) == from.sha256 } ?? ""
      }
      let outcome = try run(
        ["unpack", "packs/\(pack.path)", "--output", "made.sqlite"]
          + (old.map { ["--from", $0 + "/DogBreeds.sqlite"] } ?? [])
      )
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try bytes("made.sqlite") == wanted)
    }
  }

  @Test func replacesTheOldFileItself() throws {
    try packThird()
    try FileManager.default.copyItem(atPath: folder.file("v1/DogBreeds.sqlite"), toPath: folder.file("App.sqlite"))
    let outcome = try run("unpack", try patch(from: "v1"), "--from", "App.sqlite", "--output", "App.sqlite")
    #expect(outcome.status == 0 && outcome.output.hasSuffix("as the patch says\n"), "\(outcome.errors)")
    #expect(try bytes("App.sqlite") == bytes("v3/DogBreeds.sqlite"))
  }

  @Test func choosesByTheIndex() throws {
    try packThird()
    for old in ["v1", "v2", "v3"] {
      let outcome = try run(
        "unpack",
        "packs/DogBreeds.packs.json",
        "--from",
        "\(old)/DogBreeds.sqlite",
        "--output",
        "made.sqlite"
      )
      #expect(
        outcome.status == 0 && outcome.errors.contains("lists no patch for") == (old == "v3"),
        "\(outcome.errors)"
      )
      #expect(try bytes("made.sqlite") == bytes("v3/DogBreeds.sqlite"))
    }
    #expect(try run("unpack", "packs/DogBreeds.packs.json", "--output", "made.sqlite").status == 0)
    #expect(try bytes("made.sqlite") == bytes("v3/DogBreeds.sqlite"))
  }

  /// What is wrong, the command, and what it has to say.
  @Test func leavesWhatIsThereWhenAnythingIsWrong() throws {
    try packThird()
    try folder.write("what was there", to: "made.sqlite")
    let names = Set(folder.names())
    func refuses(_ reason: String, _ arguments: [String]) throws {
      let outcome = try run(["unpack"] + arguments + ["--output", "made.sqlite"])
      #expect(outcome.status == 2 && outcome.errors.contains(reason), "\(arguments): \(outcome.errors)")
      #expect(try folder.text(of: "made.sqlite") == "what was there")
      #expect(Set(folder.names()).subtracting(names).allSatisfy { $0.hasPrefix("x.") })
    }
    let patch = try patch(from: "v1")
    try refuses("is a patch for another file than v2/DogBreeds.sqlite", [patch, "--from", "v2/DogBreeds.sqlite"])
    try refuses("name the file that it is for with --from", [patch])
    try refuses(
      "makes another file",
      [patch, "--from", "v1/DogBreeds.sqlite", "--sha256", String(repeating: "0", count: 64)]
    )
    try refuses("instead of 00000000", ["packs/DogBreeds.sqlite.xz", "--sha256", String(repeating: "0", count: 64)])
    try bytes(patch).dropLast(3).write(to: URL(fileURLWithPath: folder.file("x.patch")))
    try refuses("the patch is damaged", ["x.patch", "--from", "v1/DogBreeds.sqlite"])
    try bytes("packs/DogBreeds.sqlite.zst").dropLast(30).write(to: URL(fileURLWithPath: folder.file("x.zst")))
    try refuses("damaged", ["x.zst"])
    try refuses("is neither a patch of Studbook nor a file packed", ["v1/DogBreeds.sqlite"])
    try refuses("there is no file packs/none", ["packs/none"])
    try refuses("does not list x.patch", ["x.patch", "--index", "packs/DogBreeds.packs.json"])
    // A pack that is not the one which the index lists.
    try FileManager.default.removeItem(atPath: folder.file("packs/DogBreeds.sqlite.xz"))
    try FileManager.default.copyItem(
      atPath: folder.file("packs/DogBreeds.sqlite.zst"),
      toPath: folder.file("packs/DogBreeds.sqlite.xz")
    )
    try refuses("is not the file that packs/DogBreeds.packs.json describes", ["packs/DogBreeds.sqlite.xz"])
    try folder.write("log", to: "made.sqlite-wal")
    let outcome = try run("unpack", "packs/DogBreeds.sqlite.zst", "--output", "made.sqlite")
    #expect(outcome.status == 2 && outcome.errors.contains("would be taken for a part of the new file"))
  }

  @Test func saysThatNothingSaysWhatHasToComeOut() throws {
    try packThird()
    try FileManager.default.copyItem(atPath: folder.file("packs/DogBreeds.sqlite.xz"), toPath: folder.file("alone.xz"))
    let outcome = try run("unpack", "alone.xz", "--output", "made.sqlite")
    #expect(outcome.status == 0 && outcome.errors.contains("nothing says which file it has to make"))
  }
}
