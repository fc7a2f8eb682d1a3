internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel

/// The objects that the record refers to, and what connecting them does to others.
extension RecordInspection {
  // MARK: Finding

  /// Finds the objects that the record's relationships mean.
  mutating func findTargets() throws {
    let makesObject = subjects.contains(where: \.isNew)
    let takesDefaults = subjects.allSatisfy(\.isNew)
    for index in plan.relationships.indices where !faults.relationships.contains(index) {
      let relationship = plan.relationships[index]
      var values = record.references[index]
      // As with attributes, an object that is there keeps what it has.
      if values.isEmpty, takesDefaults, !relationship.defaultValue.isNull { values = [relationship.defaultValue] }
      // A reference to nothing that is passed over leaves a required relationship as empty as none.
      var isEmpty = true
      for value in values {
        let count = targets.count
        let isAccepted = try findTarget(value, index)
        if !isAccepted || targets.count > count { isEmpty = false }
      }
      if isEmpty, makesObject, relationship.relationship.needsObject {
        add(wording.missingReference(relationship, values.first, record), lowered: .leftOut)
      }
    }
  }

  /// Finds the object that a value means.
  ///
  /// - Returns: `false` if the record is rejected because there is none, or more than one.
  private mutating func findTarget(_ value: AttributeValue, _ index: Int) throws -> Bool {
    let relationship = plan.relationships[index]
    let known = validator.relationshipIndexes[index]
    let fingerprint = known.fingerprint(value)
    let entries = known.objects(fingerprint)
    if entries.count > 1 {
      return !addUnresolved(wording.ambiguousReference(value, relationship, count: entries.count, record), index)
    }
    if let found = entries.first {
      let objectID = ManagedObjectID(
        entity: known.entity,
        storeNumber: validator.identifiers.storeNumber,
        reference: found.reference
      )
      targets.append(Target(relationship: index, objectID: objectID, value: value))
      return true
    }
    if relationship.missing == .create { return try create(value, index, fingerprint) }
    let finding = wording.unknownReference(
      value,
      relationship,
      record,
      wasRejected: known.wasRejected(fingerprint),
      suggestion: known.suggestion
    )
    guard let finding else { return true }
    return !addUnresolved(finding, index)
  }

  /// Adds a finding about a reference; the relationship is left as it is where that is no error.
  ///
  /// - Returns: Whether the record is rejected for it, so that nobody knows what it refers to.
  private mutating func addUnresolved(_ finding: Finding, _ index: Int) -> Bool {
    guard add(finding, lowered: .imported) else { return false }
    unresolved.insert(index)
    return true
  }

  // MARK: Making

  /// Makes the object that a value names, once for the whole record.
  ///
  /// - Returns: `false` if the record is rejected because the object cannot be made.
  private mutating func create(_ value: AttributeValue, _ index: Int, _ fingerprint: Fingerprint) throws -> Bool {
    let relationship = plan.relationships[index]
    let known = validator.relationshipIndexes[index]
    let same = created.first { other in
      validator.relationshipIndexes[other.relationship] === known && known.fingerprint(other.value) == fingerprint
    }
    if let same {
      targets.append(Target(relationship: index, objectID: same.objectID, value: value))
      return true
    }
    let entity = relationship.destination
    var attributes = entity.layout.defaultValues
    attributes[relationship.matchSlot] = value
    var isGood = true
    for failure in relationship.matches.validate(value)
    where add(wording.invalidCreated(failure, relationship, value, record), lowered: .imported) {
      isGood = false
    }
    for problem in relationship.checks.problems(value)
    where add(wording.problem(problem, ofReference: relationship, value, record), lowered: .imported) {
      isGood = false
    }
    for (slot, attribute) in entity.layout.attributes.enumerated() where attribute.needsValue && attributes[slot].isNull
    {
      add(wording.missingInCreated(attribute.name, relationship, value, record), lowered: .leftOut)
      isGood = false
    }
    let objectID = try validator.identifiers.take(entity)
    created.append(CreatedObject(relationship: index, value: value, objectID: objectID, attributes: attributes))
    targets.append(Target(relationship: index, objectID: objectID, value: value))
    return isGood
  }

  // MARK: Connecting

