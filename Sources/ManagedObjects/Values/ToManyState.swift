/// A to-many relationship in memory: the members once they are loaded, and what changed since the last save.
struct ToManyState {
  /// One addition or removal; replayed when the members are loaded, and folded into a net change by a save.
  struct Change {
    let member: ManagedObject
    let isAddition: Bool
  }

  /// The current members; `nil` while they have not been asked for.
  private(set) var members: ToManyMembers?
  /// What changed since the object was read or saved, oldest first.
  private(set) var changes: [Change] = []
  /// Whether an ordered relationship's order changed.
  private(set) var isReordered = false

  /// Notes that `member` came or went, and works it in if the members are loaded.
  ///
  /// - Parameter index: Where the member goes in an ordered relationship; the end if `nil`.
  mutating func note(_ member: ManagedObject, isAddition: Bool, at index: Int?) {
    changes.append(Change(member: member, isAddition: isAddition))
    guard members != nil else { return }
    if !isAddition {
      members?.remove(member)
    } else if let index {
      members?.insert(member, at: index)
      isReordered = true
    } else {
      members?.append(member)
    }
  }

  /// Takes over the members as they are stored, and replays what changed since.
  mutating func adopt(_ stored: consuming ToManyMembers) {
    for change in changes {
      if change.isAddition { stored.append(change.member) } else { stored.remove(change.member) }
    }
    members = stored
  }

  /// Takes over the members in another order.
  mutating func reorder(_ members: ToManyMembers) {
    self.members = members
    isReordered = true
  }

  /// Takes members out whose rows are gone, which is no change.
  ///
  /// - Returns: Whether there were any.
  mutating func removeMembers(where isGone: (ManagedObject) -> Bool) -> Bool {
    guard let gone = members?.objects.filter(isGone), !gone.isEmpty else { return false }
    for member in gone { members?.remove(member) }
    return true
  }

  /// Lets the members be read anew, unless their order was changed here; the changes are replayed on top of them.
  mutating func forgetMembers() {
    if !isReordered { members = nil }
  }

  /// Makes the relationship as it is now the one that later changes start from.
  mutating func forgetChanges() {
    changes.removeAll()
    isReordered = false
  }

  /// Whether the relationship is as the store has it.
  var isUnchanged: Bool { changes.isEmpty && !isReordered }

  /// Whether there are other members than the store has, or, where they are ordered, another order: a member that went and came back is the last one.
  ///
  /// - Complexity: O(*n*) in changes.
  func isChanged(isOrdered: Bool) -> Bool {
    if isReordered { return true }
    let (added, removed) = netChange()
    if !added.isEmpty || !removed.isEmpty { return true }
    // A member's first change tells whether it was one before.
    var seen: Set<ObjectIdentifier> = []
    return isOrdered && changes.contains { seen.insert(ObjectIdentifier($0.member)).inserted && !$0.isAddition }
  }

  /// The objects that became members and those that are members no more, each in the order of its first change.
  ///
  /// - Complexity: O(*n*) in changes.
  func netChange() -> (added: [ManagedObject], removed: [ManagedObject]) {
    guard changes.count > 1 else {
      guard let change = changes.first else { return ([], []) }
      return change.isAddition ? ([change.member], []) : ([], [change.member])
    }
    // An object whose first and last change agree has changed sides; otherwise it is where it was.
    var order: [ManagedObject] = []
    var ends: [ObjectIdentifier: (first: Bool, last: Bool)] = [:]
    for change in changes {
      let key = ObjectIdentifier(change.member)
      if ends[key] == nil {
        ends[key] = (change.isAddition, change.isAddition)
        order.append(change.member)
      } else {
        ends[key]?.last = change.isAddition
      }
    }
    var added: [ManagedObject] = []
    var removed: [ManagedObject] = []
    for member in order {
      guard let end = ends[ObjectIdentifier(member)], end.first == end.last else { continue }
      if end.first { added.append(member) } else { removed.append(member) }
    }
    return (added, removed)
  }
}

/// The loaded members of a to-many relationship: in order, without repetition.
struct ToManyMembers {
  private(set) var objects: [ManagedObject] = []
  private var positions: [ObjectIdentifier: Int] = [:]
  private let isOrdered: Bool

  init(isOrdered: Bool) { self.isOrdered = isOrdered }

  var count: Int { objects.count }

  func contains(_ object: ManagedObject) -> Bool { positions[ObjectIdentifier(object)] != nil }

  func position(of object: ManagedObject) -> Int? { positions[ObjectIdentifier(object)] }

  /// Adds `object` at the end, unless it is a member already; returns whether it was added.
  @discardableResult
  mutating func append(_ object: ManagedObject) -> Bool {
    guard positions.updateValue(objects.count, forKey: ObjectIdentifier(object)) == nil else {
      positions[ObjectIdentifier(object)] = objects.firstIndex { $0 === object }
      return false
    }
    objects.append(object)
    return true
  }

  /// Puts `object`, which must not be a member, before the member at `index`, or at the end if there are fewer.
  ///
  /// - Complexity: O(*n*) in members.
  mutating func insert(_ object: ManagedObject, at index: Int) {
    let place = min(max(index, 0), objects.count)
    objects.insert(object, at: place)
    renumber(from: place)
  }

  /// Takes `object` out; returns whether it was a member.
  ///
  /// - Complexity: O(1) without order, else O(*n*).
  @discardableResult
  mutating func remove(_ object: ManagedObject) -> Bool {
    guard let position = positions.removeValue(forKey: ObjectIdentifier(object)) else { return false }
    if isOrdered {
      objects.remove(at: position)
      renumber(from: position)
    } else if let last = objects.popLast(), position < objects.count {
      objects[position] = last
      positions[ObjectIdentifier(last)] = position
    }
    return true
  }

  private mutating func renumber(from start: Int) {
    for index in start..<objects.count { positions[ObjectIdentifier(objects[index])] = index }
  }
}
