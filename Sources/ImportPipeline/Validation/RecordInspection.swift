internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel

/// What is found out about one record on the way to its decision.
///
/// All that is wrong is found, not only the first of it, so that an editor corrects a record once: what a fault leaves open is not validated, the rest is.
struct RecordInspection {
  /// What a finding means for the record when it is no error.
  enum Lowered {
    /// The record takes effect.
    case imported
    /// The record is left out all the same, because no object can be made of it.
    case leftOut
  }

  /// An object that the record speaks of.
  struct Subject {
    /// `nil` if nobody knows which object it is.
    let objectID: ManagedObjectID?
    let entity: EntityDescription
    let isNew: Bool
    /// The attributes as the records before have left them; empty for a new object.
    let before: [AttributeValue]
    /// The attributes as they would be.
    var attributes: [AttributeValue]
    var values: [(slot: Int, old: AttributeValue, new: AttributeValue)] = []
    var connections: [ObjectChange.Connection] = []
  }

  /// An object that one of the record's relationships means.
  struct Target {
    /// The plan's number of the relationship.
    let relationship: Int
    let objectID: ManagedObjectID
    /// The value that names it.
    let value: AttributeValue
  }

  /// An object that is made because the record refers to it.
  struct CreatedObject {
    let relationship: Int
    let value: AttributeValue
    let objectID: ManagedObjectID
    let attributes: [AttributeValue]
  }

  let record: ProposedRecord
  let validator: RecordValidator
  var plan: SourcePlan { validator.plan }
  var wording: RecordFindings { validator.wording }
  var faults: RecordProblems
  private(set) var findings: [Finding] = []
  private(set) var isRejected = false
  /// Whether the record is left out because of a finding that is no error.
  private(set) var isLeftOut = false
  /// Whether the record would be left out if nothing else were wrong with it: by a finding that is no error.
  private(set) var makesNothing = false
  var subjects: [Subject] = []
  var targets: [Target] = []
  var created: [CreatedObject] = []
  /// The relationships of the plan whose objects were not all found.
  var unresolved: Set<Int> = []
  var disagreements: [DeferredFinding] = []
  var indexChanges: [IndexChange] = []
  /// The objects around the record, if anybody has to look at them.
  var graph: ProposedGraph?

  init(_ record: ProposedRecord, _ validator: RecordValidator) {
    self.record = record
    self.validator = validator
    faults = record.faults
  }

  /// What becomes of the record.
  mutating func decide() throws -> Decision {
    inspectChecks()
    switch record.state {
    case .rejected: isRejected = true
    case .skipped where !isRejected: return Decision(outcome: .skipped, findings: findings)
    case .skipped: return Decision(outcome: .rejected, findings: findings)
    case .ready: break
    }
    if faults.isBroken { return Decision(outcome: .rejected, findings: findings) }
    guard try findSubjects() else {
      return Decision(outcome: isRejected ? .rejected : .skipped, findings: findings)
    }
    inspectRequiredValues()
    try findTargets()
    try connect()
    try inspectUniqueness()
    try inspectRules()
    try graph?.throwFailure()
    if isRejected { return Decision(outcome: .rejected, findings: findings) }
    if isLeftOut { return Decision(outcome: .skipped, findings: findings) }
    return effect()
  }

  /// Makes the checks that look at records before this one.
  private mutating func inspectChecks() {
    guard validator.checks.areAboutRecords else { return }
    for (attribute, problem) in validator.checks.inspect(record.values, number: record.number, plan) {
      let isError = add(wording.problem(problem, ofAttribute: attribute, record), lowered: .imported)
      if isError, let attribute { faults.add(.attribute(attribute)) }
    }
  }

  private func effect() -> Decision {
    var changes = created.map { ObjectChange(objectID: $0.objectID, isNew: true, attributes: $0.attributes) }
    for subject in subjects where subject.isNew || !subject.values.isEmpty || !subject.connections.isEmpty {
      guard let objectID = subject.objectID else { continue }
      changes.append(
        ObjectChange(
          objectID: objectID,
          isNew: subject.isNew,
          attributes: subject.isNew ? subject.attributes : [],
          values: subject.values,
          connections: subject.connections
        )
      )
    }
    return Decision(
      outcome: subjects.contains(where: \.isNew) ? .inserted : changes.count > created.count ? .updated : .unchanged,
      findings: findings,
      changes: changes,
      existingSubjects: subjects.filter { !$0.isNew }.compactMap(\.objectID),
      disagreements: disagreements,
      indexChanges: indexChanges
    )
  }

  // MARK: Findings

  /// Adds a finding, unless the same has been said of another object that the record speaks of.
  ///
  /// - Parameter lowered: What the finding means when it is no error.
  /// - Returns: Whether the record is rejected for it.
  @discardableResult
  mutating func add(_ finding: Finding, lowered: Lowered) -> Bool {
    if lowered == .leftOut {
      isLeftOut = true
      makesNothing = makesNothing || finding.severity != .error
    }
    if wording.maker.rulesOff.contains(finding.rule) { return false }
    if !findings.contains(finding) { findings.append(finding) }
    guard finding.severity == .error else { return false }
    isRejected = true
    return true
  }
}
