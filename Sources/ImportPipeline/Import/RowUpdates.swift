internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage

/// Changes objects by records of which the precheck has proved that they do nothing but give attributes other values: in the store's rows, without a
/// decision for each.
final class RowUpdates {
  private let validator: RecordValidator
  private let key: ObjectIndex
  private let sink: RowSink
  private let editor: any RowEditor
  /// The attributes that records may change.
  private let slots: [Int]
  private let conditions: [BoundPredicate]
  private let ruleSlots: [Int]
  private let repeatsAreErrors: Bool
  private var changes: [(slot: Int, value: AttributeValue)] = []

  /// `nil` if rules look at more than attributes, or if the store cannot change single values.
  init?(_ validator: RecordValidator, _ sink: RowSink, _ store: any RowEditingStore) throws {
    let plan = validator.plan
    guard let key = validator.keyIndex else { return nil }
    let rules = validator.rules(of: plan.entity)
    conditions = rules.compactMap(\.condition)
    ruleSlots = Set(rules.flatMap(\.slots)).sorted()
    slots = plan.attributes.map(\.slot).filter { !plan.keySlots.contains($0) }
    guard conditions.count == rules.count, let editor = try store.editor(of: plan.entity, slots: slots + ruleSlots)
    else { return nil }
    self.validator = validator
    self.key = key
    self.sink = sink
    self.editor = editor
    repeatsAreErrors = plan.recipe.repeats == .error
  }

  /// Prepares for admitting the records of a batch, one after the other.
  func prepareToAdmit(_ prechecked: PrecheckedBatch) { key.prefetch(prechecked.keys(0), andObjects: true) }

  /// Changes the object that a record speaks of, unless what is known of it puts the record in doubt.
  ///
  /// - Parameter profile: Where values are counted that the object did not have.
  /// - Returns: What became of the record, which has taken effect then; with `nil` nothing has happened, and it has to be decided in full.
  /// - Complexity: O(bytes of the row).
  func admit(
    _ record: Int,
    of prechecked: PrecheckedBatch,
    line: Int,
    _ profile: inout CompletenessProfile
  ) throws -> Decision.Outcome? {
    guard let fingerprint = prechecked.key(0, of: record), let values = prechecked.row(record),
      let entry = key.only(fingerprint), !repeatsAreErrors || validator.lineOfRepetition(entry) == nil,
      sink.mayBeChangedInStore(objectID(of: entry)), try editor.look(at: entry.reference)
    else { return nil }
    // A local array: each access to a property of this class would be checked for exclusivity.
    var changes = self.changes
    self.changes = []
    defer {
      changes.removeAll(keepingCapacity: true)
      self.changes = changes
    }
    for slot in slots where !values[slot].isNull {
      if try !editor.has(values[slot], slot) { changes.append((slot, values[slot])) }
    }
    if !conditions.isEmpty, try !meetsRules(values) { return nil }
    validator.touched.set(line, of: entry.reference)
    if changes.isEmpty { return .unchanged }
    for (slot, _) in changes where !editor.hasValue(slot) {
      profile.update(slot, of: validator.plan.entity, old: .null)
    }
    try editor.replace(changes)
    return .updated
  }

  private func objectID(of entry: FingerprintTable.Entry) -> ManagedObjectID {
    ManagedObjectID(
      entity: key.entity,
      storeNumber: validator.identifiers.storeNumber,
      reference: entry.reference
    )
  }

  private func meetsRules(_ values: [AttributeValue]) throws -> Bool {
    var row = values
    for slot in ruleSlots where row[slot].isNull || !slots.contains(slot) { row[slot] = try editor.value(slot) }
    let subject = RowSlots(row: row)
    return conditions.allSatisfy { (try? $0.evaluate(on: subject)) ?? false }
  }
}
