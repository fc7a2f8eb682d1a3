internal import AttributeValues
public import ObjectModel

/// What becomes of each entity and property between two versions of a model: Core Data's `NSMappingModel`, as far as it can be worked out.
///
/// ```swift
/// let mapping = try MappingModel.inferred(from: older, to: newer)
/// let names = mapping.entityMappings.map { "\($0.source.name) → \($0.destination.name)" }
/// ```
public struct MappingModel: Sendable {
  /// What one entity's objects are made from.
  public struct EntityMapping: Sendable {
    /// The entity in the older version.
    public let source: EntityDescription
    /// The entity in the newer version.
    public let destination: EntityDescription
    /// Where each attribute's value comes from, by the destination's slots.
    let attributes: [Origin]
    /// The source's slot of each to-one relationship, by the destination's slots; `nil` for a new one.
    let toOne: [Int?]
    /// The source's relationship of each to-many relationship, by the destination's slots; `nil` for a new one.
    let toMany: [EntityLayout.Slot?]
  }

  /// Where an attribute's value comes from.
  enum Origin: Sendable {
    case slot(Int)
    /// The value of the source, or this where it has none: a value that has become required.
    case slotOr(Int, AttributeValue)
    /// Every object gets this value.
    case value(AttributeValue)
  }

  /// The entities that have objects in both versions, in the destination model's order.
  public let entityMappings: [EntityMapping]
  /// The names of the source's entities whose objects are given up.
  public let removedEntityNames: [String]

  /// Makes the mapping of a model to itself.
  init(identityOf model: ManagedObjectModel) {
    entityMappings = model.entities.filter { !$0.isAbstract }.map { entity in
      let layout = entity.layout
      return EntityMapping(
        source: entity,
        destination: entity,
        attributes: layout.attributes.indices.map { .slot($0) },
        toOne: layout.toOneRelationships.indices.map { $0 },
        toMany: layout.toManyRelationships.indices.map { .toMany($0) }
      )
    }
    removedEntityNames = []
  }

  /// Works out a mapping: entities and properties are matched by their names or renaming identifiers; new ones start empty or with their default,
  /// missing ones are given up.
  ///
  /// An optional attribute may become required when it has a default value, an attribute may change between types whose values fit, and a
  /// relationship may become to-many.
  ///
  /// - Throws: `PersistentStoreError.migrationImpossible`, which names all that cannot be worked out.
  public static func inferred(
    from source: ManagedObjectModel,
    to destination: ManagedObjectModel
  ) throws -> MappingModel {
    let (mappings, obstacles) = infer(from: source, to: destination)
    let reasons = obstacles.filter { !$0.concernsCoreDataOnly }.map(\.reason)
    guard reasons.isEmpty else {
      throw PersistentStoreError.migrationImpossible(reason: reasons.joined(separator: "; "))
    }
    let kept = Set(mappings.map(\.source.name))
    return MappingModel(
      entityMappings: mappings,
      removedEntityNames: source.entities.filter { !$0.isAbstract && !kept.contains($0.name) }.map(\.name)
    )
  }

  /// What keeps a lightweight migration from making a store of one model one of the other; empty if it can.
  ///
  /// Obstacles for Core Data alone are changes that its documentation rules out or does not name, and that `inferred(from:to:)` maps all the same.
  public static func obstacles(
    from source: ManagedObjectModel,
    to destination: ManagedObjectModel
  ) -> [MigrationObstacle] {
    infer(from: source, to: destination).obstacles
  }

  private static func infer(
    from source: ManagedObjectModel,
    to destination: ManagedObjectModel
  ) -> (mappings: [EntityMapping], obstacles: [MigrationObstacle]) {
    source.freeze()
    destination.freeze()
    var inference = MappingInference(source: source)
    let mappings = destination.entities.compactMap { $0.isAbstract ? nil : inference.mapping(to: $0) }
    inference.checkHierarchies(of: mappings)
    return (mappings, inference.obstacles)
  }

  private init(entityMappings: [EntityMapping], removedEntityNames: [String]) {
    self.entityMappings = entityMappings
    self.removedEntityNames = removedEntityNames
  }
}

/// What keeps a store from being migrated by an inferred mapping.
///
/// ```swift
/// let obstacles: [MigrationObstacle] = MappingModel.obstacles(from: older, to: newer)
/// let reasons = obstacles.map(\.reason)  // Breed.country has become required and has no default value
/// ```
public struct MigrationObstacle: Sendable, Hashable, CustomStringConvertible {
  /// What changed, without a full stop at its end.
  public let reason: String
  /// Whether Studbook migrates such a store, and only Core Data does not, as far as its documentation says.
  public let concernsCoreDataOnly: Bool

  public var description: String {
    concernsCoreDataOnly ? "\(reason), which Studbook can migrate and Core Data cannot be relied on to" : reason
  }
}
