extension ObjectPredicate {
  /// The predicate with `$VARIABLES` replaced by constants; variables without a value here stay.
  ///
  /// A variable that `SUBQUERY` or an assignment gives its value to is left alone.
  public func withSubstitutionVariables(_ values: [String: any PredicateArgument]) -> ObjectPredicate {
    let constants = values.mapValues(\.predicateConstant)
    var bound: Set<String> = []
    collectBoundVariables(into: &bound)
    return mapped { expression in
      guard case .variable(let name) = expression, !bound.contains(name), let constant = constants[name] else {
        return expression
      }
      return .constant(constant)
    }
  }

  /// The names of the variables that have to be given, without `$`.
  public var variableNames: Set<String> {
    var bound: Set<String> = []
    var used: Set<String> = []
    collectBoundVariables(into: &bound)
    _ = mapped { expression in
      if case .variable(let name) = expression { used.insert(name) }
      return expression
    }
    return used.subtracting(bound)
  }

  private func collectBoundVariables(into names: inout Set<String>) {
    var found: Set<String> = []
    _ = mapped { expression in
      switch expression {
      case .subquery(_, let variable, _): found.insert(variable)
      case .assignment(let variable, _): found.insert(variable)
      default: break
      }
      return expression
    }
    names.formUnion(found)
  }
}
