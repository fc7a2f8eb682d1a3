internal import ObjectModel

/// A live view of a to-many relationship that changes it: what `mutableSetValue(forKey:)` returns.
///
/// ```swift
/// let breeds: MutableManagedObjectSet = terriers.mutableSetValue(forKey: "breeds")
/// breeds.add(beagle)  // its group follows
/// let names = breeds.compactMap { $0.value(forKey: "name") as? String }.sorted()
/// ```
///
/// It holds its object; its members are read when they are needed. Objects of another entity or context than the relationship's, and
/// positions that do not exist, are programming errors.
public final class MutableManagedObjectSet {
  private let owner: ManagedObject
  private let slot: Int

  init(owner: ManagedObject, slot: Int) {
    self.owner = owner
    self.slot = slot
  }

  private var relationship: RelationshipDescription { owner.runtime.layout.toManyRelationships[slot] }

  private func check(_ object: ManagedObject) {
    precondition(
      object.isAcceptable(for: relationship),
      "\(relationship.name) takes objects of \(relationship.destinationEntity?.name ?? ""), not of \(object.entity.name)."
    )
    precondition(owner.isRelatable(to: object), "Related objects belong to one context.")
  }

  /// The members, in order when the relationship is ordered.
  public var allObjects: [ManagedObject] { owner.toManyObjects(slot: slot) }
  /// How many members there are.
  public var count: Int { allObjects.count }
  /// Whether there is no member.
  public var isEmpty: Bool { allObjects.isEmpty }

  /// Whether `object` is a member; the members are not loaded when the inverse can tell.
  public func contains(_ object: ManagedObject) -> Bool { owner.hasMember(object, slot: slot) }

  /// Makes `object` a member, the last one in an ordered relationship.
  public func add(_ object: ManagedObject) {
    check(object)
    owner.addMember(object, slot: slot)
  }

  /// Ends `object`'s membership, if it is a member.
  public func remove(_ object: ManagedObject) { owner.removeMember(object, slot: slot) }

  /// Adds objects; those that are members stay.
  public func formUnion(_ objects: some Sequence<some ManagedObject>) {
    for object in objects { add(object) }
  }

  /// Removes objects; those that are no members are passed over.
  public func subtract(_ objects: some Sequence<some ManagedObject>) {
    for object in objects { remove(object) }
  }

  /// Removes every member that is not among `objects`.
  public func formIntersection(_ objects: some Sequence<ManagedObject>) {
    let staying = Set(objects)
    subtract(allObjects.filter { !staying.contains($0) })
  }

  /// Removes every member.
  public func removeAll() { subtract(allObjects) }
}

extension MutableManagedObjectSet: Sequence {
  /// Goes through the members as they are now; changes meanwhile do not matter.
  public func makeIterator() -> IndexingIterator<[ManagedObject]> { allObjects.makeIterator() }
}

// MARK: - Ordered relationships

extension MutableManagedObjectSet {
  /// The member at a position from 0.
  public subscript(index: Int) -> ManagedObject { allObjects[index] }

  /// Where `object` stands; `nil` if it is no member.
  public func index(of object: ManagedObject) -> Int? { allObjects.firstIndex { $0 === object } }

  /// Makes `object` the member at `index`, or moves it there if it is a member already.
  public func insert(_ object: ManagedObject, at index: Int) {
    check(object)
    if let current = self.index(of: object) {
      move(from: current, to: Swift.min(index, count - 1))
    } else {
      owner.addMember(object, slot: slot, at: index)
    }
  }

  /// Makes objects the members at `indexes`, which ascend and are the positions that they will have.
  public func insert(_ objects: [ManagedObject], at indexes: some Sequence<Int>) {
    for (object, index) in zip(objects, indexes) { insert(object, at: index) }
  }

  /// Removes the member at a position.
  public func remove(at index: Int) { remove(allObjects[index]) }

  /// Removes the members at `indexes`, which are their positions now.
  public func remove(at indexes: some Sequence<Int>) {
    let objects = allObjects
    subtract(indexes.map { objects[$0] })
  }

  /// Puts `object` in the place of the member at `index`; one that is a member elsewhere leaves that place.
  public func replace(at index: Int, with object: ManagedObject) { replace(at: [index], with: [object]) }

  /// Puts objects in the places of the members at `indexes`, which are their positions now; an object that is a member elsewhere leaves that
  /// place.
  public func replace(at indexes: some Sequence<Int>, with objects: [ManagedObject]) {
    for object in objects { check(object) }
    var members: [ManagedObject?] = allObjects
    let coming = Set(objects)
    for index in members.indices where members[index].map(coming.contains) ?? false { members[index] = nil }
    for (index, object) in zip(indexes, objects) { members[index] = object }
    owner.setMembers(members.compactMap { $0 }, slot: slot)
  }

  /// Moves a member to another position; the others close up.
  public func move(from source: Int, to destination: Int) {
    var objects = allObjects
    guard objects.indices.contains(source), objects.indices.contains(destination) else { return }
    objects.insert(objects.remove(at: source), at: destination)
    owner.reorderMembers(objects, slot: slot)
  }
}

extension ManagedObject {
  /// A live, changeable view of the to-many relationship named `key`; a name that is none is a programming error.
  public final func mutableSetValue(forKey key: String) -> MutableManagedObjectSet {
    do {
      return try checkedMutableSetValue(forKey: key)
    } catch {
      preconditionFailure(error.description)
    }
  }

  /// A live, changeable view of the to-many relationship named `key`, for a name that comes from outside the program.
  ///
  /// - Throws: `PropertyAccessError.unknownKey`, or `notToMany` for another property.
  public final func checkedMutableSetValue(
    forKey key: String
  ) throws(PropertyAccessError) -> MutableManagedObjectSet {
    switch runtime.layout.slot(named: key) {
    case .toMany(let slot): return MutableManagedObjectSet(owner: self, slot: slot)
    case nil: throw .unknownKey(key, of: entity)
    default: throw .notToMany(entity: entity.name, key: key)
    }
  }

  /// The same for an ordered relationship.
  public final func mutableOrderedSetValue(forKey key: String) -> MutableManagedObjectSet {
    mutableSetValue(forKey: key)
  }
}
