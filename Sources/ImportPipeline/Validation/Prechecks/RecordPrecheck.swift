internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage

/// Proves of most records that the validator would find nothing wrong with them and insert an object each, at a fraction of its cost: from the bytes of
/// their fields, the keys of the sources before, and the few values that rules need. It has no opinion of its own: a record without proof goes to the
/// validator.
///
/// What the source's own records before a record say is not known here, because several threads may look at records of one source;
/// `RecordValidator.admit` looks at that in the records' order.
final class RecordPrecheck: Sendable {
  private let fields: UncountedInstances<FieldPrecheck>
  /// By field, whether a record without this value is in doubt.
  private let isNeeded: [Bool]
  private let references: UncountedInstances<ReferencePrecheck>
  private let keySlots: [[Int]]
  /// The conditions of the rules.
  private let conditions: [BoundPredicate]
  private let defaults: [AttributeValue]
  /// The slots of the object's attributes whose values are numbers.
  private let numberSlots: [Int]
  private let toOneCount: Int

  /// The objects of the sources before that records refer to, as they are while the source is read; `nil` for those that the source itself may add to.
  var knownTargets: [FingerprintTable?] { references.instances.map(\.known) }

  /// Memory for a record that is looked at.
  func makeRecord() -> PrecheckedRecord { PrecheckedRecord(defaults: defaults, toOneCount: toOneCount) }

  /// Memory for the records of which there is proof.
  ///
  /// - Parameters:
  ///   - capacity: How many there may be.
  ///   - packed: What takes their rows, if they are packed.
  func makeBatch(capacity: Int, _ packed: (any PackedRows)?) -> PrecheckedBatch {
    PrecheckedBatch(
      capacity: capacity,
      keySlots: keySlots,
      numberSlots: numberSlots,
      slotCount: defaults.count,
      toOneCount: toOneCount,
      packed: packed
    )
  }

  /// Whether every object that a record may refer to is known before the source is read.
  var knowsAllTargets: Bool { references.instances.allSatisfy(\.knowsAllTargets) }

  /// `nil` for sources whose records all need a full look.
  ///
  /// - Parameter use: What is made of the records, which says which values are needed.
  init?(_ plan: SourcePlan, validator: RecordValidator, rulesOff: Set<RuleCode>, for use: UseOfProof) {
    let resolver = validator.resolver
    let rules = validator.rules(of: plan.entity)
    guard !validator.checks.areAboutRecords, !plan.takesSeveralKeys, !validator.needsGraph else { return nil }
    let filled = Set(plan.attributes.map(\.slot))
    let keys = resolver.indexes(of: plan.entity)
    guard keys.allSatisfy({ $0.folding == .none && $0.isAboutAttributes }) else { return nil }
    let slotsOfKeys = Set(keys.flatMap(\.attributeSlots))
    // A default value in a key would have to be looked up as well.
    guard plan.requiredSlots.allSatisfy({ filled.contains($0) || !plan.defaults[$0].isNull }),
      slotsOfKeys.allSatisfy({ filled.contains($0) && plan.defaults[$0].isNull })
    else { return nil }
    let valueSlots = Set(rules.flatMap(\.slots) + keys.filter(\.isReferenced).flatMap(\.attributeSlots))
    let fields = plan.attributes.compactMap { attribute in
      FieldPrecheck(
        attribute,
        keepsValue: use == .rows || valueSlots.contains(attribute.slot) || attribute.attribute.attributeType.isNumeric,
        keepsText: use == .packedRows,
        keepsFingerprint: slotsOfKeys.contains(attribute.slot),
        rulesOff: rulesOff
      )
    }
    let references = plan.relationships.compactMap { ReferencePrecheck($0, of: plan, resolver: resolver) }
    guard fields.count == plan.attributes.count, references.count == plan.relationships.count else { return nil }
    self.fields = UncountedInstances(fields)
    self.references = UncountedInstances(references)
    isNeeded = fields.map { field in
      plan.requiredSlots.contains(field.slot) && plan.defaults[field.slot].isNull || plan.keySlots.contains(field.slot)
    }
    keySlots = keys.map(\.attributeSlots)
    conditions = rules.compactMap(\.condition)
    guard conditions.count == rules.count else { return nil }
    defaults = plan.defaults
    let layout = plan.entity.layout
    numberSlots = layout.attributes.indices.filter { layout.attributes[$0].attributeType.isNumeric }
    toOneCount = layout.toOneRelationships.count
  }

