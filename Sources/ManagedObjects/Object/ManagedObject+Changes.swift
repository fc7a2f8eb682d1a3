internal import AttributeValues
internal import ObjectModel

extension ManagedObject {
  /// The current values of the properties that changed since the object was read or saved, as `value(forKey:)` gives them; an absent
  /// value stands as `Optional<Any>.none`. For a new object, those that differ from the model's defaults.
  public final func changedValues() -> [String: Any?] {
    guard !flags.contains(.fault) || !toMany.isEmpty else { return [:] }
    var changes: [String: Any?] = [:]
    for name in changedKeys() { changes.updateValue(primitiveValue(forKey: name), forKey: name) }
    return changes
  }

  /// The names of the properties that changed since the object was read or saved, in the layout's order.
  package final func changedKeys() -> [String] {
    let layout = runtime.layout
    var keys: [String] = []
    if !flags.contains(.fault) {
      let oldAttributes = committedAttributes
      for slot in attributes.indices
      where !oldAttributes.indices.contains(slot) || !attributes[slot].isIdentical(to: oldAttributes[slot]) {
        keys.append(layout.attributes[slot].name)
      }
      for slot in toOne.indices where currentIdentity(ofToOne: slot) != committedIdentity(ofToOne: slot) {
        keys.append(layout.toOneRelationships[slot].name)
      }
    }
    for slot in toMany.indices where toMany[slot].isChanged(isOrdered: layout.toManyRelationships[slot].isOrdered) {
      keys.append(layout.toManyRelationships[slot].name)
    }
    return keys
  }

  /// The values that properties had when the object was read or last saved; nothing for a new object. All properties for `nil`.
  public final func committedValues(forKeys keys: [String]?) -> [String: Any?] {
    guard !flags.contains(.inserted) else { return [:] }
    if flags.contains(.fault) { fireFault() }
    let layout = runtime.layout
    let names = keys ?? layout.storedNames
    var values: [String: Any?] = [:]
    for name in names {
      switch layout.slot(named: name) {
      case .attribute(let slot):
        let old = committedAttributes
        let value = old.indices.contains(slot) ? layout.attributes[slot].anyValue(of: old[slot]) : nil
        values.updateValue(value, forKey: name)
      case .toOne(let slot):
        values.updateValue(committedIdentity(ofToOne: slot).flatMap { owner?.object(with: $0) }, forKey: name)
      case .toMany(let slot):
        let members = committedMembers(slot: slot)
        values.updateValue(layout.toManyRelationships[slot].isOrdered ? members : Set(members), forKey: name)
      default: continue
      }
    }
    return values
  }

  /// The attributes as they were read or saved; for a new object the defaults.
  final var committedAttributes: [AttributeValue] {
    if let snapshot { return snapshot.attributes }
    return flags.contains(.inserted) ? runtime.defaults : attributes
  }

  final func committedIdentity(ofToOne slot: Int) -> ManagedObjectID? {
    if flags.contains(.inserted) { return nil }
    guard let snapshot, slot < snapshot.toOne.count else { return currentIdentity(ofToOne: slot) }
    return snapshot.toOne[slot].identity
  }

  final func currentIdentity(ofToOne slot: Int) -> ManagedObjectID? {
    slot < toOne.count ? toOne[slot].identity : nil
  }

  private final func committedMembers(slot: Int) -> [ManagedObject] {
    loadMembers(slot: slot)
    if let owner, runtime.layout.toManyRelationships[slot].isOrdered, !toMany[slot].isUnchanged {
      return owner.storedMembers(of: self, slot: slot) ?? []
    }
    guard var members = toMany[slot].members else { return [] }
    for change in toMany[slot].changes.reversed() {
      if change.isAddition { members.remove(change.member) } else { members.append(change.member) }
    }
    return members.objects
  }
}

extension ToOneReference {
  /// The related object's ID.
  var identity: ManagedObjectID? {
    switch self {
    case .none: nil
    case .object(let object): object.objectID
    case .identifier(let identifier): identifier
    }
  }
}

extension EntityLayout {
  /// The names of attributes and relationships, in the order of their slots.
  var storedNames: [String] {
    attributes.map(\.name) + toOneRelationships.map(\.name) + toManyRelationships.map(\.name)
  }
}
