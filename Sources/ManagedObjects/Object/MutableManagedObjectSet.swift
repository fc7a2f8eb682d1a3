internal import ObjectModel

/// A live view of a to-many relationship that changes it: what `mutableSetValue(forKey:)` returns.
///
/// It holds its object; its members are read when they are needed.
public final class MutableManagedObjectSet {
  private let owner: ManagedObject
  private let slot: Int

  init(owner: ManagedObject, slot: Int) {
    self.owner = owner
    self.slot = slot
  }

  /// The members, in order when the relationship is ordered.
  public var allObjects: [ManagedObject] { owner.toManyObjects(slot: slot) }
  public var count: Int { allObjects.count }
  public var isEmpty: Bool { allObjects.isEmpty }

  /// Whether `object` is a member; the members are not loaded when the inverse can tell.
  public func contains(_ object: ManagedObject) -> Bool { owner.hasMember(object, slot: slot) }
  /// Makes `object` a member, the last one in an ordered relationship.
  public func add(_ object: ManagedObject) { owner.addMember(object, slot: slot) }
  /// Ends `object`'s membership, if it is a member.
  public func remove(_ object: ManagedObject) { owner.removeMember(object, slot: slot) }

  /// Adds objects; those that are members stay.
  public func formUnion(_ objects: some Sequence<ManagedObject>) {
    for object in objects { add(object) }
  }

  /// Removes objects; those that are no members are passed over.
  public func subtract(_ objects: some Sequence<ManagedObject>) {
    for object in objects { remove(object) }
  }

  /// Removes every member.
  public func removeAll() { subtract(allObjects) }

  // MARK: Ordered relationships

  /// The member at a position from 0.
  public subscript(index: Int) -> ManagedObject { allObjects[index] }

  /// Where `object` stands; `nil` if it is no member.
  public func index(of object: ManagedObject) -> Int? { allObjects.firstIndex { $0 === object } }

  /// Makes `object` the member at `index`, or moves it there if it is a member already.
  public func insert(_ object: ManagedObject, at index: Int) {
    if let current = self.index(of: object) {
      move(from: current, to: min(index, count - 1))
    } else {
      owner.addMember(object, slot: slot, at: index)
    }
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
    guard case .toMany(let slot)? = runtime.layout.slot(named: key) else {
      preconditionFailure("The entity \(entity.name) has no to-many relationship named \"\(key)\".")
    }
    return MutableManagedObjectSet(owner: self, slot: slot)
  }

  /// The same for an ordered relationship.
  public final func mutableOrderedSetValue(forKey key: String) -> MutableManagedObjectSet {
    mutableSetValue(forKey: key)
  }
}
