internal import AttributeValues
public import ObjectModel
public import PredicateLanguage

extension MappingModel {
  /// What the objects of one entity are made from: Core Data's `NSEntityMapping`.
  ///
  /// ```swift
  /// var mapping = MappingModel(from: older, to: newer)
  /// try mapping.customize("Breed") { (breed: inout MappingModel.EntityMapping) in
  ///   try breed.map("summary", to: PropertyMapping.expression("name"))
  ///   breed.predicate = try ObjectPredicate(format: "country != nil")
  /// }
  /// ```
  public struct EntityMapping: Sendable {
    /// The mapping's name, such as `DogToHound`.
    public let name: String
    /// The entity in the older version.
    public let source: EntityDescription
    /// The entity in the newer version.
    public let destination: EntityDescription
    /// Which of the source's objects are mapped; `nil` for all.
    public var predicate: ObjectPredicate?
    /// The class that makes and relates the objects; `nil` where they are made as the mapping says.
    public var migrationPolicy: EntityMigrationPolicy.Type?
    /// What the mapping's file tells its policy.
    public var userInfo: [String: String] = [:]

    /// Where each attribute's value comes from, by the destination's slots.
    let attributes: [Origin]
    /// The source's slot of each to-one relationship, by the destination's slots; `nil` for a new one.
    let toOne: [Int?]
    /// The source's relationship of each to-many relationship, by the destination's slots; `nil` for a new one.
    let toMany: [EntityLayout.Slot?]
    /// What was said of properties, by their names.
    private(set) var custom: [String: PropertyMapping.Resolved] = [:]
    /// What has to be said of properties.
    private(set) var openQuestions: [(property: String, obstacle: MigrationObstacle)] = []
    /// Whether names and renaming identifiers alone have led to the mapping.
    private let isInferred: Bool

    /// Makes a mapping of every object of `source` to one of `destination`, as far as the properties' names and renaming identifiers say; for entities
    /// that are not each other's versions, such as where one is divided.
    ///
    /// Both models have to be those of the mapping model that it is added to.
    ///
    /// - Parameter name: The mapping's name; `SourceToDestination` if `nil`.
    /// - Parameter source: The entity whose objects are read.
    /// - Parameter destination: The entity whose objects are made.
    public init(from source: EntityDescription, to destination: EntityDescription, name: String? = nil) {
      self.init(from: source, to: destination, name: name, isInferred: false)
    }

    init(inferredFrom source: EntityDescription, to destination: EntityDescription) {
      self.init(from: source, to: destination, name: nil, isInferred: true)
    }

    private init(from source: EntityDescription, to destination: EntityDescription, name: String?, isInferred: Bool) {
      source.managedObjectModel?.freeze()
      destination.managedObjectModel?.freeze()
      var inference = PropertyInference(from: source, to: destination)
      let layout = destination.layout
      attributes = layout.attributes.map { inference.attribute($0) }
      toOne = layout.toOneRelationships.map { inference.toOne($0) }
      toMany = layout.toManyRelationships.map { inference.toMany($0) }
      openQuestions = inference.openQuestions
      self.name = name ?? "\(source.name)To\(destination.name)"
      self.source = source
      self.destination = destination
      self.isInferred = isInferred
    }

    init(identityOf entity: EntityDescription) {
      name = "\(entity.name)To\(entity.name)"
      source = entity
      destination = entity
      let layout = entity.layout
      attributes = layout.attributes.indices.map { .slot($0) }
      toOne = layout.toOneRelationships.indices.map { $0 }
      toMany = layout.toManyRelationships.indices.map { .toMany($0) }
      isInferred = true
    }

    /// Says where the value of a property comes from.
    ///
    /// - Throws: `PersistentStoreError.invalidRequest` for a property that the entity does not have or the store makes itself, for one of the source that does not fit,
    ///   and for an expression that cannot be read.
    public mutating func map(_ property: String, to mapping: PropertyMapping) throws {
      let resolved = try mapping.resolved(for: property, of: destination, from: source)
      custom[property] = resolved
      openQuestions.removeAll { $0.property == property }
      if case .nothing = resolved, let obstacle = obstacleToNothing(for: property) {
        openQuestions.append((property, obstacle))
      }
    }

    /// What keeps objects from having no value of a property.
    private func obstacleToNothing(for property: String) -> MigrationObstacle? {
      let description = destination.propertiesByName[property]
      guard let description, !description.isOptional else { return nil }
      if let attribute = description as? AttributeDescription, !attribute.defaultValue.isNull { return nil }
      return MigrationObstacle(
        reason: "\(destination.name).\(property) is required, and the mapping \(name) gives it no value",
        concernsCoreDataOnly: false
      )
    }

    /// What the expressions ask of others than the source's object, and nobody answers.
    ///
    /// - Parameter names: The names of all entity mappings.
    func callObstacles(among names: Set<String>) -> [MigrationObstacle] {
      custom.sorted { $0.key < $1.key }.flatMap { property, mapping -> [MigrationObstacle] in
        guard case .calling(let expression) = mapping else { return [] }
        return MigrationCall.problems(in: expression, mappingNames: names, hasPolicy: migrationPolicy != nil).map {
          MigrationObstacle(
            reason: "the expression for \(destination.name).\(property) \($0)",
            concernsCoreDataOnly: false
          )
        }
      }
    }

