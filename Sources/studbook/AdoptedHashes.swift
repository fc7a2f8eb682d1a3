import CompiledModels
import Foundation
import ManagedObjects
import ModelReading
import ObjectModel
import SQLiteStore
import SystemErrors

/// Version hashes that Apple's tools computed, for entities whose hash Studbook cannot compute, or for comparing.
struct AdoptedHashes {
  /// The 32-byte hashes by the entity's name.
  let byEntity: [String: [UInt8]]
  /// The model that the hashes belong to, where the file has it.
  let model: ManagedObjectModel?

  /// Reads hashes from a compiled model (a `.momd` bundle, its `VersionInfo.plist`, one of its `.mom` or `.omo`), from a store that the app wrote, or, as far as they
  /// can be computed, from a model.
  ///
  /// - Throws: `CommandFailure` if there is no such file, or a bundle does not say which version is current; the reader's error.
  init(_ path: String) throws {
    let isSource = try ModelReader.swiftFiles(of: path) != nil
    guard try isSource || Files.exists(path) else {
      throw CommandFailure("there is no file \(path)")
    }
    let path = path.hasSuffix(".omo") ? path : try ModelReader.location(of: path)
    let url = URL(fileURLWithPath: path)
    switch url.pathExtension {
    case "momd":
      byEntity = try Self.current(of: try CompiledModel.versions(inBundle: path), path: path).hashes
      model = try Self.model(ifThereIn: path)
    case "plist":
      let current = try Self.current(of: try CompiledModel.versions(inBundle: path), path: path)
      byEntity = current.hashes
      let compiled = url.deletingLastPathComponent().appendingPathComponent(current.name + ".mom").path
      model = try Self.model(ifThereIn: compiled)
    case "mom":
      let model = try ModelReader.read(path)
      byEntity = model.adoptedVersionHashes.isEmpty ? model.entityVersionHashesByName : model.adoptedVersionHashes
      self.model = model
    case "omo":
      byEntity = try OptimizedModel(Files.contents(of: path) ?? []).versionHashes
      model = try Self.model(ifThereIn: url.deletingPathExtension().appendingPathExtension("mom").path)
    case _ where isSource || url.pathExtension.hasPrefix("xcdatamodel") || url.lastPathComponent == "contents":
      let model = try ModelReader.read(path)
      byEntity = model.entityVersionHashesByName
      self.model = model
    default:
      let kind = try StoreKind(ofFileAt: path)
      byEntity = try kind.storedMetadata(at: path).metadata.versionHashes
      model = kind == .sqlite ? try Self.model(ifCarriedBy: path) : nil
    }
  }

  /// The model that a store carries, if there is one that can be understood.
  private static func model(ifCarriedBy path: String) throws -> ManagedObjectModel? {
    do {
      return try OpenedStore.carriedModel(of: path)
    } catch  where !OpenedStore.isOfTheSystem(error) {
      return nil
    }
  }

  /// The model in a file, if there is one that can be understood.
  private static func model(ifThereIn path: String) throws -> ManagedObjectModel? {
    guard try Files.exists(path) else { return nil }
    do {
      return try ModelReader.read(path)
    } catch let error as ModelReadingError where error.kind != .unreadable {
      return nil
    }
  }

  private static func current(
    of versions: CompiledModelVersions,
    path: String
  ) throws -> (name: String, hashes: [String: [UInt8]]) {
    let only = versions.versionHashes.count == 1 ? versions.versionHashes.first?.key : nil
    guard let name = versions.currentVersionName ?? only, let hashes = versions.versionHashes[name] else {
      throw CommandFailure("\(path) does not say which of its versions is the current one")
    }
    return (name, hashes)
  }
}

extension ManagedObjectModel {
  /// Takes over the hashes of a file where they cannot be computed.
  ///
  /// - Returns: The entities whose hashes come from the file, sorted.
  /// - Throws: `CommandFailure` when the file belongs to another version of the model.
  func adoptHashes(from path: String) throws -> [String] {
    let open = entitiesWithOpenVersionHashes.keys
    adoptedVersionHashes = try AdoptedHashes(path).byEntity
    if let name = contradictedVersionHashes.first {
      throw CommandFailure("\(path) belongs to another version of the model: the hash of \(name) differs")
    }
    return open.filter { adoptedVersionHashes[$0] != nil }.sorted(by: CodeUnitOrder.areInIncreasingOrder)
  }
}
