internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel

/// The objects that the record speaks of, and their attributes.
extension RecordInspection {
  /// Finds out which objects the record speaks of.
  ///
  /// - Returns: `false` if the record speaks of none, on purpose.
  mutating func findSubjects() throws -> Bool {
    guard let keyIndex = validator.keyIndex else {
      subjects.append(try newSubject(key: nil))
      return true
    }
    guard !faults.hideKey(of: plan) else {
      addUnknownSubject(key: nil)
      return true
    }
    let keys = record.keys(plan)
    var seen: Set<Fingerprint> = []
    var isWrong = false
    for values in keys {
      if let missing = values.firstIndex(where: \.isNull) {
        for index in plan.keyAttributes { faults.add(.attribute(index)) }
        add(wording.missingKey(missing, record), lowered: .leftOut)
        isWrong = true
        continue
      }
      let fingerprint = keyIndex.fingerprint(values)
      if keys.count > 1, !seen.insert(fingerprint).inserted { continue }
      if try !findSubject(values, fingerprint, keyIndex, isOneOfSeveral: keys.count > 1) { isWrong = true }
    }
    if subjects.isEmpty, isWrong { addUnknownSubject(key: keys.count == 1 ? nil : keys.first?.first) }
    return !subjects.isEmpty
  }

  /// Looks one key up.
  ///
  /// - Returns: `false` if the record may not speak of the object.
  private mutating func findSubject(
    _ values: [AttributeValue],
    _ fingerprint: Fingerprint,
    _ keyIndex: ObjectIndex,
    isOneOfSeveral: Bool
  ) throws -> Bool {
    let key = isOneOfSeveral ? values[0] : nil
    let entries = keyIndex.objects(fingerprint)
    guard let found = entries.first else {
      if plan.recipe.mode == .update { return !reportUnmatched(values, fingerprint, keyIndex) }
      subjects.append(try newSubject(key: key))
      return true
    }
    if entries.count > 1, plan.recipe.mode != .insert {
      add(wording.ambiguousKey(values, record), lowered: .leftOut)
      return false
    }
    var holder: FingerprintTable.Entry?
    if plan.recipe.repeats == .error, let line = validator.lineOfRepetition(found) {
      holder = FingerprintTable.Entry(
        reference: found.reference,
        source: Int32(plan.number),
        line: Int32(clamping: line)
      )
    } else if plan.recipe.mode == .insert {
      holder = found
    }
    if let holder {
      faults.hasTakenKey = true
      add(wording.duplicate(keyIndex, values, holder: holder, record), lowered: .leftOut)
      return false
    }
    subjects.append(try existingSubject(found.reference, keyIndex, key: key))
    return true
  }

  /// Says that there is no object to change.
  ///
  /// - Returns: Whether the record is rejected for it; otherwise this object is left out.
  private mutating func reportUnmatched(_ values: [AttributeValue], _ fingerprint: Fingerprint, _ keyIndex: ObjectIndex)
    -> Bool
  {
    if plan.recipe.unmatched == .skip || plan.recipe.unmatched == .keep { return false }
    if keyIndex.wasRejected(fingerprint) { return false }
    let suggestion = values.count == 1 ? keyIndex.suggestion(for: values[0].text) : nil
    return add(wording.unmatched(values, record, suggestion: suggestion), lowered: .imported)
  }

  // MARK: Values

  /// A new object with the plan's defaults and the record's values.
  private func newSubject(key: AttributeValue?) throws -> Subject {
    Subject(
      objectID: try validator.identifiers.take(plan.entity),
      entity: plan.entity,
      isNew: true,
      before: [],
      attributes: attributes(over: plan.defaults, key: key)
    )
  }

  /// Adds an object of which nobody knows whether the record would make or change it, or which one it is.
  private mutating func addUnknownSubject(key: AttributeValue?) {
    let isNew = plan.recipe.mode == .insert
    faults.mayCompleteAnother = !isNew
    let base = isNew ? plan.defaults : Array(repeating: .null, count: plan.defaults.count)
    subjects.append(
      Subject(
        objectID: nil,
        entity: plan.entity,
        isNew: isNew,
        before: [],
        attributes: attributes(over: base, key: key)
      )
    )
  }

