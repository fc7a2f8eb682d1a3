package import AttributeValues

/// The test that a comparison makes of two values.
struct ValueComparison {
  typealias Failure = PredicateEvaluationError

  let operation: PredicateComparison.Operator
  let options: PredicateComparison.Options
  let prepared: PreparedOperand

  init(_ comparison: PredicateComparison) {
    operation = comparison.operation
    options = comparison.options
    prepared = comparison.prepared
  }

  func holds(_ left: PredicateValue, _ right: PredicateValue) throws(Failure) -> Bool {
    switch operation {
    case .equal: areEqual(left, right)
    case .notEqual: !areEqual(left, right)
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      Self.isOrdered(relation(left, right), as: operation)
    case .between: try isBetween(left, right)
    case .in: try isMember(left, of: right)
    case .contains: try isMember(right, of: left, isReversed: true)
    case .beginsWith, .endsWith: try testText(left, right)
    case .like: try isLike(left, right)
    case .matches: try isMatch(left, right)
    }
  }

  // MARK: Equality and order

  static func isOrdered(_ relation: ValueRelation, as operation: PredicateComparison.Operator) -> Bool {
    switch operation {
    case .lessThan: relation == .less
    case .lessThanOrEqual: relation == .less || relation == .same
    case .greaterThan: relation == .greater
    default: relation == .greater || relation == .same
    }
  }

  func areEqual(_ left: PredicateValue, _ right: PredicateValue) -> Bool {
    switch (left, right) {
    case (.value(let first), .value(let second)):
      if options.folds, let firstText = first.text, let secondText = second.text {
        return folded(firstText) == foldedRight(secondText)
      }
      return first.relation(to: second) == .same
    case (.collection(let first, let firstIsOrdered), .collection(let second, let secondIsOrdered)):
      guard first.count == second.count else { return false }
      if firstIsOrdered && secondIsOrdered {
        return zip(first, second).allSatisfy { areEqual($0, $1) }
      }
      return first.allSatisfy { element in second.contains { areEqual(element, $0) } }
        && second.allSatisfy { element in first.contains { areEqual(element, $0) } }
    default:
      guard let first = left.objectIdentity, let second = right.objectIdentity else { return false }
      return first == second
    }
  }

  /// The order of two scalars; `.unrelated` if one is `nil`.
  private func relation(_ left: PredicateValue, _ right: PredicateValue) -> ValueRelation {
    guard case .value(let first) = left, case .value(let second) = right, !first.isNull, !second.isNull else {
      return .unrelated
    }
    if options.folds || options.contains(.localized), let firstText = first.text, let secondText = second.text {
      if options.contains(.localized), !options.contains(.normalized) {
        return TextFolding.localizedRelation(firstText, secondText, options)
      }
      if options.folds { return TextFolding.relation(folded(firstText), foldedRight(secondText)) }
    }
    return first.relation(to: second)
  }

  private func isBetween(_ value: PredicateValue, _ bounds: PredicateValue) throws(Failure) -> Bool {
    guard case .collection(let elements, _) = bounds, elements.count == 2 else {
      if bounds.isNull { return false }
      throw .notACollection(operation: "BETWEEN", found: bounds.kindDescription)
    }
    return Self.isOrdered(relation(value, elements[0]), as: .greaterThanOrEqual)
      && Self.isOrdered(relation(value, elements[1]), as: .lessThanOrEqual)
  }

  // MARK: Membership

  /// `IN`; as `CONTAINS` with exchanged sides if `isReversed`.
  private func isMember(
    _ value: PredicateValue,
    of collection: PredicateValue,
    isReversed: Bool = false
  ) throws(Failure) -> Bool {
    if case .members(let members) = prepared, !isReversed { return try isMember(value, of: members) }
    switch collection {
    case .collection(let elements, _):
      return elements.contains { isReversed ? areEqual($0, value) : areEqual(value, $0) }
    case .value(.null): return false
    case .value(let whole):
      let name = isReversed ? "CONTAINS" : "IN"
      guard let wholeText = whole.text else {
        throw .notACollection(operation: name, found: collection.kindDescription)
      }
      guard case .value(let part) = value, !part.isNull else {
        if value.isNull { return false }
        throw .unsuitableValue(operation: name, found: value.kindDescription)
      }
      guard let partText = part.text else { throw .unsuitableValue(operation: name, found: value.kindDescription) }
      // The prepared text is the right side: the part for CONTAINS, the whole for IN.
      let wholeBytes = isReversed ? folded(wholeText) : foldedRight(wholeText)
      let partBytes = isReversed ? foldedRight(partText) : folded(partText)
      return ByteSearch.contains(wholeBytes.span, partBytes.span)
    default:
      throw .notACollection(operation: isReversed ? "CONTAINS" : "IN", found: collection.kindDescription)
    }
  }

