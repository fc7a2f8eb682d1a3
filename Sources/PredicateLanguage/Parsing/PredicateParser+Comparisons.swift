extension PredicateParser {
  /// Parses from the operator on.
  mutating func comparison(
    _ left: Item,
    _ operation: PredicateComparison.Operator,
    modifier: PredicateComparison.Modifier,
    from start: Int
  ) throws(Failure) -> Item {
    guard case .expression(let first) = left.content else {
      throw unexpected("expected AND, OR or the end after the condition")
    }
    try advance()
    let options = try comparisonOptions()
    let right = try item(atLeast: .set)
    let second = try expression(of: right)
    let comparison = PredicateComparison(first, operation, second, modifier: modifier, options: options)
    if case .invalidPattern(let reason) = comparison.prepared {
      throw Failure(range: right.range, message: "this is no regular expression: \(reason)")
    }
    if case .constant(let bounds) = second, operation == .between, bounds != .null {
      guard case .collection(let elements) = bounds, elements.count == 2 else {
        throw Failure(range: right.range, message: "expected two values such as {1, 10} after BETWEEN")
      }
    }
    return try built(.predicate(ObjectPredicate(comparison)), from: start, over: left.height, right.height)
  }

  /// The letters in brackets after an operator, if there are any.
  private mutating func comparisonOptions() throws(Failure) -> PredicateComparison.Options {
    guard token.isSymbol(.leftBracket) else { return [] }
    try advance()
    guard case .word(let letters) = token.kind else {
      throw unexpected("expected some of the letters c, d, n and l")
    }
    var options: PredicateComparison.Options = []
    for (offset, letter) in letters.utf8.enumerated() {
      switch letter | 0x20 {
      case UInt8(ascii: "c"): options.insert(.caseInsensitive)
      case UInt8(ascii: "d"): options.insert(.diacriticInsensitive)
      case UInt8(ascii: "n"): options.insert(.normalized)
      case UInt8(ascii: "l"): options.insert(.localized)
      default:
        let place = token.range.lowerBound + offset
        throw Failure(range: place..<place + 1, message: "expected one of the letters c, d, n and l")
      }
    }
    try advance()
    try expect(.rightBracket, "after the options")
    return options
  }

  /// A comparison after `ANY`, `SOME`, `ALL` or `NONE`.
  mutating func modified(_ keyword: String) throws(Failure) -> Item {
    let start = token.range.lowerBound
    let modifier: PredicateComparison.Modifier = keyword == "ALL" ? .all : .any
    try advance()
    let left = try item(atLeast: .set)
    var result: Item
    if case .predicate(let predicate) = left.content {
      // `ANY (children.age > 12)`
      guard case .comparison(let inner) = predicate.node, inner.modifier == .direct else {
        throw Failure(range: left.range, message: "expected a single comparison after \(keyword)")
      }
      let comparison = PredicateComparison(
        inner.left,
        inner.operation,
        inner.right,
        modifier: modifier,
        options: inner.options
      )
      result = try built(.predicate(ObjectPredicate(comparison)), from: start, over: left.height)
    } else {
      guard let operation = comparisonOperator() else {
        throw unexpected("expected a comparison such as == or CONTAINS after \(keyword) and its expression")
      }
      result = try comparison(left, operation, modifier: modifier, from: start)
    }
    if keyword == "NONE", case .predicate(let predicate) = result.content {
      result = try built(.predicate(.not(predicate)), from: start, over: result.height)
    }
    return result
  }
}
