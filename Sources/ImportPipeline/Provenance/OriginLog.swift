internal import AttributeValues
package import ManagedObjects
package import ObjectModel

/// Notes which records give all objects of a run their values: eight bytes an object, six more for each value that a later record changes, and ten for each
/// record that speaks of an object which is there.
///
/// What a record gives to the object that it makes is not noted, but concluded from its source's plan when somebody asks.
///
/// `@unchecked Sendable` because a run notes one decision after the other, and who reads it waits for the run's end.
package final class OriginLog: @unchecked Sendable {
  private struct Table {
    var made = OriginColumn()
    /// For objects that a record only refers to, the number of the relationship in the plan of that record's source, from 1.
    var creators: [Int64: Int] = [:]
    var changed: [String: OriginColumn] = [:]
    /// The objects that records spoke of without making them, and these records, in their order.
    var spokenOf: [(reference: UInt32, source: UInt16, record: UInt32)] = []
  }

  /// Two objects that a to-many relationship relates whose inverse is to-many, too.
  private struct Link: Hashable {
    var relationship: String
    var owner: Int64
    var target: Int64
  }

  private var tables: [EntityDescription: Table] = [:]
  private var links: [EntityDescription: [Link: RecordOrigin]] = [:]

  package init() {}

  // MARK: Noting

  /// Notes an object that a record makes of which the precheck has proof.
  func note(_ reference: Int64, of entity: EntityDescription, madeBy origin: RecordOrigin) {
    tables[entity.rootEntity, default: Table()].made.set(origin, at: Int(reference))
  }

  /// Notes what a decision does.
  func note(_ decision: Decision, of record: ProposedRecord, _ plan: SourcePlan) {
    let origin = RecordOrigin(source: plan.number, record: record.number)
    for subject in decision.existingSubjects {
      tables[subject.entity.rootEntity, default: Table()].spokenOf.append(
        (UInt32(clamping: subject.reference), UInt16(clamping: origin.source), UInt32(clamping: origin.record))
      )
    }
    for change in decision.changes {
      let root = change.objectID.entity.rootEntity
      if change.isNew {
        tables[root, default: Table()].made.set(origin, at: Int(change.objectID.reference))
        if let creator = creator(of: change, record, plan) {
          tables[root]?.creators[change.objectID.reference] = creator + 1
        }
      }
      for (slot, _, _) in change.values {
        let name = change.objectID.entity.layout.attributes[slot].name
        note(change.objectID, name, origin)
      }
      for connection in change.connections { note(connection, of: change.objectID, origin) }
    }
  }

  /// The relationship of the plan for which a record makes an object that it is not about; `nil` for its own object.
  private func creator(of change: ObjectChange, _ record: ProposedRecord, _ plan: SourcePlan) -> Int? {
    let isSubject =
      change.objectID.entity === plan.entity
      && record.keys(plan).contains { key in
        zip(plan.keyAttributes, key).allSatisfy { change.attributes[plan.attributes[$0].slot] == $1 }
      }
    if isSubject { return nil }
    return plan.relationships.indices.first { index in
      let relationship = plan.relationships[index]
      return change.objectID.entity.isKind(of: relationship.destination)
        && record.references[index].contains(change.attributes[relationship.matchSlot])
    }
  }

  private func note(_ objectID: ManagedObjectID, _ property: String, _ origin: RecordOrigin) {
    let root = objectID.entity.rootEntity
    tables[root, default: Table()].changed[property, default: OriginColumn()]
      .set(origin, at: Int(objectID.reference))
  }

  private func note(_ connection: ObjectChange.Connection, of owner: ManagedObjectID, _ origin: RecordOrigin) {
    let layout = owner.entity.layout
    let relationship =
      connection.isToMany ? layout.toManyRelationships[connection.slot] : layout.toOneRelationships[connection.slot]
    if !relationship.isToMany { note(owner, relationship.name, origin) }
    let inverse = relationship.inverseRelationship
    if let inverse, !inverse.isToMany { note(connection.target, inverse.name, origin) }
    guard relationship.isToMany, inverse?.isToMany ?? true else { return }
    set(
      origin,
      Link(relationship: relationship.name, owner: owner.reference, target: connection.target.reference),
      owner
    )
    guard let inverse else { return }
    let back = Link(relationship: inverse.name, owner: connection.target.reference, target: owner.reference)
    set(origin, back, connection.target)
  }

  private func set(_ origin: RecordOrigin, _ link: Link, _ owner: ManagedObjectID) {
    links[owner.entity.rootEntity, default: [:]][link] = origin
  }

  // MARK: Asking

  /// The record that made an object; `nil` if none did.
  package func maker(of objectID: ManagedObjectID) -> RecordOrigin? {
    tables[objectID.entity.rootEntity]?.made[Int(objectID.reference)]
  }

  /// The objects of an entity's hierarchy that a record made, by their numbers in the store.
  ///
  /// - Complexity: O(objects of the hierarchy).
  package func references(madeBy origin: RecordOrigin, of entity: EntityDescription) -> [Int64] {
    tables[entity.rootEntity]?.made.indices(of: origin).map { Int64($0) } ?? []
  }

  /// The objects of an entity's hierarchy that a record spoke of without making them, by their numbers in the store.
  ///
  /// - Complexity: O(records that spoke of any object of the hierarchy).
  package func references(spokenOfBy origin: RecordOrigin, of entity: EntityDescription) -> [Int64] {
    (tables[entity.rootEntity]?.spokenOf ?? [])
      .filter { Int($0.source) == origin.source && Int($0.record) == origin.record }
      .map { Int64($0.reference) }
  }

  /// Whether a record made an object only because it refers to it.
  package func isMadeByReference(_ objectID: ManagedObjectID) -> Bool {
    tables[objectID.entity.rootEntity]?.creators[objectID.reference] != nil
  }

  /// The records that spoke of an object without making it, in their order.
  ///
  /// - Complexity: O(records that spoke of any object of the hierarchy).
  package func records(about objectID: ManagedObjectID) -> [RecordOrigin] {
    (tables[objectID.entity.rootEntity]?.spokenOf ?? []).filter { Int64($0.reference) == objectID.reference }
      .map { RecordOrigin(source: Int($0.source), record: Int($0.record)) }
  }

  /// The record that related two objects by a relationship of the first, and the property of the record's own object that it filled; `nil` if none did.
  package func origin(
    of relationship: RelationshipDescription,
    from owner: ManagedObjectID,
    to target: ManagedObjectID,
    plan: ImportPlan
  ) -> (record: RecordOrigin, property: String)? {
    let (mine, theirs) = (tables[owner.entity.rootEntity], tables[target.entity.rootEntity])
    let inverse = relationship.inverseRelationship
    let link = Link(relationship: relationship.name, owner: owner.reference, target: target.reference)
    var found = links[owner.entity.rootEntity]?[link]
    if found == nil, !relationship.isToMany { found = mine?.changed[relationship.name]?[Int(owner.reference)] }
    if found == nil, let inverse, !inverse.isToMany { found = theirs?.changed[inverse.name]?[Int(target.reference)] }
    if let found { return property(of: found, relationship, from: owner, to: target, plan).map { (found, $0) } }
    if let made = mine?.made[Int(owner.reference)], !isMadeByReference(owner),
      plan.sources[made.source].relationships.contains(where: { $0.relationship.name == relationship.name })
    {
      return (made, relationship.name)
    }
    if let inverse, let made = theirs?.made[Int(target.reference)], !isMadeByReference(target),
      plan.sources[made.source].relationships.contains(where: { $0.relationship.name == inverse.name })
    {
      return (made, inverse.name)
    }
    return nil
  }

  /// Which end of a relationship a record has filled.
  private func property(
    of origin: RecordOrigin,
    _ relationship: RelationshipDescription,
    from owner: ManagedObjectID,
    to target: ManagedObjectID,
    _ plan: ImportPlan
  ) -> String? {
    let source = plan.sources[origin.source]
    func fills(_ name: String, of object: ManagedObjectID) -> Bool {
      (object.entity.isKind(of: source.entity) || source.entity.isKind(of: object.entity))
        && source.relationships.contains { $0.relationship.name == name }
    }
    if fills(relationship.name, of: owner) { return relationship.name }
    return relationship.inverseRelationship.flatMap { fills($0.name, of: target) ? $0.name : nil }
  }

  /// What is known of an object.
  ///
  /// - Parameters:
  ///   - object: The object as it is in the store that the run filled.
  ///   - mostMembers: Of how many objects of each to-many relationship it is said where they come from.
  package func traces(of object: ManagedObject, plan: ImportPlan, mostMembers: Int = .max) -> ObjectTraces {
    let entity = object.entity
    let objectID = object.objectID
    let table = tables[entity.rootEntity]
    let maker = maker(of: objectID)
    var traces: [String: [ObjectTraces.Trace]] = [:]
    if let maker { traces = madeTraces(maker, objectID, table, plan) }
    for (slot, attribute) in entity.layout.attributes.enumerated() {
      if object.attribute(slot: slot).isNull { traces[attribute.name] = nil }
      guard let origin = table?.changed[attribute.name]?[Int(objectID.reference)] else { continue }
      traces[attribute.name] = [ObjectTraces.Trace(origin: origin, property: attribute.name)]
    }
    for (slot, relationship) in entity.layout.toOneRelationships.enumerated() {
      guard let target = object.toOneObject(slot: slot) else { continue }
      traces[relationship.name] = trace(relationship, object, target, plan).map { [$0] }
    }
    for (slot, relationship) in entity.layout.toManyRelationships.enumerated() {
      var found: [ObjectTraces.Trace] = []
      for target in object.toManyObjects(slot: slot).prefix(mostMembers) {
        guard let trace = trace(relationship, object, target, plan) else { continue }
        if !found.contains(where: { $0.origin == trace.origin && $0.other == trace.other }) { found.append(trace) }
      }
      traces[relationship.name] = found
    }
    return ObjectTraces(entity: entity, maker: maker, traces: traces)
  }

  /// What the record that made an object gives to its attributes.
  private func madeTraces(_ maker: RecordOrigin, _ objectID: ManagedObjectID, _ table: Table?, _ plan: ImportPlan)
    -> [String: [ObjectTraces.Trace]]
  {
    let source = plan.sources[maker.source]
    var traces: [String: [ObjectTraces.Trace]] = [:]
    if let creator = table?.creators[objectID.reference] {
      let relationship = source.relationships[creator - 1]
      let trace = ObjectTraces.Trace(origin: maker, property: relationship.relationship.name)
      traces[relationship.matches.name] = [trace]
      return traces
    }
    for attribute in source.attributes {
      let name = attribute.attribute.name
      traces[name] = [ObjectTraces.Trace(origin: maker, property: name, isSupposed: true)]
    }
    return traces
  }

  private func trace(
    _ relationship: RelationshipDescription,
    _ owner: ManagedObject,
    _ target: ManagedObject,
    _ plan: ImportPlan
  ) -> ObjectTraces.Trace? {
    guard let (record, property) = origin(of: relationship, from: owner.objectID, to: target.objectID, plan: plan)
    else {
      return nil
    }
    var trace = ObjectTraces.Trace(origin: record, property: property)
    let source = plan.sources[record.source]
    if !owner.entity.isKind(of: source.entity) || property != relationship.name {
      let key = source.keySlots.map { target.attribute(slot: $0).text }.joined(separator: ", ")
      trace.other = key
    }
    return trace
  }
}
