internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage

/// Uniqueness and rules, on the objects as they would be.
extension RecordInspection {
  // MARK: Uniqueness

  /// Looks every changed key up, and notes what changes in the indexes.
  mutating func inspectUniqueness() throws {
    for subject in subjects {
      guard let objectID = subject.objectID else {
        inspectUniqueness(ofUnknown: subject)
        continue
      }
      for index in validator.resolver.indexes(of: subject.entity) {
        try inspect(index, objectID, subject.before, subject.attributes, isNew: subject.isNew, isOfSubject: true)
      }
    }
    for object in created {
      for index in validator.resolver.indexes(of: object.objectID.entity) {
        try inspect(index, object.objectID, [], object.attributes, isNew: true, isOfSubject: false)
      }
    }
    guard let graph else { return }
    for objectID in graph.changedObjects
    where !graph.isNew(objectID) && !subjects.contains(where: { $0.objectID == objectID }) {
      let slots = graph.changedToOne(of: objectID)
      guard !slots.isEmpty else { continue }
      let attributes = try graph.attributes(of: objectID)
      for index in validator.resolver.indexes(of: try graph.entity(of: objectID))
      where index.parts.contains(where: { part in slots.contains { part == .toOne($0) } }) {
        try inspect(index, objectID, attributes, attributes, isNew: false, isOfSubject: false)
      }
    }
  }

  /// Looks up what is known of a new object of which nobody knows which it is.
  private mutating func inspectUniqueness(ofUnknown subject: Subject) {
    guard subject.isNew, !faults.hasTakenKey else { return }
    let unknown = faults.unknownSlots(subject.attributes, plan)
    for index in validator.resolver.indexes(of: subject.entity)
    where index.isConstraint && index !== validator.keyIndex && index.isAboutAttributes
      && !index.attributeSlots.contains(where: unknown.contains)
    {
      guard let fingerprint = index.fingerprint(subject.attributes, toOne: { _ in nil }),
        let holder = index.first(fingerprint)
      else { continue }
      add(wording.duplicate(index, values(of: index, subject.attributes), holder: holder, record), lowered: .leftOut)
    }
  }

  /// Looks up an object's new values in an index.
  private mutating func inspect(
    _ index: ObjectIndex,
    _ objectID: ManagedObjectID,
    _ before: [AttributeValue],
    _ after: [AttributeValue],
    isNew: Bool,
    isOfSubject: Bool
  ) throws {
    let new = try index.fingerprint(after) { try toOne($0, of: objectID) }
    let old = isNew ? nil : try index.fingerprint(before) { try validator.reader.toOne($0, of: objectID) }
    guard new != old else { return }
    if index.isConstraint, !faults.hasTakenKey, let new {
      let unknown = faults.unknownSlots(after, plan)
      if isOfSubject, index.attributeSlots.contains(where: unknown.contains) { return }
      let (isTaken, holder) = try holder(of: new, in: index, otherThan: objectID)
      if isTaken {
        let values = values(of: index, after)
        let reference = isOfSubject ? nil : targets.first { $0.objectID == objectID }?.relationship
        let finding = wording.duplicate(
          index,
          values,
          holder: holder,
          record,
          reference: reference.map { plan.relationships[$0] }
        )
        add(finding, lowered: .leftOut)
        return
      }
    }
    indexChanges.append(
      IndexChange(
        index: index,
        reference: objectID.reference,
        old: old.map { ($0, index.text(of: before)) },
        new: new.map { ($0, index.text(of: after)) },
        isOfSubject: isOfSubject
      )
    )
  }

  /// Whether another object has the values of a uniqueness constraint after the record; `nil` stands for one that the record itself makes or changes.
  private func holder(of fingerprint: Fingerprint, in index: ObjectIndex, otherThan objectID: ManagedObjectID) throws
    -> (isTaken: Bool, holder: FingerprintTable.Entry?)
  {
    for change in indexChanges where change.index === index && change.reference != objectID.reference {
      if change.new?.fingerprint == fingerprint { return (true, nil) }
    }
    for entry in index.objects(fingerprint) where entry.reference != objectID.reference {
      if try !givesUp(entry.reference, fingerprint, index) { return (true, entry) }
    }
    return (false, nil)
  }

