internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage

/// The objects as they would be after a record: what the record proposes, laid over what the records before have left. Nothing of it touches a context or a
/// store.
///
/// Relationships are set as `ManagedObject` sets them, inverses included; only the former owner of a member of a relationship without inverse is not looked for,
/// since nothing leads to it. To-many relationships are kept as changes until somebody asks for the members.
final class ProposedGraph {
  /// An object that the record makes or changes.
  private struct Node {
    let entity: EntityDescription
    let isNew: Bool
    /// `nil` for an object that only relationships have changed so far, until somebody asks for them.
    var attributes: [AttributeValue]?
    var toOne: [Int: ManagedObjectID?] = [:]
    var members: [Int: [(member: ManagedObjectID, isAddition: Bool)]] = [:]
  }

  private let reader: any ObjectReader
  private var nodes: [ManagedObjectID: Node] = [:]
  /// The objects in the order in which they were first changed.
  private(set) var changedObjects: [ManagedObjectID] = []
  private var derivedValues: [EntityDescription: [DerivedValue]] = [:]
  /// What went wrong when an object was read where nothing could be thrown.
  private var failure: (any Error)?

  private let storeNumber: UInt32

  /// - Parameter storeNumber: The number of the store that the objects belong to.
  init(reader: any ObjectReader, storeNumber: UInt32) {
    self.reader = reader
    self.storeNumber = storeNumber
  }

  /// Throws what went wrong while objects were read for predicates.
  func throwFailure() throws {
    if let failure { throw failure }
  }

  // MARK: Changing

  /// Adds a new object.
  func insert(_ objectID: ManagedObjectID, attributes: [AttributeValue]) {
    nodes[objectID] = Node(entity: objectID.entity, isNew: true, attributes: attributes)
    changedObjects.append(objectID)
  }

  /// Gives an object that is there other attributes.
  func update(_ objectID: ManagedObjectID, entity: EntityDescription, attributes: [AttributeValue]) {
    nodes[objectID] = Node(entity: entity, isNew: false, attributes: attributes)
    changedObjects.append(objectID)
  }

  /// Makes sure that changes of an object can be kept. Nothing but its entity has to be known for that.
  private func touch(_ objectID: ManagedObjectID) throws {
    guard nodes[objectID] == nil else { return }
    nodes[objectID] = Node(entity: try reader.entity(of: objectID), isNew: false, attributes: nil)
    changedObjects.append(objectID)
  }

  /// The object that has `target` already, where it can have only one; `nil` if it is free, or `objectID`'s own.
  func partner(
    of target: ManagedObjectID,
    otherThan objectID: ManagedObjectID,
    _ relationship: RelationshipDescription
  ) throws -> ManagedObjectID? {
    guard case .toOne(let inverse)? = Self.inverse(of: relationship) else { return nil }
    let partner = try toOne(inverse, of: target)
    return partner == objectID ? nil : partner
  }

  /// Relates an object to `target` by a to-one relationship, and keeps the inverse true.
  ///
  /// - Returns: Whether that changes anything.
  func setToOne(_ slot: Int, of objectID: ManagedObjectID, to target: ManagedObjectID) throws -> Bool {
    try touch(objectID)
    let old = try toOne(slot, of: objectID)
    if old == target { return false }
    let relationship = try entity(of: objectID).layout.toOneRelationships[slot]
    switch Self.inverse(of: relationship) {
    case .toOne(let inverse):
      if let old { try replaceToOne(inverse, of: old, by: nil) }
      if let rival = try toOne(inverse, of: target), rival != objectID {
        try replaceToOne(slot, of: rival, by: nil)
      }
      try replaceToOne(inverse, of: target, by: objectID)
    case .toMany(let inverse):
      if let old { try note(objectID, isAddition: false, inverse, of: old) }
      try note(objectID, isAddition: true, inverse, of: target)
    default: break
    }
    try replaceToOne(slot, of: objectID, by: target)
    return true
  }

  /// Makes `member` a member of a to-many relationship, and keeps the inverse true.
  ///
  /// - Returns: Whether that changes anything.
  func addMember(_ member: ManagedObjectID, _ slot: Int, of objectID: ManagedObjectID) throws -> Bool {
    try touch(objectID)
    let relationship = try entity(of: objectID).layout.toManyRelationships[slot]
    switch Self.inverse(of: relationship) {
    case .toOne(let inverse):
      let owner = try toOne(inverse, of: member)
      if owner == objectID { return false }
      if let owner { try note(member, isAddition: false, slot, of: owner) }
      try replaceToOne(inverse, of: member, by: objectID)
    case .toMany(let inverse):
      if try members(slot, of: objectID).contains(member) { return false }
      // An object that is its own partner in a symmetric relationship is noted once.
      if member != objectID || inverse != slot { try note(objectID, isAddition: true, inverse, of: member) }
    default:
      if try members(slot, of: objectID).contains(member) { return false }
    }
    try note(member, isAddition: true, slot, of: objectID)
    return true
  }

