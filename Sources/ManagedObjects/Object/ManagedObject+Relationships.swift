internal import ObjectModel

// Relationships and their inverses. Each public change is made of primitive ones, `replaceToOne` and `noteMember`, which change one end
// each; undo replays those and needs no knowledge of inverses.
extension ManagedObject {
  /// Relates this object to `object`, or to none, and keeps the inverse true on both the old and the new partner.
  ///
  /// The members of a to-many inverse are not loaded for that: the change is kept until somebody asks for them. The partner's own row
  /// is not written, because this object's row carries the relationship.
  ///
  /// - Complexity: O(1); allocates only while the partner's list of changes grows.
  package final func setToOne(_ object: ManagedObject?, slot: Int) {
    if flags.contains(.fault) { fireFault() }
    guard slot < toOne.count else { return }
    let inverse = runtime.toOneInverses[slot]
    if case .none = toOne[slot] {
      guard let object else { return }
      link(to: object, slot: slot, inverse: inverse)
      return
    }
    let old = currentToOne(slot: slot)
    if old === object { return }
    switch inverse {
    case .none: break
    case .toOne(let inverseSlot): old?.replaceToOne(nil, slot: inverseSlot)
    case .toMany(let inverseSlot): old?.noteMember(self, isAddition: false, slot: inverseSlot)
    }
    guard let object else {
      replaceToOne(nil, slot: slot)
      return
    }
    link(to: object, slot: slot, inverse: inverse)
  }

  private final func link(to object: ManagedObject, slot: Int, inverse: EntityRuntime.Inverse) {
    assert(object.owner === owner, "Related objects belong to one context.")
    switch inverse {
    case .none:
      break
    case .toMany(let inverseSlot):
      object.noteMember(self, isAddition: true, slot: inverseSlot)
    case .toOne(let inverseSlot):
      // The new partner leaves its own old partner.
      if let rival = object.toOneObject(slot: inverseSlot), rival !== self { rival.replaceToOne(nil, slot: slot) }
      // An object may be its own partner: both of its ends are set then, unless they are one and the same.
      if object !== self || inverseSlot != slot { object.replaceToOne(self, slot: inverseSlot) }
    }
    replaceToOne(object, slot: slot)
  }

  /// Changes this end of a to-one relationship and nothing else.
  final func replaceToOne(_ object: ManagedObject?, slot: Int) {
    if !flags.isDisjoint(with: .slowRelationshipChange) { willChangeToOne(slot: slot) }
    guard slot < toOne.count else { return }
    values.setToOne(object.map { .object($0) } ?? .none, slot: slot)
  }

  /// Records on this end of a to-many relationship that `member` came or went; applies it if the members are loaded.
  ///
  /// - Parameter index: Where the member goes in an ordered relationship; the end if `nil`.
  final func noteMember(_ member: ManagedObject, isAddition: Bool, slot: Int, at index: Int? = nil) {
    allocateToMany()
    guard slot < toMany.count else { return }
    if flags.contains(.tracked) {
      owner?.recorder.keepSnapshot(of: self)
      owner?.recorder.recordMember(member, of: self, slot: slot, wasAddition: isAddition)
    }
    state.relationshipsChange()
    if !flags.contains(.updated) || flags.contains(.tracked) {
      // No column of this object's row changes, so neither its version nor its snapshot does.
      markUpdated(storedChange: false)
    }
    toMany[slot].note(member, isAddition: isAddition, at: index)
    if case .none = runtime.toManyInverses[slot] {
      owner?.memberOwners.noteChange(member, of: self, slot: slot, isAddition: isAddition)
    }
  }

  final func allocateToMany() {
    if toMany.isEmpty { toMany = Array(repeating: ToManyState(), count: runtime.toManyInverses.count) }
  }

  /// The members of a to-many relationship, in order when it is ordered; reads their IDs from the store the first time.
  package final func toManyObjects(slot: Int) -> [ManagedObject] {
    loadMembers(slot: slot)
    return slot < toMany.count ? toMany[slot].members?.objects ?? [] : []
  }

  /// The IDs of the objects of a relationship, in order when it is ordered; one or none for a to-one relationship.
  ///
  /// The related objects are neither read nor made, unless an ordered relationship, or one without inverse, was changed.
  ///
  /// - Throws: `PropertyAccessError.unknownKey` when the entity has no such relationship.
  public final func objectIDs(forRelationshipNamed key: String) throws(PropertyAccessError) -> [ManagedObjectID] {
    owner?.assertConfinement()
    switch runtime.layout.slot(named: key) {
    case .toOne(let slot): return toOneIdentifier(slot: slot).map { [$0] } ?? []
    case .toMany(let slot): return storedMemberIDs(slot: slot) ?? toManyObjects(slot: slot).map(\.objectID)
    default: throw .unknownKey(key, of: entity)
    }
  }

  /// The IDs of members that are not in memory, as they are stored with what came and went since; `nil` if that takes the objects.
  private final func storedMemberIDs(slot: Int) -> [ManagedObjectID]? {
    guard needsMembers(slot: slot), !isInserted, let owner else { return nil }
    let change = toMany[slot].netChange()
    if !toMany[slot].isUnchanged, runtime.layout.toManyRelationships[slot].isOrdered { return nil }
    if case .none = runtime.toManyInverses[slot] { return nil }
    do {
      let stored = try owner.faults.members(of: objectID, slot: slot)
      let (added, removed) = (change.added.map(\.objectID), Set(change.removed.map(\.objectID)))
      return removed.isEmpty && added.isEmpty
        ? stored : (stored.filter { !removed.contains($0) && !added.contains($0) } + added)
    } catch {
      owner.faults.noteFailure(error)
      return []
    }
  }

