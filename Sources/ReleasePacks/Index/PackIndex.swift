internal import FoundationEssentials
internal import SystemErrors

/// Which packs and patches lead to a release: the JSON file beside them, from which an app chooses what to load.
///
/// It stands beside the release's manifest and does not change it: packs are made later, and what they have to make is in the manifest already.
package struct PackIndex: Codable, Sendable, Hashable {
  /// The version of this format.
  package static let currentSchemaVersion = 1

  /// A file.
  package struct File: Codable, Sendable, Hashable {
    /// The file's name.
    package var path: String
    /// The size in bytes.
    package var bytes: Int
    /// The SHA-256 in lower-case hexadecimal digits.
    package var sha256: String

    package init(path: String, _ contents: PackContents) {
      self.path = path
      bytes = contents.bytes
      sha256 = contents.sha256
    }

    package var contents: PackContents { PackContents(bytes: bytes, sha256: sha256) }
  }

  /// A file that can be loaded.
  package struct Pack: Codable, Sendable, Hashable {
    /// The file's name, relative to the index.
    package var path: String
    /// `zstd`, `xz` or `gzip`: all of the file; `patch`: what is other than in an earlier one.
    package var format: String
    package var bytes: Int
    package var sha256: String
    /// The file that a patch is for; `nil` for a whole file.
    package var from: File?

    package init(_ file: File, format: String, from: File? = nil) {
      path = file.path
      self.format = format
      bytes = file.bytes
      sha256 = file.sha256
      self.from = from
    }

    package var contents: PackContents { PackContents(bytes: bytes, sha256: sha256) }
  }

  package var schemaVersion = currentSchemaVersion
  /// The version of Studbook that made the packs.
  package var toolVersion: String
  /// What every pack makes: the reference file of the release.
  package var file: File
  /// The release's manifest; `nil` if the file has none.
  package var manifest: File?
  /// The whole file first, then the patches, in the order in which they were asked for.
  package var packs: [Pack]

  package init(toolVersion: String, file: File, manifest: File?, packs: [Pack]) {
    self.toolVersion = toolVersion
    self.file = file
    self.manifest = manifest
    self.packs = packs
  }

  /// The format of patches.
  package static let patchFormat = "patch"

  /// The name of the index of a file: `DogBreeds.packs.json` for `DogBreeds.sqlite`.
  package static func fileName(forReferenceFile name: String) -> String {
    (name.hasSuffix(".sqlite") ? String(name.dropLast(".sqlite".count)) : name) + ending
  }

  /// How the names of indexes end.
  package static let ending = ".packs.json"

  /// The JSON, with sorted keys and a line break at its end.
  package func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try Array(encoder.encode(self)) + [UInt8(ascii: "\n")]
  }

  /// Reads an index; `nil` if there is none.
  ///
  /// - Throws: `PackIndexError` if it cannot be used; `FileError` if it cannot be read.
  package init?(contentsOf path: String) throws {
    // Reading from a pipe might not end.
    if let kind = try FileBeginning(path: path)?.otherKind { throw PackIndexError(path: path, reason: "it is \(kind)") }
    var bytes: [UInt8] = []
    let isThere = try Files.read(path) { piece in
      bytes.append(contentsOf: piece)
      // Far above any real index: a file of another kind is not read to its end.
      return bytes.count < 64 << 20
    }
    guard isThere else { return nil }
    struct Version: Codable { var schemaVersion: Int }
    let decoder = JSONDecoder()
    guard let version = try? decoder.decode(Version.self, from: Data(bytes)).schemaVersion else {
      throw PackIndexError(path: path, reason: "it is no index of packs")
    }
    guard version == Self.currentSchemaVersion else {
      throw PackIndexError(
        path: path,
        reason:
          "it has version \(version) of the format, and this version of Studbook reads \(Self.currentSchemaVersion)"
      )
    }
    guard let index = try? decoder.decode(PackIndex.self, from: Data(bytes)) else {
      throw PackIndexError(path: path, reason: "it is damaged")
    }
    self = index
  }
}

/// Why an index of packs cannot be used.
package struct PackIndexError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  package var path: String
  package var reason: String

  package var description: String { "cannot use the index \(path): \(reason)" }
  package var errorDescription: String? { description }
}