  /// The attributes after the record. A field without a value leaves the attribute as it is.
  private func attributes(over base: [AttributeValue], key: AttributeValue?) -> [AttributeValue] {
    var attributes = base
    for (index, attribute) in plan.attributes.enumerated() {
      let value = record.value(index)
      if !value.isNull { attributes[attribute.slot] = value }
    }
    if let key { attributes[plan.attributes[plan.keyAttributes[0]].slot] = key }
    return attributes
  }

  private mutating func existingSubject(_ reference: Int64, _ keyIndex: ObjectIndex, key: AttributeValue?) throws
    -> Subject
  {
    let named = ManagedObjectID(
      entity: keyIndex.entity,
      storeNumber: validator.identifiers.storeNumber,
      reference: reference
    )
    let entity = try validator.reader.entity(of: named)
    let before = try validator.reader.attributes(of: named)
    var subject = Subject(
      objectID: ManagedObjectID(entity: entity, storeNumber: named.storeNumber, reference: reference),
      entity: entity,
      isNew: false,
      before: before,
      attributes: before
    )
    for (index, attribute) in plan.attributes.enumerated() {
      // A key that the record has in several is the object's own; one that is only written otherwise stays as it is.
      if plan.keyAttributes.contains(index), key != nil || keyIndex.folding != .none { continue }
      let value = record.value(index)
      let old = before[attribute.slot]
      if value.isNull || value == old { continue }
      if !old.isNull, let agreement = validator.agreement(slot: attribute.slot, of: entity),
        let objectID = subject.objectID, !settle(agreement, objectID, old, value)
      {
        continue
      }
      subject.attributes[attribute.slot] = value
      subject.values.append((attribute.slot, old, value))
    }
    if !record.subentityFindings.isEmpty { addFindings(of: entity) }
    return subject
  }

  /// Adds what is wrong with the record's values for an object of this entity, unless the same has been said of every object.
  private mutating func addFindings(of entity: EntityDescription) {
    for (attribute, other, finding) in record.subentityFindings where entity.isKind(of: other) {
      if !record.has(finding), add(finding, lowered: .imported) { faults.add(.attribute(attribute)) }
    }
  }

  /// Reports that an attribute has another value already, if that is from another source and too far away.
  ///
  /// - Returns: Whether the new value is to be taken.
  private mutating func settle(
    _ agreement: AgreementPlan,
    _ objectID: ManagedObjectID,
    _ before: AttributeValue,
    _ value: AttributeValue
  ) -> Bool {
    let takesNew = agreement.kind.winner == .last
    if let old = before.number, let new = value.number,
      abs(old - new) <= agreement.kind.tolerance * max(abs(old), abs(new))
    {
      return takesNew
    }
    let name = agreement.attributeName
    let subject = DeferredFinding.Subject(objectID: objectID, property: name)
    let kind = RecordFinding.disagreement(
      attribute: name,
      value.text,
      other: before.text,
      place: nil,
      takesOther: !takesNew
    )
    disagreements.append(
      DeferredFinding(
        kind: agreement.wording.kind(kind),
        severity: agreement.wording.severity,
        subject: subject,
        origin: RecordOrigin(source: plan.number, record: record.number),
        value: value.text,
        suggestion: takesNew ? nil : before.text,
        related: (.otherValue, subject, validator.origins.origin(of: objectID, property: name))
      )
    )
    return takesNew
  }

  /// Checks that new objects have what they have to have.
  mutating func inspectRequiredValues() {
    for subject in subjects where subject.isNew {
      let unknown = faults.unknownSlots(subject.attributes, plan)
      for slot in plan.requiredSlots where subject.attributes[slot].isNull && !unknown.contains(slot) {
        faults.addSlot(slot)
        add(wording.missingValue(slot: slot, of: subject.entity, record), lowered: .leftOut)
      }
    }
  }
}
