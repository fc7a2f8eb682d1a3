internal import ObjectModel

/// The to-many links of an in-memory store that are not carried by a to-one reference, and the order of ordered relationships.
struct LinkTable {
  /// One relationship of one object.
  struct Key: Hashable {
    let owner: ManagedObjectID
    let slot: Int
  }

  private var members: [Key: [ManagedObjectID]] = [:]
  /// The lists that an object stands in, so that deleting it need not search all of them.
  private var lists: [ManagedObjectID: Set<Key>] = [:]

  /// The members in the order in which they came, or in the order that was set.
  subscript(owner: ManagedObjectID, slot: Int) -> [ManagedObjectID] { members[Key(owner: owner, slot: slot)] ?? [] }

  /// Applies what came and went.
  mutating func applyLinks(of change: StoreToManyChange) {
    let key = Key(owner: change.owner, slot: change.slot)
    let relationship = change.owner.entity.layout.toManyRelationships[change.slot]
    let inverse = relationship.inverseRelationship.flatMap(LinkTable.toManySlot)
    for member in change.removed {
      take(member, from: key)
      if let inverse { take(change.owner, from: Key(owner: member, slot: inverse)) }
    }
    for member in change.added + (change.order ?? []) where relationship.inverseRelationship == nil {
      leaveOthers(member, of: relationship, for: key)
    }
    for member in change.added {
      append(member, to: key)
      if let inverse { append(change.owner, to: Key(owner: member, slot: inverse)) }
    }
  }

  /// Applies the order of the members, after the links of all changes of a save: those of a many-to-many relationship are named by one side, and the
  /// other side may have an order too.
  mutating func applyOrder(of change: StoreToManyChange) {
    guard let order = change.order else { return }
    let key = Key(owner: change.owner, slot: change.slot)
    let relationship = change.owner.entity.layout.toManyRelationships[change.slot]
    var all = order
    if relationship.inverseRelationship?.isToMany != false {
      // Those that somebody else has added meanwhile, of whom the order does not know, are the last ones.
      let ordered = Set(order)
      all += (members[key] ?? []).filter { !ordered.contains($0) }
    }
    for member in members[key] ?? [] { lists[member]?.remove(key) }
    members[key] = all
    for member in all { lists[member, default: []].insert(key) }
  }

  /// A member of a relationship without inverse has one owner, because Core Data's file has one place in the member's row for it.
  private mutating func leaveOthers(_ member: ManagedObjectID, of relationship: RelationshipDescription, for key: Key) {
    for other in lists[member] ?? [] where other != key {
      if other.owner.entity.layout.toManyRelationships[other.slot] === relationship { take(member, from: other) }
    }
  }

  private mutating func append(_ member: ManagedObjectID, to key: Key) {
    if lists[member, default: []].insert(key).inserted { members[key, default: []].append(member) }
  }

  private mutating func take(_ member: ManagedObjectID, from key: Key) {
    if lists[member]?.remove(key) != nil { members[key]?.removeAll { $0 == member } }
  }

  /// Takes an object out of every relationship.
  mutating func remove(_ object: ManagedObjectID) {
    for slot in object.entity.layout.toManyRelationships.indices {
      let key = Key(owner: object, slot: slot)
      for member in members.removeValue(forKey: key) ?? [] { lists[member]?.remove(key) }
    }
    for key in lists.removeValue(forKey: object) ?? [] { members[key]?.removeAll { $0 == object } }
  }

  private static func toManySlot(of relationship: RelationshipDescription) -> Int? {
    guard relationship.isToMany, let entity = relationship.entity,
      case .toMany(let slot)? = entity.layout.slot(named: relationship.name)
    else { return nil }
    return slot
  }
}
