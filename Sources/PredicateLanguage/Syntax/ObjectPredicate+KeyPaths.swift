extension ObjectPredicate {
  /// The key paths that are read, in the order of the text, repeated as often as they occur.
  ///
  /// All begin at the predicate's subject: in `SUBQUERY(breeds, $b, $b.name == "x")` the paths are `breeds` and `breeds.name`, each
  /// component with its own place in the text. A key path of something else, such as of an index expression, continues that one's path.
  /// Paths of substituted objects are left out.
  public var keyPaths: [ObjectKeyPath] {
    var collector = KeyPathCollector()
    collector.visit(self)
    return collector.paths
  }

  /// The variables that nothing in the predicate gives a value, first mentioned first.
  package var unboundVariables: [String] {
    var collector = KeyPathCollector()
    collector.visit(self)
    return collector.unboundVariables
  }
}

extension ObjectExpression {
  /// The key paths that are read, as for predicates.
  public var keyPaths: [ObjectKeyPath] {
    var collector = KeyPathCollector()
    collector.visit(self)
    return collector.paths
  }
}

/// Walks a predicate and resolves what each key path begins at.
private struct KeyPathCollector {
  /// Where an expression's value lies, seen from the predicate's subject.
  enum Place {
    case subject
    case path(ObjectKeyPath)
    /// Nowhere among the subject's keys.
    case elsewhere
  }

  var paths: [ObjectKeyPath] = []
  private(set) var unboundVariables: [String] = []
  private var variables: [String: Place] = [:]

  mutating func visit(_ predicate: ObjectPredicate) {
    switch predicate.node {
    case .constant: break
    case .comparison(let comparison):
      visit(comparison.left)
      visit(comparison.right)
    case .not(let inner): visit(inner)
    case .and(let parts), .or(let parts):
      for part in parts { visit(part) }
    }
  }

  mutating func visit(_ expression: ObjectExpression) {
    if case .path(let path) = place(of: expression) { paths.append(path) }
  }

  /// The place of the expression's value. Key paths inside it that are not the beginning of that place are noted.
  private mutating func place(of expression: ObjectExpression) -> Place {
    switch expression {
    case .constant: return .elsewhere
    case .evaluatedObject: return .subject
    case .variable(let name):
      if let place = variables[name] { return place }
      if !unboundVariables.contains(name) { unboundVariables.append(name) }
      return .elsewhere
    case .keyPath(let path, of: let base):
      switch place(of: base) {
      case .subject: return .path(path)
      case .path(let first):
        return .path(
          ObjectKeyPath(first.components + path.components, sourceRanges: first.sourceRanges + path.sourceRanges)
        )
      case .elsewhere: return .elsewhere
      }
    case .element(of: let collection, let index):
      if case .at(let position) = index { visit(position) }
      let place = place(of: collection)
      guard case .size = index, case .path(let path) = place else { return place }
      paths.append(path)
      return .elsewhere
    case .aggregate(let parts), .function(_, let parts):
      for part in parts { visit(part) }
      return .elsewhere
    case .method(let target, _, let arguments):
      visit(target)
      for argument in arguments { visit(argument) }
      return .elsewhere
    case .cast(let operand, _):
      visit(operand)
      return .elsewhere
    case .conditional(let condition, let first, let second):
      visit(condition)
      visit(first)
      visit(second)
      return .elsewhere
    case .subquery(let collection, let variable, let condition):
      let place = place(of: collection)
      if case .path(let path) = place { paths.append(path) }
      let outer = variables[variable]
      variables[variable] = place
      visit(condition)
      variables[variable] = outer
      return place
    case .setOperation(_, let left, let right):
      visit(left)
      visit(right)
      return .elsewhere
    case .fetch(let request, let context, _):
      visit(request)
      visit(context)
      return .elsewhere
    case .assignment(let name, let value):
      let place = place(of: value)
      variables[name] = place
      return place
    }
  }
}