  private func replaceToOne(_ slot: Int, of objectID: ManagedObjectID, by target: ManagedObjectID?) throws {
    try touch(objectID)
    nodes[objectID]?.toOne[slot] = .some(target)
  }

  private func note(_ member: ManagedObjectID, isAddition: Bool, _ slot: Int, of objectID: ManagedObjectID) throws {
    try touch(objectID)
    nodes[objectID]?.members[slot, default: []].append((member, isAddition))
  }

  /// Where a relationship's inverse stands at the other end.
  private static func inverse(of relationship: RelationshipDescription) -> EntityLayout.Slot? {
    relationship.inverseRelationship.flatMap { $0.entity?.layout.slot(named: $0.name) }
  }

  // MARK: Reading

  /// Whether the record makes the object.
  func isNew(_ objectID: ManagedObjectID) -> Bool { nodes[objectID]?.isNew ?? false }

  func entity(of objectID: ManagedObjectID) throws -> EntityDescription {
    try nodes[objectID]?.entity ?? reader.entity(of: objectID)
  }

  /// The attributes by slot; derived ones as they were saved last.
  func attributes(of objectID: ManagedObjectID) throws -> [AttributeValue] {
    if let known = nodes[objectID]?.attributes { return known }
    let attributes = try reader.attributes(of: objectID)
    nodes[objectID]?.attributes = attributes
    return attributes
  }

  func toOne(_ slot: Int, of objectID: ManagedObjectID) throws -> ManagedObjectID? {
    if let node = nodes[objectID] {
      if let changed = node.toOne[slot] { return changed }
      if node.isNew { return nil }
    }
    return try reader.toOne(slot, of: objectID)
  }

  func members(_ slot: Int, of objectID: ManagedObjectID) throws -> [ManagedObjectID] {
    let node = nodes[objectID]
    var members = node?.isNew == true ? [] : try reader.members(slot, of: objectID)
    for change in node?.members[slot] ?? [] {
      if change.isAddition {
        if !members.contains(change.member) { members.append(change.member) }
      } else {
        members.removeAll { $0 == change.member }
      }
    }
    return members
  }

  /// The object of an entity, or of a sub-entity, that has a key and that the record changes; `nil` if it changes none.
  func changedObject(_ reference: Int64, of entity: EntityDescription) -> ManagedObjectID? {
    let objectID = ManagedObjectID(entity: entity, storeNumber: storeNumber, reference: reference)
    return nodes[objectID] == nil ? nil : objectID
  }

  /// The to-one relationships of an object that the record changes, by slot.
  func changedToOne(of objectID: ManagedObjectID) -> [Int] {
    nodes[objectID].map { Array($0.toOne.keys).sorted() } ?? []
  }

  /// The to-many relationships of an object that the record changes, by slot.
  func changedToMany(of objectID: ManagedObjectID) -> [Int] {
    nodes[objectID].map { Array($0.members.keys).sorted() } ?? []
  }

  /// An object as a predicate sees it.
  func subject(_ objectID: ManagedObjectID) -> any PredicateSubject { Subject(graph: self, objectID: objectID) }

  fileprivate func value(forKey key: String, of objectID: ManagedObjectID) -> PredicateValue? {
    do {
      let entity = try entity(of: objectID)
      switch entity.layout.slot(named: key) {
      case .attribute(let slot):
        if let derived = derivedValues(of: entity).first(where: { $0.slot == slot }), derived.dependence != .clock {
          return .value(derived.value(of: subject(objectID), now: nil))
        }
        return .value(try attributes(of: objectID)[slot])
      case .toOne(let slot):
        return try toOne(slot, of: objectID).map { .object(subject($0)) } ?? .null
      case .toMany(let slot):
        let members = try members(slot, of: objectID).map { PredicateValue.object(subject($0)) }
        return .collection(members, isOrdered: entity.layout.toManyRelationships[slot].isOrdered)
      case .fetched: return .collection([], isOrdered: true)
      case nil: return key == "entity" ? .object(entity) : key == "objectID" ? .identity(ObjectIdentity(objectID)) : nil
      }
    } catch {
      failure = failure ?? error
      return .null
    }
  }

  private func derivedValues(of entity: EntityDescription) -> [DerivedValue] {
    if let known = derivedValues[entity] { return known }
    let values = DerivedValue.all(of: entity)
    derivedValues[entity] = values
    return values
  }

  private struct Subject: PredicateSubject {
    let graph: ProposedGraph
    let objectID: ManagedObjectID

    var predicateIdentity: ObjectIdentity? { ObjectIdentity(objectID) }

    func predicateValue(forKey key: String) -> PredicateValue? { graph.value(forKey: key, of: objectID) }
  }
}