    /// The properties of the source from which those of the destination come, and the elements of composite attributes, such as `size.height`.
    var propertiesRead: Set<String> {
      let layout = source.layout
      let attributeNames = layout.attributes.map(\.name)
      var names = Set(attributes.flatMap { $0.namesRead(among: attributeNames) })
      for slot in toOne { if let slot { names.insert(layout.toOneRelationships[slot].name) } }
      for slot in toMany {
        switch slot {
        case .toOne(let slot)?: names.insert(layout.toOneRelationships[slot].name)
        case .toMany(let slot)?: names.insert(layout.toManyRelationships[slot].name)
        default: break
        }
      }
      return names
    }

    /// Whether rows cannot be copied as they are.
    var isCustom: Bool { predicate != nil || migrationPolicy != nil || !custom.isEmpty }

    /// Whether every object of the source becomes one, for no other reason than its entity's name.
    var takesAllObjects: Bool { isInferred && predicate == nil && migrationPolicy == nil }
  }

  /// Where an attribute's value comes from.
  enum Origin: Sendable {
    case slot(Int)
    /// The value of the source, or this where it has none: a value that has become required.
    case slotOr(Int, AttributeValue)
    /// The elements of a composite value of the source, or this where it has none; the slots of its elements are places among `names`.
    case composite(Int, names: [String], elements: [Origin], or: AttributeValue)
    /// Every object gets this value.
    case value(AttributeValue)

    /// The names of what is read, also of elements, where the slots have these.
    func namesRead(among names: [String]) -> [String] {
      switch self {
      case .slot(let slot), .slotOr(let slot, _): [names[slot]]
      case .composite(let slot, let elementNames, let elements, _):
        [names[slot]] + elements.flatMap { $0.namesRead(among: elementNames) }.map { "\(names[slot]).\($0)" }
      case .value: []
      }
    }
  }
}

/// Where the value of a property comes from in a migration: Core Data's `NSPropertyMapping`.
///
/// ```swift
/// var mapping = MappingModel(from: older, to: newer)
/// try mapping.customize("Breed") { (breed: inout MappingModel.EntityMapping) in
///   try breed.map("summary", to: PropertyMapping.expression("name"))
///   breed.predicate = try ObjectPredicate(format: "name != 'Wolf'")
/// }
/// try SQLiteStore.migrate(storeAt: path, with: mapping)
/// ```
public enum PropertyMapping: Sendable {
  /// The value of this property of the source's object; of a relationship the objects that its members became.
  case property(String)
  /// The value of an expression, with the source's object as `SELF` and `$source`; of a relationship the objects that those of the source became.
  ///
  /// It may call `$manager`, for what another entity mapping made: `FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:", "DogToPerson",
  /// $source.owner)`, and the mapping's policy: `FUNCTION($entityPolicy, "ageOf:", $source.born)` (`EntityMigrationPolicy.value(ofMethod:arguments:manager:)`).
  case expression(String)
  /// No value: attributes have their default, relationships are empty.
  case nothing
  /// What a function makes of the source's object: a value of the attribute's type, or the objects of the destination that are related.
  case computed(@Sendable (_ source: ManagedObject, _ manager: MigrationManager) throws -> Any?)

  /// A mapping that was held against both entities.
  enum Resolved: Sendable {
    case expression(ObjectExpression)
    /// An expression that calls the manager or the policy.
    case calling(ObjectExpression)
    case nothing
    case computed(@Sendable (ManagedObject, MigrationManager) throws -> Any?)
  }

  func resolved(
    for property: String,
    of destination: EntityDescription,
    from source: EntityDescription
  ) throws -> Resolved {
    let place = "\(destination.name).\(property)"
    switch destination.propertiesByName[property] {
    case nil: throw PersistentStoreError.invalidRequest("\(destination.name) has no property named \(property).")
    case is DerivedAttributeDescription, is FetchedPropertyDescription:
      throw PersistentStoreError.invalidRequest("\(place) gets its value from the store and cannot be mapped.")
    default: break
    }
    switch self {
    case .computed(let function): return .computed(function)
    case .nothing: return .nothing
    case .expression(let text):
      do {
        let expression = try ObjectExpression(format: text)
        return MigrationCall.isPart(of: expression) ? .calling(expression) : .expression(expression)
      } catch {
        throw PersistentStoreError.invalidRequest("The expression for \(place) cannot be read: \(error)")
      }
    case .property(let name):
      let isRelationship = destination.relationshipsByName[property] != nil
      let found = isRelationship ? source.relationshipsByName[name] != nil : source.attributesByName[name] != nil
      guard found else {
        let kind = isRelationship ? "relationship" : "attribute"
        throw PersistentStoreError.invalidRequest(
          "\(source.name) has no \(kind) named \(name), which \(place) asks for."
        )
      }
      return .expression(.keyPath(ObjectKeyPath([name])))
    }
  }
}
