extension ObjectExpression {
  /// The expression with `transform` applied to every part, the parts of a part first.
  package func mapped<Failure: Error>(
    _ transform: (ObjectExpression) throws(Failure) -> ObjectExpression
  ) throws(Failure) -> ObjectExpression {
    let rebuilt: ObjectExpression
    switch self {
    case .constant, .evaluatedObject, .variable: rebuilt = self
    case .keyPath(let path, of: let base):
      rebuilt = .keyPath(path, of: try base.mapped(transform, unless: .evaluatedObject))
    case .element(of: let collection, let index):
      rebuilt = .element(of: try collection.mapped(transform), try index.mapped(transform))
    case .aggregate(let parts): rebuilt = .list(try Self.mapped(parts, transform))
    case .function(let function, let arguments): rebuilt = .function(function, try Self.mapped(arguments, transform))
    case .method(let target, let name, let arguments):
      rebuilt = .method(target: try target.mapped(transform), name: name, try Self.mapped(arguments, transform))
    case .cast(let operand, let type): rebuilt = .cast(try operand.mapped(transform), type)
    case .conditional(let condition, let first, let second):
      rebuilt = .conditional(
        try condition.mapped(transform),
        try first.mapped(transform),
        try second.mapped(transform)
      )
    case .subquery(let collection, let variable, let condition):
      rebuilt = .subquery(try collection.mapped(transform), variable: variable, try condition.mapped(transform))
    case .setOperation(let operation, let left, let right):
      rebuilt = .setOperation(operation, try left.mapped(transform), try right.mapped(transform))
    case .fetch(let request, let context, let countOnly):
      rebuilt = .fetch(try request.mapped(transform), context: try context.mapped(transform), countOnly: countOnly)
    case .assignment(let name, let value): rebuilt = .assignment(name, try value.mapped(transform))
    }
    return try transform(rebuilt)
  }

  /// `SELF` before a key path is part of it and not transformed by itself.
  private func mapped<Failure: Error>(
    _ transform: (ObjectExpression) throws(Failure) -> ObjectExpression,
    unless exception: ObjectExpression
  ) throws(Failure) -> ObjectExpression {
    self == exception ? self : try mapped(transform)
  }

  private static func mapped<Failure: Error>(
    _ expressions: [ObjectExpression],
    _ transform: (ObjectExpression) throws(Failure) -> ObjectExpression
  ) throws(Failure) -> [ObjectExpression] {
    var result: [ObjectExpression] = []
    result.reserveCapacity(expressions.count)
    for expression in expressions { result.append(try expression.mapped(transform)) }
    return result
  }
}

extension CollectionIndex {
  fileprivate func mapped<Failure: Error>(
    _ transform: (ObjectExpression) throws(Failure) -> ObjectExpression
  ) throws(Failure) -> CollectionIndex {
    guard case .at(let expression) = self else { return self }
    return .at(try expression.mapped(transform))
  }
}

extension ObjectPredicate {
  /// The predicate with `transform` applied to every expression in it.
  package func mapped<Failure: Error>(
    _ transform: (ObjectExpression) throws(Failure) -> ObjectExpression
  ) throws(Failure) -> ObjectPredicate {
    switch node {
    case .constant: return self
    case .comparison(let comparison): return ObjectPredicate(try comparison.mapped(transform))
    case .not(let inner): return .not(try inner.mapped(transform))
    case .and(let parts): return .and(try Self.mapped(parts, transform))
    case .or(let parts): return .or(try Self.mapped(parts, transform))
    }
  }

  private static func mapped<Failure: Error>(
    _ predicates: [ObjectPredicate],
    _ transform: (ObjectExpression) throws(Failure) -> ObjectExpression
  ) throws(Failure) -> [ObjectPredicate] {
    var result: [ObjectPredicate] = []
    for predicate in predicates { result.append(try predicate.mapped(transform)) }
    return result
  }
}

extension PredicateComparison {
  package func mapped<Failure: Error>(
    _ transform: (ObjectExpression) throws(Failure) -> ObjectExpression
  ) throws(Failure) -> PredicateComparison {
    let left = try left.mapped(transform)
    let right = try right.mapped(transform)
    // A constant stays as it is mostly, and its pattern need not be compiled again.
    if right == self.right, right.constantValue != nil { return PredicateComparison(self, left: left) }
    return PredicateComparison(left, operation, right, modifier: modifier, options: options)
  }
}
