internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

/// What two stores have of one entity, and how its objects are told apart.
struct EntityPair {
  /// The entity's name in the newer model, or in the older one if the newer one does not have it.
  let name: String
  /// The entity in each model; `nil` where it has none.
  let entities: [EntityDescription?]
  /// What both have, in the order of the newer model.
  let properties: [PropertyPair]
  /// The names of the properties that tell its objects apart; empty if all their attributes together do.
  let keyNames: [String]
  /// How the objects are read in each store; `nil` where the entity is not there.
  let readings: [EntityReading?]
}

/// An attribute or a relationship that both models have.
struct PropertyPair {
  /// The name in the newer model.
  let name: String
  let kind: Kind

  /// Slots of the older and of the newer entity's layout.
  enum Kind {
    /// `asText` says that the types have so little in common that values are compared as texts.
    case attribute(slots: [Int], asText: Bool)
    case toOne(slots: [Int])
    case toMany(slots: [Int], isOrdered: Bool)
  }
}

/// How the objects of an entity are read in one store: slots of its layout.
struct EntityReading {
  /// A value that belongs to a hash.
  enum Part {
    case attribute(Int, asText: Bool)
    /// An attribute of the older store some of whose values have other names now: those in the plan's renaming of this number.
    case renamed(Int, asText: Bool, renaming: Int)
    case toOne(Int)
  }

  let entity: EntityDescription
  /// What tells the objects apart: the key, or all attributes of an entity without one.
  var key: [Part] = []
  /// All that is compared and stands in the rows.
  var content: [Part] = []
  /// The to-many relationships that are compared.
  var toMany: [(slot: Int, isOrdered: Bool)] = []

  /// The attributes among the content that are not derived from others.
  var attributes: [Part] {
    content.filter { part in
      guard case .attribute(let slot, _) = part else { return false }
      return !(entity.layout.attributes[slot] is DerivedAttributeDescription)
    }
  }
}

/// What is compared, worked out from two models before anything is read.
struct ComparisonPlan {
  /// The entities that have objects, in the order of the newer model, then those that only the older one has.
  let pairs: [EntityPair]
  /// The pairs in an order in which no key needs that of a later one.
  let keyOrder: [Int]
  /// The pairs whose objects others refer to.
  let referenced: Set<Int>
  /// The pairs whose objects belong to keys of others.
  let keyReferenced: Set<Int>
  /// What values of keys in the older store are called now.
  let renamings: [[AttributeValue: AttributeValue]]

  init(old: ManagedObjectModel, new: ManagedObjectModel, keys: ObjectKeys) throws(StoreComparisonError) {
    let entities = Self.entities(old, new)
    if let name = keys.told.keys.sorted().first(where: { name in !entities.contains { $0.name == name } }) {
      throw .unknownEntity(name, known: entities.map(\.name))
    }
    var pairs: [EntityPair] = []
    var renamings: [[AttributeValue: AttributeValue]] = []
    for (name, old, new) in entities { pairs.append(try Self.pair(name, old, new, keys, &renamings)) }
    var referenced: Set<Int> = []
    var needs: [[Int]] = Array(repeating: [], count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      for reading in pair.readings.compactMap(\.self) {
        let relationships = reading.entity.layout.toOneRelationships
        for case .toOne(let slot) in reading.content + reading.key {
          referenced.formUnion(Self.concretePairs(of: relationships[slot].destinationEntity, in: pairs))
        }
        for (slot, _) in reading.toMany {
          let destination = reading.entity.layout.toManyRelationships[slot].destinationEntity
          referenced.formUnion(Self.concretePairs(of: destination, in: pairs))
        }
        for case .toOne(let slot) in reading.key {
          needs[index] += Self.concretePairs(of: relationships[slot].destinationEntity, in: pairs)
        }
      }
    }
    self.pairs = pairs
    self.referenced = referenced
    keyReferenced = Set(needs.joined())
    self.renamings = renamings
    keyOrder = try Self.order(pairs, needs)
  }

  /// The entities that may have objects, paired.
  private static func entities(
    _ old: ManagedObjectModel,
    _ new: ManagedObjectModel
  ) -> [(name: String, old: EntityDescription?, new: EntityDescription?)] {
    var left = old.entities.filter { !$0.isAbstract }
    var result: [(name: String, old: EntityDescription?, new: EntityDescription?)] = []
    for entity in new.entities where !entity.isAbstract {
      let found = old.predecessor(of: entity).flatMap { predecessor in left.firstIndex { $0 === predecessor } }
      result.append((entity.name, found.map { left.remove(at: $0) }, entity))
    }
    return result + left.map { ($0.name, $0, nil) }
  }

  private static func pair(
    _ name: String,
    _ old: EntityDescription?,
    _ new: EntityDescription?,
    _ keys: ObjectKeys,
    _ renamings: inout [[AttributeValue: AttributeValue]]
  ) throws(StoreComparisonError) -> EntityPair {
    let properties = properties(old, new)
    var readings = [old, new].map { $0.map { EntityReading(entity: $0) } }
    for property in properties {
      for side in readings.indices {
        switch property.kind {
        case .attribute(let slots, let asText): readings[side]?.content.append(.attribute(slots[side], asText: asText))
        case .toOne(let slots): readings[side]?.content.append(.toOne(slots[side]))
        case .toMany(let slots, let isOrdered): readings[side]?.toMany.append((slots[side], isOrdered))
        }
      }
    }
    let names = try keyNames(of: name, properties, keys, entity: new ?? old)
    let renamed = try renamed(keys, names, entity: new)
    for side in readings.indices {
      guard !names.isEmpty else {
        let attributes = readings[side]?.attributes ?? []
        readings[side]?.key = attributes
        continue
      }
      for name in names {
        guard let property = properties.first(where: { $0.name == name }) else { continue }
        switch property.kind {
        case .attribute(let slots, let asText):
          guard side == 0, let names = renamed[name] else {
            readings[side]?.key.append(.attribute(slots[side], asText: asText))
            continue
          }
          readings[side]?.key.append(.renamed(slots[side], asText: asText, renaming: renamings.count))
          renamings.append(names)
        case .toOne(let slots): readings[side]?.key.append(.toOne(slots[side]))
        case .toMany: continue
        }
      }
    }
    return EntityPair(name: name, entities: [old, new], properties: properties, keyNames: names, readings: readings)
  }

