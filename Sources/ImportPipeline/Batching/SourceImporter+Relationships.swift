internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel

/// Finding and connecting related objects.
extension SourceImporter {
  /// Finds the objects that the record's relationships mean; they are in `targets` afterwards.
  ///
  /// - Parameter faulty: The numbers of relationships that are not looked at.
  /// - Returns: `false` when one is missing and the record is rejected for it.
  func findRelatedObjects(_ record: Int, _ batch: RecordBatch, isNew: Bool, except faulty: [Int] = []) -> Bool {
    targets.removeAll(keepingCapacity: true)
    var isGood = true
    for index in plan.relationships.indices where !faulty.contains(index) {
      let relationship = plan.relationships[index]
      // A reference to nothing that is passed over leaves a required relationship as empty as none.
      var isEmpty = true
      var first: AttributeValue?
      func look(_ value: AttributeValue) {
        first = first ?? value
        let count = targets.count
        let isAccepted = addTarget(value, index, record, batch)
        if !isAccepted { isGood = false }
        if !isAccepted || targets.count > count { isEmpty = false }
      }
      if relationship.relationship.isToMany {
        for value in batch.extras[record]?.members[index] ?? [] { look(value) }
      } else {
        let value = batch.references[record * batch.relationshipCount + index]
        if !value.isNull { look(value) }
      }
      if isEmpty, isNew, !relationship.relationship.isOptional {
        isGood = false
        add(record, refusals.missingReference(relationship, first, record, batch))
      }
    }
    return isGood
  }

  func addTarget(_ value: AttributeValue, _ index: Int, _ record: Int, _ batch: RecordBatch) -> Bool {
    if let object = relatedObject(value, index) {
      targets.append((index, object))
      return true
    }
    return !reportUnknown(value, index, record, batch)
  }

  func relatedObject(_ value: AttributeValue, _ index: Int) -> ManagedObject? {
    if let objectID = related[index][value] { return context.object(with: objectID) }
    guard let (object, _) = finder.find(value, in: relationshipIndexes[index]) else { return nil }
    if related[index].count >= 10_000 { related[index].removeAll(keepingCapacity: true) }
    let objectID = object.objectID
    // A new object's ID changes when it is saved.
    if !objectID.isTemporaryID { related[index][value] = objectID }
    return object
  }

  /// Reports a reference to nothing.
  ///
  /// - Returns: Whether the record is rejected for it.
  func reportUnknown(_ value: AttributeValue, _ index: Int, _ record: Int, _ batch: RecordBatch) -> Bool {
    let known = relationshipIndexes[index]
    let finding = refusals.unknownReference(
      value,
      plan.relationships[index],
      record,
      batch,
      wasRejected: known.rejected.contains(KeyIndex.hash(value)),
      suggestion: { finder.suggestion(for: $0, in: known) }
    )
    guard let finding else { return false }
    add(record, finding)
    return finding.severity == .error
  }

  /// Sets the object's relationships to `targets`.
  ///
  /// - Returns: Whether anything changed.
  @discardableResult
  func connect(_ object: ManagedObject) -> Bool {
    var isChanged = false
    for (index, target) in targets {
      let relationship = plan.relationships[index]
      if relationship.relationship.isToMany {
        if object.hasMember(target, slot: relationship.slot) { continue }
        object.addMember(target, slot: relationship.slot)
        isChanged = true
      } else if object.toOneIdentifier(slot: relationship.slot) != target.objectID {
        object.setToOne(target, slot: relationship.slot)
        isChanged = true
      }
    }
    return isChanged
  }
}