  /// Whether asking for a relationship's objects has to ask the store first; always so for a fault.
  ///
  /// - Throws: `PropertyAccessError.unknownKey` when the entity has no such relationship.
  public final func hasFault(forRelationshipNamed key: String) throws(PropertyAccessError) -> Bool {
    switch runtime.layout.slot(named: key) {
    case .toOne(let slot):
      if isFault { return true }
      if case .identifier(let identifier) = toOne[slot] { return owner?.registeredObject(for: identifier) == nil }
      return false
    case .toMany(let slot):
      if isInserted { return false }
      return slot >= toMany.count || toMany[slot].members == nil
    default: throw .unknownKey(key, of: entity)
    }
  }

  /// Makes sure that the members are in memory; they themselves may be faults.
  final func loadMembers(slot: Int) {
    guard needsMembers(slot: slot) else { return }
    let stored = flags.contains(.inserted) || owner == nil ? [] : owner?.storedMembers(of: self, slot: slot)
    // What cannot be read stays unknown, and is asked for again.
    if let stored { adoptMembers(stored, slot: slot) }
  }

  /// Whether the members of an existing to-many relationship are not in memory yet.
  final func needsMembers(slot: Int) -> Bool {
    allocateToMany()
    return slot < toMany.count && toMany[slot].members == nil
  }

  /// Takes over the members as they are stored, and replays what changed since.
  final func adoptMembers(_ stored: [ManagedObject], slot: Int) {
    let isOrdered = runtime.layout.toManyRelationships[slot].isOrdered
    var members = ToManyMembers(isOrdered: isOrdered)
    if let owner, case .none = runtime.toManyInverses[slot] {
      for object in stored where !owner.memberOwners.wasGivenAway(object, by: self, slot: slot) {
        members.append(object)
        owner.memberOwners.noteReading(object, of: self, slot: slot)
      }
    } else {
      for object in stored { members.append(object) }
    }
    toMany[slot].adopt(members)
  }

  /// Whether `object` is a member; without loading the members when the other end's to-one reference can tell.
  package final func hasMember(_ object: ManagedObject, slot: Int) -> Bool {
    if case .toOne(let inverseSlot) = runtime.toManyInverses[slot] {
      return object.toOneObject(slot: inverseSlot) === self
    }
    loadMembers(slot: slot)
    return toMany[slot].members?.contains(object) ?? false
  }

  /// Makes `object` a member, if it is none yet, and keeps the inverse true. In a relationship without inverse it leaves its owner, as in the store.
  ///
  /// - Parameter index: Where it goes in an ordered relationship; the end if `nil`.
  package final func addMember(_ object: ManagedObject, slot: Int, at index: Int? = nil) {
    assert(object.owner === owner, "Related objects belong to one context.")
    if index != nil { loadMembers(slot: slot) }
    guard !hasMember(object, slot: slot) else { return }
    switch runtime.toManyInverses[slot] {
    case .none:
      // A member has one owner; one that is not in memory loses it by the save.
      if let rival = owner?.memberOwners.rival(of: self, for: object, slot: slot) {
        rival.object.noteMember(object, isAddition: false, slot: rival.slot)
      }
    case .toOne(let inverseSlot):
      object.toOneObject(slot: inverseSlot)?.noteMember(object, isAddition: false, slot: slot)
      object.replaceToOne(self, slot: inverseSlot)
    case .toMany(let inverseSlot):
      // An object that is its own partner in a symmetric relationship is noted once.
      if object !== self || inverseSlot != slot { object.noteMember(self, isAddition: true, slot: inverseSlot) }
    }
    noteMember(object, isAddition: true, slot: slot, at: index)
  }

  /// Ends `object`'s membership, if it is a member, and keeps the inverse true.
  package final func removeMember(_ object: ManagedObject, slot: Int) {
    guard hasMember(object, slot: slot) else { return }
    switch runtime.toManyInverses[slot] {
    case .none: break
    case .toOne(let inverseSlot): object.replaceToOne(nil, slot: inverseSlot)
    case .toMany(let inverseSlot):
      if object !== self || inverseSlot != slot { object.noteMember(self, isAddition: false, slot: inverseSlot) }
    }
    noteMember(object, isAddition: false, slot: slot)
  }

  /// Makes exactly these objects members, in this order when the relationship is ordered.
  ///
  /// - Complexity: O(*n*) in old and new members.
  package final func setMembers(_ objects: [ManagedObject], slot: Int) {
    let wanted = Set(objects.map { ObjectIdentifier($0) })
    for member in toManyObjects(slot: slot) where !wanted.contains(ObjectIdentifier(member)) {
      removeMember(member, slot: slot)
    }
    for object in objects { addMember(object, slot: slot) }
    guard runtime.layout.toManyRelationships[slot].isOrdered else { return }
    var seen: Set<ObjectIdentifier> = []
    reorderMembers(objects.filter { seen.insert(ObjectIdentifier($0)).inserted }, slot: slot)
  }

  /// Puts the members of an ordered relationship into this order; `objects` are exactly the members.
  final func reorderMembers(_ objects: [ManagedObject], slot: Int) {
    loadMembers(slot: slot)
    guard let current = toMany[slot].members?.objects, current != objects else { return }
    if flags.contains(.tracked) {
      owner?.recorder.keepSnapshot(of: self)
      owner?.recorder.recordOrder(of: self, slot: slot)
    }
    state.relationshipsChange()
    markUpdated(storedChange: false)
    var members = ToManyMembers(isOrdered: true)
    for object in objects { members.append(object) }
    toMany[slot].reorder(members)
  }
}
