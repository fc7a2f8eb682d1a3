import CompiledModels
import Foundation
import ManagedObjects
import SQLiteStore

/// Version hashes that Apple's tools computed, for entities whose hash Studbook cannot compute.
enum AdoptedHashes {
  /// Reads them from a compiled model (a `.momd` bundle or its `VersionInfo.plist`) or from a store that the app wrote.
  ///
  /// - Returns: The 32-byte hashes by the entity's name; of a bundle, those of its current version.
  /// - Throws: `CommandFailure` if there is no such file, or a bundle does not say which version is current; the reader's error.
  static func read(_ path: String) throws -> [String: [UInt8]] {
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure("there is no file \(path), which the recipe names in “hashesFrom”")
    }
    guard path.hasSuffix(".momd") || path.hasSuffix(".plist") else {
      return try SQLiteStore.metadata(ofStoreAt: path).metadata.versionHashes
    }
    let versions = try CompiledModel.versions(inBundle: path)
    let only = versions.versionHashes.count == 1 ? versions.versionHashes.first?.value : nil
    guard let hashes = versions.currentVersionName.flatMap({ versions.versionHashes[$0] }) ?? only else {
      throw CommandFailure("\(path) does not say which of its versions is the current one")
    }
    return hashes
  }
}
