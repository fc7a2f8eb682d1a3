internal import AttributeValues
internal import ObjectModel
internal import PredicateLanguage
internal import SystemErrors

/// Migrates a store object by object, where a mapping says more than which rows to copy: Core Data's `NSMigrationManager`.
///
/// ```swift
/// var mapping = MappingModel(from: older, to: newer)
/// try mapping.customize("Breed") { breed in
///   try breed.map("summary", to: .computed { source, _ in "\(source.value(forKey: "name") ?? ""), a breed" })
/// }
/// try MigrationManager.migrateStore(at: path, with: mapping, to: newPath)
/// ```
///
/// Policies and functions of a mapping get the manager, with a context on either store and what became of which object. Objects are plain `ManagedObject`s: classes
/// of an application know one version of the model only.
public final class MigrationManager {
  /// What is carried out.
  public let mappingModel: MappingModel
  /// The context on the old store, which is only read.
  public let sourceContext: ManagedObjectContext
  /// The context on the new store; it is saved at the end.
  public let destinationContext: ManagedObjectContext
  /// The mapping whose objects are being made, related or checked.
  public private(set) var currentEntityMapping: MappingModel.EntityMapping?
  /// What policies tell each other.
  public var userInfo: [String: Any] = [:]
  /// What becomes of each object, and what it was, by the mappings' names.
  private var associations: [String: Associations] = [:]
  /// In which order lists had their members whose owners are said at the other end.
  private var orders: [(owner: ManagedObject, slot: Int, members: [ManagedObject])] = []
  /// The relationships whose other end may say what one end does not.
  private var reformed: Set<RelationshipDescription> = []
  private var policies: [EntityMigrationPolicy] = []
  /// The policy of `currentEntityMapping`.
  private var currentPolicy: EntityMigrationPolicy?

  private struct Associations {
    /// In the order in which they were made.
    var pairs: [(source: ManagedObject, destination: ManagedObject)] = []
    var bySource: [ObjectIdentifier: [Int]] = [:]
    var byDestination: [ObjectIdentifier: [Int]] = [:]
  }

  init(_ mapping: MappingModel) {
    mappingModel = mapping
    func context(_ coordinator: PersistentStoreCoordinator) -> ManagedObjectContext {
      ManagedObjectContext(persistentStoreCoordinator: coordinator)
    }
    sourceContext = context(PersistentStoreCoordinator(plainObjectsOf: mapping.sourceModel))
    destinationContext = context(PersistentStoreCoordinator(plainObjectsOf: mapping.destinationModel))
    destinationContext.undoManager = nil
  }

  /// Makes a new store of another, as a mapping says; the old one stays as it is.
  ///
  /// - Parameters:
  ///   - location: The old store.
  ///   - options: What only its type understands.
  ///   - mapping: What becomes of its objects.
  ///   - destination: The new store; there must be none.
  ///   - type: The type of the store that is there.
  ///   - destinationType: The type of the new store.
  /// - Throws: `PersistentStoreError`; the stores' errors; what the mapping's functions and policies throw. What was made of the new store is removed then.
  /// - Complexity: O(objects and relationships). They are all in memory if anything was said about a property.
  public static func migrateStore(
    at location: String,
    type: StoreType = .sqlite,
    options: [String: any Sendable] = [:],
    with mapping: MappingModel,
    to destination: String,
    type destinationType: StoreType = .sqlite,
    options destinationOptions: [String: any Sendable] = [:]
  ) throws {
    try mapping.check()
    var old = PersistentStoreDescription(location: location, type: type)
    old.options = options
    old.isReadOnly = true
    var new = PersistentStoreDescription(location: destination, type: destinationType)
    new.options = destinationOptions
    new.shouldMigrateStoreAutomatically = false
    let source = try PersistentStoreCoordinator.storeClass(for: type).load(old, model: mapping.sourceModel)
    // It was only read.
    defer { try? source.close() }
    let targetClass = try PersistentStoreCoordinator.storeClass(for: destinationType)
    if destinationType != .inMemory {
      // A store that cannot be read, for now or for good, is one all the same, and is neither written to nor removed.
      var isThere = true
      do { _ = try targetClass.storedMetadata(at: destination) } catch { isThere = try Files.exists(destination) }
      if isThere { throw PersistentStoreError.storeInUse(location: destination) }
    }
    let target = try targetClass.load(new, model: mapping.destinationModel)
    do {
      try mapping.migrate(source, to: target)
      try target.close()
    } catch {
      // It was made by this call; what failed is the error to say.
      try? target.close()
      try? targetClass.destroy(at: destination)
      throw error
    }
  }

