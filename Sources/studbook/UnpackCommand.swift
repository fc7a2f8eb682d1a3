import ArgumentParser
import FoundationEssentials
import ReferenceExport
import ReleasePacks
import SystemErrors

/// `studbook unpack`: makes a reference file of a pack, or of a patch and an earlier file.
struct UnpackCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpack",
    abstract: "Makes a release's file of a pack, or of a patch and an earlier file, and verifies it.",
    discussion: """
      The file takes the place of --output when all of it is there and has the right digest; until then, and if anything is wrong, what was there \
      stays. A patch says itself which file it is for and which it makes. Of other packs the index NAME.packs.json beside them says it. Given the \
      index instead of a pack, the patch that fits --from is taken, else the smallest whole file. Examples:

        studbook unpack packs/DogBreeds.sqlite.zst --output DogBreeds.sqlite
        studbook unpack packs/DogBreeds.packs.json --from v1/DogBreeds.sqlite --output DogBreeds.sqlite
      """
  )

  @Argument(help: "The pack or patch, or the index that lists it.", completion: .file())
  var source: String

  @Option(
    help:
      "The earlier file that a patch is for: the file, the manifest of its release, or its folder. It may be the one of --output.",
    completion: .file()
  )
  var from: String?

  @Option(name: .shortAndLong, help: "The file to write.", completion: .file())
  var output: String

  @Option(help: "The index of the packs. (default: each one beside the pack that lists it)", completion: .file())
  var index: String?

  @Option(
    name: .customLong("sha256"),
    help: ArgumentHelp("The SHA-256 that the file has to have, in hexadecimal digits.", valueName: "digest")
  )
  var digest: String?

  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if let digest, digest.utf8.count != 64 || !digest.allSatisfy({ $0.isASCII && $0.isHexDigit }) {
      throw ValidationError("--sha256 takes 64 hexadecimal digits")
    }
  }

  func run() async throws {
    let output = CommandOutput(outputOptions)
    guard let status = try Files.status(of: source) else { throw CommandFailure("there is no file \(source)") }
    guard status.kind == .file else { throw CommandFailure("\(source) is no plain file") }
    let old = try from.map { try ReleaseFile(at: $0, name: ReleaseFile.lastComponent(of: self.output)) }
    let (pack, listed) = try chosen(from: old, output)
    try requireFreePlace(for: pack)
    if let listed {
      guard try PackContents(ofFileAt: pack) == listed.pack.contents else {
        throw CommandFailure("\(pack) is damaged: it is not the file that \(listed.index) describes")
      }
    }
    let wanted = digest?.lowercased() ?? listed?.file.sha256
    let made: PackContents
    let witness: String
    if try Patch.isPatch(pack) {
      made = try apply(pack, to: old, wanted)
      witness = "as the patch says"
    } else {
      made = try unpack(pack, wanted, listed?.file.contents)
      if old != nil, pack == source { output.note("\(pack) holds a whole file, so --from was not needed.") }
      witness = digest != nil ? "as was asked for" : listed.map { "as \($0.index) says" } ?? ""
    }
    try output.writeLine(
      "\(self.output): \(made.bytes) bytes, SHA-256 \(made.sha256)\(witness.isEmpty ? "" : ", \(witness)")"
    )
    if witness.isEmpty {
      output.note(
        "No index beside \(pack) lists it, so nothing says which file it has to make; name one with --index, or the digest with --sha256."
      )
    }
    try output.finish()
  }

  private func apply(_ pack: String, to old: ReleaseFile?, _ wanted: String?) throws -> PackContents {
    guard let old else {
      throw CommandFailure("\(pack) is a patch; name the file that it is for with --from")
    }
    let patch = try Patch(path: pack)
    if let wanted, wanted != patch.header.new.sha256 {
      throw CommandFailure(
        "\(pack) makes another file: one with SHA-256 \(patch.header.new.sha256) instead of \(wanted)"
      )
    }
    try FileWriter.replace(output) { writer in
      try patch.apply(toFileAt: old.path) { try writer.write($0) }
    }
    return PackContents(bytes: patch.header.new.size, sha256: patch.header.new.sha256)
  }

  private func unpack(_ pack: String, _ wanted: String?, _ listed: PackContents?) throws -> PackContents {
    var made: PackContents?
    try FileWriter.replace(output) { writer in
      let found = try WholePack.read(pack, expecting: listed) { try writer.write($0) }
      if let wanted, wanted != found.sha256 {
        throw PatchError(.wrongResult(wanted: wanted, found: found.sha256), file: pack)
      }
      made = found
    }
    guard let made else { throw CommandFailure("\(pack) was not unpacked") }
    return made
  }

  /// Throws if the file cannot be written where it is to be.
  private func requireFreePlace(for pack: String) throws {
    if try Files.isFolder(output) { throw CommandFailure("\(output) is a folder; name a file with --output") }
    if let real = try Files.realPath(output), try Files.realPath(pack) == real {
      throw CommandFailure("\(output) is the pack itself; name another file with --output")
    }
    // SQLite would play it into the new file.
    try ReleaseFile.requireNoJournal(
      beside: output,
      whatItIs: "would be taken for a part of the new file; close the program that has it open, or remove it"
    )
  }

  /// What an index says of a pack.
  private typealias Entry = (index: String, file: PackIndex.File, pack: PackIndex.Pack)

  /// The pack to unpack, and what an index says of it; `nil` if none lists it.
  private func chosen(from old: ReleaseFile?, _ output: CommandOutput) throws -> (pack: String, listed: Entry?) {
    guard source.hasSuffix(PackIndex.ending) else { return (source, try listed(output)) }
    if index != nil { throw CommandFailure("\(source) is an index itself; leave --index out, or name a pack") }
    guard let contents = try PackIndex(contentsOf: source) else { throw CommandFailure("there is no file \(source)") }
    var entry: PackIndex.Pack?
    if let old {
      let found = try PackContents(ofFileAt: old.path)
      entry = contents.packs.first { $0.from?.sha256 == found.sha256 }
      if entry == nil {
        output.note("\(source) lists no patch for \(old.path), so the whole file is unpacked.")
      }
    }
    guard let entry = entry ?? contents.packs.filter({ $0.from == nil }).min(by: { $0.bytes < $1.bytes }) else {
      throw CommandFailure(
        old == nil
          ? "\(source) lists patches only; name the file that one is for with --from"
          : "\(source) lists neither a patch for \(from ?? "") nor a whole file"
      )
    }
    let pack = ReleaseFile.sibling(of: source, entry.path)
    guard try Files.exists(pack) else { throw CommandFailure("there is no file \(pack), which \(source) lists") }
    return (pack, (source, contents.file, entry))
  }

  /// What an index says of the pack that was named.
  private func listed(_ output: CommandOutput) throws -> Entry? {
    let name = ReleaseFile.lastComponent(of: source)
    if let index {
      guard let contents = try PackIndex(contentsOf: index) else { throw CommandFailure("there is no file \(index)") }
      guard let entry = contents.packs.first(where: { $0.path == name }) else {
        throw CommandFailure("\(index) does not list \(name)")
      }
      return (index, contents.file, entry)
    }
    for other in try Files.names(in: ReleaseFile.sibling(of: source, "")) ?? [] where other.hasSuffix(PackIndex.ending)
    {
      let path = ReleaseFile.sibling(of: source, other)
      do {
        guard let contents = try PackIndex(contentsOf: path) else { continue }
        if let entry = contents.packs.first(where: { $0.path == name }) { return (path, contents.file, entry) }
      } catch let error as PackIndexError {
        output.note("\(error.description), so it was not asked.")
      }
    }
    return nil
  }
}
