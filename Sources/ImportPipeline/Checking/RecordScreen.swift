internal import AttributeValues
internal import Findings
internal import ObjectModel
internal import PredicateLanguage

/// Lets records pass that surely have nothing wrong with them, at a fraction of what a full look costs: from the bytes of their fields, the keys
/// before them, and the few values that rules need. All others are in doubt and are looked at in full.
final class RecordScreen {
  private let fields: [FieldScreen]
  /// By field, whether a record without this value is in doubt.
  private let isNeeded: [Bool]
  private let references: [ReferenceScreen]
  private let keys: [KeyTable]
  private let rules: [BoundRule]
  private let number: Int
  private let defaults: [AttributeValue]

  /// Memory for a record on its way through the screen.
  var emptyRecord: ScreenedRecord { ScreenedRecord(defaults: defaults) }

  /// `nil` for sources whose records all need a full look.
  init?(_ plan: SourcePlan, rules: [BoundRule], checks: SourceChecks, tables: KeyTables, rulesOff: Set<RuleCode>) {
    guard !checks.areAboutRecords, !plan.takesSeveralKeys else { return nil }
    let filled = Set(plan.attributes.map(\.slot))
    keys = tables.tables(of: plan.entity)
    let keySlots = Set(keys.flatMap(\.slots))
    // A default value in a key would have to be looked up as well.
    guard plan.requiredSlots.allSatisfy({ filled.contains($0) || !plan.defaults[$0].isNull }),
      keySlots.allSatisfy({ filled.contains($0) && plan.defaults[$0].isNull })
    else { return nil }
    let valueSlots = Set(rules.flatMap(\.slots) + keys.filter(\.isReferenced).flatMap(\.slots))
    fields = plan.attributes.compactMap { attribute in
      FieldScreen(
        attribute,
        keepsValue: valueSlots.contains(attribute.slot) || attribute.attribute.attributeType.isNumeric,
        keepsPrint: keySlots.contains(attribute.slot),
        rulesOff: rulesOff
      )
    }
    references = plan.relationships.compactMap { ReferenceScreen($0, tables: tables) }
    guard fields.count == plan.attributes.count, references.count == plan.relationships.count else { return nil }
    isNeeded = fields.map { field in
      plan.requiredSlots.contains(field.slot) && plan.defaults[field.slot].isNull || plan.keySlots.contains(field.slot)
    }
    self.rules = rules
    number = plan.number
    defaults = plan.defaults
  }

  /// Whether the source's record surely has nothing wrong with it; its keys are then taken, and it is counted.
  ///
  /// - Complexity: O(*n*) in the record's bytes; allocates only for what rules need, and for keys beyond ASCII.
  func passes(_ source: some RecordSource, _ record: inout ScreenedRecord, profile: inout EntityProfile) -> Bool {
    for index in fields.indices {
      let field = fields[index]
      switch source.withField(field.field, { field.judge($0, &record) }) {
      case .doubtful: return false
      case .empty:
        if isNeeded[index] { return false }
        record.row[field.slot] = defaults[field.slot]
        record.isFilled[field.slot] = !defaults[field.slot].isNull
      case .good: record.isFilled[field.slot] = true
      }
    }
    for reference in references where !reference.passes(source) { return false }
    for key in keys {
      if let print = record.print(of: key), key.holder(of: print) != nil { return false }
    }
    for rule in rules where !rule.isMet(by: RowSlots(row: record.row)) { return false }
    for key in keys {
      if let print = record.print(of: key) { key.insert(print, source: number, line: source.line) }
      if key.wantsTexts { key.note(key.slots.count == 1 ? record.row[key.slots[0]] : .null) }
    }
    profile.add(isFilled: record.isFilled, row: record.row)
    return true
  }
}

extension ScreenedRecord {
  /// The print of the record's key; `nil` if a part of it is missing.
  func print(of key: KeyTable) -> KeyPrint? {
    if key.slots.count == 1 { return isFilled[key.slots[0]] ? prints[key.slots[0]] : nil }
    var parts: [KeyPrint] = []
    for slot in key.slots {
      guard isFilled[slot], let part = prints[slot] else { return nil }
      parts.append(part)
    }
    return KeyPrint(parts)
  }
}

/// An object's attributes by slot, without the object.
struct RowSlots: SlotSubject {
  let row: [AttributeValue]

  func slotValue(_ slot: Int) -> AttributeValue { row[slot] }
}
