internal import AttributeValues
internal import Findings
internal import ObjectModel
internal import PredicateLanguage

/// Lets records pass that surely have nothing wrong with them, at a fraction of what a full look costs: from the bytes of their fields, the keys of
/// the sources before, and the few values that rules need. All others are in doubt and are looked at in full.
///
/// What the source's own records before a record say is not known here: several threads may look at records of one source.
final class RecordScreen: Sendable {
  private let fields: [FieldScreen]
  /// By field, whether a record without this value is in doubt.
  private let isNeeded: [Bool]
  private let references: [ReferenceScreen]
  private let keySlots: [[Int]]
  /// The conditions of the rules.
  private let conditions: [BoundPredicate]
  private let defaults: [AttributeValue]

  /// Memory for a record on its way through the screen.
  var emptyRecord: ScreenedRecord { ScreenedRecord(defaults: defaults) }

  /// Memory for the records that have passed.
  var noRecords: ScreenedRecords { ScreenedRecords(keySlots: keySlots, slotCount: defaults.count) }

  /// `nil` for sources whose records all need a full look.
  init?(_ plan: SourcePlan, rules: [BoundRule], checks: SourceChecks, tables: KeyTables, rulesOff: Set<RuleCode>) {
    guard !checks.areAboutRecords, !plan.takesSeveralKeys else { return nil }
    let filled = Set(plan.attributes.map(\.slot))
    let keys = tables.tables(of: plan.entity)
    let slotsOfKeys = Set(keys.flatMap(\.slots))
    // A default value in a key would have to be looked up as well.
    guard plan.requiredSlots.allSatisfy({ filled.contains($0) || !plan.defaults[$0].isNull }),
      slotsOfKeys.allSatisfy({ filled.contains($0) && plan.defaults[$0].isNull })
    else { return nil }
    let valueSlots = Set(rules.flatMap(\.slots) + keys.filter(\.isReferenced).flatMap(\.slots))
    fields = plan.attributes.compactMap { attribute in
      FieldScreen(
        attribute,
        keepsValue: valueSlots.contains(attribute.slot) || attribute.attribute.attributeType.isNumeric,
        keepsPrint: slotsOfKeys.contains(attribute.slot),
        rulesOff: rulesOff
      )
    }
    references = plan.relationships.compactMap { ReferenceScreen($0, of: plan, tables: tables) }
    guard fields.count == plan.attributes.count, references.count == plan.relationships.count else { return nil }
    isNeeded = fields.map { field in
      plan.requiredSlots.contains(field.slot) && plan.defaults[field.slot].isNull || plan.keySlots.contains(field.slot)
    }
    keySlots = keys.map(\.slots)
    conditions = rules.compactMap(\.condition)
    guard conditions.count == rules.count else { return nil }
    defaults = plan.defaults
  }

  /// Whether there is surely nothing wrong with a record by itself; what is known of it is in `record` afterwards.
  ///
  /// - Complexity: O(*n*) in the record's bytes; allocates only for what rules need, and for keys beyond ASCII.
  func passes(_ fieldsOfRecord: some RecordFields, _ record: inout ScreenedRecord) -> Bool {
    for index in fields.indices {
      let field = fields[index]
      switch fieldsOfRecord.withField(field.field, { field.judge($0, &record) }) {
      case .doubtful: return false
      case .empty:
        if isNeeded[index] { return false }
        record.row[field.slot] = defaults[field.slot]
        record.isFilled[field.slot] = !defaults[field.slot].isNull
      case .good: record.isFilled[field.slot] = true
      }
    }
    record.ownReferences.removeAll(keepingCapacity: true)
    for index in references.indices {
      switch references[index].judge(fieldsOfRecord) {
      case .good: break
      case .doubtful: return false
      case .depends(let print): record.ownReferences.append(OwnReference(relationship: index, print: print))
      }
    }
    if conditions.isEmpty { return true }
    let row = RowSlots(row: record.row)
    return conditions.allSatisfy { (try? $0.evaluate(on: row)) ?? false }
  }
}

/// An object's attributes by slot, without the object.
struct RowSlots: SlotSubject {
  let row: [AttributeValue]

  func slotValue(_ slot: Int) -> AttributeValue { row[slot] }
}
