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
  /// What each attribute comes from, by name.
  private var traces: [String: [Trace]] = [:]
  /// What each relationship comes from, by name, and by the number of the object that it leads to.
  private var links: [String: [Int64: Trace]] = [:]

  /// What was noted.
  ///
  /// - Complexity: O(*n* log *n*) in the related objects.
  var result: ObjectTraces {
    ObjectTraces(entity: entity, maker: maker, traces: traces.merging(links.mapValues(Self.ordered)) { $1 })
  }

  /// The traces of a relationship in the order of the records, each once.
  private static func ordered(_ links: [Int64: Trace]) -> [Trace] {
    let sorted = links.values.sorted {
      ($0.origin.source, $0.origin.record, $0.other ?? "") < ($1.origin.source, $1.origin.record, $1.other ?? "")
    }
    return sorted.reduce(into: []) { found, trace in
      // A record stands there for its own object, or for another, or for both.
      if !found.suffix(2).contains(where: { $0.origin == trace.origin && $0.other == trace.other }) {
        found.append(trace)
      }
    }
  }

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
    let creator = plan.relationships.indices.first { index in
      let relationship = plan.relationships[index]
      return entity.isKind(of: relationship.destination)
        && record.references[index].contains(change.attributes[relationship.matchSlot])
    }
    guard let relationship = creator.map({ plan.relationships[$0] }) else { return }
    traces[relationship.matches.name] = [Trace(origin: origin, property: relationship.relationship.name)]
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
    let inverse = relationship.inverseRelationship
    if isObject(owner) {
      add(Trace(origin: origin, property: relationship.name), to: relationship, connection.target)
    } else if inverse?.isToMany == false {
      remove(connection.target, from: relationship)
    }
    if isObject(connection.target), let inverse {
      let key = record.keys(plan).first?.map(\.text).joined(separator: ", ")
      add(Trace(origin: origin, property: relationship.name, other: key), to: inverse, owner)
    } else if let inverse, !relationship.isToMany {
      remove(owner, from: inverse)
    }
  }

  private func add(_ trace: Trace, to relationship: RelationshipDescription, _ other: ManagedObjectID) {
    if !relationship.isToMany { links[relationship.name] = [:] }
    if links[relationship.name]?[other.reference] == nil {
      links[relationship.name, default: [:]][other.reference] = trace
    }
  }

  /// An object that may belong to one only, belongs to another now.
  private func remove(_ other: ManagedObjectID, from relationship: RelationshipDescription) {
    guard let owner = relationship.entity, entity.isKind(of: owner) else { return }
    links[relationship.name]?[other.reference] = nil
  }
}
