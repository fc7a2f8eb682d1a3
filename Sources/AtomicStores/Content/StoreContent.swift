internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

/// One object as the file of a store has it: numbers stand for the objects that it refers to.
struct StoredObject {
  /// The object's number in the file, from 1.
  var number: Int64
  var entity: EntityDescription
  /// In the slots of the entity's layout.
  var attributes: [AttributeValue]
  var toOne: [Int64?]
  var toMany: [[Int64]]
  /// The line of the file on which it begins; `nil` where there are no lines.
  var line: Int?

  init(number: Int64, entity: EntityDescription, line: Int? = nil) {
    self.number = number
    self.entity = entity
    self.line = line
    let layout = entity.layout
    attributes = Array(repeating: .null, count: layout.attributes.count)
    toOne = Array(repeating: nil, count: layout.toOneRelationships.count)
    toMany = Array(repeating: [], count: layout.toManyRelationships.count)
  }

  /// Where it is, for a message.
  var place: String { line.map { "line \($0)" } ?? "object \(number)" }
}

/// What the file of a store says of itself.
struct StoreHeader {
  /// The store's UUID, upper case.
  var identifier: String
  var metadata: StoreMetadata
  /// The greatest number that was ever given to an object.
  var lastNumber: Int64
}

/// Everything in the file of a store.
struct StoreContent {
  var header: StoreHeader
  /// In the order of the file.
  var objects: [StoredObject] = []
}

/// Where the values of an entity's objects stand in files that have an order: attributes that are kept, those of the highest entity first, of each
/// entity by name, and then attributes that are not kept.
///
/// This is the order of the values in binary stores. XML stores name each value, and have them the other way round.
struct AttributeOrder {
  /// The slots of attributes that are kept.
  let kept: [Int]
  /// How many attributes are transient.
  let transientCount: Int

  init(of entity: EntityDescription) {
    var chain: [EntityDescription] = []
    var next: EntityDescription? = entity
    while let current = next {
      chain.append(current)
      next = current.superentity
    }
    let layout = entity.layout
    var kept: [Int] = []
    var transient: Set<Int> = []
    var seen: Set<Int> = []
    for entity in chain.reversed() {
      let names = entity.declaredProperties.filter { $0 is AttributeDescription }.map(\.name)
      for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
        guard case .attribute(let slot)? = layout.slot(named: name), seen.insert(slot).inserted else { continue }
        if layout.attributes[slot].isTransient { transient.insert(slot) } else { kept.append(slot) }
      }
    }
    self.kept = kept
    transientCount = transient.count
  }
}
