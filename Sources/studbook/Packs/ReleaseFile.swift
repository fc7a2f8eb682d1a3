import FoundationEssentials
import ReferenceExport
import ReleasePacks
import SystemErrors

/// A file that is packed, or that a patch leads from: a reference file with its manifest, or any other.
struct ReleaseFile {
  let path: String
  /// Where the manifest of the release stands; `nil` if the file has none.
  let manifest: String?
  /// The file as its manifest describes it; `nil` without one.
  private let published: FileDigest?

  /// The file's name.
  var name: String { Self.lastComponent(of: path) }

  /// Finds a file.
  ///
  /// - Parameters:
  ///   - path: The file, the manifest of a release, or a folder with a release.
  ///   - name: Which file of a folder it is; if it is not there, or `nil`, the one that the only manifest there describes.
  /// - Throws: `CommandFailure` if there is none, or none that can be packed; `ManifestError`, `FileError`.
  init(at path: String, name: String? = nil) throws {
    let file = try Self.referenceFile(path, name: name)
    guard let status = try Files.status(of: file) else { throw CommandFailure("there is no file \(file)") }
    guard status.kind == .file else { throw CommandFailure("\(file) is no plain file") }
    self.path = file
    let beside = Self.sibling(of: file, ReleaseManifest.fileName(forReferenceFile: Self.lastComponent(of: file)))
    published = try ReleaseManifest.usable(at: beside)?.outputs.first { $0.path == Self.lastComponent(of: file) }
    manifest = published == nil ? nil : beside
    try requireWhole()
  }

  /// Reads the file.
  ///
  /// - Throws: `CommandFailure` unless these are the bytes that were published; the reason if it cannot be read.
  func contents() throws -> PackContents {
    let contents = try PackContents(ofFileAt: path)
    guard published == nil || published?.sha256 == contents.sha256 else {
      throw CommandFailure("\(path) is not the file that its manifest describes; take the release as it was published")
    }
    return contents
  }

  /// Throws if a part of the store is in other files.
  private func requireWhole() throws {
    try Self.requireNoJournal(
      beside: path,
      whatItIs: "holds a part of it; close the program that has it open, or export the store"
    )
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    let folder = Self.sibling(of: path, ".\(stem)_SUPPORT/_EXTERNAL_DATA")
    let files = try Files.names(in: folder) ?? []
    guard files.isEmpty else {
      throw CommandFailure(
        "\(path) keeps \(files.count) of its values in files of their own in \(folder), and a pack holds one file; "
          + "turn “Allows External Storage” off in the model, so that all values are in the store"
      )
    }
  }

  /// Throws if a log or a journal with contents lies beside a database.
  static func requireNoJournal(beside path: String, whatItIs: String) throws {
    for ending in ["-wal", "-journal"] {
      if let status = try Files.status(of: path + ending), status.size > 0 {
        throw CommandFailure("\(path)\(ending) lies beside \(path) and \(whatItIs)")
      }
    }
  }

  /// The reference file that a path means: itself, or what a manifest or the only manifest of a folder describes.
  static func referenceFile(_ path: String, name: String?) throws -> String {
    if try Files.isFolder(path) {
      if let name, try Files.exists(inFolder(path, name)) { return inFolder(path, name) }
      let manifests = try (Files.names(in: path) ?? []).filter { $0.hasSuffix(".manifest.json") }
      guard let only = manifests.first, manifests.count == 1 else {
        throw CommandFailure(
          manifests.isEmpty
            ? "there is no release in \(path); name its file"
            : "there are \(manifests.count) releases in \(path); name the file of one"
        )
      }
      return inFolder(path, try ReleaseManifest(contentsOf: inFolder(path, only)).referenceFile)
    }
    guard path.hasSuffix(".json") else { return path }
    return sibling(of: path, try ReleaseManifest(contentsOf: path).referenceFile)
  }

  static func lastComponent(of path: String) -> String {
    String(path.split(separator: "/", omittingEmptySubsequences: true).last ?? "")
  }

  static func inFolder(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// The path of another name in the folder of a file.
  static func sibling(of path: String, _ name: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) + name } ?? name
  }
}
