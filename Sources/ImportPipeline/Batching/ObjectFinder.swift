internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel

/// An index of an entity's objects by the values of some attributes.
final class ObjectIndex {
  let entity: EntityDescription
  let slots: [Int]
  /// Objects that are saved.
  var table = KeyIndex()
  /// New objects that are not saved yet; their references are places in the finder's list of them.
  var unsaved = KeyIndex()
  /// The hashes of the unsaved objects, with their places in that list.
  var unsavedHashes: [(hash: UInt64, place: Int)] = []
  /// The hashes of keys whose records were rejected: what speaks of them later is wrong only for that.
  var rejected: Set<UInt64> = []
  /// Whether relationships are looked up here.
  var isReferenced = false
  /// The texts of a single attribute, for suggestions; `nil` until somebody asks, and again after a change.
  var knownTexts: [String]?

  init(entity: EntityDescription, slots: [Int]) {
    self.entity = entity
    self.slots = slots
  }

  /// The hash of an object's values; `nil` if one is missing.
  func hash(of object: ManagedObject) -> UInt64? {
    if slots.count == 1 {
      let value = object.attribute(slot: slots[0])
      return value.isNull ? nil : KeyIndex.hash(value)
    }
    let values = slots.map { object.attribute(slot: $0) }
    return values.contains(where: \.isNull) ? nil : KeyIndex.hash(values)
  }
}

/// Finds objects by the values of attributes, for keys, uniqueness constraints and relationships, over all sources of a run.
///
/// One index is kept per entity and list of attributes that any source needs; the store is read once, at the start, and every new object is
/// added as it is made.
final class ObjectFinder {
  private let context: ManagedObjectContext
  private let store: any PersistentStore
  private var indexes: [ObjectIndex] = []
  /// New objects that have no place in a store yet, with the source and line of their records.
  private var unsaved: [(object: ManagedObject, source: Int32, line: Int32)] = []

  init(plan: ImportPlan, context: ManagedObjectContext, store: any PersistentStore) throws {
    self.context = context
    self.store = store
    for source in plan.sources {
      if !source.keyAttributes.isEmpty { add(source.entity, source.keySlots) }
      for slots in source.uniqueSlots { add(source.entity, slots) }
      for relationship in source.relationships {
        add(relationship.destination, [relationship.matchSlot])
        index(of: relationship.destination, slots: [relationship.matchSlot])?.isReferenced = true
      }
    }
    for index in indexes {
      try store.forEachRow(for: StoreFetch(entity: index.entity)) { row in
        let values = index.slots.map { row.attributes[$0] }
        if !values.contains(where: \.isNull) {
          let entry = KeyIndex.Entry(reference: row.objectID.reference, source: -1, line: 0)
          index.table.insert(KeyIndex.hash(values), entry)
        }
        return true
      }
    }
  }

  private func add(_ entity: EntityDescription, _ slots: [Int]) {
    if index(of: entity, slots: slots) == nil { indexes.append(ObjectIndex(entity: entity, slots: slots)) }
  }

  /// The index of `entity` over the attributes in `slots`, if any source of the plan needs it.
  func index(of entity: EntityDescription, slots: [Int]) -> ObjectIndex? {
    indexes.first { $0.entity === entity && $0.slots == slots }
  }

  /// All indexes that objects of `entity` enter.
  func indexes(of entity: EntityDescription) -> [ObjectIndex] { indexes.filter { entity.isKind(of: $0.entity) } }

  /// The object whose attributes have these values, with what is known of its origin.
  ///
  /// - Complexity: O(1) on average; an object that is found is loaded to compare its values.
  func find(_ values: [AttributeValue], in index: ObjectIndex) -> (object: ManagedObject, entry: KeyIndex.Entry)? {
    find(KeyIndex.hash(values), in: index) { object in
      zip(index.slots, values).allSatisfy { object.attribute(slot: $0) == $1 }
    }
  }

