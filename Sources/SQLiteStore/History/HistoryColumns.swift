internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

/// The bits by which `ACHANGE.ZCOLUMNS` names what an update has changed in an object of one entity, the first in the highest bit of the first byte.
///
/// Real stores show this order: to-one relationships, then the entity numbers beside them, then places in ordered relationships, then attributes, then
/// to-many relationships; in each group the superentity's first, each level by name. Of to-many relationships those with one owner come before those
/// with several; in which order inside these two groups is not established, so that reading takes one of a group for all of it.
struct HistoryColumns {
  /// What a bit stands for, by the slot of the entity's layout.
  enum Change: Hashable {
    case toOne(Int)
    /// The entity number of a related object.
    case destinationEntity(Int)
    /// The object's place among the members of the related object.
    case place(Int)
    case attribute(Int)
    case toMany(Int)
  }

  private let bits: [Change]
  private let layout: EntityLayout
  /// The to-many relationships that stand together in a group whose order is open, by slot.
  private let groups: [Int: [Int]]
  private var byteCount: Int { (bits.count + 7) / 8 }

  /// `nil` for an entity with composite attributes, of which no update has been seen.
  init?(_ entity: StoreEntity) {
    let layout = entity.entity.layout
    self.layout = layout
    guard !layout.attributes.contains(where: { $0 is CompositeAttributeDescription }) else { return nil }
    var toOne: [Int] = []
    var attributes: [Int] = []
    var lists: [Int] = []
    var level: EntityDescription? = entity.entity
    var levels: [EntityDescription] = []
    while let current = level {
      levels.append(current)
      level = current.superentity
    }
    for level in levels.reversed() {
      for name in level.declaredProperties.map(\.name).sorted(by: NameOrder.properties) {
        switch layout.slot(named: name) {
        case .toOne(let slot) where entity.toOne[slot] != nil && !toOne.contains(slot): toOne.append(slot)
        case .attribute(let slot) where !attributes.contains(slot):
          if case .column = entity.attributes[slot] { attributes.append(slot) }
        case .toMany(let slot) where !layout.toManyRelationships[slot].isTransient && !lists.contains(slot):
          lists.append(slot)
        default: continue
        }
      }
    }
    let isShared = lists.map { layout.toManyRelationships[$0].inverseRelationship?.isToMany == true }
    let owned = zip(lists, isShared).filter { !$0.1 }.map(\.0)
    let shared = zip(lists, isShared).filter(\.1).map(\.0)
    var groups: [Int: [Int]] = [:]
    for group in [owned, shared] {
      for slot in group { groups[slot] = group }
    }
    self.groups = groups
    bits =
      toOne.map { .toOne($0) }
      + toOne.filter { entity.toOne[$0]?.entityColumn != nil }.map { .destinationEntity($0) }
      + toOne.filter { entity.toOne[$0]?.orderColumn != nil }.map { .place($0) }
      + attributes.map { .attribute($0) } + (owned + shared).map { .toMany($0) }
  }

  /// The bytes that name some changes.
  func bytes(for changes: Set<Change>) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    for (index, bit) in bits.enumerated() where changes.contains(bit) { bytes[index / 8] |= 0x80 >> UInt8(index % 8) }
    return bytes
  }

  /// The names of the properties that may be meant; `nil` for bytes of another entity's length.
  func properties(in bytes: [UInt8]) -> Set<String>? {
    guard bytes.count == byteCount else { return nil }
    var names: Set<String> = []
    for (index, bit) in bits.enumerated() where bytes[index / 8] & 0x80 >> UInt8(index % 8) != 0 {
      switch bit {
      case .attribute(let slot): names.insert(layout.attributes[slot].name)
      case .toOne(let slot), .destinationEntity(let slot), .place(let slot):
        names.insert(layout.toOneRelationships[slot].name)
      case .toMany(let slot): names.formUnion((groups[slot] ?? []).map { layout.toManyRelationships[$0].name })
      }
    }
    return names
  }

  /// What differs between a row as it is stored and as it is going to be. Derived attributes, which the store keeps itself, are left out.
  static func changes(from old: StoreRow, to new: StoreRow, in entity: StoreEntity) -> Set<Change> {
    var changes: Set<Change> = []
    let layout = entity.entity.layout
    for (slot, attribute) in layout.attributes.enumerated()
    where !attribute.isTransient && !(attribute is DerivedAttributeDescription)
      && !old.attributes[slot].isIdentical(to: new.attributes[slot])
    {
      changes.insert(.attribute(slot))
    }
    for (slot, storage) in entity.toOne.enumerated() {
      guard let storage, old.toOne[slot] != new.toOne[slot] else { continue }
      changes.insert(.toOne(slot))
      if storage.entityColumn != nil, old.toOne[slot]?.entity !== new.toOne[slot]?.entity {
        changes.insert(.destinationEntity(slot))
      }
    }
    return changes
  }
}
