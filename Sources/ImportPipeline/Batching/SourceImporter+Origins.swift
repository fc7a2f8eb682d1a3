internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel

/// Where values come from, and what happens when two sources do not agree.
extension SourceImporter {
  func noteChanges(of object: ManagedObject, _ slots: [Int], isConnected: Bool, _ record: Int) {
    let origin = RecordOrigin(source: plan.number, record: record)
    for slot in slots {
      origins.note(object.objectID, property: plan.entity.layout.attributes[slot].name, changedBy: origin)
    }
    guard isConnected else { return }
    for (index, _) in targets {
      origins.note(object.objectID, property: plan.relationships[index].relationship.name, changedBy: origin)
    }
  }

  /// Reports that an attribute has another value already, if that is from another source and too far away.
  ///
  /// - Returns: Whether the new value is to be taken.
  func settle(
    _ agreement: AgreementPlan,
    _ object: ManagedObject,
    _ before: AttributeValue,
    _ value: AttributeValue,
    record: Int
  ) -> Bool {
    let takesNew = agreement.agreement.winner == .last
    if let old = before.number, let new = value.number,
      abs(old - new) <= agreement.agreement.tolerance * max(abs(old), abs(new))
    {
      return takesNew
    }
    let name = agreement.attributeName
    let subject = LateFinding.Subject(objectID: object.objectID, property: name)
    let other = origins.origin(of: object.objectID, property: name)
    let words =
      "\(name) is \(value.text) here and \(before.text) in \(LateFinding.placeMark); the \(takesNew ? "former" : "latter") was taken"
    disagreements.append(
      LateFinding(
        rule: agreement.wording.rule,
        severity: agreement.wording.severity,
        message: agreement.wording.message ?? words,
        subject: subject,
        origin: RecordOrigin(source: plan.number, record: record),
        value: value.text,
        suggestion: takesNew ? nil : before.text,
        related: ("the other value", subject, other)
      )
    )
    return takesNew
  }
}
