public import FoundationEssentials

/// Why models cannot be merged.
///
/// ```swift
/// do {
///   _ = try ManagedObjectModel(mergedFrom: [older, newer])
/// } catch let error as ModelMergeError {
///   lines = error.differences.map { (difference: ModelDifference) in
///     "\(error.entityName).\(difference.propertyName ?? ""): \(difference.aspect)"
///   }
/// }
/// ```
public struct ModelMergeError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// The entity that two models describe differently.
  public let entityName: String
  /// What they describe differently.
  public let differences: [ModelDifference]

  public var description: String {
    let first = differences.first.map { ": \($0)" } ?? ""
    return "The models cannot be merged: they describe the entity \(entityName) differently\(first)"
  }
}

extension ManagedObjectModel {
  /// Makes one model of several, with copies of their entities; an entity that several models describe alike is there once.
  ///
  /// Configurations of the same name are united. Of fetch requests and translations with the same name the first counts.
  ///
  /// - Throws: `ModelMergeError` when two models describe an entity differently.
  public convenience init(mergedFrom models: [ManagedObjectModel]) throws {
    self.init()
    // Chosen first and copied together, so that every reference among them finds its end, whichever model it comes from.
    var chosen: [EntityDescription] = []
    var byName: [String: EntityDescription] = [:]
    for entity in models.flatMap(\.entities) {
      guard let known = byName[entity.name] else {
        byName[entity.name] = entity
        chosen.append(entity)
        continue
      }
      let differences = ModelComparison.differences(from: known, to: entity)
      guard differences.isEmpty else { throw ModelMergeError(entityName: entity.name, differences: differences) }
    }
    append(chosen)
    for model in models {
      versionIdentifiers.formUnion(model.versionIdentifiers)
      fetchRequestTemplatesByName.merge(model.fetchRequestTemplatesByName) { first, _ in first }
      repeatsAttributeIndexes = repeatsAttributeIndexes || model.repeatsAttributeIndexes
      adoptedVersionHashes.merge(model.adoptedVersionHashes) { first, _ in first }
      if let translations = model.localizationDictionary {
        localizationDictionary = (localizationDictionary ?? [:]).merging(translations) { first, _ in first }
      }
      for (name, entities) in model.entityNamesByConfiguration {
        let known = entityNamesByConfiguration[name] ?? []
        entityNamesByConfiguration[name] = known + entities.filter { !known.contains($0) }
      }
    }
  }

  /// Merges those of `models` whose entities a store with these hashes has: Core Data's `mergedModel(from:forStoreMetadata:)`.
  ///
  /// - Returns: The merged model; `nil` when the models together do not have every entity of the store with its hash.
  /// - Throws: `ModelMergeError` when two of the chosen models describe an entity differently.
  public static func merged(
    from models: [ManagedObjectModel],
    forStoreVersionHashes hashes: [String: [UInt8]]
  ) throws -> ManagedObjectModel? {
    let matching = models.filter { model in
      model.entityVersionHashesByName.contains { hashes[$0.key] == $0.value }
        && model.entityVersionHashesByName.allSatisfy { hashes[$0.key] == $0.value }
    }
    let found = Set(matching.flatMap { $0.entityVersionHashesByName.keys })
    guard Set(hashes.keys).isSubset(of: found) else { return nil }
    return try ManagedObjectModel(mergedFrom: matching)
  }

  /// Whether a store with these version hashes opens with the model's configuration: the same entities with the same hashes.
  ///
  /// - Parameters:
  ///   - name: The configuration; `nil` for the default one.
  ///   - hashes: The store's hashes by entity name.
  public func isConfiguration(
    withName name: String?,
    compatibleWithStoreVersionHashes hashes: [String: [UInt8]]
  ) -> Bool {
    let known = entityVersionHashesByName
    let entities = self.entities(forConfiguration: name)
    return entities.count == hashes.count
      && entities.allSatisfy { hashes[$0.name] != nil && hashes[$0.name] == known[$0.name] }
  }

  /// Whether two models describe the same, whatever the order in which they do.
  public func isEqual(to other: ManagedObjectModel) -> Bool {
    self === other || ModelComparison.differences(from: self, to: other).isEmpty
  }
}

extension ModelMergeError {
  public var errorDescription: String? { description }
}