  /// Whether the record takes the values of a uniqueness constraint away from the object that has them.
  private func givesUp(_ reference: Int64, _ fingerprint: Fingerprint, _ index: ObjectIndex) throws -> Bool {
    guard let graph, let objectID = graph.changedObject(reference, of: index.entity) else { return false }
    // An object that the record does not speak of keeps its attributes.
    if !subjects.contains(where: { $0.objectID == objectID }) {
      let slots = graph.changedToOne(of: objectID)
      guard index.parts.contains(where: { part in slots.contains { part == .toOne($0) } }) else { return false }
    }
    return try index.fingerprint(graph.attributes(of: objectID)) { try graph.toOne($0, of: objectID) } != fingerprint
  }

  private func toOne(_ slot: Int, of objectID: ManagedObjectID) throws -> ManagedObjectID? {
    if let graph { return try graph.toOne(slot, of: objectID) }
    return subjects.first { $0.objectID == objectID }?.connections.last { !$0.isToMany && $0.slot == slot }?.target
  }

  private func values(of index: ObjectIndex, _ attributes: [AttributeValue]) -> [AttributeValue?] {
    index.parts.map { index.value(of: $0, attributes) }
  }

  // MARK: Rules

  /// Checks the recipe's rules, and the model's about relationships.
  mutating func inspectRules() throws {
    for subject in subjects {
      let unknownSlots = faults.unknownSlots(subject.attributes, plan)
      for rule in validator.rules(of: subject.entity)
      where !rule.slots.contains(where: unknownSlots.contains) && !mentionsUnresolved(rule) {
        let isMet: Bool
        if rule.isAboutAttributes {
          isMet = rule.isMet(by: RowSlots(row: subject.attributes))
        } else if let objectID = subject.objectID, let graph {
          isMet = rule.isMet(by: graph.subject(objectID))
        } else {
          continue
        }
        if !isMet {
          add(wording.broken(rule, by: subject.attributes, of: subject.entity, record), lowered: .imported)
        }
      }
    }
    guard let graph else { return }
    for objectID in graph.changedObjects { try inspectRelationshipRules(of: objectID, in: graph) }
  }

  /// Whether a rule speaks of a relationship whose objects are not known.
  private func mentionsUnresolved(_ rule: BoundRule) -> Bool {
    guard !unresolved.isEmpty || !faults.relationships.isEmpty else { return false }
    return plan.relationships.indices.contains { index in
      (unresolved.contains(index) || faults.relationships.contains(index))
        && rule.plan.attributeNames.contains(plan.relationships[index].relationship.name)
    }
  }

  private mutating func inspectRelationshipRules(of objectID: ManagedObjectID, in graph: ProposedGraph) throws {
    let layout = try graph.entity(of: objectID).layout
    for slot in graph.changedToOne(of: objectID) {
      let relationship = layout.toOneRelationships[slot]
      guard !relationship.validationRules.isEmpty, let target = try graph.toOne(slot, of: objectID) else { continue }
      inspect(relationship, .object(graph.subject(target)))
    }
    for slot in graph.changedToMany(of: objectID) {
      let relationship = layout.toManyRelationships[slot]
      guard !relationship.validationRules.isEmpty else { continue }
      let members = try graph.members(slot, of: objectID)
      if members.isEmpty { continue }
      inspect(relationship, .collection(members.map { .object(graph.subject($0)) }, isOrdered: relationship.isOrdered))
    }
  }

  private mutating func inspect(_ relationship: RelationshipDescription, _ value: PredicateValue) {
    for rule in relationship.validationRules where !rule.holds(for: value) {
      add(wording.brokenRelationshipRule(rule.warning, of: relationship, record), lowered: .imported)
    }
  }
}
