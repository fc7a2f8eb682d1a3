import Digests
import Foundation
import ImportPipeline
import ReferenceExport
import SystemErrors

/// What a build leaves for the next one: what it has read, under which settings, and what it has published.
struct BuildState: Codable {
  /// A source of which parts may be read the next time.
  struct Source: Codable {
    /// The source's place in the recipe.
    var number: Int
    /// The file's name among the inputs.
    var name: String
    var trace: SourceTrace
    /// By block, the SHA-256 of the file up to the block's end.
    var prefixes: [Data]
    /// By block, the SHA-256 of the block alone.
    var blocks: [Data]
  }

  /// Everything beside the inputs that a build's result depends on.
  var settings: [String: String]
  var inputs: [FileDigest]
  /// The reference file, and the manifest.
  var published: FileDigest
  var manifest: FileDigest
  var sources: [Source]
  /// What the reference file's writer counted in its indexes.
  var distinct: [String: [Int]]
  /// Whether the build exited with 1.
  var hasFindings: Bool

  /// The version of this format.
  private static let version = "studbook-cache 1"

  /// Reads a state that this user's build has left.
  ///
  /// - Throws: `Unusable` with the reason if there is none that can be believed.
  init(at path: String) throws {
    guard let bytes = try Files.contents(of: path) else { throw Unusable(reason: "there is no cache yet") }
    guard let key = try CacheKey.read(isMade: false) else {
      throw Unusable(reason: "there is no key of this user that proves whose the cache is")
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3, lines[0].elementsEqual(Self.version.utf8) else {
      throw Unusable(reason: "the cache is of another version, or damaged")
    }
    let code = MessageAuthentication.code(of: lines[2], key: key).hexadecimal
    guard lines[1].elementsEqual(code.utf8) else {
      throw Unusable(reason: "the cache is damaged, or was not made by a build of this user")
    }
    guard let state = try? JSONDecoder().decode(Self.self, from: Data(lines[2])) else {
      throw Unusable(reason: "the cache is of another version, or damaged")
    }
    self = state
  }

  init(
    settings: [String: String],
    inputs: [FileDigest],
    published: FileDigest,
    manifest: FileDigest,
    sources: [Source],
    distinct: [String: [Int]],
    hasFindings: Bool
  ) {
    self.settings = settings
    self.inputs = inputs
    self.published = published
    self.manifest = manifest
    self.sources = sources
    self.distinct = distinct
    self.hasFindings = hasFindings
  }

  /// Puts the state in the place of the one at `path`, as a whole.
  ///
  /// - Throws: `FileError`; `Unusable` if there can be no key.
  func write(to path: String) throws {
    guard let key = try CacheKey.read(isMade: true) else {
      throw Unusable(
        reason: "there is no folder of this user alone for the key of caches; set HOME or XDG_STATE_HOME"
      )
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let content = try Array(encoder.encode(self))
    let code = MessageAuthentication.code(of: content, key: key).hexadecimal
    let folder = (path as NSString).deletingLastPathComponent
    // Links that came with the folder may lead anywhere.
    guard try Files.status(of: folder, followsLinks: false)?.kind != .link else {
      throw Unusable(reason: "\(folder) is a link")
    }
    try Files.makeFolder(folder)
    if try Files.status(of: path, followsLinks: false)?.kind == .link { try Files.removeFile(path) }
    try FileWriter.replace(path) { try $0.write("\(Self.version)\n\(code)\n".utf8 + content) }
  }

  /// Why a cache is not used.
  struct Unusable: LocalizedError, CustomStringConvertible {
    let reason: String

    var description: String { reason }
    var errorDescription: String? { reason }
  }
}
