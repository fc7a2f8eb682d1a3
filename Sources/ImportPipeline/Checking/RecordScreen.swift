internal import AttributeValues
internal import Findings
internal import ObjectModel
internal import PredicateLanguage

/// Lets records pass that surely have nothing wrong with them, at a fraction of what a full look costs: from the bytes of their fields, the keys
/// before them, and the few values that rules need. All others are in doubt and are looked at in full.
final class RecordScreen {
  private struct Field {
    let screen: FieldScreen
    let slot: Int
    /// Whether a record without this value is in doubt.
    let isNeeded: Bool
  }

  private struct Key {
    let table: KeyTable
    /// The places of its attributes among the fields.
    let fields: [Int]
  }

  private let fields: [Field]
  private let references: [ReferenceScreen]
  private let keys: [Key]
  private let rules: [BoundRule]
  private let number: Int
  private let defaults: [AttributeValue]
  /// The current record's values by slot, as far as they are kept.
  private var row: [AttributeValue]
  private var isFilled: [Bool]

  /// `nil` for sources whose records all need a full look.
  init?(_ plan: SourcePlan, rules: [BoundRule], checks: SourceChecks, tables: KeyTables, rulesOff: Set<RuleCode>) {
    guard !checks.areAboutRecords, !plan.takesSeveralKeys else { return nil }
    let filled = Set(plan.attributes.map(\.slot))
    let ownTables = tables.tables(of: plan.entity)
    let keySlots = Set(ownTables.flatMap(\.slots))
    // A default value in a key would have to be looked up as well.
    guard plan.requiredSlots.allSatisfy({ filled.contains($0) || !plan.defaults[$0].isNull }),
      keySlots.allSatisfy({ filled.contains($0) && plan.defaults[$0].isNull })
    else { return nil }
    let valueSlots = Set(rules.flatMap(\.slots) + ownTables.filter(\.isReferenced).flatMap(\.slots))
    var fields: [Field] = []
    for attribute in plan.attributes {
      let keepsPrint = keySlots.contains(attribute.slot)
      guard let screen = FieldScreen(attribute, keepsPrint: keepsPrint, rulesOff: rulesOff) else { return nil }
      screen.keepsValue = valueSlots.contains(attribute.slot) || attribute.attribute.attributeType.isNumeric
      let isRequired = plan.requiredSlots.contains(attribute.slot) && plan.defaults[attribute.slot].isNull
      fields.append(
        Field(
          screen: screen,
          slot: attribute.slot,
          isNeeded: isRequired || plan.keySlots.contains(attribute.slot)
        )
      )
    }
    let references = plan.relationships.compactMap { ReferenceScreen($0, tables: tables) }
    guard references.count == plan.relationships.count else { return nil }
    self.fields = fields
    self.references = references
    keys = ownTables.map { table in
      Key(table: table, fields: table.slots.compactMap { slot in fields.firstIndex { $0.slot == slot } })
    }
    self.rules = rules
    number = plan.number
    defaults = plan.defaults
    row = plan.defaults
    isFilled = plan.defaults.map { !$0.isNull }
  }

  /// Whether the source's record surely has nothing wrong with it; its keys are then taken, and it is counted.
  ///
  /// - Complexity: O(*n*) in the record's bytes; allocates only for what rules and keys need beyond ASCII.
  func passes(_ source: some RecordSource, profile: inout EntityProfile) -> Bool {
    for field in fields {
      switch source.withField(field.screen.field, { field.screen.judge($0) }) {
      case .doubtful: return false
      case .empty:
        if field.isNeeded { return false }
        row[field.slot] = defaults[field.slot]
        isFilled[field.slot] = !defaults[field.slot].isNull
      case .good:
        if field.screen.keepsValue { row[field.slot] = field.screen.value }
        isFilled[field.slot] = true
      }
    }
    for reference in references where !reference.passes(source) { return false }
    for key in keys {
      if let print = print(of: key), key.table.holder(of: print) != nil { return false }
    }
    for rule in rules where !rule.isMet(by: RowSlots(row: row)) { return false }
    for key in keys {
      if let print = print(of: key) { key.table.insert(print, source: number, line: source.line) }
      if key.table.wantsTexts { key.table.note(key.fields.count == 1 ? row[fields[key.fields[0]].slot] : .null) }
    }
    profile.add(isFilled: { isFilled[$0] }, value: { row[$0] })
    return true
  }

  /// The print of the current record's key; `nil` if a part of it is missing.
  private func print(of key: Key) -> KeyPrint? {
    if key.fields.count == 1 {
      let field = fields[key.fields[0]]
      return isFilled[field.slot] ? field.screen.print : nil
    }
    var parts: [KeyPrint] = []
    for index in key.fields {
      guard isFilled[fields[index].slot], let part = fields[index].screen.print else { return nil }
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
