import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import ReferenceExport
import SQLiteAccess
import SQLiteStore
import StoreComparison
import SystemErrors

/// The release that a build follows: a reference file that was published before, opened to be read.
struct PreviousRelease {
  /// The reference file's path.
  let path: String
  /// The file as it was read.
  let digest: FileDigest
  let opened: OpenedStore
  /// The store's UUID.
  let identifier: String
  /// What was published with the file; `nil` where it stands alone.
  let manifest: ReleaseManifest?
  private let state: FileState?

  /// Finds and opens the release.
  ///
  /// - Parameters:
  ///   - path: The file, its manifest, or a folder with a release of the same name.
  ///   - name: The name of the reference file that is to be built.
  ///   - model: The model's path, for a store that carries none.
  /// - Throws: `CommandFailure` if there is no such release, or one that is damaged; the store's error.
  init(at path: String, name: String, model: String) throws {
    let file = try Self.referenceFile(path, name: name)
    guard try Files.exists(file) else {
      throw CommandFailure(
        "there is no release at \(path) to follow; name another with --previous, or build the first one with --no-previous"
      )
    }
    self.path = file
    state = try FileState(ofFile: file)
    digest = try FileDigest(of: file, as: (file as NSString).lastPathComponent)
    manifest = try Self.manifest(of: file, digest)
    if manifest == nil { try Self.requireSound(file) }
    let carried = try OpenedStore.carriedModel(of: file)
    opened = try OpenedStore(file, model: carried == nil ? model : nil)
    guard let store = opened.store as? SQLiteStore else {
      throw CommandFailure("\(file) is no SQLite store, so its objects' keys cannot be kept")
    }
    identifier = store.identifier
    // The URIs of objects name their store once it belongs to a coordinator.
    try PersistentStoreCoordinator(managedObjectModel: opened.model).addPersistentStore(opened.store)
  }

  /// The last key that was ever given to objects of an entity of this release's model, and of those that share its table.
  func lastKey(of entity: EntityDescription) throws -> Int64 {
    try (opened.store as? SQLiteStore)?.lastKey(of: entity) ?? 0
  }

  /// Throws if somebody has changed the file since it was opened.
  func requireUnchanged() throws {
    guard try FileState(ofFile: path) == state else {
      throw CommandFailure("\(path) was changed while it was read; run the command again")
    }
  }

  func close() throws { try opened.store.close() }

  private static func referenceFile(_ path: String, name: String) throws -> String {
    if try Files.isFolder(path) { return path.hasSuffix("/") ? path + name : "\(path)/\(name)" }
    guard path.hasSuffix(".json") else { return path }
    let manifest = try ReleaseManifest(contentsOf: path)
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? manifest.referenceFile : "\(folder)/\(manifest.referenceFile)"
  }

  /// The manifest beside the file; `nil` if there is none that speaks of it.
  ///
  /// - Throws: `CommandFailure` if the file is another one than the manifest describes.
  private static func manifest(of path: String, _ digest: FileDigest) throws -> ReleaseManifest? {
    let folder = (path as NSString).deletingLastPathComponent
    let name = ReleaseManifest.fileName(forReferenceFile: digest.path)
    let manifest = try ReleaseManifest.usable(at: folder.isEmpty ? name : "\(folder)/\(name)")
    guard let published = manifest?.outputs.first(where: { $0.path == digest.path }) else { return nil }
    guard published.sha256 == digest.sha256 else {
      throw CommandFailure(
        "\(path) is not the file that its manifest describes, so it cannot be followed; take the release as it was published"
      )
    }
    return manifest
  }

  private static func requireSound(_ path: String) throws {
    let problems = try ReferenceSealer.problems(of: path, isCopyOfCheckedContent: true)
    guard problems.isEmpty else {
      throw CommandFailure("\(path) cannot be followed: \(problems.prefix(3).joined(separator: "; "))")
    }
  }
}
