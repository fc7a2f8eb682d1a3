internal import Findings
internal import AttributeValues
internal import ObjectModel

/// The keys of an entity's objects, for uniqueness and for references: what an `ObjectIndex` is where objects are made.
final class KeyTable {
  let entity: EntityDescription
  let slots: [Int]
  /// The prints by their hashes.
  private(set) var prints = KeyIndex()
  /// The first texts of a single attribute, for suggestions; `nil` for objects that have none there.
  private var texts: [String?] = []
  /// How many of them stand in batches that are finished: only those are suggested.
  private var finishedTexts = 0
  /// Whether references are looked up here, so that texts may be asked for.
  var isReferenced = false

  /// The keys of rejected records, where references are looked up.
  private var rejected: Set<KeyPrint> = []

  private static let mostTexts = 5000

  init(entity: EntityDescription, slots: [Int]) {
    self.entity = entity
    self.slots = slots
  }

  /// Whether another object's texts are of use.
  var wantsTexts: Bool { isReferenced && texts.count < Self.mostTexts }

  /// What is known of the object with a key.
  ///
  /// - Complexity: O(1) on average.
  func holder(of print: KeyPrint) -> KeyIndex.Entry? { prints.holder(of: print) }

  /// Adds an object's key.
  func insert(_ print: KeyPrint, source: Int, line: Int) {
    prints.insert(
      print.hash,
      KeyIndex.Entry(reference: Int64(print.rest), source: Int32(source), line: Int32(clamping: line))
    )
  }

  /// Remembers the key of a rejected record.
  func noteRejected(_ print: KeyPrint) { rejected.insert(print) }

  /// Whether a record with this key was rejected.
  func wasRejected(_ print: KeyPrint) -> Bool { rejected.contains(print) }

  /// Adds the value of an object's single attribute to those that are suggested.
  func note(_ value: AttributeValue) {
    if case .string(let text) = value { texts.append(text) } else { texts.append(nil) }
  }

  /// Says that a batch is finished.
  func finishBatch() { finishedTexts = texts.count }

  /// A text that `text` may have been meant to be.
  func suggestion(for text: String) -> String? {
    EditDistance.suggestion(for: text, among: texts[..<finishedTexts].compactMap(\.self))
  }
}

extension KeyIndex {
  /// What is known of the object with a key, in a table of prints: the rest of a print stands in the place of an object's key in its store.
  ///
  /// - Complexity: O(1) on average.
  func holder(of print: KeyPrint) -> Entry? { first(print.hash) { $0.reference == Int64(print.rest) } }
}

/// The keys of all entities that any source of a plan needs.
final class KeyTables {
  private var tables: [KeyTable] = []

  init(plan: ImportPlan) {
    for source in plan.sources {
      if !source.keyAttributes.isEmpty { add(source.entity, source.keySlots) }
      for slots in source.uniqueSlots { add(source.entity, slots) }
      for relationship in source.relationships {
        add(relationship.destination, [relationship.matchSlot])
        table(of: relationship.destination, slots: [relationship.matchSlot])?.isReferenced = true
      }
    }
  }

  private func add(_ entity: EntityDescription, _ slots: [Int]) {
    if table(of: entity, slots: slots) == nil { tables.append(KeyTable(entity: entity, slots: slots)) }
  }

  /// The keys of `entity` over the attributes in `slots`, if any source needs them.
  func table(of entity: EntityDescription, slots: [Int]) -> KeyTable? {
    tables.first { $0.entity === entity && $0.slots == slots }
  }

  /// All tables that objects of `entity` enter.
  func tables(of entity: EntityDescription) -> [KeyTable] { tables.filter { $0.entity === entity } }

  /// Says that a batch is finished.
  func finishBatch() { for table in tables { table.finishBatch() } }
}
