public import AttributeValues
internal import ObjectModel

extension ManagedObject {
  /// The value of a property: an attribute's value, a related object, a `Set<ManagedObject>` for a to-many relationship, an array when it
  /// is ordered or a fetched property; `nil` for no value.
  ///
  /// See `AttributeValue.anyValue` for the types of attributes' values. A read fires the fault.
  ///
  /// - Complexity: One dictionary look-up and a boxed value: not for a batch of objects.
  public final func value(forKey key: String) -> Any? {
    willAccessValue(forKey: key)
    return primitiveValue(forKey: key)
  }

  /// The value of a property as `value(forKey:)` gives it; subclasses' accessors call it after `willAccessValue(forKey:)`.
  public final func primitiveValue(forKey key: String) -> Any? {
    switch runtime.layout.slot(named: key) {
    case .attribute(let slot): return attribute(slot: slot).anyValue
    case .toOne(let slot): return toOneObject(slot: slot)
    case .toMany(let slot):
      let members = toManyObjects(slot: slot)
      if runtime.layout.toManyRelationships[slot].isOrdered { return members }
      return Set(members)
    case .fetched(let slot): return owner?.objects(ofFetchedProperty: slot, of: self) ?? []
    case nil: return value(forUndefinedKey: key)
    }
  }

  /// Sets a property to a value of its type; `nil` takes the value away. Inverses are kept true.
  ///
  /// - Throws: `PropertyAccessError` when the entity has no such property or the value is not of its type. Apple's method raises an
  ///   exception there.
  public final func setValue(_ value: Any?, forKey key: String) throws(PropertyAccessError) {
    owner?.assertConfinement()
    guard let slot = runtime.layout.slot(named: key) else {
      throw .unknownKey(entity: entity.name, key: key)
    }
    switch slot {
    case .attribute(let slot):
      let description = runtime.layout.attributes[slot]
      guard !(description is DerivedAttributeDescription) else { throw .readOnly(entity: entity.name, key: key) }
      guard let typed = AttributeValue(value, type: description.attributeType) else {
        throw unacceptable(value, key: key, expected: description.attributeType.modelName)
      }
      setAttribute(typed, slot: slot)
    case .toOne(let slot):
      let destination = runtime.layout.toOneRelationships[slot].destinationEntity
      guard let value else { return setToOne(nil, slot: slot) }
      guard let object = value as? ManagedObject, destination.map(object.entity.isKind(of:)) ?? true else {
        throw unacceptable(value, key: key, expected: "an object of \(destination?.name ?? "any entity")")
      }
      setToOne(object, slot: slot)
    case .toMany(let slot):
      setMembers(try objects(in: value, key: key, slot: slot), slot: slot)
    case .fetched:
      throw .readOnly(entity: entity.name, key: key)
    }
  }

  /// Sets a property without telling observers or recording undo: for `awakeFromFetch`, transient properties and accessors.
  ///
  /// - Throws: `PropertyAccessError` as `setValue(_:forKey:)` does.
  public final func setPrimitiveValue(_ value: Any?, forKey key: String) throws(PropertyAccessError) {
    guard case .attribute(let slot)? = runtime.layout.slot(named: key) else {
      return try setValue(value, forKey: key)
    }
    let description = runtime.layout.attributes[slot]
    guard let typed = AttributeValue(value, type: description.attributeType) else {
      throw unacceptable(value, key: key, expected: description.attributeType.modelName)
    }
    if flags.contains(.fault) { fireFault() }
    guard slot < attributes.count else { return }
    attributes[slot] = typed
    flags.remove(.attributesValidated)
  }

  /// Announces a read of a property, which fires the fault; accessors of subclasses call it before `primitiveValue(forKey:)`.
  public final func willAccessValue(forKey key: String?) {
    owner?.assertConfinement()
    if flags.contains(.fault) { fireFault() }
  }

  /// The counterpart of `willAccessValue(forKey:)`; nothing is left to do.
  public final func didAccessValue(forKey key: String?) {}

  /// The typed value of an attribute, without boxing: `nil` if the entity has no such attribute.
  public final func attributeValue(forKey key: String) -> AttributeValue? {
    guard case .attribute(let slot)? = runtime.layout.slot(named: key) else { return nil }
    return attribute(slot: slot)
  }

  /// The value at the end of a path of names, such as `group.name`; through a to-many relationship, the array of all members' values.
  public final func value(forKeyPath keyPath: String) -> Any? {
    guard let dot = keyPath.firstIndex(of: ".") else { return value(forKey: keyPath) }
    let rest = String(keyPath[keyPath.index(after: dot)...])
    switch value(forKey: String(keyPath[..<dot])) {
    case let object as ManagedObject: return object.value(forKeyPath: rest)
    case let members as Set<ManagedObject>: return members.compactMap { $0.value(forKeyPath: rest) }
    case let members as [ManagedObject]: return members.compactMap { $0.value(forKeyPath: rest) }
    case let elements as [String: Any]: return elements[rest]
    default: return nil
    }
  }

  /// Sets the property at the end of a path through to-one relationships; nothing happens when an object on the way is missing.
  ///
  /// - Throws: `PropertyAccessError` as `setValue(_:forKey:)` does.
  public final func setValue(_ value: Any?, forKeyPath keyPath: String) throws(PropertyAccessError) {
    guard let dot = keyPath.lastIndex(of: ".") else { return try setValue(value, forKey: keyPath) }
    guard let target = self.value(forKeyPath: String(keyPath[..<dot])) as? ManagedObject else { return }
    try target.setValue(value, forKey: String(keyPath[keyPath.index(after: dot)...]))
  }

  private final func objects(
    in value: Any?,
    key: String,
    slot: Int
  ) throws(PropertyAccessError) -> [ManagedObject] {
    let destination = runtime.layout.toManyRelationships[slot].destinationEntity
    let objects: [ManagedObject]?
    switch value {
    case nil: objects = []
    case let members as [ManagedObject]: objects = members
    // A set has no order; the order of the IDs makes the outcome the same in every run.
    case let members as Set<ManagedObject>: objects = members.sorted { $0.reference < $1.reference }
    default: objects = nil
    }
    guard let objects, objects.allSatisfy({ object in destination.map(object.entity.isKind(of:)) ?? true }) else {
      throw unacceptable(value, key: key, expected: "a set or array of objects of \(destination?.name ?? "any entity")")
    }
    return objects
  }

  private final func unacceptable(_ value: Any?, key: String, expected: String) -> PropertyAccessError {
    let found: String
    switch value {
    case nil: found = "nil"
    case let object as ManagedObject: found = "an object of \(object.entity.name)"
    case let value?: found = "\(type(of: value)) \(value)"
    }
    return .unacceptableType(entity: entity.name, key: key, expected: expected, found: found)
  }
}