  private func isMember(_ value: PredicateValue, of members: Set<MembershipKey>) throws(Failure) -> Bool {
    switch value {
    case .value(let scalar):
      if let key = MembershipKey(scalar) { return members.contains(key) }
      guard case .decimal = scalar else { return false }
      return members.contains { member in
        switch member {
        case .integer(let integer): scalar.relation(to: .integer(integer)) == .same
        case .double(let double): scalar.relation(to: .double(double)) == .same
        default: false
        }
      }
    case .object, .identity:
      return value.objectIdentity.map { members.contains(.object($0)) } ?? false
    case .collection: return false
    }
  }

  // MARK: Strings

  private func folded(_ text: String) -> [UInt8] { TextFolding.folded(text, options, for: operation) }

  private func foldedRight(_ text: String) -> [UInt8] {
    if case .folded(let bytes) = prepared { bytes } else { folded(text) }
  }

  /// The text of a value; `nil` for `nil`.
  private func text(_ value: PredicateValue) throws(Failure) -> String? {
    if case .value(let scalar) = value {
      if scalar.isNull { return nil }
      if let text = scalar.text { return text }
    }
    throw .unsuitableValue(operation: operation.rawValue, found: value.kindDescription)
  }

  private func testText(_ left: PredicateValue, _ right: PredicateValue) throws(Failure) -> Bool {
    guard let whole = try text(left), let part = try text(right) else { return false }
    if !options.folds {
      return operation == .beginsWith
        ? ByteSearch.hasPrefix(whole.utf8.span, part.utf8.span) : ByteSearch.hasSuffix(whole.utf8.span, part.utf8.span)
    }
    let wholeBytes = folded(whole)
    let partBytes = foldedRight(part)
    return operation == .beginsWith
      ? ByteSearch.hasPrefix(wholeBytes.span, partBytes.span) : ByteSearch.hasSuffix(wholeBytes.span, partBytes.span)
  }

  private func isLike(_ left: PredicateValue, _ right: PredicateValue) throws(Failure) -> Bool {
    guard let whole = try text(left) else { return false }
    let pattern: WildcardPattern
    if case .wildcards(let ready) = prepared {
      pattern = ready
    } else {
      guard let text = try text(right) else { return false }
      pattern = WildcardPattern(folded(text))
    }
    if options.folds { return pattern.matches(folded(whole).span) }
    return pattern.matches(whole.utf8.span)
  }

  private func isMatch(_ left: PredicateValue, _ right: PredicateValue) throws(Failure) -> Bool {
    guard let whole = try text(left) else { return false }
    if case .pattern(let pattern) = prepared { return pattern.matches(whole) }
    guard let text = try text(right) else { return false }
    do throws(TextPattern.Invalid) {
      return try TextPattern(text, options).matches(whole)
    } catch {
      throw .invalidPattern(text, reason: error.reason)
    }
  }
}

extension PredicateComparison {
  /// Whether the operator holds between two scalars, with the options; modifier and expressions are left aside.
  ///
  /// For stores that let their database call back for what its own operators do not answer alike. If the comparison's right side is
  /// a constant, that must be `right`; then patterns and folded texts are not worked out again.
  ///
  /// - Throws: `PredicateEvaluationError` for scalars that the operator does not take.
  package func holds(between left: AttributeValue, and right: AttributeValue) throws(PredicateEvaluationError) -> Bool {
    try ValueComparison(self).holds(.value(left), .value(right))
  }
}
