public import ObjectModel

/// Steps from one version of a model to the next: Core Data's `NSStagedMigrationManager`.
///
/// ```swift
/// var migration = StagedMigration(versions: [older, newer])
/// migration.stages[0].didMigrate = { (context: ManagedObjectContext) in
///   for breed in try context.fetch(FetchRequest<ManagedObject>(entityName: "Breed")) {
///     try breed.setValue("Not described", forKey: "summary")
///   }
/// }
/// try SQLiteStore.migrate(storeAt: path, through: migration)
/// ```
public struct StagedMigration: Sendable {
  /// The steps in order; each begins with the model with which the one before ends.
  public var stages: [MigrationStage]

  /// Makes a migration of these steps.
  public init(_ stages: [MigrationStage]) { self.stages = stages }

  /// Makes a migration from each version of a model to the next.
  ///
  /// - Parameter mappings: For the steps that names and renaming identifiers do not say; each between two successive versions.
  /// - Parameter versions: The versions, oldest first.
  public init(versions: [ManagedObjectModel], mappings: [MappingModel] = []) {
    stages = zip(versions, versions.dropFirst()).map { older, newer in
      let mapping = mappings.first { $0.sourceModel === older && $0.destinationModel === newer }
      return MigrationStage(from: older, to: newer, mapping: mapping)
    }
  }
}

/// A step from one version of a model to another: Core Data's `NSCustomMigrationStage`, and its `NSLightweightMigrationStage` where nothing more is said.
///
/// ```swift
/// var stage = MigrationStage(from: older, to: newer)
/// stage.willMigrate = { context in
///   for breed in try context.fetch(FetchRequest<ManagedObject>(entityName: "Breed")) {
///     try breed.setValue("Unknown", forKey: "country")
///   }
/// }
/// try SQLiteStore.migrate(storeAt: path, through: StagedMigration([stage]))
/// ```
public struct MigrationStage: Sendable {
  /// The model with which the step begins.
  public let source: ManagedObjectModel
  /// The model with which it ends.
  public let destination: ManagedObjectModel
  /// What becomes of entities and properties; worked out from names and renaming identifiers if `nil`.
  public var mapping: MappingModel?
  /// Called before the step with a context on a store of the older version, which is saved afterwards.
  public var willMigrate: (@Sendable (ManagedObjectContext) throws -> Void)?
  /// Called after the step with a context on the store of the newer version, which is saved afterwards.
  public var didMigrate: (@Sendable (ManagedObjectContext) throws -> Void)?

  /// Makes a step between two versions.
  public init(from source: ManagedObjectModel, to destination: ManagedObjectModel, mapping: MappingModel? = nil) {
    self.source = source
    self.destination = destination
    self.mapping = mapping
  }
}
