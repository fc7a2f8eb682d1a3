internal import FoundationEssentials
public import ManagedObjects
package import ObjectModel

extension AtomicStore {
  /// Makes the store at `path` one of another version of its model, as a mapping says. The store keeps its UUID and its application's metadata.
  ///
  /// The file is written once, at the end.
  ///
  /// - Throws: `PersistentStoreError.migrationImpossible`; `AtomicStoreError`; what the mapping's functions and policies throw. The old store is intact then.
  /// - Complexity: O(objects), all of which are in memory twice.
  public static func migrate(storeAt path: String, with mapping: MappingModel, configuration: String? = nil) throws {
    let stage = MigrationStage(from: mapping.sourceModel, to: mapping.destinationModel, mapping: mapping)
    try migrate(storeAt: path, through: [stage], configuration: configuration)
  }

  /// Takes the store at `path` from the version of the model that it was made with through all later stages. Nothing happens to a store of the last version.
  ///
  /// - Throws: As `migrate(storeAt:with:configuration:)` does; `PersistentStoreError.migrationImpossible` where no stage begins with the store's model;
  ///   what the stages' functions throw.
  public static func migrate(
    storeAt path: String,
    through migration: StagedMigration,
    configuration: String? = nil
  ) throws {
    if let last = migration.stages.last, try isStore(at: path, of: last.destination, configuration: configuration) {
      return
    }
    let start = try migration.stages.firstIndex {
      try isStore(at: path, of: $0.source, configuration: configuration)
    }
    guard let start else {
      throw PersistentStoreError.migrationImpossible(reason: "no stage begins with the model of the store")
    }
    try migrate(storeAt: path, through: Array(migration.stages[start...]), configuration: configuration)
  }

  /// Whether a store was made with this version of a model, by its version hashes; a store that has none may be one of any.
  ///
  /// - Throws: `AtomicStoreError` for a file that is no store of this type.
  package static func isStore(
    at path: String,
    of model: ManagedObjectModel,
    configuration: String? = nil
  ) throws -> Bool {
    let metadata = try storedMetadata(at: path).metadata
    return metadata.versionHashes.isEmpty
      || metadata.difference(from: model, configuration: Self.name(configuration, in: model)) == nil
  }

  /// The configuration, where a version of the model has it.
  private static func name(_ configuration: String?, in model: ManagedObjectModel) -> String? {
    configuration.flatMap { model.entityNamesByConfiguration[$0] == nil ? nil : $0 }
  }

  private static func migrate(storeAt path: String, through stages: [MigrationStage], configuration: String?) throws {
    guard let first = stages.first else { return }
    let (_, stamp) = try StoreFormat.read(path)
    var current = try open(at: path, model: first.source, configuration: name(configuration, in: first.source))
    for (index, stage) in stages.enumerated() {
      if let willMigrate = stage.willMigrate { try current.perform(willMigrate) }
      let mapping = try stage.mapping ?? MappingModel.inferred(from: stage.source, to: stage.destination)
      let isLast = index == stages.count - 1
      let next = try empty(
        at: path,
        model: stage.destination,
        configuration: name(configuration, in: stage.destination),
        identifier: current.identifier,
        replacing: stamp
      )
      next.metadata.frameworkVersion = current.metadata.frameworkVersion
      // Only the last of the stores is written, when all is done with it.
      next.suspendWriting()
      try mapping.migrate(current, to: next)
      if let didMigrate = stage.didMigrate { try next.perform(didMigrate) }
      if isLast { try next.write() }
      try current.close()
      current = next
    }
    try current.close()
  }

  /// Works on the objects of a store that is not written meanwhile.
  private func perform(_ body: @Sendable (ManagedObjectContext) throws -> Void) throws {
    suspendWriting()
    let coordinator = PersistentStoreCoordinator(plainObjectsOf: model)
    try coordinator.addPersistentStore(self)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try body(context)
    try context.save()
  }

  /// Migrates the store that was made for another version of `model`, as the description asks for.
  ///
  /// - Returns: Whether the description asks for it, and says how.
  static func migrate(_ description: PersistentStoreDescription, to model: ManagedObjectModel) throws -> Bool {
    let (path, configuration) = (description.location, description.configuration)
    let request = try description.requestedMigration(
      to: model,
      stagesKey: stagedMigrationKey,
      mappingsKey: mappingModelsKey
    ) { try isStore(at: path, of: $0, configuration: configuration) }
    switch request {
    case nil: return false
    case .stages(let stages): try migrate(storeAt: path, through: stages, configuration: configuration)
    case .mapping(let mapping): try migrate(storeAt: path, with: mapping, configuration: configuration)
    case .inferred:
      let candidates = description.options[sourceModelsKey] as? [ManagedObjectModel] ?? []
      guard let source = try candidates.first(where: { try isStore(at: path, of: $0, configuration: configuration) })
      else { return false }
      try migrate(storeAt: path, with: MappingModel.inferred(from: source, to: model), configuration: configuration)
    }
    return true
  }
}
