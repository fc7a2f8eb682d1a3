extension ObjectPredicate {
  /// Parses Apple's predicate format.
  ///
  /// `%@` takes any argument, `%K` a string with a key path, `%d` and its relatives a number; arguments are taken in order. Inside quotes
  /// a `%` is just a character.
  ///
  /// - Throws: `PredicateSyntaxError` for a text that is no predicate, a wrong number or kind of arguments, and an invalid regular
  ///   expression.
  /// - Complexity: O(*n*) in the length of the text. Parentheses and the like nest to 200 at most.
  public init(format: String, _ arguments: any PredicateArgument...) throws(PredicateSyntaxError) {
    try self.init(format: format, argumentArray: arguments)
  }

  /// Parses Apple's predicate format with the arguments in an array.
  public init(format: String, argumentArray: [any PredicateArgument]) throws(PredicateSyntaxError) {
    var parser = PredicateParser(format, arguments: argumentArray)
    self = try parser.wholePredicate()
  }
}

extension ObjectExpression {
  /// Parses an expression in Apple's format, such as `heightMax - heightMin` or `breeds.@count`.
  ///
  /// - Throws: `PredicateSyntaxError`, as for predicates.
  public init(format: String, _ arguments: any PredicateArgument...) throws(PredicateSyntaxError) {
    var parser = PredicateParser(format, arguments: arguments)
    self = try parser.wholeExpression()
  }
}