  /// What both versions of an entity have; of an entity that only one model has, all that it has.
  private static func properties(_ old: EntityDescription?, _ new: EntityDescription?) -> [PropertyPair] {
    guard let present = new ?? old else { return [] }
    return present.properties.compactMap { property in
      let former = old.flatMap { old in new == nil ? property : old.predecessor(of: property) }
      let versions = [old == nil ? property : former, new == nil ? former : property]
      guard let first = versions[0], let second = versions[1], !first.isTransient, !second.isTransient else {
        return nil
      }
      let (oldEntity, newEntity) = (old ?? present, new ?? present)
      let slots = (oldEntity.layout.slot(named: first.name), newEntity.layout.slot(named: second.name))
      switch slots {
      case (.attribute(let first), .attribute(let second)):
        let types = [oldEntity.layout.attributes[first], newEntity.layout.attributes[second]].map(\.attributeType)
        let asText = types[0].comparedKind != types[1].comparedKind
        return PropertyPair(name: property.name, kind: .attribute(slots: [first, second], asText: asText))
      case (.toOne(let first), .toOne(let second)):
        return PropertyPair(name: property.name, kind: .toOne(slots: [first, second]))
      case (.toMany(let first), .toMany(let second)):
        let relationship = newEntity.layout.toManyRelationships[second]
        guard relationship.isTold else { return nil }
        return PropertyPair(
          name: property.name,
          kind: .toMany(slots: [first, second], isOrdered: relationship.isOrdered)
        )
      default: return nil
      }
    }
  }

  private static func keyNames(
    of name: String,
    _ properties: [PropertyPair],
    _ keys: ObjectKeys,
    entity: EntityDescription?
  ) throws(StoreComparisonError) -> [String] {
    let single = properties.filter { if case .toMany = $0.kind { false } else { true } }.map(\.name)
    if let told = keys.told[name] {
      for key in told where !single.contains(key) { throw .unknownKey(key, entity: name, known: single) }
      return told
    }
    if let suggested = nearest(keys.suggested, to: entity), suggested.allSatisfy(single.contains) { return suggested }
    for current in lineage(of: entity) {
      if let found = current.uniquenessConstraints.first(where: { $0.allSatisfy(single.contains) }) { return found }
    }
    if let matched = nearest(keys.matched, to: entity), matched.allSatisfy(single.contains) { return matched }
    return []
  }

  /// What values of an entity's key are called now, by the key's attributes.
  private static func renamed(
    _ keys: ObjectKeys,
    _ names: [String],
    entity: EntityDescription?
  ) throws(StoreComparisonError) -> [String: [AttributeValue: AttributeValue]] {
    guard let entity, let renamed = nearest(keys.renamed, to: entity) else { return [:] }
    for name in renamed.keys.sorted() where !names.contains(name) {
      throw .renamedIsNoKey(name, entity: entity.name, key: names)
    }
    return renamed
  }

  /// What is said of an entity, or of the nearest one that it inherits from.
  private static func nearest<Value>(_ values: [String: Value], to entity: EntityDescription?) -> Value? {
    lineage(of: entity).lazy.compactMap { values[$0.name] }.first
  }

  /// An entity and those that it inherits from, the nearest first.
  private static func lineage(of entity: EntityDescription?) -> [EntityDescription] {
    sequence(first: entity) { $0?.superentity }.prefix { $0 != nil }.compactMap(\.self)
  }

  private static func concretePairs(of entity: EntityDescription?, in pairs: [EntityPair]) -> [Int] {
    guard let entity else { return [] }
    return pairs.indices.filter { index in
      pairs[index].entities.contains { $0?.isKind(of: entity) == true }
    }
  }

  /// An order in which each pair comes after those that its key needs.
  private static func order(_ pairs: [EntityPair], _ needs: [[Int]]) throws(StoreComparisonError) -> [Int] {
    var order: [Int] = []
    var isPlaced = Array(repeating: false, count: pairs.count)
    var left = Array(pairs.indices)
    while !left.isEmpty {
      let ready = left.filter { index in needs[index].allSatisfy { isPlaced[$0] } }
      if ready.isEmpty, let first = left.first { throw .circularKey(pairs[first].name) }
      for index in ready { isPlaced[index] = true }
      order += ready
      left.removeAll { isPlaced[$0] }
    }
    return order
  }
}

extension AttributeType {
  /// Types whose values have the same hash when they are equal have the same kind.
  fileprivate var comparedKind: Int32 {
    switch self {
    case .integer16, .integer32, .integer64, .boolean: AttributeType.integer64.rawValue
    case .double, .float, .date: AttributeType.double.rawValue
    case .string, .uri: AttributeType.string.rawValue
    default: rawValue
    }
  }
}
