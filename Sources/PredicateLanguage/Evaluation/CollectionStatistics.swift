internal import AttributeValues

/// What collection operators and functions make of values.
enum CollectionStatistics {
  typealias Failure = PredicateEvaluationError

  private static let equality = ValueComparison(
    PredicateComparison(.evaluatedObject, .equal, .evaluatedObject)
  )

  static func contains(_ values: [PredicateValue], _ value: PredicateValue) -> Bool {
    values.contains { equality.areEqual($0, value) }
  }

  /// Each value once, in the order of their first appearance.
  ///
  /// - Complexity: O(*n*) for scalars and objects, O(*n*²) for decimals and objects without identity.
  static func distinct(_ values: [PredicateValue]) -> [PredicateValue] {
    var seen: Set<MembershipKey> = []
    var hasUnkeyed = false
    var result: [PredicateValue] = []
    for value in values {
      let key: MembershipKey? =
        switch value {
        case .value(let scalar): MembershipKey(scalar)
        case .object, .identity: value.objectIdentity.map { .object($0) }
        case .collection: nil
        }
      if let key {
        guard seen.insert(key).inserted else { continue }
        if hasUnkeyed, contains(result, value) { continue }
      } else {
        if contains(result, value) { continue }
        hasUnkeyed = true
      }
      result.append(value)
    }
    return result
  }

  /// The numbers among the values; `nil` for `nil`s.
  private static func numbers(_ values: [PredicateValue], for name: String) throws(Failure) -> [NumericValue?] {
    var numbers: [NumericValue?] = []
    numbers.reserveCapacity(values.count)
    for value in values {
      guard case .value(let scalar) = value, scalar.isNull || scalar.number != nil else {
        throw .unsuitableValue(operation: name, found: value.kindDescription)
      }
      numbers.append(scalar.number)
    }
    return numbers
  }

  /// The sum, `nil`s as 0; 0 for an empty collection.
  static func sum(_ values: [PredicateValue], name: String = "@sum") throws(Failure) -> PredicateValue {
    var sum = NumericValue.integer(0)
    for number in try numbers(values, for: name) {
      guard let number else { continue }
      guard let next = NumericValue.arithmetic(.add, sum, number) else { return .null }
      sum = next
    }
    return .value(sum.attributeValue)
  }

  /// The average, `nil`s as 0, as `@avg` is documented; `nil` for an empty collection.
  static func average(_ values: [PredicateValue], name: String) throws(Failure) -> PredicateValue {
    guard !values.isEmpty, case .value(let scalar) = try sum(values, name: name), let sum = scalar.number else {
      return .null
    }
    if case .decimal = sum {
      return value(NumericValue.arithmetic(.divide, sum, .integer(Int64(values.count))))
    }
    return .value(.double(sum.doubleValue / Double(values.count)))
  }

  /// The least or greatest value, `nil`s left out; `nil` if there is none.
  static func extreme(_ values: [PredicateValue], _ wanted: ValueRelation) -> PredicateValue {
    var best = AttributeValue.null
    for case .value(let scalar) in values where !scalar.isNull {
      if best.isNull || scalar.relation(to: best) == wanted { best = scalar }
    }
    return .value(best)
  }

  /// The middle value, or the average of both middle ones; `nil`s left out.
  static func median(_ values: [PredicateValue]) throws(Failure) -> PredicateValue {
    let sorted = try numbers(values, for: "median:").compactMap(\.self).sorted { $0.relation(to: $1) == .less }
    guard !sorted.isEmpty else { return .null }
    let middle = sorted[sorted.count / 2]
    if sorted.count % 2 == 1 { return .value(middle.attributeValue) }
    let sum = NumericValue.arithmetic(.add, sorted[sorted.count / 2 - 1], middle)
    return value(sum.flatMap { NumericValue.arithmetic(.divide, .double($0.doubleValue), .double(2)) })
  }

  /// The most frequent values, in the order of their first appearance; `nil`s left out.
  static func mode(_ values: [PredicateValue]) -> PredicateValue {
    let present = values.filter { !$0.isNull }
    let counted = distinct(present).map { value in
      (value: value, count: present.count { equality.areEqual($0, value) })
    }
    let most = counted.map(\.count).max() ?? 0
    return .collection(counted.filter { $0.count == most }.map(\.value), isOrdered: true)
  }

  /// The standard deviation of the population; `nil`s left out; `nil` for none.
  static func standardDeviation(_ values: [PredicateValue]) throws(Failure) -> PredicateValue {
    let numbers = try numbers(values, for: "stddev:").compactMap { $0?.doubleValue }
    guard !numbers.isEmpty else { return .null }
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return .value(.double((squares / Double(numbers.count)).squareRoot()))
  }

  private static func value(_ number: NumericValue?) -> PredicateValue {
    .value(number?.attributeValue ?? .null)
  }
}
