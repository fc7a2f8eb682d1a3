import ArgumentParser
import ReferenceExport
import ReleasePacks
import SystemErrors

/// `studbook pack`: makes what apps load of a release: the whole file, compressed, and patches for earlier ones.
struct PackCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack",
    abstract: "Compresses a release, and makes patches that lead to it from earlier ones.",
    discussion: """
      Writes NAME.sqlite.zst and NAME.sqlite.xz, a patch NAME.FROM-TO.patch for each --from, named after the beginnings of both digests, and \
      NAME.packs.json, which says what there is, with sizes and SHA-256. The release and its manifest stay as they are. Apple's frameworks \
      read xz, gzip and the patches (Examples/ReferenceUpdate.swift), but not zstd. Example:

        studbook pack Output/DogBreeds.sqlite --from v1/DogBreeds.sqlite --from v2 --output packs
      """
  )

  @Argument(help: "The release: its file, its manifest, or its folder.", completion: .file())
  var release: String

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "An earlier release to make a patch for: its file, its manifest, or its folder. May be repeated.",
      valueName: "old"
    ),
    completion: .file()
  )
  var olds: [String] = []

  @Option(
    name: .shortAndLong,
    help: "The folder for the packs. (default: packs beside the release)",
    completion: .directory
  )
  var output: String?

  @Option(
    help: ArgumentHelp(
      "How to compress the whole file: zstd, xz or gzip; several with commas between them; none for patches only.",
      valueName: "formats"
    )
  )
  var format = PackFormatList.standard

  @OptionGroup var outputOptions: OutputOptions

  func run() async throws {
    let output = CommandOutput(outputOptions)
    guard !format.formats.isEmpty || !olds.isEmpty else {
      throw ValidationError("there is nothing to make; name a --format or an earlier release with --from")
    }
    let new = try ReleaseFile(at: release)
    let contents = try new.contents()
    let olds = try earlierFiles(of: new, contents, output)
    let folder = self.output ?? ReleaseFile.sibling(of: new.path, "packs")
    try Files.makeFolder(folder)
    let place = { name in try Self.place(name, in: folder, reading: [new] + olds.map(\.file)) }
    var index = PackIndex(
      toolVersion: StudbookVersion.current,
      file: PackIndex.File(path: new.name, contents),
      manifest: try new.manifest.map {
        PackIndex.File(path: ReleaseFile.lastComponent(of: $0), try PackContents(ofFileAt: $0))
      },
      packs: []
    )
    try output.writeLine("\(new.name): \(contents.bytes) bytes")
    for format in format.formats {
      let pack = PackIndex.Pack(try Self.compress(new, contents, as: format, place), format: format.rawValue)
      index.packs.append(pack)
      try output.writeLine("  \(pack.path): \(Self.size(pack.bytes, of: contents.bytes))")
      try output.finish()
    }
    for old in olds {
      guard let bytes = try Self.patch(from: old, to: new, contents) else {
        output.note(
          "There is no patch for \(old.file.path), because so little of the new file comes from it; load the whole file."
        )
        continue
      }
      let name = Self.patchName(new.name, from: old.contents, to: contents)
      try FileWriter.replace(place(name), with: bytes)
      let file = PackIndex.File(path: name, PackContents(of: bytes))
      let from = PackIndex.File(path: old.file.name, old.contents)
      index.packs.append(PackIndex.Pack(file, format: PackIndex.patchFormat, from: from))
      try output.writeLine("  \(name): \(Self.size(file.bytes, of: contents.bytes)), from \(old.file.path)")
      try output.finish()
    }
    let name = PackIndex.fileName(forReferenceFile: new.name)
    // Last, so that it never speaks of packs that are not there.
    try FileWriter.replace(place(name), with: index.json())
    try output.writeLine("  \(name)")
    try output.finish()
  }

  /// A file that a patch leads from, as it was read.
  private typealias Earlier = (file: ReleaseFile, contents: PackContents)

  /// The files of --from, each once.
  private func earlierFiles(of new: ReleaseFile, _ contents: PackContents, _ output: CommandOutput) throws -> [Earlier]
  {
    var result: [Earlier] = []
    for path in olds {
      let old = try ReleaseFile(at: path, name: new.name)
      let found = try old.contents()
      guard found != contents, !result.contains(where: { $0.contents == found }) else {
        let other = found == contents ? "the release itself" : "one that was named before"
        output.note("\(old.path) is the same file as \(other), so no patch is made for it.")
        continue
      }
      result.append((old, found))
    }
    return result
  }

  private static func compress(
    _ new: ReleaseFile,
    _ contents: PackContents,
    as format: PackFormat,
    _ place: (String) throws -> String
  ) throws -> PackIndex.File {
    let name = new.name + format.ending
    let path = try place(name)
    guard try WholePack.write(new.path, as: format, to: path) == contents else {
      throw PatchError(.changed, file: new.path)
    }
    return PackIndex.File(path: name, try PackContents(ofFileAt: path))
  }

  /// The patch; `nil` if the new file has so little of the old one that nobody would apply it.
  private static func patch(from old: Earlier, to new: ReleaseFile, _ contents: PackContents) throws -> [UInt8]? {
    do {
      let bytes = try PatchMaker.patch(fromFileAt: old.file.path, toFileAt: new.path)
      let header = try Patch(bytes).header
      guard header.old.sha256 == old.contents.sha256 else { throw PatchError(.changed, file: old.file.path) }
      guard header.new.sha256 == contents.sha256 else { throw PatchError(.changed, file: new.path) }
      return bytes
    } catch let error as PatchError {
      if case .tooLarge = error.kind { return nil }
      throw error
    }
  }

  /// Where a file of the folder is written.
  ///
  /// - Throws: `CommandFailure` if that is a file which is read.
  private static func place(_ name: String, in folder: String, reading files: [ReleaseFile]) throws -> String {
    let path = ReleaseFile.inFolder(folder, name)
    guard let real = try Files.realPath(path) else { return path }
    for file in files where try Files.realPath(file.path) == real {
      throw CommandFailure("\(path) would replace a file that is packed; name another folder with --output")
    }
    return path
  }

  private static func patchName(_ name: String, from old: PackContents, to new: PackContents) -> String {
    "\(ReleaseManifest.stem(ofReferenceFile: name)).\(old.sha256.prefix(12))-\(new.sha256.prefix(12)).patch"
  }

  /// A size, also in hundredths of the file's.
  private static func size(_ bytes: Int, of whole: Int) -> String {
    let thousandths = whole > 0 ? (bytes * 1000 + whole / 2) / whole : 1000
    return "\(bytes) bytes, \(thousandths / 10).\(thousandths % 10) %"
  }
}