  // MARK: What became of what

  /// Notes that an object of the source became one of the destination.
  public func associate(
    sourceInstance source: ManagedObject,
    withDestinationInstance destination: ManagedObject,
    for mapping: MappingModel.EntityMapping
  ) {
    var known = associations[mapping.name] ?? Associations()
    known.bySource[ObjectIdentifier(source), default: []].append(known.pairs.count)
    known.byDestination[ObjectIdentifier(destination), default: []].append(known.pairs.count)
    known.pairs.append((source, destination))
    associations[mapping.name] = known
  }

  /// What a mapping made of objects of the source, in their order; of all of them for `nil`.
  public func destinationInstances(
    forEntityMapping name: String,
    sourceInstances: [ManagedObject]? = nil
  ) -> [ManagedObject] {
    guard let known = associations[name] else { return [] }
    guard let sourceInstances else { return known.pairs.map(\.destination) }
    return sourceInstances.flatMap { (known.bySource[ObjectIdentifier($0)] ?? []).map { known.pairs[$0].destination } }
  }

  /// What a mapping made objects of the destination of, in their order; all of it for `nil`.
  public func sourceInstances(
    forEntityMapping name: String,
    destinationInstances: [ManagedObject]? = nil
  ) -> [ManagedObject] {
    guard let known = associations[name] else { return [] }
    guard let destinationInstances else { return known.pairs.map(\.source) }
    return destinationInstances.flatMap {
      (known.byDestination[ObjectIdentifier($0)] ?? []).map { known.pairs[$0].source }
    }
  }

  // MARK: Running

  /// Makes, relates, checks and saves the objects of an empty store.
  func run(from source: any PersistentStore, to target: any PersistentStore) throws {
    try sourceContext.persistentStoreCoordinator.addPersistentStore(source)
    try destinationContext.persistentStoreCoordinator.addPersistentStore(target)
    let held = Set(mappingModel.sourceModel.entities(forConfiguration: source.configurationName))
    let mappings = mappingModel.entityMappings.filter { held.contains($0.source) }
    reformed = Set(RelationshipReform(mappings).relationships)
    policies = mappings.map { ($0.migrationPolicy ?? EntityMigrationPolicy.self).init() }
    try forEach(mappings) { policy, mapping in
      try policy.begin(mapping, manager: self)
      var request = FetchRequest<ManagedObject>(entity: mapping.source, predicate: mapping.predicate)
      request.includesSubentities = false
      for object in try sourceContext.fetch(request) {
        try policy.createDestinationInstances(forSource: object, in: mapping, manager: self)
      }
      try policy.endInstanceCreation(forMapping: mapping, manager: self)
    }
    try forEach(mappings) { policy, mapping in
      for object in destinationInstances(forEntityMapping: mapping.name) {
        try policy.createRelationships(forDestination: object, in: mapping, manager: self)
      }
      try policy.endRelationshipCreation(forMapping: mapping, manager: self)
    }
    for (owner, slot, members) in orders {
      let known = Set(members)
      let others = owner.toManyObjects(slot: slot).filter { !known.contains($0) }
      owner.reorderMembers(members.filter { owner.hasMember($0, slot: slot) } + others, slot: slot)
    }
    try forEach(mappings) { policy, mapping in try policy.performCustomValidation(forMapping: mapping, manager: self) }
    try forEach(mappings) { policy, mapping in try policy.end(mapping, manager: self) }
    // What could not be read of the source looks like what is not there.
    try sourceContext.faults.throwFailure()
    target.metadata.userValues.merge(source.metadata.userValues) { own, _ in own }
    try destinationContext.save()
  }