  /// The object whose single attribute has this value.
  ///
  /// - Complexity: O(1) on average, without allocation when there is none.
  func find(_ value: AttributeValue, in index: ObjectIndex) -> (object: ManagedObject, entry: KeyIndex.Entry)? {
    let slot = index.slots[0]
    return find(KeyIndex.hash(value), in: index) { $0.attribute(slot: slot) == value }
  }

  private func find(_ hash: UInt64, in index: ObjectIndex, where isMatch: (ManagedObject) -> Bool)
    -> (object: ManagedObject, entry: KeyIndex.Entry)?
  {
    if index.unsaved.contains(hash),
      let entry = index.unsaved.first(hash, where: { isMatch(unsaved[Int($0.reference)].object) })
    {
      return (unsaved[Int(entry.reference)].object, entry)
    }
    guard index.table.contains(hash) else { return nil }
    var found: ManagedObject?
    let entry = index.table.first(hash) { entry in
      let objectID = ManagedObjectID(entity: index.entity, storeNumber: store.number, reference: entry.reference)
      guard let object = try? context.existingObject(with: objectID), isMatch(object) else { return false }
      found = object
      return true
    }
    guard let found, let entry else { return nil }
    return (found, entry)
  }

  /// Adds a new object to `indexes`, which are those of its entity.
  func add(_ object: ManagedObject, to indexes: [ObjectIndex], source: Int, line: Int) {
    let place = unsaved.count
    unsaved.append((object, Int32(source), Int32(clamping: line)))
    for index in indexes {
      guard let hash = index.hash(of: object) else { continue }
      index.unsaved.insert(
        hash,
        KeyIndex.Entry(reference: Int64(place), source: Int32(source), line: Int32(clamping: line))
      )
      index.unsavedHashes.append((hash, place))
    }
  }

  /// Adds a changed object to an index over what has changed; its old values stay there, and no longer match when they are compared.
  func update(_ object: ManagedObject, in index: ObjectIndex, source: Int, line: Int) {
    guard let hash = index.hash(of: object) else { return }
    index.table.insert(
      hash,
      KeyIndex.Entry(reference: object.objectID.reference, source: Int32(source), line: Int32(clamping: line))
    )
    index.knownTexts = nil
  }

  /// Gives the new objects their places in the store, which a save has just handed out; to be called before the context is reset.
  func adoptSavedObjects() {
    guard !unsaved.isEmpty else { return }
    for index in indexes where !index.unsavedHashes.isEmpty {
      for (hash, place) in index.unsavedHashes {
        let (object, source, line) = unsaved[place]
        let entry = KeyIndex.Entry(reference: object.objectID.reference, source: source, line: line)
        index.table.insert(hash, entry)
      }
      index.unsavedHashes.removeAll(keepingCapacity: true)
      index.unsaved.removeAll()
      index.knownTexts = nil
    }
    unsaved.removeAll(keepingCapacity: true)
  }

  /// Forgets everything; nothing is found afterwards.
  func removeAll() {
    indexes = []
    unsaved = []
  }

  /// The source, by its place in the recipe, and the line of the record that made an object; `nil` if no index knows.
  func origin(of object: ManagedObject) -> (source: Int, line: Int)? {
    for index in indexes(of: object.entity) {
      guard let hash = index.hash(of: object) else { continue }
      let reference = object.objectID.reference
      if let entry = index.table.first(hash, where: { $0.reference == reference }), entry.source >= 0 {
        return (Int(entry.source), Int(entry.line))
      }
    }
    return nil
  }

  /// A text that `text` may have been meant to be, among the values of the index's single attribute.
  func suggestion(for text: String, in index: ObjectIndex) -> String? {
    if index.knownTexts == nil {
      var texts: [String] = []
      var fetch = StoreFetch(entity: index.entity)
      fetch.limit = 5000
      try? store.forEachRow(for: fetch) { row in
        if case .string(let text) = row.attributes[index.slots[0]] { texts.append(text) }
        return true
      }
      index.knownTexts = texts
    }
    return EditDistance.suggestion(for: text, among: index.knownTexts ?? [])
  }
}

extension SourcePlan {
  /// The slots of the key's attributes.
  var keySlots: [Int] { keyAttributes.map { attributes[$0].slot } }
}
