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
  private let context: ManagedObjectContext
  private let store: any PersistentStore
  private let finder: ObjectFinder
  private let maker: FindingMaker
  private let keyIndex: ObjectIndex?
  /// The uniqueness constraints besides the key.
  private let uniqueIndexes: [ObjectIndex]
  private let relationshipIndexes: [ObjectIndex]
  /// Every index that a new object enters.
  private let indexes: [ObjectIndex]
  /// The slot that each attribute of the plan fills.
  private let attributeSlots: [Int]
  /// Which attribute of the plan fills a slot, by slot.
  private let attributeOfSlot: [Int?]
  private let rules: [BoundRule]
  /// Objects that were there before this source and that one of its records has spoken of, with that record's line.
  private var touched: [Int64: Int] = [:]
  private let mode: ImportMode
  /// The objects that relationships were found to mean, by relationship and value; emptied when it grows.
  private var related: [[AttributeValue: ManagedObjectID]]
  /// How many more objects have a value in each slot of the entity's attributes than before this source.
  private(set) var filledChanges: [Int]
  /// The objects that the current record's relationships mean, with the plan's number of each relationship.
  private var targets: [(relationship: Int, object: ManagedObject)] = []
  /// The findings of the current batch's records, by their place in it.
  private(set) var findings: [(record: Int, finding: Finding)] = []

  init(
    plan: SourcePlan,
    context: ManagedObjectContext,
    store: any PersistentStore,
    finder: ObjectFinder,
    severities: [RuleCode: Severity]
  ) {
    self.plan = plan
    self.context = context
    self.store = store
    self.finder = finder
    maker = FindingMaker(plan: plan, severities: severities)
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
    rules = plan.rules.map { BoundRule(plan: $0, layout: plan.entity.layout) }
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

  /// Remembers the key of a record that would have made an object, so that later sources that speak of it are not reported too.
  private func rememberRejectedKey(_ record: Int, of batch: RecordBatch) {
    guard mode != .update, let index = keyIndex ?? uniqueIndexes.first else { return }
    let values = index.slots.map { slot in
      attributeOfSlot[slot].map { batch.values[record * batch.attributeCount + $0] } ?? .null
    }
    if !values.contains(where: \.isNull) { index.rejected.insert(KeyIndex.hash(values)) }
  }

  // MARK: One record

  private func importRecord(_ record: Int, of batch: RecordBatch) throws -> Outcome {
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
        if let line = lineOfRepetition(object, entry) {
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
  private func lineOfRepetition(_ object: ManagedObject, _ entry: KeyIndex.Entry) -> Int? {
    Int(entry.source) == plan.number ? Int(entry.line) : touched[object.objectID.reference]
  }

  // MARK: Insertion

  private func insert(_ record: Int, _ batch: RecordBatch, key: AttributeValue?) throws -> Outcome {
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
    return .inserted
  }

  /// What is known of the object that has a new object's values in a uniqueness constraint already.
  private func holder(of row: [AttributeValue], in index: ObjectIndex) -> KeyIndex.Entry? {
    if index.slots.count == 1 {
      let value = row[index.slots[0]]
      return value.isNull ? nil : finder.find(value, in: index)?.entry
    }
    let values = index.slots.map { row[$0] }
    return values.contains(where: \.isNull) ? nil : finder.find(values, in: index)?.entry
  }

  private func reportMissing(_ slot: Int, _ record: Int, _ batch: RecordBatch) {
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

  private func update(_ object: ManagedObject, _ record: Int, _ batch: RecordBatch, key: AttributeValue?) -> Outcome {
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
    // The old values stay in the indexes; they no longer match when they are compared with the object.
    for index in changed { finder.update(object, in: index, source: plan.number, line: line) }
    return .updated
  }

  private func restore(_ object: ManagedObject, _ old: [(slot: Int, value: AttributeValue)]) {
    for (slot, value) in old { object.setAttribute(value, slot: slot) }
  }

  // MARK: Relationships

  /// Finds the objects that the record's relationships mean; they are in `targets` afterwards.
  ///
  /// - Returns: `false` when one is missing and the record is rejected for it.
  private func findRelatedObjects(_ record: Int, _ batch: RecordBatch, isNew: Bool) -> Bool {
    targets.removeAll(keepingCapacity: true)
    var isGood = true
    for index in plan.relationships.indices {
      let relationship = plan.relationships[index]
      var isEmpty = true
      if relationship.relationship.isToMany {
        for value in batch.extras[record]?.members[index] ?? [] {
          isEmpty = false
          if !addTarget(value, index, record, batch) { isGood = false }
        }
      } else {
        let value = batch.references[record * batch.relationshipCount + index]
        if !value.isNull {
          isEmpty = false
          if !addTarget(value, index, record, batch) { isGood = false }
        }
      }
      if isEmpty, isNew, !relationship.relationship.isOptional {
        isGood = false
        reportMissing(relationship, record, batch)
      }
    }
    return isGood
  }

  private func addTarget(_ value: AttributeValue, _ index: Int, _ record: Int, _ batch: RecordBatch) -> Bool {
    if let object = relatedObject(value, index) {
      targets.append((index, object))
      return true
    }
    return !reportUnknown(value, index, record, batch)
  }

  private func reportMissing(_ relationship: RelationshipPlan, _ record: Int, _ batch: RecordBatch) {
    add(
      record,
      maker.finding(
        .valueRequired,
        "\(relationship.relationship.name) is required, but there is no value",
        record: batch.numbers[record],
        field: relationship.input.mainField,
        place: batch.places.place(of: record),
        attribute: relationship.relationship.name
      )
    )
  }

  private func relatedObject(_ value: AttributeValue, _ index: Int) -> ManagedObject? {
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
  private func reportUnknown(_ value: AttributeValue, _ index: Int, _ record: Int, _ batch: RecordBatch) -> Bool {
    let relationship = plan.relationships[index]
    if relationship.missing == .skip { return false }
    let severity: Severity = relationship.missing == .warning ? .warning : .error
    let text = value.text
    let finding = maker.finding(
      .referenceUnknown,
      severity: severity,
      "There is no \(relationship.destination.name) whose \(relationship.matches.name) is “\(Finding.shortened(text))”",
      record: batch.numbers[record],
      field: relationship.input.mainField,
      place: batch.places.place(of: record),
      attribute: relationship.relationship.name,
      value: text,
      suggestion: finder.suggestion(for: text, in: relationshipIndexes[index])
    )
    add(record, finding)
    return finding.severity == .error
  }

  /// Sets the object's relationships to `targets`.
  ///
  /// - Returns: Whether anything changed.
  @discardableResult
  private func connect(_ object: ManagedObject) -> Bool {
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

  // MARK: Rules and refusals

  /// Checks the recipe's rules.
  ///
  /// - Returns: Whether the record may stay.
  private func check(_ object: ManagedObject, _ record: Int, _ batch: RecordBatch) -> Bool {
    var isGood = true
    for rule in rules where !rule.isMet(by: object) {
      let field = rule.slots.lazy.compactMap { self.attributeOfSlot[$0] }.compactMap {
        self.plan.attributes[$0].input.mainField
      }.first
      let finding = maker.finding(
        rule.plan.recipe.code,
        severity: rule.plan.recipe.severity,
        rule.plan.message,
        record: batch.numbers[record],
        field: field,
        place: batch.places.place(of: record),
        attribute: rule.plan.attributeNames.first
      )
      add(record, finding)
      if finding.severity == .error { isGood = false }
    }
    return isGood
  }

  private func missingKey(_ key: Int, _ record: Int, _ batch: RecordBatch) -> Outcome {
    let attribute = plan.attributes[plan.keyAttributes[key]]
    add(
      record,
      maker.finding(
        .valueRequired,
        "\(attribute.attribute.name) is the key, but there is no value",
        record: batch.numbers[record],
        field: attribute.input.mainField,
        place: batch.places.place(of: record),
        attribute: attribute.attribute.name
      )
    )
    return .rejected
  }

  private func unmatched(_ values: [AttributeValue], _ record: Int, _ batch: RecordBatch) -> Outcome {
    if plan.recipe.unmatched == .skip || plan.recipe.unmatched == .keep { return .skipped }
    if let keyIndex, keyIndex.rejected.contains(KeyIndex.hash(values)) { return .skipped }
    let attribute = plan.attributes[plan.keyAttributes[0]]
    let text = values.map(\.text).joined(separator: ", ")
    let finding = maker.finding(
      .recordUnmatched,
      severity: plan.recipe.unmatched == .warning ? .warning : .error,
      "There is no \(plan.entity.name) whose \(plan.recipe.key.map(\.value).joined(separator: ", ")) is “\(Finding.shortened(text))”",
      record: batch.numbers[record],
      field: attribute.input.mainField,
      place: batch.places.place(of: record),
      attribute: attribute.attribute.name,
      value: text,
      suggestion: values.count == 1 ? keyIndex.flatMap { finder.suggestion(for: text, in: $0) } : nil
    )
    add(record, finding)
    return finding.severity == .error ? .rejected : .skipped
  }

  private func duplicate(_ record: Int, _ batch: RecordBatch, attribute: Int?, line: Int, source: Int) -> Outcome {
    let plan = attribute.map { self.plan.attributes[$0] }
    let text = attribute.map { batch.values[record * batch.attributeCount + $0].text } ?? ""
    let place = batch.places.place(of: record)
    var related: [RelatedPlace] = []
    if source == self.plan.number {
      let position = SourcePosition(file: self.plan.recipe.file.value, line: line)
      related = [RelatedPlace("first used here", at: position)]
    }
    let origin = source == self.plan.number ? " (first in line \(line))" : ""
    add(
      record,
      maker.finding(
        .recordDuplicate,
        "There already is a \(self.plan.entity.name) whose \(plan?.attribute.name ?? "key") is “\(Finding.shortened(text))”\(origin)",
        record: batch.numbers[record],
        field: plan?.input.mainField,
        place: place,
        attribute: plan?.attribute.name,
        value: text,
        related: related
      )
    )
    return .rejected
  }

  private func add(_ record: Int, _ finding: Finding) { findings.append((record, finding)) }
}
