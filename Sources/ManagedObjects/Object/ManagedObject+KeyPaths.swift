internal import AttributeValues
internal import ObjectModel
internal import PredicateLanguage

extension ManagedObject {
  /// The value at the end of a path of names, such as `group.name` or `breeds.@avg.weightMax`; see `checkedValue(forKeyPath:)`, which throws
  /// where this method takes an unknown name or an operator without sense for a programming error.
  public final func value(forKeyPath keyPath: String) -> Any? {
    do {
      return try checkedValue(forKeyPath: keyPath)
    } catch {
      preconditionFailure(error.description)
    }
  }

  /// The value at the end of a path of names; `nil` when an object or composite on the way is missing.
  ///
  /// Through a to-many relationship the path leads to the members' values without the missing ones: an array when the relationship is
  /// ordered, else a set. The collection operators `@count`, `@sum`, `@avg`, `@min` and `@max` make one value of them; `@unionOfObjects` and
  /// `@distinctUnionOfObjects` (and their `Arrays` and `Sets`) an array.
  ///
  /// - Throws: `PropertyAccessError` for a name that is no property's and for an operator that its values do not have.
  /// - Complexity: O(objects on the way), each read from the store if it is a fault.
  public final func checkedValue(forKeyPath keyPath: String) throws(PropertyAccessError) -> Any? {
    guard keyPath.utf8.contains(UInt8(ascii: ".")) else { return try checkedValue(forKey: keyPath) }
    let names = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return try value(at: names[...], of: keyPath)
  }

  private final func value(at names: ArraySlice<String>, of keyPath: String) throws(PropertyAccessError) -> Any? {
    guard let name = names.first else { return self }
    let rest = names.dropFirst()
    if rest.isEmpty { return try checkedValue(forKey: name) }
    switch runtime.layout.slot(named: name) {
    case .toOne(let slot):
      return try toOneObject(slot: slot)?.value(at: rest, of: keyPath)
    case .toMany(let slot) where !rest.contains(where: { $0.hasPrefix("@") }):
      let isOrdered = runtime.layout.toManyRelationships[slot].isOrdered
      return try Self.values(of: toManyObjects(slot: slot), at: rest, of: keyPath, isOrdered: isOrdered)
    case .attribute(let slot):
      let description = runtime.layout.attributes[slot]
      guard description is CompositeAttributeDescription else { fallthrough }
      return try description.element(at: rest, in: attribute(slot: slot), of: entity)
    default: return try evaluate(Array(names))
    }
  }

  private static func values(
    of objects: [ManagedObject],
    at names: ArraySlice<String>,
    of keyPath: String,
    isOrdered: Bool
  ) throws(PropertyAccessError) -> Any {
    var values: [Any] = []
    for object in objects {
      switch try object.value(at: names, of: keyPath) {
      case nil: continue
      case let members as Set<AnyHashable>: values += members.map(\.base)
      case let members as [Any]: values += members
      case let value?: values.append(value)
      }
    }
    if isOrdered { return values }
    let members = values.compactMap { $0 as? AnyHashable }
    // Values that cannot be members of a set, such as composites, stay in an array.
    return members.count == values.count ? Set(members) : values
  }

  /// Leaves a path with operators to the predicate language, which has the same ones.
  private final func evaluate(_ names: [String]) throws(PropertyAccessError) -> Any? {
    let result: PredicateValue
    do {
      result = try ObjectExpression.keyPath(ObjectKeyPath(names)).value(with: self)
    } catch .unknownKey(let key, _) {
      throw .unknownKey(key, of: entity)
    } catch {
      throw .unusableKeyPath(entity: entity.name, keyPath: names.joined(separator: "."), reason: error.description)
    }
    return Self.anyValue(of: result)
  }

  private static func anyValue(of value: PredicateValue) -> Any? {
    switch value {
    case .value(let scalar): scalar.anyValue
    case .object(let subject): subject
    case .identity: nil
    case .collection(let elements, _): elements.compactMap { anyValue(of: $0) }
    }
  }

  /// Sets the property at the end of a path through to-one relationships and composite attributes; nothing happens when an object on the
  /// way is missing.
  ///
  /// - Throws: `PropertyAccessError` as `setValue(_:forKey:)` does.
  public final func setValue(_ value: Any?, forKeyPath keyPath: String) throws(PropertyAccessError) {
    let names = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    try setValue(value, at: names[...], of: keyPath)
  }

  private final func setValue(
    _ value: Any?,
    at names: ArraySlice<String>,
    of keyPath: String
  ) throws(PropertyAccessError) {
    let name = names.first ?? ""
    let rest = names.dropFirst()
    if rest.isEmpty { return try setValue(value, forKey: name) }
    switch runtime.layout.slot(named: name) {
    case .toOne(let slot): try toOneObject(slot: slot)?.setValue(value, at: rest, of: keyPath)
    case .attribute(let slot) where runtime.layout.attributes[slot] is CompositeAttributeDescription:
      let description = runtime.layout.attributes[slot]
      let composite = try description.setting(value, at: rest, in: attribute(slot: slot), of: entity)
      setAttribute(composite, slot: slot)
    case nil: throw .unknownKey(name, of: entity)
    default:
      throw .unusableKeyPath(
        entity: entity.name,
        keyPath: keyPath,
        reason: "\(name) leads neither to one object nor to the elements of a composite"
      )
    }
  }
}

extension AttributeDescription {
  /// The element of a composite value at a path of names.
  ///
  /// - Throws: `PropertyAccessError.unknownKey`.
  fileprivate func element(
    at names: ArraySlice<String>,
    in value: AttributeValue,
    of entity: EntityDescription
  ) throws(PropertyAccessError) -> Any? {
    guard let name = names.first else { return anyValue(of: value) }
    let element = try element(named: name, of: entity)
    guard case .composite(let values) = value else { return nil }
    return try element.element(at: names.dropFirst(), in: values[name] ?? .null, of: entity)
  }

  /// The composite value with another value for the element at a path of names.
  ///
  /// - Throws: `PropertyAccessError`.
  fileprivate func setting(
    _ new: Any?,
    at names: ArraySlice<String>,
    in value: AttributeValue,
    of entity: EntityDescription
  ) throws(PropertyAccessError) -> AttributeValue {
    guard let name = names.first else {
      guard let typed = attributeValue(from: new) else {
        throw .unacceptableType(
          entity: entity.name,
          key: self.name,
          expected: attributeType.modelName,
          found: new.map { "\(type(of: $0)) \($0)" } ?? "nil"
        )
      }
      return typed
    }
    let element = try element(named: name, of: entity)
    var values: [String: AttributeValue] = [:]
    if case .composite(let known) = value { values = known }
    let changed = try element.setting(new, at: names.dropFirst(), in: values[name] ?? .null, of: entity)
    values[name] = changed.isNull ? nil : changed
    return .composite(values)
  }

  private func element(
    named name: String,
    of entity: EntityDescription
  ) throws(PropertyAccessError) -> AttributeDescription {
    let elements = (self as? CompositeAttributeDescription)?.elements ?? []
    guard let element = elements.first(where: { $0.name == name }) else {
      throw .unknownKey(entity: entity.name, key: "\(self.name).\(name)")
    }
    return element
  }
}
