internal import AttributeValues
public import ObjectModel

/// What becomes of each entity and property between two versions of a model: Core Data's `NSMappingModel`.
///
/// ```swift
/// let mapping = try MappingModel.inferred(from: older, to: newer)
/// let names = mapping.entityMappings.map { "\($0.source.name) → \($0.destination.name)" }
/// ```
///
/// A mapping is worked out from names and renaming identifiers, and then changed where they do not say all (`customize(_:_:)`). One that is not changed copies rows;
/// one that is makes objects of objects (`MigrationManager`).
public struct MappingModel: Sendable {
  /// The model that stores were made with.
  public let sourceModel: ManagedObjectModel
  /// The model that they are to have.
  public let destinationModel: ManagedObjectModel
  /// The entities that have objects in both versions, in the destination model's order, and what was added.
  public var entityMappings: [EntityMapping]
  /// What Core Data does not do, though this mapping does.
  private let remarks: [MigrationObstacle]

  /// Works out a mapping as far as names and renaming identifiers say: new entities and properties start empty or with their default, missing ones
  /// are given up. What is not clear is left to be said (`obstacles`).
  ///
  /// An optional attribute may become required when it has a default value, an attribute may change between types whose values fit, and a
  /// relationship may become to-many, lead to a parent of the entity that it led to, or become required as far as objects have what it asks for. A relationship
  /// that is new has the objects that lead to it by its inverse.
  public init(from source: ManagedObjectModel, to destination: ManagedObjectModel) {
    source.freeze()
    destination.freeze()
    sourceModel = source
    destinationModel = destination
    entityMappings = destination.entities.compactMap { entity in
      guard !entity.isAbstract, let origin = source.predecessor(of: entity), !origin.isAbstract else { return nil }
      return EntityMapping(inferredFrom: origin, to: entity)
    }
    remarks = Self.mergedHierarchies(entityMappings)
  }

  /// Makes a mapping of nothing but these entities: what a file says.
  ///
  /// - Parameter entityMappings: Between entities of these models, which are frozen.
  package init(from source: ManagedObjectModel, to destination: ManagedObjectModel, entityMappings: [EntityMapping]) {
    sourceModel = source
    destinationModel = destination
    self.entityMappings = entityMappings
    remarks = []
  }

  /// Makes the mapping of a model to itself.
  init(identityOf model: ManagedObjectModel) {
    sourceModel = model
    destinationModel = model
    entityMappings = model.entities.filter { !$0.isAbstract }.map(EntityMapping.init(identityOf:))
    remarks = []
  }

  /// Works out a mapping that needs nothing to be added.
  ///
  /// - Throws: `PersistentStoreError.migrationImpossible`, which names all that cannot be worked out.
  public static func inferred(
    from source: ManagedObjectModel,
    to destination: ManagedObjectModel
  ) throws -> MappingModel {
    let mapping = MappingModel(from: source, to: destination)
    try mapping.check()
    return mapping
  }

  /// The names of the source's entities whose objects are given up.
  public var removedEntityNames: [String] {
    let kept = Set(entityMappings.map(\.source.name))
    return sourceModel.entities.filter { !$0.isAbstract && !kept.contains($0.name) }.map(\.name)
  }

  /// The source's attributes, elements of composite attributes, and relationships whose values are given up though their objects are kept, such as `Dog.weight`. What a
  /// function, an expression or a policy may read is not among them, nor is a relationship that follows from its inverse.
  public var removedPropertyNames: [String] {
    let kept = Set(sourceModel.entities.map(\.name)).subtracting(removedEntityNames)
    let read = Dictionary(grouping: entityMappings, by: \.source.name).mapValues { mappings in
      mappings.contains(where: \.isCustom)
        ? nil : mappings.reduce(into: Set<String>()) { $0.formUnion($1.propertiesRead) }
    }
    return sourceModel.entities.filter { kept.contains($0.name) && !$0.isAbstract }.flatMap { entity -> [String] in
      guard let names = read[entity.name] ?? nil else { return [] }
      let stored = entity.layout.attributes.filter { !($0 is DerivedAttributeDescription) && !$0.isTransient }
      let related = (entity.layout.toOneRelationships + entity.layout.toManyRelationships).filter {
        !names.contains($0.name) && !follows($0, of: entity)
      }
      let removed = stored.flatMap { Self.removed($0, at: $0.name, read: names) } + related.map(\.name)
      return removed.map { "\(entity.name).\($0)" }
    }
  }

  /// An attribute of the source that is not read, or the elements of a composite one that are not.
  private static func removed(_ attribute: AttributeDescription, at path: String, read: Set<String>) -> [String] {
    guard read.contains(path) else { return [path] }
    let elements = (attribute as? CompositeAttributeDescription)?.elements ?? []
    return elements.flatMap { removed($0, at: "\(path).\($0.name)", read: read) }
  }

