package import ObjectModel

/// How a description asks for a store to be migrated that was made for another version of the model.
package enum RequestedMigration {
  case stages(StagedMigration)
  case mapping(MappingModel)
  /// By names alone, from the model that the store was made with.
  case inferred
}

extension PersistentStoreDescription {
  /// What the description asks for; `nil` if the store is not to be migrated.
  ///
  /// - Parameters:
  ///   - model: The model that the store is to have.
  ///   - stagesKey: The option that holds a `StagedMigration`.
  ///   - mappingsKey: The option that holds mapping models; the first counts that leads from the store's model to `model`.
  ///   - isStore: Whether the store was made with a model.
  /// - Throws: What `isStore` throws.
  package func requestedMigration(
    to model: ManagedObjectModel,
    stagesKey: String,
    mappingsKey: String,
    isStore: (ManagedObjectModel) throws -> Bool
  ) rethrows -> RequestedMigration? {
    guard shouldMigrateStoreAutomatically else { return nil }
    if let stages = options[stagesKey] as? StagedMigration { return .stages(stages) }
    let hashes = model.entityVersionHashesByName
    let mappings = options[mappingsKey] as? [MappingModel] ?? []
    let fitting = try mappings.first { mapping in
      let leadsHere = mapping.destinationModel === model || mapping.destinationModel.entityVersionHashesByName == hashes
      return try leadsHere && isStore(mapping.sourceModel)
    }
    if let fitting { return .mapping(fitting) }
    return shouldInferMappingModelAutomatically ? .inferred : nil
  }
}
