package import Findings
internal import FoundationEssentials
internal import SystemErrors

/// What a release consists of and what it was made from, as the JSON file that is published beside it.
///
/// Two runs with the same inputs give the same bytes: keys are sorted, lists have a fixed order, and there is no date but the one
/// that `SOURCE_DATE_EPOCH` gives.
package struct ReleaseManifest: Codable, Sendable, Hashable {
  /// The version of this format.
  package static let currentSchemaVersion = 1

  /// The model that the reference file was made for.
  package struct Model: Codable, Sendable, Hashable {
    /// The model's file name.
    package var name: String
    /// The 32-byte version hash of each entity in Base64, as Core Data compares them; an entity whose hash is not known is left out.
    package var entityVersionHashes: [String: String]

    package init(name: String, entityVersionHashes: [String: [UInt8]]) {
      self.name = name
      self.entityVersionHashes = entityVersionHashes.mapValues { Data($0).base64EncodedString() }
    }

    /// The hashes in hexadecimal digits.
    var hexadecimalHashes: [String: String] {
      entityVersionHashes.compactMapValues { text in
        Data(base64Encoded: text).map { bytes in
          bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
      }
    }
  }

  /// How many objects of an entity the reference file has, those of its sub-entities not counted.
  package struct EntityCount: Codable, Sendable, Hashable {
    package var entity: String
    package var objects: Int

    package init(entity: String, objects: Int) {
      self.entity = entity
      self.objects = objects
    }
  }

  /// A release that this one follows.
  package struct Previous: Codable, Sendable, Hashable {
    /// The reference file's name and SHA-256.
    package var referenceFile: String
    package var sha256: String
    /// The store's UUID.
    package var storeIdentifier: String

    package init(_ digest: FileDigest, storeIdentifier: String) {
      referenceFile = digest.path
      sha256 = digest.sha256
      self.storeIdentifier = storeIdentifier
    }
  }

  package var schemaVersion = currentSchemaVersion
  /// The version of Studbook that made the release.
  package var toolVersion: String
  /// When the inputs were last changed, as `SOURCE_DATE_EPOCH` says, in ISO 8601; `nil` when it is not set.
  package var date: String?
  /// The library that made pictures fit, with its version, as in “libvips 8.14.1”: another may make other bytes. `nil` where none were made.
  package var imageLibrary: String?
  /// The recipe's file name.
  package var recipe: String
  package var model: Model
  /// The reference file, relative to the manifest.
  package var referenceFile: String
  /// The tables' layout: `coredata` or `plain`.
  package var layout: String
  /// The store's UUID.
  package var storeIdentifier: String?
  /// The release whose objects keep their keys in this one; `nil` for a first one.
  package var previous: Previous?
  /// Everything that was read: the recipe, the model's files, the sources.
  package var inputs: [FileDigest]
  /// Everything that was published except the manifest itself; the publisher fills it in.
  package var outputs: [FileDigest] = []
  /// The objects of each entity, in the order of the model.
  package var entities: [EntityCount]
  /// What became of the records of each source, in the order of the recipe.
  package var sources: [SourceAccount]

  package init(
    toolVersion: String,
    recipe: String,
    model: Model,
    referenceFile: String,
    layout: String = "coredata",
    storeIdentifier: String? = nil,
    previous: Previous? = nil,
    date: String? = nil,
    imageLibrary: String? = nil,
    inputs: [FileDigest] = [],
    entities: [EntityCount] = [],
    sources: [SourceAccount] = []
  ) {
    self.toolVersion = toolVersion
    self.date = date
    self.imageLibrary = imageLibrary
    self.recipe = recipe
    self.model = model
    self.referenceFile = referenceFile
    self.layout = layout
    self.storeIdentifier = storeIdentifier
    self.previous = previous
    self.inputs = inputs.sorted { $0.path < $1.path }
    self.entities = entities
    // Times differ from run to run.
    self.sources = sources.map { account in
      var account = account
      account.seconds = nil
      return account
    }
  }
}

extension ReleaseManifest {
  /// The name of the manifest of a reference file: `DogBreeds.manifest.json` for `DogBreeds.sqlite`.
  package static func fileName(forReferenceFile name: String) -> String {
    stem(ofReferenceFile: name) + ending
  }

  /// How the names of manifests end.
  static let ending = ".manifest.json"

  /// The name that all files of a release share: `DogBreeds` for `DogBreeds.sqlite`.
  package static func stem(ofReferenceFile name: String) -> String {
    name.hasSuffix(".sqlite") ? String(name.dropLast(".sqlite".count)) : name
  }

  /// The manifest's JSON, with a line break at its end.
  package func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try Array(encoder.encode(self)) + [UInt8(ascii: "\n")]
  }

  /// Reads a manifest.
  ///
  /// - Throws: `ManifestError` if there is none that can be used.
  package init(contentsOf path: String) throws(ManifestError) {
    self = try Self.read(path).get()
  }

  /// The manifest at a path; `nil` if there is none, or none that can be used.
  ///
  /// - Throws: `ManifestError` if that cannot be found out.
  package static func usable(at path: String) throws(ManifestError) -> ReleaseManifest? {
    do {
      guard try Files.exists(path) else { return nil }
    } catch {
      throw ManifestError(path: path, reason: error.reason)
    }
    let found = try read(path)
    // What it says is not to be used.
    return try? found.get()
  }

  /// Reads a manifest; one that cannot be used is the result's failure.
  ///
  /// - Throws: `ManifestError` if the file cannot be read.
  private static func read(_ path: String) throws(ManifestError) -> Result<ReleaseManifest, ManifestError> {
    let bytes = try bytes(at: path)
    return Result { () throws(ManifestError) in try ReleaseManifest(Data(bytes), path: path) }
  }

  /// Reads a manifest's bytes, which are what is signed.
  ///
  /// - Throws: `ManifestError` if the file cannot be read.
  package static func bytes(at path: String) throws(ManifestError) -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      try FileOperations.read(path) { piece in
        bytes.append(contentsOf: piece)
        // Far above any real manifest: a file of another kind is not read to its end.
        return bytes.count < 256 << 20
      }
    } catch {
      throw ManifestError(path: path, reason: error.reason)
    }
    return bytes
  }

  /// Reads the manifest that stands in `bytes`, the contents of the file at `path`.
  ///
  /// - Throws: `ManifestError` if it cannot be used.
  package init(bytes: [UInt8], path: String) throws(ManifestError) { try self.init(Data(bytes), path: path) }

  private init(_ data: Data, path: String) throws(ManifestError) {
    let decoder = JSONDecoder()
    struct Version: Codable { var schemaVersion: Int }
    guard let version = try? decoder.decode(Version.self, from: data).schemaVersion else {
      throw ManifestError(path: path, reason: "it is no manifest of Studbook")
    }
    guard version == Self.currentSchemaVersion else {
      throw ManifestError(
        path: path,
        reason:
          "it has version \(version) of the format, and this version of Studbook reads \(Self.currentSchemaVersion)"
      )
    }
    do {
      self = try decoder.decode(ReleaseManifest.self, from: data)
    } catch {
      throw ManifestError(path: path, reason: "it is damaged")
    }
  }

  /// The date that `SOURCE_DATE_EPOCH` stands for: whole seconds since 1970-01-01 00:00:00 UTC, as ISO 8601.
  ///
  /// - Throws: `ManifestError` if the text is no such number, so that a mistyped variable does not silently drop the date.
  package static func date(fromSourceDateEpoch text: String?) throws(ManifestError) -> String? {
    guard let text, !text.isEmpty else { return nil }
    guard let seconds = Int64(text), (0...253_402_300_799).contains(seconds) else {
      throw ManifestError(path: "SOURCE_DATE_EPOCH", reason: "‘\(text)’ is not a number of seconds since 1970")
    }
    return Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }
}

/// Why a manifest cannot be used.
package struct ManifestError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  package var path: String
  package var reason: String

  package var description: String { "cannot use the manifest \(path): \(reason)" }
}

extension ManifestError {
  package var errorDescription: String? { description }
}