  private func forEach(
    _ mappings: [MappingModel.EntityMapping],
    _ body: (EntityMigrationPolicy, MappingModel.EntityMapping) throws -> Void
  ) throws {
    for (policy, mapping) in zip(policies, mappings) {
      currentEntityMapping = mapping
      currentPolicy = policy
      try body(policy, mapping)
    }
    currentEntityMapping = nil
    currentPolicy = nil
  }

  // MARK: Values

  /// Gives an object the attributes that a mapping says.
  func setAttributes(
    of destination: ManagedObject,
    from source: ManagedObject,
    _ mapping: MappingModel.EntityMapping
  ) throws {
    let layout = mapping.destination.layout
    for (slot, origin) in mapping.attributes.enumerated() {
      let attribute = layout.attributes[slot]
      if attribute is DerivedAttributeDescription { continue }
      switch mapping.custom[attribute.name] {
      case .computed(let function)?:
        try destination.setValue(try function(source, self), forKey: attribute.name)
      case .nothing?: break
      case .expression(let expression)?, .calling(let expression)?:
        guard case .value(let scalar) = try value(of: expression, source, destination) else {
          throw PersistentStoreError.migrationImpossible(
            reason: "the expression for \(mapping.destination.name).\(attribute.name) gives no single value"
          )
        }
        try destination.setValue(scalar.isNull ? nil : fitted(scalar, to: attribute), forKey: attribute.name)
      case nil:
        let type = destinationContext.persistentStoreCoordinator.persistentStores.first?.type
        let value = try origin.value(for: attribute, from: source.objectID, to: type) { source.attribute(slot: $0) }
        destination.setAttribute(value, slot: slot)
      }
    }
  }

  /// Relates an object as a mapping says.
  func setRelationships(
    of destination: ManagedObject,
    from source: ManagedObject,
    _ mapping: MappingModel.EntityMapping
  ) throws {
    let layout = mapping.destination.layout
    for (slot, old) in mapping.toOne.enumerated() {
      let relationship = layout.toOneRelationships[slot]
      if let custom = mapping.custom[relationship.name] {
        try set(custom, name: relationship.name, of: destination, from: source)
      } else if let old, !isSaidByInverse(relationship), let related = source.toOneObject(slot: old) {
        let partner = made(of: [related], for: relationship).first
        if !reformed.contains(relationship) {
          destination.setToOne(partner, slot: slot)
        } else if let partner {
          try requireFree(destination, partner, for: relationship)
          destination.setToOne(partner, slot: slot)
        }
      }
    }
    for (slot, old) in mapping.toMany.enumerated() {
      let relationship = layout.toManyRelationships[slot]
      if let custom = mapping.custom[relationship.name] {
        try set(custom, name: relationship.name, of: destination, from: source)
        continue
      }
      let related: [ManagedObject]
      switch old {
      case .toMany(let old)?: related = source.toManyObjects(slot: old)
      case .toOne(let old)?: related = source.toOneObject(slot: old).map { [$0] } ?? []
      default: continue
      }
      let members = made(of: related, for: relationship)
      let isReformed = reformed.contains(relationship)
      if isReformed {
        for member in members {
          try requireFree(destination, member, for: relationship)
          destination.addMember(member, slot: slot)
        }
      } else if !isSaidByInverse(relationship) {
        destination.setMembers(members, slot: slot)
        continue
      }
      if relationship.isOrdered { orders.append((destination, slot, members)) }
    }
  }

  /// Looks at two objects that a relationship is to relate whose ends both say who is related.
  ///
  /// - Throws: `PersistentStoreError.migrationImpossible` if one of them is related to another object and may be to one only.
  private func requireFree(
    _ object: ManagedObject,
    _ member: ManagedObject,
    for relationship: RelationshipDescription
  ) throws {
    if let other = rival(of: object, for: member, by: relationship) {
      throw conflict(of: other, and: object, leadingTo: member, by: relationship)
    }
    if let inverse = relationship.inverseRelationship, let other = rival(of: member, for: object, by: inverse) {
      throw conflict(of: other, and: member, leadingTo: object, by: inverse)
    }
  }

