internal import ObjectModel
internal import AttributeValues
internal import PredicateLanguage

extension SortKey {
  /// How two values of this key's property compare, its direction applied.
  func order(_ left: AttributeValue, _ right: AttributeValue) -> ValueOrder {
    let order = ValueOrder(left, right, comparison: comparison)
    return ascending ? order : order.reversed
  }

  /// The objects in the order of `keys`; equal ones stay in the order in which they came.
  static func sort(_ objects: [ManagedObject], by keys: [SortKey]) -> [ManagedObject] {
    sort(objects, by: keys) { object, path in object.sortValue(forKeyPath: path) }
  }

  /// The elements in the order of `keys`, whose values `value` finds; equal ones stay in the order in which they came.
  ///
  /// - Complexity: O(*n* log *n*) comparisons; each value is looked up once.
  static func sort<Element>(
    _ elements: [Element],
    by keys: [SortKey],
    value: (Element, String) -> AttributeValue
  ) -> [Element] {
    guard elements.count > 1 else { return elements }
    let decorated = elements.map { element in keys.map { value(element, $0.keyPath) } }
    let indices = elements.indices.sorted { left, right in
      for (key, values) in zip(keys, zip(decorated[left], decorated[right])) {
        switch key.order(values.0, values.1) {
        case .less: return true
        case .greater: return false
        case .equal: continue
        }
      }
      return left < right
    }
    return indices.map { elements[$0] }
  }
}

extension ManagedObject {
  /// The attribute at the end of a key path; a to-one relationship sorts by its object's key.
  final func sortValue(forKeyPath path: String) -> AttributeValue {
    var object = self
    var rest = Substring(path)
    while let dot = rest.firstIndex(of: ".") {
      switch object.runtime.layout.slot(named: String(rest[..<dot])) {
      case .toOne(let slot):
        guard let related = object.toOneObject(slot: slot) else {
          // Of no members there is a number, too.
          return rest.contains("@") ? sortValue(computedAt: path) : .null
        }
        object = related
        rest = rest[rest.index(after: dot)...]
      case .attribute(let slot):
        return object.attribute(slot: slot).element(at: String(rest[rest.index(after: dot)...]))
      default: return sortValue(computedAt: path)
      }
    }
    switch object.runtime.layout.slot(named: String(rest)) {
    case .attribute(let slot): return object.attribute(slot: slot)
    case .toOne(let slot): return object.toOneIdentifier(slot: slot).map { .integer($0.reference) } ?? .null
    default: return object === self ? sortValue(computedAt: path) : object.sortValue(computedAt: String(rest))
    }
  }

  /// The value of a path with operators, such as `breeds.@count`.
  private final func sortValue(computedAt path: String) -> AttributeValue {
    (try? ObjectExpression.keyPath(ObjectKeyPath(path)).value(with: self))?.sortValue ?? .null
  }
}

extension PredicateValue {
  /// What objects with this value are sorted by; a related object by its key.
  var sortValue: AttributeValue {
    switch self {
    case .value(let value): value
    case .collection: .null
    case .object, .identity: (objectIdentity?.base as? ManagedObjectID).map { .integer($0.reference) } ?? .null
    }
  }
}

extension AttributeValue {
  /// The element of a composite value at a path of element names.
  func element(at path: String) -> AttributeValue {
    guard case .composite(let elements) = self else { return .null }
    if let direct = elements[path] { return direct }
    guard let dot = path.firstIndex(of: ".") else { return .null }
    return elements[String(path[..<dot])]?.element(at: String(path[path.index(after: dot)...])) ?? .null
  }
}
