internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage

/// Makes objects of one source's batches, in the context's thread: finds what a record speaks of, sets its values, checks the rules.
final class SourceImporter {
  /// What became of a record.
  enum Outcome {
    case inserted, updated, unchanged, rejected, skipped
  }

  let plan: SourcePlan
  let context: ManagedObjectContext
  let store: any PersistentStore
  let finder: ObjectFinder
  let maker: FindingMaker
  let refusals: RecordRefusals
  let keyIndex: ObjectIndex?
  /// The uniqueness constraints besides the key.
  let uniqueIndexes: [ObjectIndex]
  let relationshipIndexes: [ObjectIndex]
  /// Every index that a new object enters.
  let indexes: [ObjectIndex]
  /// The slot that each attribute of the plan fills.
  let attributeSlots: [Int]
  let rules: [BoundRule]
  let origins: OriginTable
  let keepsOrigins: Bool
  /// The indexes that remember the keys of rejected records, because others may speak of the objects that these would have made.
  private let rememberingIndexes: [ObjectIndex]
  /// By attribute of the plan, what to do when another source gave it another value.
  let agreements: [Int: AgreementPlan]
  /// New objects of the batch with the numbers of their records, as far as origins are kept.
  var made: [(object: ManagedObject, record: Int)] = []
  /// What sources do not agree on; a place is known only when the other source is looked at again.
  var disagreements: [LateFinding] = []
  /// Objects that were there before this source and that one of its records has spoken of, with that record's line.
  var touched: [Int64: Int] = [:]
  let mode: ImportMode
  /// The objects that relationships were found to mean, by relationship and value; emptied when it grows.
  var related: [[AttributeValue: ManagedObjectID]]
  /// How many more objects have a value in each slot of the entity's attributes than before this source.
  var filledChanges: [Int]
  /// The objects that the current record's relationships mean, with the plan's number of each relationship.
  var targets: [(relationship: Int, object: ManagedObject)] = []
  /// The findings of the current batch's records, by their place in it.
  var findings: [(record: Int, finding: Finding)] = []

  init(
    plan: SourcePlan,
    context: ManagedObjectContext,
    store: any PersistentStore,
    finder: ObjectFinder,
    rules: [RulePlan],
    checks: CheckPlan,
    origins: OriginTable,
    isFollowed: Bool,
    maker: FindingMaker
  ) {
    self.plan = plan
    self.context = context
    self.store = store
    self.finder = finder
    self.maker = maker
    self.origins = origins
    keepsOrigins = origins.keeps(plan.entity)
    mode = plan.recipe.mode
    let key = finder.index(of: plan.entity, slots: plan.keySlots)
    keyIndex = key
    uniqueIndexes = plan.uniqueSlots.compactMap { finder.index(of: plan.entity, slots: $0) }.filter { $0 !== key }
    relationshipIndexes = plan.relationships.compactMap {
      finder.index(of: $0.destination, slots: [$0.matchSlot])
    }
    let indexes = finder.indexes(of: plan.entity)
    self.indexes = indexes
    let followed = isFollowed ? key ?? uniqueIndexes.first : nil
    rememberingIndexes =
      plan.recipe.mode == .update ? [] : indexes.filter { $0.isReferenced || $0 === followed }
    refusals = RecordRefusals(plan: plan, maker: maker)
    attributeSlots = plan.attributes.map(\.slot)
    self.rules = rules.map { BoundRule(plan: $0, layout: plan.entity.layout) }
    var agreements: [Int: AgreementPlan] = [:]
    for agreement in checks.agreements where plan.entity.isKind(of: agreement.entity) {
      if let attribute = refusals.attributeOfSlot[agreement.slot] { agreements[attribute] = agreement }
    }
    self.agreements = agreements
    related = Array(repeating: [:], count: plan.relationships.count)
    filledChanges = Array(repeating: 0, count: plan.defaults.count)
  }

  /// Imports a batch's records; their findings are in `findings` afterwards.
  ///
  /// - Returns: What became of each record.
  func importBatch(_ batch: RecordBatch) throws -> [Outcome] {
    findings = []
    var outcomes: [Outcome] = []
    outcomes.reserveCapacity(batch.count)
    for record in 0..<batch.count {
      switch batch.states[record] {
      case .rejected:
        inspectRejected(record, of: batch)
        outcomes.append(.rejected)
      case .skipped: outcomes.append(.skipped)
      case .ready: outcomes.append(try importRecord(record, of: batch))
      }
      if case .rejected? = outcomes.last { rememberRejectedKey(record, of: batch) }
    }
    return outcomes
  }