  /// The object other than `object` that has `member` by a relationship by which only one may have it.
  private func rival(
    of object: ManagedObject,
    for member: ManagedObject,
    by relationship: RelationshipDescription
  ) -> ManagedObject? {
    if let inverse = relationship.inverseRelationship {
      guard case .toOne(let slot)? = member.entity.layout.slot(named: inverse.name) else { return nil }
      let other = member.toOneObject(slot: slot)
      return other === object ? nil : other
    }
    guard case .toMany(let slot)? = object.entity.layout.slot(named: relationship.name) else { return nil }
    return destinationContext.memberOwners.rival(of: object, for: member, slot: slot)?.object
  }

  /// The error where an object would be related to two; it names what the objects were in the source.
  private func conflict(
    of one: ManagedObject,
    and other: ManagedObject,
    leadingTo object: ManagedObject,
    by relationship: RelationshipDescription
  ) -> PersistentStoreError {
    func identity(_ object: ManagedObject) -> ManagedObjectID {
      for mapping in mappingModel.entityMappings {
        let sources = sourceInstances(forEntityMapping: mapping.name, destinationInstances: [object])
        if let source = sources.first { return source.objectID }
      }
      return object.objectID
    }
    return RelationshipReform.conflict(
      of: identity(one),
      and: identity(other),
      leadingTo: identity(object),
      by: relationship
    )
  }

  /// Whether a mapping says what becomes of the relationship's other end, and so of this one.
  private func isSaidByInverse(_ relationship: RelationshipDescription) -> Bool {
    guard let inverse = relationship.inverseRelationship, inverse !== relationship, let owner = inverse.entity else {
      return false
    }
    return mappingModel.entityMappings.contains {
      $0.custom[inverse.name] != nil && $0.destination.isKind(of: owner)
    }
  }

  private func set(
    _ custom: PropertyMapping.Resolved,
    name: String,
    of destination: ManagedObject,
    from source: ManagedObject
  ) throws {
    switch custom {
    case .nothing: break
    case .computed(let function): try destination.setValue(try function(source, self), forKey: name)
    case .expression(let expression), .calling(let expression):
      guard let relationship = destination.entity.relationshipsByName[name] else { return }
      let objects = Self.objects(in: try value(of: expression, source, destination))
      // What a call gives is what was made already.
      let members = objects.flatMap {
        $0.managedObjectContext === destinationContext ? [$0] : made(of: [$0], for: relationship)
      }
      let value: Any? = relationship.isToMany ? members : members.first
      try destination.setValue(value, forKey: name)
    }
  }

  /// What all mappings made of objects of the source, as far as it may be a member of the relationship.
  private func made(of objects: [ManagedObject], for relationship: RelationshipDescription) -> [ManagedObject] {
    objects.flatMap { object in
      mappingModel.entityMappings.flatMap { mapping -> [ManagedObject] in
        guard mapping.source === object.entity,
          relationship.destinationEntity.map(mapping.destination.isKind) ?? false
        else { return [] }
        return destinationInstances(forEntityMapping: mapping.name, sourceInstances: [object])
      }
    }
  }

  private func value(
    of expression: ObjectExpression,
    _ source: ManagedObject,
    _ destination: ManagedObject
  ) throws -> PredicateValue {
    var values: [String: PredicateValue] = ["source": .object(source), "destination": .object(destination)]
    // Calls are carried out first, the inner before the outer; then their results are variables of the expression.
    let expression = try expression.mapped { part in
      guard let call = MigrationCall(part) else { return part }
      let arguments = try call.arguments.map { try $0.value(with: source, substitutions: values) }
      // No name in an expression has a space.
      let name = "call \(values.count)"
      values[name] = try result(of: call, arguments)
      return .variable(name)
    }
    return try expression.value(with: source, substitutions: values)
  }