  /// For sources whose records only give attributes of objects other values; `nil` if a record may do anything else, or if other objects or records have
  /// to be looked at for it.
  ///
  /// The first of the keys that it collects is the source's own. Fields without a value leave nothing in their slot.
  init?(changesBy plan: SourcePlan, validator: RecordValidator, rulesOff: Set<RuleCode>) {
    guard !validator.checks.areAboutRecords, !plan.takesSeveralKeys, plan.relationships.isEmpty,
      validator.agreements.isEmpty, plan.attributes.allSatisfy(\.subentityChecks.isEmpty), let key = validator.keyIndex,
      key.folding == .none
    else { return nil }
    let changed = Set(plan.attributes.map(\.slot)).subtracting(plan.keySlots)
    // A value that others find the object by changes more than the object.
    guard validator.resolver.indexes(of: plan.entity).allSatisfy({ changed.isDisjoint(with: $0.attributeSlots) }) else {
      return nil
    }
    let fields = plan.attributes.compactMap { attribute in
      FieldPrecheck(
        attribute,
        keepsValue: changed.contains(attribute.slot),
        keepsText: false,
        keepsFingerprint: !changed.contains(attribute.slot),
        rulesOff: rulesOff
      )
    }
    guard fields.count == plan.attributes.count else { return nil }
    self.fields = UncountedInstances(fields)
    isNeeded = fields.map { plan.keySlots.contains($0.slot) }
    references = UncountedInstances([])
    keySlots = [plan.keySlots]
    conditions = []
    defaults = Array(repeating: .null, count: plan.defaults.count)
    numberSlots = []
    toOneCount = 0
  }

  /// Whether there is surely nothing wrong with a record by itself; what is known of it is in `record` afterwards.
  ///
  /// - Complexity: O(*n*) in the record's bytes; allocates only for what rules need, and for keys beyond ASCII.
  func passes<Fields: RecordFields>(_ fieldsOfRecord: Fields, _ record: PrecheckedRecord) -> Bool {
    for index in fields.indices {
      let (verdict, slot) = fields.with(index) { field in
        let verdict = fieldsOfRecord.withField(field.field) { bytes in
          field.inspect(bytes, areLasting: Fields.haveLastingBytes, record)
        }
        return (verdict, field.slot)
      }
      switch verdict {
      case .doubtful: return false
      case .empty:
        if isNeeded[index] { return false }
        record.row[slot] = defaults[slot]
        record.texts[slot] = PrecheckedRecord.noText
        record.isFilled[slot] = !defaults[slot].isNull
      case .good: record.isFilled[slot] = true
      }
    }
    if !record.ownReferences.isEmpty { record.ownReferences.removeAll(keepingCapacity: true) }
    for index in references.indices {
      let (verdict, slot) = references.with(index) { ($0.inspect(fieldsOfRecord), $0.slot) }
      switch verdict {
      case .empty: record.targets[slot] = 0
      case .found(let reference): record.targets[slot] = reference
      case .doubtful: return false
      case .depends(let fingerprint):
        record.targets[slot] = 0
        record.ownReferences.append(OwnReference(relationship: index, fingerprint: fingerprint))
      }
    }
    if conditions.isEmpty { return true }
    let row = RowSlots(row: record.values)
    return conditions.allSatisfy { (try? $0.evaluate(on: row)) ?? false }
  }
}
