/// A schema: entities with their properties, and what belongs to them. Core Data's `NSManagedObjectModel`.
///
/// ```swift
/// let group = EntityDescription(name: "AKCGroup")
/// group.declaredProperties = [AttributeDescription(name: "name", type: .string)]
/// group.uniquenessConstraints = [["name"]]
/// let model = ManagedObjectModel(entities: [group])
/// ```
///
/// A model is built in code or read from a file, and frozen when a coordinator first uses it. It owns its entities: keep the model
/// for as long as one of them is used. A frozen model is never released, since objects, IDs and rows on every thread refer to its
/// entities without counting.
public final class ManagedObjectModel: @unchecked Sendable {
  // `@unchecked`: it is changed by one thread only until it is frozen, and not at all afterwards, which `assertMutable` checks.

  /// All entities, in the order in which they were added.
  public var entities: [EntityDescription] {
    willSet { assertMutable() }
    didSet {
      for entity in oldValue { release(entity) }
      for entity in entities { entity.managedObjectModel = self }
    }
  }
  /// Texts that name the model's version for people.
  public var versionIdentifiers: Set<String> = [] { willSet { assertMutable() } }
  /// The entities' names of each configuration, by the configuration's name.
  public var entityNamesByConfiguration: [String: [String]] = [:] { willSet { assertMutable() } }
  /// Fetch requests by name, with variables to be substituted.
  public var fetchRequestTemplatesByName: [String: FetchRequestTemplate] = [:] { willSet { assertMutable() } }
  /// Translations of entity and property names, by the keys that Core Data documents (`Entity/Breed`, `Property/name`).
  public var localizationDictionary: [String: String]? { willSet { assertMutable() } }
  /// Whether a fetch index over one attribute comes with another that is named after the attribute, as model compilers of the present make
  /// it. Models built in code have none.
  public var repeatsAttributeIndexes = false { willSet { assertMutable() } }
  /// Hashes that were computed elsewhere (a compiled model or a store that the app wrote), by entity name. They stand in for
  /// native computation where it is not established.
  public var adoptedVersionHashes: [String: [UInt8]] = [:] { willSet { assertMutable() } }

  package private(set) var isFrozen = false
  private var frozenEntitiesByName: [String: EntityDescription]?

  /// Makes a model of these entities; an entity that another model has moves to this one.
  public init(entities: [EntityDescription] = []) {
    self.entities = entities
    for entity in entities { entity.managedObjectModel = self }
  }

  deinit {
    for entity in entities where entity.managedObjectModel === self { detach(entity) }
  }

  private func assertMutable() {
    precondition(!isFrozen, "A model cannot be changed once a coordinator uses it; change a copy.")
  }

  private func release(_ entity: EntityDescription) {
    if entity.managedObjectModel === self { entity.managedObjectModel = nil }
  }

  /// Clears the references of an entity that outlives its model: what they lead to is about to go.
  private func detach(_ entity: EntityDescription) {
    entity.managedObjectModel = nil
    entity.superentity = nil
    for case let relationship as RelationshipDescription in entity.declaredProperties {
      relationship.destinationEntity = nil
      relationship.inverseRelationship = nil
    }
  }

  /// The entities by name.
  ///
  /// - Complexity: O(1) once the model is frozen, else O(entities).
  public var entitiesByName: [String: EntityDescription] {
    frozenEntitiesByName ?? Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The configurations' names, sorted.
  public var configurations: [String] { entityNamesByConfiguration.keys.sorted() }

  /// The entities of a configuration; all entities for `nil`, the default configuration. Empty if there is no such configuration.
  public func entities(forConfiguration name: String?) -> [EntityDescription] {
    guard let name else { return entities }
    let byName = entitiesByName
    return (entityNamesByConfiguration[name] ?? []).compactMap { byName[$0] }
  }

  /// Makes the configuration named `name` consist of these entities, which are the model's.
  public func setEntities(_ entities: [EntityDescription], forConfigurationName name: String) {
    entityNamesByConfiguration[name] = entities.map(\.name)
  }

  /// The fetch request that the model keeps under `name`.
  public func fetchRequestTemplate(forName name: String) -> FetchRequestTemplate? { fetchRequestTemplatesByName[name] }

  /// Keeps a fetch request under `name`; `nil` takes it away.
  public func setFetchRequestTemplate(_ template: FetchRequestTemplate?, forName name: String) {
    fetchRequestTemplatesByName[name] = template
  }

  /// Resolves every property to its slot and forbids changes from here on; a second call does nothing.
  ///
  /// Call it before the model is used from more than one thread.
  public func freeze() {
    guard !isFrozen else { return }
    frozenEntitiesByName = entitiesByName
    for entity in entities {
      entity.freeze(layout: EntityLayout(properties: entity.properties))
    }
    isFrozen = true
    // The one reference that is never given back: see the class's description.
    _ = Unmanaged.passRetained(self)
  }
}
