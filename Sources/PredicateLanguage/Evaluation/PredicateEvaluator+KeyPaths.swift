internal import AttributeValues

extension PredicateEvaluator {
  /// The value at a key path, from its component `start` on.
  ///
  /// `nil` has `nil` for every key. A collection has, for a key, the collection of its elements' values, flattened, `nil`s included.
  func value(at path: ObjectKeyPath, from start: Int, of base: PredicateValue) throws(Failure) -> PredicateValue {
    var value = base
    var index = start
    while index < path.components.count {
      let component = path.components[index]
      if component.utf8.first == UInt8(ascii: "@") {
        return try operate(component, path, at: index, on: value)
      }
      value = try self.value(of: component, in: value, path)
      index += 1
    }
    return value
  }

  private func value(of key: String, in value: PredicateValue, _ path: ObjectKeyPath) throws(Failure) -> PredicateValue
  {
    switch value {
    case .value(.null): return .null
    case .object(let subject):
      if let found = subject.predicateValue(forKey: key) { return found }
    case .collection(let elements, let isOrdered):
      if key == "self" { return value }
      var values: [PredicateValue] = []
      values.reserveCapacity(elements.count)
      for element in elements {
        let found = try self.value(of: key, in: element, path)
        if case .collection(let inner, _) = found { values += inner } else { values.append(found) }
      }
      return .collection(values, isOrdered: isOrdered)
    case .value(let scalar):
      if let found = scalar.value(forScalarKey: key) { return .value(found) }
    case .identity: break
    }
    if key == "self" { return value }
    throw .unknownKey(key, keyPath: path.dotted)
  }

  /// A collection operator and the components after it, which are read from each element.
  private func operate(
    _ name: String,
    _ path: ObjectKeyPath,
    at index: Int,
    on base: PredicateValue
  ) throws(Failure) -> PredicateValue {
    guard let operation = CollectionOperator(rawValue: name) else { throw .unknownKey(name, keyPath: path.dotted) }
    var rest = index + 1
    var collection = base
    if case .object = base {
      // `@sum.items.price` on an object: the operator takes what the rest of the path leads to.
      collection = try value(at: path, from: rest, of: base)
      rest = path.components.count
    }
    let elements = try elements(of: collection, for: name)
    if operation == .count {
      return try value(at: path, from: rest, of: .value(.integer(Int64(elements.count))))
    }
    var values: [PredicateValue] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      let found = try value(at: path, from: rest, of: element)
      if case .collection(let inner, _) = found { values += inner } else { values.append(found) }
    }
    switch operation {
    case .count, .sum: return try CollectionStatistics.sum(values, name: name)
    case .average: return try CollectionStatistics.average(values, name: name)
    case .minimum: return CollectionStatistics.extreme(values, .less)
    case .maximum: return CollectionStatistics.extreme(values, .greater)
    case .unionOfObjects, .unionOfArrays, .unionOfSets:
      return .collection(flattened(values), isOrdered: collection.isOrdered)
    case .distinctUnionOfObjects, .distinctUnionOfArrays, .distinctUnionOfSets:
      return .collection(CollectionStatistics.distinct(flattened(values)), isOrdered: collection.isOrdered)
    }
  }

  /// The values without `nil`s and with the elements of collections in place of these.
  private func flattened(_ values: [PredicateValue]) -> [PredicateValue] {
    values.flatMap { (value) -> [PredicateValue] in
      if case .collection(let inner, _) = value { return flattened(inner) }
      return value.isNull ? [] : [value]
    }
  }

  // MARK: Elements

  mutating func element(of base: PredicateValue, _ index: CollectionIndex) throws(Failure) -> PredicateValue {
    if case .at(let expression) = index {
      let position = try value(of: expression)
      // `dictionary["key"]`
      if case .object = base, case .value(.string(let key)) = position {
        return try value(of: key, in: base, ObjectKeyPath([key]))
      }
      guard case .value(let scalar) = position, let number = scalar.number?.integerValue else {
        throw .unsuitableValue(operation: "an index", found: position.kindDescription)
      }
      let elements = try elements(of: base, for: "an index")
      return number >= 0 && number < elements.count ? elements[Int(number)] : .null
    }
    switch index {
    case .first: return try elements(of: base, for: "[FIRST]").first ?? .null
    case .last: return try elements(of: base, for: "[LAST]").last ?? .null
    default: return .value(.integer(Int64(try elements(of: base, for: "[SIZE]").count)))
    }
  }

  func combined(
    _ operation: SetOperation,
    _ left: PredicateValue,
    _ right: PredicateValue
  ) throws(Failure) -> PredicateValue {
    let first = try elements(of: left, for: operation.rawValue)
    let second = try elements(of: right, for: operation.rawValue)
    let result: [PredicateValue] =
      switch operation {
      case .union: first + second
      case .intersection: first.filter { CollectionStatistics.contains(second, $0) }
      case .difference: first.filter { !CollectionStatistics.contains(second, $0) }
      }
    return .collection(CollectionStatistics.distinct(result), isOrdered: false)
  }
}
