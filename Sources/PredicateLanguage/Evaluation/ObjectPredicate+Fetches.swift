internal import AttributeValues

extension ObjectPredicate {
  /// Whether `FETCH` stands anywhere in the predicate.
  package var containsFetch: Bool {
    switch node {
    case .constant: false
    case .not(let inner): inner.containsFetch
    case .and(let parts), .or(let parts): parts.contains(where: \.containsFetch)
    case .comparison(let comparison): comparison.left.containsFetch || comparison.right.containsFetch
    }
  }

  /// The predicate with constants in place of what `FETCH` gives, as far as that is the same for every subject: so each request runs once, and a
  /// store that knows nothing of requests can answer the rest.
  ///
  /// - Throws: `PredicateEvaluationError`, as for an evaluation.
  package func resolvingFetches() throws(PredicateEvaluationError) -> ObjectPredicate {
    // A whole comes before its parts, which it stands for too.
    var wholes: [ObjectExpression] = []
    visit { expression in
      guard expression.containsFetch, expression.isSameForAll else { return }
      if !wholes.contains(where: { $0.contains(expression) }) { wholes.append(expression) }
    }
    var constants: [ObjectExpression: ObjectExpression] = [:]
    for whole in wholes {
      if let constant = try whole.value(withValue: .null).constant { constants[whole] = .constant(constant) }
    }
    if constants.isEmpty { return self }
    return mapped { constants[$0] ?? $0 }
  }
}

extension ObjectExpression {
  fileprivate var containsFetch: Bool {
    switch self {
    // The common operands, without a walk.
    case .constant, .evaluatedObject, .variable: return false
    case .keyPath(_, of: .evaluatedObject): return false
    default:
      var found = false
      visit { if case .fetch = $0 { found = true } }
      return found
    }
  }

  /// Whether the value depends neither on the subject nor on variables from outside.
  fileprivate var isSameForAll: Bool {
    var usesSubject = false
    var bound: Set<String> = []
    var used: Set<String> = []
    visit { expression in
      switch expression {
      case .evaluatedObject: usesSubject = true
      case .variable(let name): used.insert(name)
      case .subquery(_, let variable, _): bound.insert(variable)
      case .assignment: usesSubject = true
      default: break
      }
    }
    return !usesSubject && used.isSubset(of: bound)
  }

  fileprivate func contains(_ part: ObjectExpression) -> Bool {
    var found = false
    visit { if $0 == part { found = true } }
    return found
  }
}

extension PredicateValue {
  /// The value as a constant, objects as their identities; `nil` if an object has none.
  fileprivate var constant: PredicateConstant? {
    switch self {
    case .value(let value): return .value(value)
    case .object, .identity: return objectIdentity.map { .object($0) }
    case .collection(let elements, _):
      var constants: [PredicateConstant] = []
      constants.reserveCapacity(elements.count)
      for element in elements {
        guard let constant = element.constant else { return nil }
        constants.append(constant)
      }
      return .collection(constants)
    }
  }
}
