internal import ObjectModel

/// Who has the members of relationships without inverse, as far as a context has them in memory.
///
/// Such a member has one owner, because Core Data's file has one place in the member's row for it; without an inverse, the member itself does not say
/// which. An entry that is not true any more, because its owner was refreshed or has gone, counts for nothing.
final class MemberOwners {
  fileprivate struct Key: Hashable {
    let relationship: ObjectIdentifier
    let member: ObjectIdentifier
  }

  fileprivate struct Entry {
    weak var owner: ManagedObject?
    let slot: Int
    /// After how many saves of the context the owner was given the member; `nil` if it was read with it.
    let givenAfter: Int?
  }

  /// Who has which member, to have it back later.
  struct Contents {
    fileprivate let entries: [Key: Entry]
  }

  private var entries: [Key: Entry] = [:]
  /// The number of entries at which those that count for nothing are thrown away.
  private var limit = 64
  private var saves = 0

  private static func key(_ member: ManagedObject, _ owner: ManagedObject, _ slot: Int) -> Key {
    let relationship = owner.runtime.layout.toManyRelationships[slot]
    return Key(relationship: ObjectIdentifier(relationship), member: ObjectIdentifier(member))
  }

  /// The object other than `owner` that has `member` in the same relationship, as far as it is known, and its slot.
  ///
  /// - Complexity: O(1).
  func rival(of owner: ManagedObject, for member: ManagedObject, slot: Int) -> (object: ManagedObject, slot: Int)? {
    guard let entry = entries[Self.key(member, owner, slot)], let other = entry.owner, other !== owner,
      other.holds(member, slot: entry.slot)
    else { return nil }
    return (other, entry.slot)
  }

  /// Whether an object other than `owner` was given `member` since the last save, so that the store does not know it yet.
  func wasGivenAway(_ member: ManagedObject, by owner: ManagedObject, slot: Int) -> Bool {
    guard let entry = entries[Self.key(member, owner, slot)], entry.givenAfter == saves else { return false }
    return rival(of: owner, for: member, slot: slot) != nil
  }

  /// Notes that `owner` was read with `member`.
  func noteReading(_ member: ManagedObject, of owner: ManagedObject, slot: Int) {
    put(Entry(owner: owner, slot: slot, givenAfter: nil), for: Self.key(member, owner, slot))
  }

  /// Notes that `owner` was given `member`, or lost it.
  func noteChange(_ member: ManagedObject, of owner: ManagedObject, slot: Int, isAddition: Bool) {
    let key = Self.key(member, owner, slot)
    if isAddition {
      put(Entry(owner: owner, slot: slot, givenAfter: saves), for: key)
    } else if entries[key]?.owner === owner {
      entries[key] = nil
    }
  }

  /// What is known.
  var contents: Contents {
    get { Contents(entries: entries) }
    set { entries = newValue.entries }
  }

  /// Notes that the store knows all changes.
  func noteSave() { saves += 1 }

  func removeAll() { entries.removeAll() }

  private func put(_ entry: Entry, for key: Key) {
    entries[key] = entry
    guard entries.count >= limit else { return }
    entries = entries.filter { $1.owner?.hasMembers(slot: $1.slot) ?? false }
    limit = max(64, entries.count * 2)
  }
}

extension ManagedObject {
  /// Whether anything is known of the members of a to-many relationship.
  fileprivate final func hasMembers(slot: Int) -> Bool {
    slot < toMany.count && (toMany[slot].members != nil || !toMany[slot].changes.isEmpty)
  }

  /// Whether `member` is a member as far as it is known in memory; the store is not asked.
  fileprivate final func holds(_ member: ManagedObject, slot: Int) -> Bool {
    guard !isGone, owner != nil, slot < toMany.count else { return false }
    if let members = toMany[slot].members { return members.contains(member) }
    return toMany[slot].changes.last { $0.member === member }?.isAddition ?? false
  }
}