  /// Connects the objects that the record speaks of with those that it refers to, in the graph where others have to be looked at.
  mutating func connect() throws {
    guard subjects.allSatisfy({ $0.objectID != nil }) else { return }
    guard validator.needsGraph || subjects.count > 1 || !created.isEmpty || subjects.contains(where: { !$0.isNew })
    else {
      var members: Set<ObjectChange.Connection> = []
      for target in targets {
        let connection = connection(to: target)
        if !connection.isToMany || members.insert(connection).inserted { subjects[0].connections.append(connection) }
      }
      return
    }
    let graph = ProposedGraph(reader: validator.reader, storeNumber: validator.identifiers.storeNumber)
    self.graph = graph
    for object in created { graph.insert(object.objectID, attributes: object.attributes) }
    for subject in subjects {
      guard let objectID = subject.objectID else { continue }
      if subject.isNew {
        graph.insert(objectID, attributes: subject.attributes)
      } else {
        graph.update(objectID, entity: subject.entity, attributes: subject.attributes)
      }
    }
    for index in subjects.indices {
      for target in targets { try connect(index, to: target, in: graph) }
    }
    try inspectRequiredReferences(in: graph)
  }

  private func connection(to target: Target) -> ObjectChange.Connection {
    let relationship = plan.relationships[target.relationship]
    return ObjectChange.Connection(
      isToMany: relationship.relationship.isToMany,
      slot: relationship.slot,
      target: target.objectID
    )
  }

  private mutating func connect(_ index: Int, to target: Target, in graph: ProposedGraph) throws {
    guard let objectID = subjects[index].objectID else { return }
    let relationship = plan.relationships[target.relationship]
    if relationship.relationship.isToMany {
      let isChange = try graph.addMember(target.objectID, relationship.slot, of: objectID)
      if isChange { subjects[index].connections.append(connection(to: target)) }
      return
    }
    if !relationship.replacesPartner,
      let holder = try graph.partner(of: target.objectID, otherThan: objectID, relationship.relationship)
    {
      let name = try validator.name(of: holder, in: graph)
      let finding = wording.takenPartner(target.value, relationship, holder: name, record)
      if !addUnresolved(finding, target.relationship), subjects[index].isNew, !relationship.relationship.isOptional {
        add(wording.missingReference(relationship, target.value, record), lowered: .leftOut)
      }
      return
    }
    if try graph.setToOne(relationship.slot, of: objectID, to: target.objectID) {
      subjects[index].connections.append(connection(to: target))
    }
  }

  /// Checks that no object is left without a related object that it has to have: one that is made for a reference, and one that loses its partner.
  private mutating func inspectRequiredReferences(in graph: ProposedGraph) throws {
    for object in created {
      let layout = object.objectID.entity.layout
      var empty: [RelationshipDescription] = []
      for (slot, relationship) in layout.toOneRelationships.enumerated() where !relationship.isOptional {
        if try graph.toOne(slot, of: object.objectID) == nil { empty.append(relationship) }
      }
      for (slot, relationship) in layout.toManyRelationships.enumerated() where relationship.needsObject {
        if try graph.members(slot, of: object.objectID).isEmpty { empty.append(relationship) }
      }
      let plan = plan.relationships[object.relationship]
      for relationship in empty {
        add(wording.missingInCreated(relationship.name, plan, object.value, record), lowered: .leftOut)
      }
    }
    if subjects.count > 1 { try inspectSharedReferences(in: graph) }
    for objectID in graph.changedObjects where !graph.isNew(objectID) {
      let layout = try graph.entity(of: objectID).layout
      for slot in graph.changedToOne(of: objectID) where !layout.toOneRelationships[slot].isOptional {
        guard try graph.toOne(slot, of: objectID) == nil else { continue }
        let name = try validator.name(of: objectID, in: graph)
        add(wording.lostReference(layout.toOneRelationships[slot].name, of: name, record), lowered: .leftOut)
      }
    }
  }

  /// Checks that none of the objects that the record makes has taken from another what that one has to have.
  private mutating func inspectSharedReferences(in graph: ProposedGraph) throws {
    for (index, relationship) in plan.relationships.enumerated()
    where relationship.relationship.needsObject && targets.contains(where: { $0.relationship == index }) {
      for subject in subjects where subject.isNew && !unresolved.contains(index) {
        guard let objectID = subject.objectID else { continue }
        let isEmpty =
          if !relationship.relationship.isToMany {
            try graph.toOne(relationship.slot, of: objectID) == nil
          } else if relationship.relationship.inverseRelationship == nil {
            // A member belongs to its last owner, and all objects of the record have the same members.
            objectID != subjects.last?.objectID
          } else {
            try graph.members(relationship.slot, of: objectID).isEmpty
          }
        guard isEmpty else { continue }
        let name = try validator.name(of: objectID, in: graph)
        add(wording.lostReference(relationship.relationship.name, of: name, record), lowered: .leftOut)
      }
    }
  }
}

extension AttributeDescription {
  /// Whether an object cannot be without a value here.
  var needsValue: Bool { !isOptional && !isTransient && !(self is DerivedAttributeDescription) }
}
