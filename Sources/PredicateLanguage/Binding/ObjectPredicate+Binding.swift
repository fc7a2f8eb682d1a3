internal import AttributeValues

extension ObjectPredicate {
  /// Makes the predicate ready for subjects whose values are numbered.
  ///
  /// - Parameter slot: The slot of a key path, or `nil`. A path of several components is asked for as a whole first, then for shorter and
  ///   shorter beginnings, the rest of the path being read from the slot's value. A bare `SELF` is asked for as `self`; if that has a slot,
  ///   paths without one of their own are read from it. So `{ _ in 0 }` for `self` serves validation predicates such as `length >= 3`.
  /// - Throws: `PredicateBindingError` for a key path without slot, for a variable that has not been substituted, and for `random` and `FETCH`,
  ///   whose answers are not the subject's.
  public func bound(slot: (ObjectKeyPath) -> Int?) throws(PredicateBindingError) -> BoundPredicate {
    if let name = variableNames.min() { throw .undefinedVariable(name) }
    let selfSlot = slot(ObjectKeyPath(["self"]))
    let predicate = try mapped { (expression) throws(PredicateBindingError) -> ObjectExpression in
      switch expression {
      case .keyPath(let path, of: .evaluatedObject):
        for count in stride(from: path.components.count, to: 0, by: -1) {
          guard let found = slot(ObjectKeyPath(Array(path.components.prefix(count)))) else { continue }
          var bound = path
          bound.slot = found
          bound.boundComponents = count
          return .keyPath(bound)
        }
        guard let selfSlot else { throw .unresolvedKeyPath(path) }
        var bound = ObjectKeyPath(["self"] + path.components)
        bound.slot = selfSlot
        bound.boundComponents = 1
        return .keyPath(bound)
      case .function(.random, _), .function(.randomBelow, _): throw .unsteady("random")
      case .fetch: throw .unsteady("FETCH")
      case .evaluatedObject:
        guard let selfSlot else { throw .unresolvedKeyPath(ObjectKeyPath(["self"])) }
        var bound = ObjectKeyPath(["self"])
        bound.slot = selfSlot
        bound.boundComponents = 1
        return .keyPath(bound)
      default: return expression
      }
    }
    var compiler = StepCompiler()
    let entry = compiler.compile(predicate, whenTrue: BoundPredicate.accepted, whenFalse: BoundPredicate.rejected)
    return BoundPredicate(steps: compiler.steps, entry: entry)
  }
}

/// Lays out the steps of a predicate, last ones first, so that each knows where it leads.
private struct StepCompiler {
  var steps: [BoundPredicate.Step] = []

  /// Adds the steps of a predicate and returns the first.
  mutating func compile(_ predicate: ObjectPredicate, whenTrue: Int, whenFalse: Int) -> Int {
    switch predicate.node {
    case .constant(let value): return value ? whenTrue : whenFalse
    case .not(let inner): return compile(inner, whenTrue: whenFalse, whenFalse: whenTrue)
    case .and(let parts):
      return parts.reversed().reduce(whenTrue) { compile($1, whenTrue: $0, whenFalse: whenFalse) }
    case .or(let parts):
      return parts.reversed().reduce(whenFalse) { compile($1, whenTrue: whenTrue, whenFalse: $0) }
    case .comparison(let comparison):
      return compile(comparison, whenTrue, whenFalse)
    }
  }

  private mutating func compile(_ comparison: PredicateComparison, _ whenTrue: Int, _ whenFalse: Int) -> Int {
    let usesFoldedText = comparison.options.folds || comparison.options.contains(.localized)
    if comparison.modifier == .direct, let left = Self.slot(comparison.left) {
      let right = comparison.right.constantValue
      if !usesFoldedText {
        if let test = RelationTest(comparison.operation) {
          if let other = Self.slot(comparison.right) { return add(.slots(test, left, other), whenTrue, whenFalse) }
          if let scalar = right?.scalar { return add(.constant(test, left, scalar), whenTrue, whenFalse) }
        }
        if case .collection(let elements) = right,
          let steps = spread(comparison.operation, left, elements, whenTrue, whenFalse)
        {
          return steps
        }
      }
      switch comparison.prepared {
      case .members, .pattern, .wildcards:
        return add(.operation(ValueComparison(comparison), left, .null), whenTrue, whenFalse)
      case .none, .folded, .invalidPattern:
        if let scalar = right?.scalar {
          return add(.operation(ValueComparison(comparison), left, scalar), whenTrue, whenFalse)
        }
      }
    }
    // A constant on the left is no rarer in recipes than on the right.
    if comparison.modifier == .direct, !usesFoldedText, let right = Self.slot(comparison.right),
      let scalar = comparison.left.constantValue?.scalar, let test = RelationTest(comparison.operation.exchanged)
    {
      return add(.constant(test, right, scalar), whenTrue, whenFalse)
    }
    return add(.general(comparison), whenTrue, whenFalse)
  }

  /// `BETWEEN` as two comparisons and `IN` a short list as several; `nil` if it is neither.
  private mutating func spread(
    _ operation: PredicateComparison.Operator,
    _ slot: Int,
    _ elements: [PredicateConstant],
    _ whenTrue: Int,
    _ whenFalse: Int
  ) -> Int? {
    let scalars = elements.compactMap(\.scalar)
    guard scalars.count == elements.count else { return nil }
    switch operation {
    case .between:
      guard scalars.count == 2, let low = RelationTest(.greaterThanOrEqual), let high = RelationTest(.lessThanOrEqual)
      else {
        return nil
      }
      let second = add(.constant(high, slot, scalars[1]), whenTrue, whenFalse)
      return add(.constant(low, slot, scalars[0]), second, whenFalse)
    case .in:
      guard scalars.count <= 4, let equal = RelationTest(.equal) else { return nil }
      return scalars.reversed().reduce(whenFalse) { add(.constant(equal, slot, $1), whenTrue, $0) }
    default: return nil
    }
  }

  private mutating func add(_ test: BoundPredicate.Step.Test, _ whenTrue: Int, _ whenFalse: Int) -> Int {
    steps.append(BoundPredicate.Step(test: test, whenTrue: whenTrue, whenFalse: whenFalse))
    return steps.count - 1
  }

  /// The slot whose value the expression is.
  private static func slot(_ expression: ObjectExpression) -> Int? {
    guard case .keyPath(let path, of: .evaluatedObject) = expression, path.slot >= 0,
      path.boundComponents == path.components.count
    else { return nil }
    return path.slot
  }
}

extension PredicateComparison.Operator {
  /// The operator that holds when the sides are exchanged, for those that have one.
  fileprivate var exchanged: PredicateComparison.Operator {
    switch self {
    case .lessThan: .greaterThan
    case .lessThanOrEqual: .greaterThanOrEqual
    case .greaterThan: .lessThan
    case .greaterThanOrEqual: .lessThanOrEqual
    default: self
    }
  }
}