  /// Remembers which records made the batch's objects, which have just been saved.
  func noteOrigins() {
    guard keepsOrigins else { return }
    for (object, record) in made where !object.objectID.isTemporaryID {
      origins.note(object.objectID, madeBy: RecordOrigin(source: plan.number, record: record))
    }
    made.removeAll(keepingCapacity: true)
  }

  /// Remembers the keys of a record that would have made an object: what speaks of them later is told so, or not reported at all.
  private func rememberRejectedKey(_ record: Int, of batch: RecordBatch) {
    for index in rememberingIndexes {
      let values = index.slots.map { slot in
        refusals.attributeOfSlot[slot].map { batch.values[record * batch.attributeCount + $0] } ?? .null
      }
      if !values.contains(where: \.isNull) { index.rejected.insert(KeyIndex.hash(values)) }
    }
  }

  // MARK: One record

  func importRecord(_ record: Int, of batch: RecordBatch) throws -> Outcome {
    guard let keys = batch.extras[record]?.keys else { return try importObject(record, of: batch, key: nil) }
    // A lookup gave several keys: the record speaks of several objects, and counts as one record.
    var outcome = Outcome.skipped
    for key in keys {
      switch try importObject(record, of: batch, key: key) {
      case .rejected: return .rejected
      case .inserted: outcome = .inserted
      case .updated: outcome = .updated
      case .unchanged: if case .skipped = outcome { outcome = .unchanged }
      case .skipped: break
      }
    }
    return outcome
  }

  private func importObject(_ record: Int, of batch: RecordBatch, key: AttributeValue?) throws -> Outcome {
    switch subject(of: record, batch, key: key) {
    case .new: return try insert(record, batch, key: key)
    case .existing(let object): return update(object, record, batch, key: key)
    case .unmatched(let outcome):
      if case .rejected = outcome { inspectRest(record, batch, key: key, RecordFaults()) }
      return outcome
    case .keyless:
      inspectRest(record, batch, key: key, RecordFaults(attributes: plan.keyAttributes))
      return .rejected
    case .taken:
      inspectRest(record, batch, key: key, RecordFaults(hasTakenKey: true))
      return .rejected
    }
  }

  // MARK: The object that a record speaks of

  enum Subject {
    case new
    case existing(ManagedObject)
    /// There is none to change.
    case unmatched(Outcome)
    /// The record has no key.
    case keyless
    /// Another record has the key.
    case taken
  }

  /// Which object a record speaks of; if it may not speak of it, that has been reported.
  func subject(of record: Int, _ batch: RecordBatch, key: AttributeValue?) -> Subject {
    guard let keyIndex else { return .new }
    let found: (object: ManagedObject, entry: KeyIndex.Entry)?
    var values: [AttributeValue] = []
    if plan.keyAttributes.count == 1 {
      let value = key ?? batch.values[record * batch.attributeCount + plan.keyAttributes[0]]
      if value.isNull { return missingKey(0, record, batch) }
      found = finder.find(value, in: keyIndex)
      if found == nil, mode == .update { values = [value] }
    } else {
      values = plan.keyAttributes.map { batch.values[record * batch.attributeCount + $0] }
      if let missing = values.firstIndex(where: \.isNull) { return missingKey(missing, record, batch) }
      found = finder.find(values, in: keyIndex)
    }
    guard let (object, entry) = found else {
      return mode == .update ? .unmatched(unmatched(values, record, batch)) : .new
    }
    if plan.recipe.repeats == .error, let line = lineOfRepetition(object, entry) {
      let holder = KeyIndex.Entry(
        reference: entry.reference,
        source: Int32(plan.number),
        line: Int32(clamping: line)
      )
      addDuplicate(record, batch, slot: keyIndex.slots[0], holder: holder)
      return .taken
    }
    guard mode == .insert else { return .existing(object) }
    addDuplicate(record, batch, slot: keyIndex.slots[0], holder: entry)
    return .taken
  }

  /// The line of the record of this same source that spoke of the object before, if one did.
  private func lineOfRepetition(_ object: ManagedObject, _ entry: KeyIndex.Entry) -> Int? {
    Int(entry.source) == plan.number ? Int(entry.line) : touched[object.objectID.reference]
  }
}
