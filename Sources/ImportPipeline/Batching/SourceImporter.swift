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
  let keyIndex: ObjectIndex?
  /// The uniqueness constraints besides the key.
  let uniqueIndexes: [ObjectIndex]
  let relationshipIndexes: [ObjectIndex]
  /// Every index that a new object enters.
  let indexes: [ObjectIndex]
  /// The slot that each attribute of the plan fills.
  let attributeSlots: [Int]
  /// Which attribute of the plan fills a slot, by slot.
  let attributeOfSlot: [Int?]
  let rules: [BoundRule]
  let origins: OriginTable
  let keepsOrigins: Bool
  /// Whether a later source may speak of objects that this one's rejected records would have made.
  let remembersRejected: Bool
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
  private(set) var filledChanges: [Int]
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
    remembersRejected = isFollowed
    mode = plan.recipe.mode
    let key = finder.index(of: plan.entity, slots: plan.keySlots)
    keyIndex = key
    uniqueIndexes = plan.uniqueSlots.compactMap { finder.index(of: plan.entity, slots: $0) }.filter { $0 !== key }
    relationshipIndexes = plan.relationships.compactMap {
      finder.index(of: $0.destination, slots: [$0.matchSlot])
    }
    indexes = finder.indexes(of: plan.entity)
    var attributeOfSlot: [Int?] = Array(repeating: nil, count: plan.defaults.count)
    for (index, attribute) in plan.attributes.enumerated() { attributeOfSlot[attribute.slot] = index }
    self.attributeOfSlot = attributeOfSlot
    attributeSlots = plan.attributes.map(\.slot)
    self.rules = rules.map { BoundRule(plan: $0, layout: plan.entity.layout) }
    var agreements: [Int: AgreementPlan] = [:]
    for agreement in checks.agreements where plan.entity.isKind(of: agreement.entity) {
      if let attribute = attributeOfSlot[agreement.slot] { agreements[attribute] = agreement }
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
      case .rejected: outcomes.append(.rejected)
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

  /// Remembers the key of a record that would have made an object, so that later sources that speak of it are not reported too.
  func rememberRejectedKey(_ record: Int, of batch: RecordBatch) {
    guard remembersRejected, mode != .update, let index = keyIndex ?? uniqueIndexes.first else { return }
    let values = index.slots.map { slot in
      attributeOfSlot[slot].map { batch.values[record * batch.attributeCount + $0] } ?? .null
    }
    if !values.contains(where: \.isNull) { index.rejected.insert(KeyIndex.hash(values)) }
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

  func importObject(_ record: Int, of batch: RecordBatch, key: AttributeValue?) throws -> Outcome {
    var existing: ManagedObject?
    if let keyIndex {
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
      if let (object, entry) = found {
        if plan.recipe.repeats == .error, let line = lineOfRepetition(object, entry) {
          return duplicate(record, batch, attribute: plan.keyAttributes[0], line: line, source: plan.number)
        }
        if mode == .insert {
          return duplicate(
            record,
            batch,
            attribute: plan.keyAttributes[0],
            line: Int(entry.line),
            source: Int(entry.source)
          )
        }
        existing = object
      } else if mode == .update {
        return unmatched(values, record, batch)
      }
    }
    if let existing { return update(existing, record, batch, key: key) }
    return try insert(record, batch, key: key)
  }

  /// The line of the record of this same source that spoke of the object before, if one did.
  func lineOfRepetition(_ object: ManagedObject, _ entry: KeyIndex.Entry) -> Int? {
    Int(entry.source) == plan.number ? Int(entry.line) : touched[object.objectID.reference]
  }

  // MARK: Insertion

  func insert(_ record: Int, _ batch: RecordBatch, key: AttributeValue?) throws -> Outcome {
    var row = plan.defaults
    let start = record * batch.attributeCount
    for index in attributeSlots.indices where !batch.values[start + index].isNull {
      row[attributeSlots[index]] = batch.values[start + index]
    }
    if let key { row[plan.attributes[plan.keyAttributes[0]].slot] = key }
    var isRejected = false
    for slot in plan.requiredSlots where row[slot].isNull {
      isRejected = true
      reportMissing(slot, record, batch)
    }
    guard findRelatedObjects(record, batch, isNew: true), !isRejected else { return .rejected }
    for index in uniqueIndexes {
      if let entry = holder(of: row, in: index) {
        return duplicate(
          record,
          batch,
          attribute: attributeOfSlot[index.slots[0]],
          line: Int(entry.line),
          source: Int(entry.source)
        )
      }
    }
    let object = context.insert(plan.entity, validatedAttributes: row)
    connect(object)
    guard check(object, record, batch) else {
      context.delete(object)
      return .rejected
    }
    for slot in row.indices where !row[slot].isNull { filledChanges[slot] += 1 }
    finder.add(object, to: indexes, source: plan.number, line: batch.places.line(of: record))
    if keepsOrigins { made.append((object, batch.numbers[record])) }
    return .inserted
  }

  /// What is known of the object that has a new object's values in a uniqueness constraint already.
  func holder(of row: [AttributeValue], in index: ObjectIndex) -> KeyIndex.Entry? {
    if index.slots.count == 1 {
      let value = row[index.slots[0]]
      return value.isNull ? nil : finder.find(value, in: index)?.entry
    }
    let values = index.slots.map { row[$0] }
    return values.contains(where: \.isNull) ? nil : finder.find(values, in: index)?.entry
  }

  func reportMissing(_ slot: Int, _ record: Int, _ batch: RecordBatch) {
    let name = plan.entity.layout.attributes[slot].name
    let field = attributeOfSlot[slot].flatMap { plan.attributes[$0].input.mainField }
    add(
      record,
      maker.finding(
        .valueRequired,
        "\(name) is required, but there is no value",
        record: batch.numbers[record],
        field: field,
        place: batch.places.place(of: record),
        attribute: name
      )
    )
  }

  // MARK: Update

  func update(_ object: ManagedObject, _ record: Int, _ batch: RecordBatch, key: AttributeValue?) -> Outcome {
    let reference = object.objectID.reference
    let line = batch.places.line(of: record)
    guard findRelatedObjects(record, batch, isNew: false) else { return .rejected }
    let start = record * batch.attributeCount
    var old: [(slot: Int, value: AttributeValue)] = []
    for (index, attribute) in plan.attributes.enumerated() {
      // The key's own value is already there; a lookup may have given it in several.
      if key != nil, index == plan.keyAttributes[0] { continue }
      let value = batch.values[start + index]
      let before = object.attribute(slot: attribute.slot)
      if value.isNull || value == before { continue }
      if !before.isNull, let agreement = agreements[index],
        !settle(agreement, object, before, value, record: batch.numbers[record])
      {
        continue
      }
      old.append((attribute.slot, before))
      object.setAttribute(value, slot: attribute.slot)
    }
    let changed = indexes.filter { index in index.slots.contains { slot in old.contains { $0.slot == slot } } }
    for index in uniqueIndexes where changed.contains(where: { $0 === index }) {
      let values = index.slots.map { object.attribute(slot: $0) }
      if values.contains(where: \.isNull) { continue }
      if let (other, entry) = finder.find(values, in: index), other !== object {
        restore(object, old)
        return duplicate(
          record,
          batch,
          attribute: attributeOfSlot[index.slots[0]],
          line: Int(entry.line),
          source: Int(entry.source)
        )
      }
    }
    guard check(object, record, batch) else {
      restore(object, old)
      return .rejected
    }
    let isConnected = connect(object)
    touched[reference] = line
    if old.isEmpty, !isConnected { return .unchanged }
    // A record only ever adds values: a field without one leaves the attribute as it is.
    for (slot, before) in old where before.isNull { filledChanges[slot] += 1 }
    if keepsOrigins { noteChanges(of: object, old.map(\.slot), isConnected: isConnected, batch.numbers[record]) }
    // The old values stay in the indexes; they no longer match when they are compared with the object.
    for index in changed { finder.update(object, in: index, source: plan.number, line: line) }
    return .updated
  }

  func restore(_ object: ManagedObject, _ old: [(slot: Int, value: AttributeValue)]) {
    for (slot, value) in old { object.setAttribute(value, slot: slot) }
  }
}
