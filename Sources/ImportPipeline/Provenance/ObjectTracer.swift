package import AttributeValues
internal import ManagedObjects
package import ObjectModel

/// Notes which records give an object its values while a run decides on them.
///
/// `@unchecked Sendable` because a run notes one decision after the other, and who reads it waits for the run's end.
package final class ObjectTracer: @unchecked Sendable {
  typealias Trace = ObjectTraces.Trace

  let entity: EntityDescription
  /// Attributes by slot, with the values that only the object has.
  private let key: [(slot: Int, value: AttributeValue)]
  private var objectID: ManagedObjectID?
  /// The record that made the object.
  private var maker: RecordOrigin?
  /// What each attribute and relationship comes from, by name: one record, or for a to-many relationship all that add members.
  private var traces: [String: [Trace]] = [:]
  /// What was noted.
  var result: ObjectTraces { ObjectTraces(entity: entity, maker: maker, traces: traces) }

  /// - Parameters:
  ///   - entity: The object's own entity.
  ///   - key: Values of attributes that only the object has, by the attributes' names.
  package init(of entity: EntityDescription, key: [String: AttributeValue]) {
    self.entity = entity
    self.key = key.compactMap { name, value in
      guard case .attribute(let slot)? = entity.layout.slot(named: name) else { return nil }
      return (slot, value)
    }
  }

  /// Notes what a decision does to the object.
  func note(_ decision: Decision, of record: ProposedRecord, _ plan: SourcePlan) {
    let origin = RecordOrigin(source: plan.number, record: record.number)
    for change in decision.changes {
      if change.isNew, objectID == nil, isWanted(change) {
        objectID = change.objectID
        maker = origin
        noteNew(change, record, plan, origin)
      }
      if isObject(change.objectID) {
        for (slot, _, _) in change.values {
          let name = entity.layout.attributes[slot].name
          traces[name] = [Trace(origin: origin, property: name)]
        }
      }
      for connection in change.connections { note(connection, of: change.objectID, record, plan, origin) }
    }
  }

  private func isWanted(_ change: ObjectChange) -> Bool {
    change.objectID.entity === entity && key.allSatisfy { change.attributes[$0.slot] == $0.value }
  }

  private func isObject(_ other: ManagedObjectID) -> Bool {
    guard let objectID else { return false }
    return other.reference == objectID.reference && other.entity.rootEntity === objectID.entity.rootEntity
  }

  private func noteNew(
    _ change: ObjectChange,
    _ record: ProposedRecord,
    _ plan: SourcePlan,
    _ origin: RecordOrigin
  ) {
    // An object that a record only refers to has the attribute by which it was looked for.
    let isSubject = plan.entity === entity && record.keys(plan).contains { isKey($0, of: change, plan) }
    if isSubject {
      for (index, attribute) in plan.attributes.enumerated() where !record.value(index).isNull {
        traces[attribute.attribute.name] = [Trace(origin: origin, property: attribute.attribute.name)]
      }
      return
    }
    for relationship in plan.relationships where entity.isKind(of: relationship.destination) {
      traces[relationship.matches.name] = [Trace(origin: origin, property: relationship.relationship.name)]
    }
  }

  /// Whether an object has the key that a record speaks of; a record without a key speaks of the object that it makes.
  private func isKey(_ values: [AttributeValue], of change: ObjectChange, _ plan: SourcePlan) -> Bool {
    zip(plan.keyAttributes, values).allSatisfy { change.attributes[plan.attributes[$0].slot] == $1 }
  }

  private func note(
    _ connection: ObjectChange.Connection,
    of owner: ManagedObjectID,
    _ record: ProposedRecord,
    _ plan: SourcePlan,
    _ origin: RecordOrigin
  ) {
    let layout = owner.entity.layout
    let relationship =
      connection.isToMany ? layout.toManyRelationships[connection.slot] : layout.toOneRelationships[connection.slot]
    if isObject(owner) {
      let trace = Trace(origin: origin, property: relationship.name)
      add(trace, to: relationship)
    }
    if isObject(connection.target), let inverse = relationship.inverseRelationship {
      let key = record.keys(plan).first?.map(\.text).joined(separator: ", ")
      add(Trace(origin: origin, property: relationship.name, other: key), to: inverse)
    }
  }

  private func add(_ trace: Trace, to relationship: RelationshipDescription) {
    if !relationship.isToMany { traces[relationship.name] = [] }
    if traces[relationship.name]?.contains(where: { $0.origin == trace.origin && $0.other == trace.other }) == true {
      return
    }
    traces[relationship.name, default: []].append(trace)
  }
}
