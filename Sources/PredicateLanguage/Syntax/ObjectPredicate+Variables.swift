extension ObjectPredicate {
  /// The predicate with `$VARIABLES` replaced by constants; variables without a value here stay.
  ///
  /// A variable that `SUBQUERY` or an assignment gives its value to is left alone.
  public func withSubstitutionVariables(_ values: [String: any PredicateArgument]) -> ObjectPredicate {
    let wanted = variableNames
    let constants = values.filter { wanted.contains($0.key) }.mapValues(\.predicateConstant)
    if constants.isEmpty { return self }
    return mapped { expression in
      guard case .variable(let name) = expression, let constant = constants[name] else { return expression }
      return .constant(constant)
    }
  }

  /// The names of the variables that have to be given, without `$`.
  public var variableNames: Set<String> {
    var bound: Set<String> = []
    var used: Set<String> = []
    visit { expression in
      switch expression {
      case .variable(let name): used.insert(name)
      case .subquery(_, let variable, _): bound.insert(variable)
      case .assignment(let variable, _): bound.insert(variable)
      default: break
      }
    }
    return used.subtracting(bound)
  }
}
