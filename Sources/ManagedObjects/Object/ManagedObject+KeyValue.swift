public import AttributeValues
internal import ObjectModel

extension ManagedObject {
  /// The value of a property: an attribute's value, a related object, a `Set<ManagedObject>` for a to-many relationship, an array when it
  /// is ordered or a fetched property; `nil` for no value.
  ///
  /// See `AttributeValue.anyValue` for the types of attributes' values; a transformable one is transformed back. A read fires the fault.
  /// A name that is no property's is a programming error; `checkedValue(forKey:)` throws instead.
  ///
  /// - Complexity: One dictionary look-up and a boxed value: not for a batch of objects.
  public final func value(forKey key: String) -> Any? {
    willAccessValue(forKey: key)
    return primitiveValue(forKey: key)
  }

  /// The value of a property as `value(forKey:)` gives it, for a name that comes from outside the program.
  ///
  /// - Throws: `PropertyAccessError.unknownKey` when the entity has no such property. Apple's method raises an exception there.
  public final func checkedValue(forKey key: String) throws(PropertyAccessError) -> Any? {
    willAccessValue(forKey: key)
    switch runtime.layout.slot(named: key) {
    case .attribute(let slot): return runtime.layout.attributes[slot].anyValue(of: attribute(slot: slot))
    case .toOne(let slot): return toOneObject(slot: slot)
    case .toMany(let slot):
      let members = toManyObjects(slot: slot)
      if runtime.layout.toManyRelationships[slot].isOrdered { return members }
      return Set(members)
    case .fetched(let slot): return owner?.objects(ofFetchedProperty: slot, of: self) ?? []
    case nil:
      if let probe = PropertyProbe.of(self) { return probe.value(key, of: self) }
      return try value(forUndefinedKey: key)
    }
  }

  /// The value of a property as `value(forKey:)` gives it; subclasses' accessors call it after `willAccessValue(forKey:)`.
  public final func primitiveValue(forKey key: String) -> Any? {
    do {
      return try checkedValue(forKey: key)
    } catch {
      preconditionFailure(error.description)
    }
  }

  /// Sets a property to a value of its type; `nil` takes the value away. Inverses are kept true.
  ///
  /// - Throws: `PropertyAccessError` when the entity has no such property or the value is not of its type. Apple's method raises an
  ///   exception there.
  public final func setValue(_ value: Any?, forKey key: String) throws(PropertyAccessError) {
    owner?.assertConfinement()
    switch runtime.layout.slot(named: key) {
    case .attribute(let slot):
      let description = runtime.layout.attributes[slot]
      guard !(description is DerivedAttributeDescription) else { throw .readOnly(entity: entity.name, key: key) }
      setAttribute(try typedValue(value, of: description), slot: slot)
    case .toOne(let slot):
      guard let value else { return setToOne(nil, slot: slot) }
      setToOne(try relatedObject(value, of: runtime.layout.toOneRelationships[slot]), slot: slot)
    case .toMany(let slot):
      setMembers(try relatedObjects(value, of: runtime.layout.toManyRelationships[slot]), slot: slot)
    case .fetched: throw .readOnly(entity: entity.name, key: key)
    case nil: try setValue(value, forUndefinedKey: key)
    }
  }

  /// Sets a property without telling observers or recording undo: for `awakeFromFetch`, transient properties, and accessors between
  /// `willChangeValue(forKey:)` and `didChangeValue(forKey:)`.
  ///
  /// - Throws: `PropertyAccessError` as `setValue(_:forKey:)` does.
  public final func setPrimitiveValue(_ value: Any?, forKey key: String) throws(PropertyAccessError) {
    guard case .attribute(let slot)? = runtime.layout.slot(named: key) else {
      return try setValue(value, forKey: key)
    }
    let typed = try typedValue(value, of: runtime.layout.attributes[slot])
    if flags.contains(.fault) { fireFault() }
    guard slot < attributes.count else { return }
    values.setAttribute(typed, slot: slot)
    state.forgetAttributeValidation()
  }

  /// Announces a read of a property, which fires the fault; accessors of subclasses call it before `primitiveValue(forKey:)`.
  public final func willAccessValue(forKey key: String?) {
    owner?.assertConfinement()
    if let key { noteAccess(to: key) }
    if flags.contains(.fault) { fireFault(for: key.flatMap(runtime.layout.slot(named:))) }
  }

  /// The counterpart of `willAccessValue(forKey:)`; nothing is left to do.
  public final func didAccessValue(forKey key: String?) {}

  /// Announces a change of a property: the object counts as changed, and undo knows the old value. Accessors of subclasses call it before
  /// `setPrimitiveValue(_:forKey:)`.
  public final func willChangeValue(forKey key: String) {
    owner?.assertConfinement()
    // A relationship's primitive setter announces its changes itself, at both ends.
    guard case .attribute(let slot)? = runtime.layout.slot(named: key) else { return }
    if !flags.isDisjoint(with: .slowAttributeChange) { willChangeAttribute(slot: slot) }
  }

  /// The counterpart of `willChangeValue(forKey:)`; nothing is left to do.
  public final func didChangeValue(forKey key: String) {}

  /// The typed value of an attribute, without boxing: `nil` if the entity has no such attribute.
  public final func attributeValue(forKey key: String) -> AttributeValue? {
    guard case .attribute(let slot)? = runtime.layout.slot(named: key) else { return nil }
    return attribute(slot: slot)
  }

  /// The values of several properties by their names; those without a value are left out.
  ///
  /// - Throws: `PropertyAccessError.unknownKey`.
  public final func dictionaryWithValues(forKeys keys: [String]) throws(PropertyAccessError) -> [String: Any] {
    var values: [String: Any] = [:]
    for key in keys {
      if let value = try checkedValue(forKey: key) { values[key] = value }
    }
    return values
  }

  /// Sets several properties, in the order of their names; the first that is refused ends it.
  ///
  /// - Throws: `PropertyAccessError` as `setValue(_:forKey:)` does.
  public final func setValuesForKeys(_ values: [String: Any?]) throws(PropertyAccessError) {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) { try setValue(value, forKey: key) }
  }
}
