internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

/// Reads single objects of two stores to say how they differ.
struct ObjectNames {
  private let readers: [DigestReader]
  private var pairs: [ObjectIdentifier: EntityPair] = [:]
  /// The names of objects that relationships lead to, because many lead to the same one.
  private var known: [ManagedObjectID: String] = [:]

  private static let limit = 10_000

  init(plan: ComparisonPlan, readers: [DigestReader]) {
    self.readers = readers
    for pair in plan.pairs {
      for entity in pair.entities.compactMap(\.self) { pairs[ObjectIdentifier(entity)] = pair }
    }
  }

  /// An object that only one store has.
  mutating func difference(
    _ kind: ObjectDifference.Kind,
    of pair: EntityPair,
    _ object: ManagedObjectID
  ) throws -> ObjectDifference {
    let side = kind == .removed ? 0 : 1
    return ObjectDifference(
      entity: pair.name,
      kind: kind,
      key: try key(of: object, side: side),
      old: side == 0 ? object : nil,
      new: side == 1 ? object : nil,
      changes: []
    )
  }

  /// How an object is not as it was.
  ///
  /// - Parameter counts: How many objects have another value, by the places of the properties.
  mutating func difference(
    from old: StoreRow,
    to new: StoreRow,
    of pair: EntityPair,
    counting counts: inout [Int]
  ) throws -> ObjectDifference {
    var changes: [PropertyChange] = []
    for (place, property) in pair.properties.enumerated() {
      guard let (first, second) = try values(of: property, old, new) else { continue }
      counts[place] += 1
      changes.append(PropertyChange(property: property.name, old: first, new: second))
    }
    return ObjectDifference(
      entity: pair.name,
      kind: .changed,
      key: try key(of: new, pair, side: 1),
      old: old.objectID,
      new: new.objectID,
      changes: changes
    )
  }

  /// The values of a property in two rows; `nil` if they are the same.
  private mutating func values(
    of property: PropertyPair,
    _ oldRow: StoreRow,
    _ newRow: StoreRow
  ) throws -> (ComparedValue, ComparedValue)? {
    switch property.kind {
    case .attribute(let slots, let asText):
      let (old, new) = (oldRow.attributes[slots[0]], newRow.attributes[slots[1]])
      guard readers[0].hash(old, asText: asText) != readers[1].hash(new, asText: asText) else { return nil }
      return (.attribute(old), .attribute(new))
    case .toOne(let slots):
      let (old, new) = (oldRow.toOne[slots[0]], newRow.toOne[slots[1]])
      guard readers[0].key(of: old) != readers[1].key(of: new) else { return nil }
      return try values([old, new].map { $0.map { [$0] } ?? [] }) { $0.first.map { .object($0) } ?? .attribute(.null) }
    case .toMany(let slots, let isOrdered):
      let members = [
        try readers[0].store.members(of: oldRow.objectID, toManySlot: slots[0]),
        try readers[1].store.members(of: newRow.objectID, toManySlot: slots[1]),
      ]
      let keys = members.enumerated().map { side, members in members.map { readers[side].key(of: $0) } }
      if isOrdered {
        guard keys[0] != keys[1] else { return nil }
        return try values(members) { .objects($0) }
      }
      let sets = keys.map(Set.init)
      guard sets[0] != sets[1] else { return nil }
      return try values(
        members.indices.map { side in
          zip(members[side], keys[side]).filter { !sets[1 - side].contains($0.1) }.map(\.0)
        }
      ) { .objects($0) }
    }
  }

  /// What a relationship leads to in each store, in words: with the entities' names where that is all that differs.
  private mutating func values(
    _ members: [[ManagedObjectID]],
    _ make: ([String]) -> ComparedValue
  ) throws -> (ComparedValue, ComparedValue) {
    var texts: [[String]] = []
    for side in members.indices { texts.append(try members[side].map { try text(of: $0, side: side) }) }
    if texts[0] == texts[1] {
      for side in members.indices { texts[side] = zip(members[side], texts[side]).map { "\($0.entity.name) \($1)" } }
    }
    return (make(texts[0]), make(texts[1]))
  }

  private mutating func value(of objectID: ManagedObjectID?, side: Int) throws -> ComparedValue {
    guard let objectID else { return .attribute(.null) }
    return .object(try text(of: objectID, side: side))
  }

  /// An object's key as one text; its URI if it has none.
  mutating func text(of objectID: ManagedObjectID, side: Int) throws -> String {
    if let name = known[objectID] { return name }
    var parts: [String] = []
    for (_, value) in try key(of: objectID, side: side) {
      switch value {
      case .attribute(let value):
        if case .string(let text) = value.comparedText { parts.append(text) } else { parts.append("") }
      case .object(let name): parts.append(name)
      case .objects: continue
      }
    }
    let name = parts.allSatisfy(\.isEmpty) ? objectID.uriRepresentation() : parts.joined(separator: ", ")
    if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
    known[objectID] = name
    return name
  }

  /// The values of an object's key; without a key its first text.
  private mutating func key(
    of objectID: ManagedObjectID,
    side: Int
  ) throws -> [(property: String, value: ComparedValue)] {
    guard let pair = pairs[ObjectIdentifier(objectID.entity)], let row = try readers[side].store.row(for: objectID)
    else { return [] }
    return try key(of: row, pair, side: side)
  }

  private mutating func key(
    of row: StoreRow,
    _ pair: EntityPair,
    side: Int
  ) throws -> [(property: String, value: ComparedValue)] {
    guard let reading = pair.readings[side] else { return [] }
    guard !pair.keyNames.isEmpty else {
      for property in pair.properties {
        guard case .attribute(let slots, _) = property.kind, case .string = row.attributes[slots[side]] else {
          continue
        }
        return [(property.name, .attribute(row.attributes[slots[side]]))]
      }
      return []
    }
    var result: [(property: String, value: ComparedValue)] = []
    for (name, part) in zip(pair.keyNames, reading.key) {
      switch part {
      case .attribute(let slot, _), .renamed(let slot, _, _): result.append((name, .attribute(row.attributes[slot])))
      case .toOne(let slot): result.append((name, try value(of: row.toOne[slot], side: side)))
      }
    }
    return result
  }
}