  private func result(of call: MigrationCall, _ arguments: [PredicateValue]) throws -> PredicateValue {
    let given = arguments.map(\.anyValue)
    switch call.receiver {
    case .destinationInstances, .sourceInstances:
      guard let name = given[0] as? String else {
        throw PersistentStoreError.migrationImpossible(reason: "\(call.name) got no name of an entity mapping")
      }
      let objects = Self.objects(in: arguments[1])
      let found =
        call.receiver == .destinationInstances
        ? destinationInstances(forEntityMapping: name, sourceInstances: objects)
        : sourceInstances(forEntityMapping: name, destinationInstances: objects)
      return .collection(found.map { .object($0) }, isOrdered: true)
    case .policy:
      let value = try currentPolicy?.value(ofMethod: call.name, arguments: given, manager: self)
      guard let converted = PredicateValue(migrated: value) else {
        throw PersistentStoreError.migrationImpossible(
          reason: "\(call.name) of the migration policy gave a value of no known type: \(value ?? "nil")"
        )
      }
      return converted
    case .nobody:
      throw PersistentStoreError.migrationImpossible(reason: "$manager has no method \(call.name)")
    }
  }

  private static func objects(in value: PredicateValue) -> [ManagedObject] {
    switch value {
    case .object(let subject): (subject as? ManagedObject).map { [$0] } ?? []
    case .collection(let elements, _): elements.flatMap(objects)
    case .value, .identity: []
    }
  }

  /// A value of an expression as one of the attribute's type, where it is another kind of number.
  private func fitted(_ value: AttributeValue, to attribute: AttributeDescription) -> Any? {
    value.fits(attribute.attributeType) ? value : value.anyValue
  }
}

extension MappingModel.Origin {
  /// The attribute's value for an object of the source, whose values `old` gives by their slots.
  ///
  /// - Parameter store: The type of the store that is to keep it.
  /// - Throws: `PersistentStoreError.migrationImpossible` for a value that is none of the attribute's type, and for a number that would be rounded.
  func value(
    for attribute: AttributeDescription,
    from object: ManagedObjectID,
    to store: StoreType?,
    _ old: (Int) -> AttributeValue
  ) throws -> AttributeValue {
    let value: AttributeValue
    switch self {
    case .slot(let slot): value = old(slot)
    case .slotOr(let slot, let other):
      let own = old(slot)
      value = own.isNull ? other : own
    case .composite(let slot, let names, let origins, let other):
      guard case .composite(let values) = old(slot), let composite = attribute as? CompositeAttributeDescription else {
        return other
      }
      var elements: [String: AttributeValue] = [:]
      for (element, origin) in zip(composite.elements, origins) {
        let value = try origin.value(for: element, from: object, to: store) { values[names[$0]] ?? .null }
        if !value.isNull { elements[element.name] = value }
      }
      return .composite(elements)
    case .value(let given): value = given
    }
    if value.isNull || value.fits(attribute.attributeType) { return value }
    guard let converted = AttributeValue(value.anyValue, type: attribute.attributeType) else {
      throw PersistentStoreError.migrationImpossible(
        reason:
          "\(object) has the value \(value) for \(attribute.name), which is no \(attribute.attributeType.modelName)"
      )
    }
    guard converted.keeps(value, in: store) else {
      throw PersistentStoreError.migrationImpossible(
        reason: """
          \(object) has the value \(value.anyValue ?? value) for \(attribute.name), which a \
          \(attribute.attributeType.modelName) would not keep to the last digit; change the value first, or let the attribute be an Integer 64
          """
      )
    }
    return converted
  }
}

extension AttributeValue {
  /// Whether a store of a type has an integer as it was, where this is what the integer was converted to. SQLite stores have floating-point numbers for decimals.
  fileprivate func keeps(_ integer: AttributeValue, in store: StoreType?) -> Bool {
    guard case .integer(let number) = integer else { return true }
    return switch self {
    case .double(let value): Int64(exactly: value) == number
    case .float(let value): Int64(exactly: value) == number
    case .decimal(let value): store != .sqlite || value.isKeptByDouble
    default: true
    }
  }
}