  /// Whether a relationship of an entity of the source lives on in its inverse, which still leads to all objects of the entity.
  private func follows(_ relationship: RelationshipDescription, of entity: EntityDescription) -> Bool {
    guard let inverse = relationship.inverseRelationship, let other = inverse.entity else { return false }
    let destinations = entityMappings.filter { $0.source === entity }.map(\.destination)
    let mappings = entityMappings.filter { $0.source.isKind(of: other) }
    return !mappings.isEmpty
      && mappings.allSatisfy { mapping in
        (mapping.toOneSuccessions + mapping.toManySuccessions).contains { succession in
          succession.old === inverse && destinations.allSatisfy(succession.leads)
        }
      }
  }

  /// What the mapping cannot do as it is, and what only Core Data would not do; empty where a lightweight migration does it.
  ///
  /// Obstacles for Core Data alone are changes that its documentation rules out or does not name.
  public var obstacles: [MigrationObstacle] {
    var obstacles: [MigrationObstacle] = []
    var owners: [String: String] = [:]
    let names = Set(entityMappings.map(\.name))
    for mapping in entityMappings {
      if mapping.takesAllObjects, let rival = owners.updateValue(mapping.destination.name, forKey: mapping.source.name)
      {
        let reason = "both \(rival) and \(mapping.destination.name) were \(mapping.source.name)"
        obstacles.append(MigrationObstacle(reason: reason, concernsCoreDataOnly: false))
      }
      if mapping.migrationPolicy == nil {
        obstacles += mapping.openQuestions.map(\.obstacle) + mapping.destinationObstacles(among: entityMappings)
      }
      obstacles += mapping.callObstacles(among: names)
    }
    return obstacles + RelationshipReform(entityMappings).obstacles + remarks
  }

  /// Changes the mapping to an entity.
  ///
  /// ```swift
  /// var mapping = MappingModel(from: older, to: newer)
  /// try mapping.customize("Breed") { breed in
  ///   try breed.map("summary", to: .expression("name"))
  /// }
  /// ```
  ///
  /// - Parameter name: The entity of the destination; where several mappings lead to it, the first is changed.
  /// - Parameter body: Changes the mapping.
  /// - Throws: `PersistentStoreError.unknownEntity` if no mapping leads to such an entity; what `body` throws.
  public mutating func customize(_ name: String, _ body: (inout EntityMapping) throws -> Void) throws {
    guard let index = entityMappings.firstIndex(where: { $0.destination.name == name }) else {
      throw PersistentStoreError.unknownEntity(name)
    }
    try body(&entityMappings[index])
  }

  /// Copies what one store holds into another, empty one, and the application's metadata with it.
  ///
  /// - Throws: `PersistentStoreError.migrationImpossible` where the mapping does not say all; the stores' errors; what the mapping's functions and policies
  ///   throw. The target is then to be thrown away.
  /// - Complexity: O(rows and links); a thousand rows are in memory at a time and the links of relationships that get another inverse, or all objects where the
  ///   mapping was changed.
  package func migrate(_ source: any PersistentStore, to target: any PersistentStore) throws {
    try check()
    guard needsObjects else { return try StoreCopier(from: source, to: target, mapping: self).run() }
    guard let whole = target as? any WholeFileStore else {
      return try MigrationManager(self).run(from: source, to: target)
    }
    try whole.writingOnce { try MigrationManager(self).run(from: source, to: target) }
  }

  /// - Throws: `PersistentStoreError.migrationImpossible`, which names all that keeps the mapping from being carried out.
  func check() throws {
    let reasons = obstacles.filter { !$0.concernsCoreDataOnly }.map(\.reason)
    guard reasons.isEmpty else {
      throw PersistentStoreError.migrationImpossible(reason: reasons.joined(separator: "; "))
    }
  }

  /// Whether rows cannot be copied as they are.
  private var needsObjects: Bool {
    entityMappings.contains(where: \.isCustom) || Set(entityMappings.map(\.source)).count < entityMappings.count
  }

  /// Notes where two hierarchies of the source become one, which Core Data refuses: the rows of one table come from one table.
  private static func mergedHierarchies(_ mappings: [EntityMapping]) -> [MigrationObstacle] {
    var roots: [String: String] = [:]
    return mappings.compactMap { mapping in
      let (old, new) = (mapping.source.rootEntity.name, mapping.destination.rootEntity.name)
      guard let known = roots.updateValue(old, forKey: new), known != old else { return nil }
      return MigrationObstacle(reason: "\(known) and \(old) get the common parent \(new)", concernsCoreDataOnly: true)
    }
  }
}

/// What keeps a store from being migrated by an inferred mapping.
///
/// ```swift
/// let obstacles: [MigrationObstacle] = MappingModel(from: older, to: newer).obstacles
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
