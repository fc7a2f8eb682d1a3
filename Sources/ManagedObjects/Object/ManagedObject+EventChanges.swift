internal import AttributeValues
internal import ObjectModel

extension ManagedObject {
  /// The values that properties had before the current event changed them: before the last `processPendingChanges()`, fetch or save.
  ///
  /// Events are told apart while the context records changes, for an undo manager or an observer of `objectsDidChange`. Without either,
  /// nobody is told of an event, and the event is everything since the last save.
  public final func changedValuesForCurrentEvent() -> [String: Any?] {
    guard flags.contains(.tracked), let owner else { return committedValues(forKeys: changedKeys()) }
    guard let old = owner.recorder.snapshot(of: self) else { return [:] }
    let layout = runtime.layout
    var values: [String: Any?] = [:]
    for slot in old.values.attributes.indices
    where slot < attributes.count && !attributes[slot].isIdentical(to: old.values.attributes[slot]) {
      let attribute = layout.attributes[slot]
      values.updateValue(attribute.anyValue(of: old.values.attributes[slot]), forKey: attribute.name)
    }
    for slot in old.values.toOne.indices
    where slot < toOne.count && toOne[slot].identity != old.values.toOne[slot].identity {
      let related = old.values.toOne[slot].identity.map { owner.object(with: $0) }
      values.updateValue(related, forKey: layout.toOneRelationships[slot].name)
    }
    for slot in toMany.indices {
      let known = slot < old.memberChanges.count ? old.memberChanges[slot] : 0
      guard toMany[slot].changes.count > known else { continue }
      let relationship = layout.toManyRelationships[slot]
      let members = members(slot: slot, beforeChange: known)
      values.updateValue(relationship.isOrdered ? members : Set(members), forKey: relationship.name)
    }
    return values
  }

  /// The members as they were before the change with this number; those that went come last.
  private final func members(slot: Int, beforeChange first: Int) -> [ManagedObject] {
    loadMembers(slot: slot)
    guard var members = toMany[slot].members else { return [] }
    for change in toMany[slot].changes[first...].reversed() {
      if change.isAddition { members.remove(change.member) } else { members.append(change.member) }
    }
    return members.objects
  }

  /// Calls the hook for what gave this object other values; primitive changes made there do not count.
  final func awakeFromSnapshot(_ events: SnapshotEventType) {
    guard hasHooks, !flags.contains(.fault) else { return }
    awake(fromSnapshotEvents: events)
  }
}
