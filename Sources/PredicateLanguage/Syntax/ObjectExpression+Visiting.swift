extension ObjectExpression {
  /// Calls `body` with the expression and every part of it, the whole before its parts.
  package func visit(_ body: (ObjectExpression) -> Void) {
    body(self)
    switch self {
    case .constant, .evaluatedObject, .variable: break
    case .keyPath(_, of: let base): base.visit(body)
    case .element(of: let collection, let index):
      collection.visit(body)
      if case .at(let position) = index { position.visit(body) }
    case .aggregate(let parts), .function(_, let parts):
      for part in parts { part.visit(body) }
    case .method(let target, _, let arguments):
      target.visit(body)
      for argument in arguments { argument.visit(body) }
    case .cast(let operand, _): operand.visit(body)
    case .conditional(let condition, let first, let second):
      condition.visit(body)
      first.visit(body)
      second.visit(body)
    case .subquery(let collection, _, let condition):
      collection.visit(body)
      condition.visit(body)
    case .setOperation(_, let left, let right):
      left.visit(body)
      right.visit(body)
    case .fetch(let request, let context, _):
      request.visit(body)
      context.visit(body)
    case .assignment(_, let value): value.visit(body)
    }
  }
}

extension ObjectPredicate {
  /// Calls `body` with every expression in the predicate, a whole before its parts.
  package func visit(_ body: (ObjectExpression) -> Void) {
    switch node {
    case .constant: break
    case .comparison(let comparison):
      comparison.left.visit(body)
      comparison.right.visit(body)
    case .not(let inner): inner.visit(body)
    case .and(let parts), .or(let parts):
      for part in parts { part.visit(body) }
    }
  }
}
