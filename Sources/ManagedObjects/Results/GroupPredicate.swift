internal import PredicateLanguage

/// A having predicate in terms of the named values of a group: its statistics have names of their own, and a key path that is the name of a
/// value is one key.
struct GroupPredicate {
  private(set) var predicate: ObjectPredicate
  /// The statistics that the predicate itself asks for, such as `max:(height)`, under the names of its variables.
  private(set) var statistics: [FetchedProperty] = []

  init(_ having: ObjectPredicate, names: [String]) {
    var statistics: [FetchedProperty] = []
    predicate = having.mapped { expression in
      guard case .function(let function, let arguments) = expression, function.isStatistic, arguments.count == 1
      else { return expression }
      switch arguments[0] {
      case .evaluatedObject, .keyPath(_, of: .evaluatedObject): break
      default: return expression
      }
      // No name in a format has a percent sign.
      let name = "%\(statistics.count)"
      statistics.append(.expression(name: name, expression))
      return .variable(name)
    }
    predicate = predicate.mapped { expression in
      guard case .keyPath(let path, of: .evaluatedObject) = expression, names.contains(path.dotted) else {
        return expression
      }
      return .keyPath(ObjectKeyPath([path.dotted]))
    }
    self.statistics = statistics
  }

  /// Whether a group with these values is chosen.
  ///
  /// - Throws: `PredicateEvaluationError`.
  func holds(_ values: [String: FetchedValue]) throws -> Bool {
    let values = values.mapValues(\.predicateValue)
    return try predicate.evaluate(with: values, substitutions: values)
  }
}
