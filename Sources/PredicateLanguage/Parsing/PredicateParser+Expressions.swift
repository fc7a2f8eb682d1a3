internal import Findings
internal import AttributeValues

extension PredicateParser {
  /// Prefix operators and what they stand before.
  mutating func prefixed() throws(Failure) -> Item {
    let start = token.range.lowerBound
    switch token.kind {
    case .symbol(.not):
      return try negated(from: start)
    case .symbol(.minus):
      try advance()
      return try minus(from: start)
    case .symbol(.plus):
      try advance()
      let inner = try item(atLeast: .negation)
      return try built(.expression(try expression(of: inner)), from: start, over: inner.height)
    case .word:
      switch token.keyword {
      case "NOT": return try negated(from: start)
      case "ANY", "SOME", "ALL", "NONE": return try modified(token.keyword)
      default: break
      }
    default: break
    }
    return try postfixed(try primary(), from: start)
  }

  private mutating func negated(from start: Int) throws(Failure) -> Item {
    try advance()
    let inner = try item(atLeast: .not)
    return try built(.predicate(.not(try predicate(of: inner))), from: start, over: inner.height)
  }

  /// What follows a minus sign: a negative literal, or an expression whose sign is changed.
  private mutating func minus(from start: Int) throws(Failure) -> Item {
    // The least integer has no positive counterpart, so literals are negated before they become integers.
    if case .integer(let magnitude) = token.kind, magnitude == Int64.min.magnitude {
      try advance()
      return try built(.expression(.constant(.value(.integer(.min)))), from: start)
    }
    let isLiteral =
      switch token.kind {
      case .integer, .number: true
      default: false
      }
    let inner = try item(atLeast: .negation)
    let expression = try expression(of: inner)
    if isLiteral, let negative = Self.negative(expression) {
      return try built(.expression(negative), from: start)
    }
    return try built(.expression(.function(.negate, [expression])), from: start, over: inner.height)
  }

  private static func negative(_ expression: ObjectExpression) -> ObjectExpression? {
    switch expression.constantValue?.scalar {
    case .integer(let value): .constant(.value(.integer(-value)))
    case .double(let value): .constant(.value(.double(-value)))
    default: nil
    }
  }

  // MARK: Primary expressions

  mutating func primary() throws(Failure) -> Item {
    let start = token.range.lowerBound
    switch token.kind {
    case .string(let text):
      return try literal(.string(text))
    case .integer(let magnitude):
      return try literal(Int64(exactly: magnitude).map { .integer($0) } ?? .double(Double(magnitude)))
    case .number(let value):
      return try literal(.double(value))
    case .placeholder(let placeholder):
      return try argument(placeholder)
    case .variable(let name):
      return try variable(name)
    case .escapedWord(let name):
      return try keyPath(beginningWith: name)
    case .collectionOperator(let name):
      try checkOperator(name)
      return try keyPath(beginningWith: name)
    case .selector(let name):
      return try functionCall(name)
    case .symbol(.leftBrace):
      return try aggregate()
    case .symbol(.leftParenthesis):
      try advance()
      var inner = try item(atLeast: .or)
      try expect(.rightParenthesis, "to close the parenthesis")
      inner.range = start..<lastEnd
      return inner
    case .word(let word):
      return try wordItem(word)
    case .end, .symbol:
      throw unexpected("expected a value, a key path or a condition")
    }
  }

  private mutating func literal(_ value: AttributeValue) throws(Failure) -> Item {
    let start = token.range.lowerBound
    try advance()
    return try built(.expression(.constant(.value(value))), from: start)
  }

  private mutating func variable(_ name: String) throws(Failure) -> Item {
    let start = token.range.lowerBound
    try advance()
    guard token.isSymbol(.assign) else { return try built(.expression(.variable(name)), from: start) }
    try advance()
    let value = try item(atLeast: .set)
    return try built(.expression(.assignment(name, try expression(of: value))), from: start, over: value.height)
  }

  private mutating func aggregate() throws(Failure) -> Item {
    let start = token.range.lowerBound
    try advance()
    var elements: [ObjectExpression] = []
    var height = 0
    if !token.isSymbol(.rightBrace) {
      while true {
        let element = try item(atLeast: .set)
        elements.append(try expression(of: element))
        height = max(height, element.height)
        guard token.isSymbol(.comma) else { break }
        try advance()
      }
    }
    try expect(.rightBrace, "or a comma in the list")
    return try built(.expression(.list(elements)), from: start, over: height)
  }

  private mutating func wordItem(_ word: String) throws(Failure) -> Item {
    let start = token.range.lowerBound
    let keyword = token.keyword
    switch keyword {
    case "NULL", "NIL": return try literal(.null)
    case "TRUE", "YES": return try literal(.boolean(true))
    case "FALSE", "NO": return try literal(.boolean(false))
    case "TRUEPREDICATE", "FALSEPREDICATE":
      try advance()
      return try built(.predicate(ObjectPredicate(value: keyword == "TRUEPREDICATE")), from: start)
    case "SELF":
      try advance()
      return try built(.expression(.evaluatedObject), from: start)
    default:
      if ReservedWord.operators.contains(keyword) {
        throw unexpected("expected a value or a key path before \(keyword); a key of this name is written #\(word)")
      }
    }
    let range = token.range
    try advance()
    guard token.isSymbol(.leftParenthesis) else {
      return try keyPathRest([word], [range], of: nil, height: 0, from: start)
    }
    switch keyword {
    case "SUBQUERY": return try subquery(from: start)
    case "CAST": return try cast(from: start)
    case "TERNARY": return try conditional(from: start)
    case "FUNCTION": return try methodCall(from: start)
    case "FETCH": return try fetch(from: start)
    default: return try functionArguments(of: word, range)
    }
  }

  // MARK: Key paths and elements

  private func checkOperator(_ name: String) throws(Failure) {
    guard CollectionOperator(rawValue: name) == nil else { return }
    let names = CollectionOperator.allCases.map(\.rawValue)
    var message = "there is no collection operator \(name)"
    if let suggestion = EditDistance.suggestion(for: name, among: names) { message += "; did you mean \(suggestion)?" }
    throw Failure(range: token.range, message: message)
  }

  private mutating func keyPath(beginningWith name: String) throws(Failure) -> Item {
    let range = token.range
    try advance()
    return try keyPathRest([name], [range], of: nil, height: 0, from: range.lowerBound)
  }

  /// The rest of a key path whose first components have been read.
  private mutating func keyPathRest(
    _ first: [String],
    _ firstRanges: [Range<Int>],
    of target: ObjectExpression?,
    height: Int,
    from start: Int
  ) throws(Failure) -> Item {
    var components = first
    var ranges = firstRanges
    while token.isSymbol(.dot) {
      try advance()
      switch token.kind {
      case .word(let name), .escapedWord(let name): components.append(name)
      case .collectionOperator(let name):
        try checkOperator(name)
        components.append(name)
      case .placeholder(.keyPath):
        let added = try keyPathArgument()
        components += added
        ranges += Array(repeating: token.range, count: added.count - 1)
      default: throw unexpected("expected a key after the dot")
      }
      ranges.append(token.range)
      try advance()
    }
    let path = ObjectKeyPath(components, sourceRanges: ranges)
    return try built(.expression(.keyPath(path, of: target ?? .evaluatedObject)), from: start, over: height)
  }

  /// Key paths and element brackets after an expression.
  private mutating func postfixed(_ base: Item, from start: Int) throws(Failure) -> Item {
    var base = base
    while true {
      switch token.kind {
      case .symbol(.dot):
        let target = try expression(of: base)
        base = try keyPathRest([], [], of: target, height: base.height, from: start)
      case .symbol(.leftBracket):
        guard case .expression(let collection) = base.content else { return base }
        try advance()
        let index = try collectionIndex()
        try expect(.rightBracket, "after the index")
        base = try built(
          .expression(.element(of: collection, index.index)),
          from: start,
          over: base.height,
          index.height
        )
      default: return base
      }
    }
  }

  private mutating func collectionIndex() throws(Failure) -> (index: CollectionIndex, height: Int) {
    let named: CollectionIndex? =
      switch token.keyword {
      case "FIRST": .first
      case "LAST": .last
      case "SIZE": .size
      default: nil
      }
    if let named {
      try advance()
      return (named, 0)
    }
    let position = try item(atLeast: .set)
    return (.at(try expression(of: position)), position.height)
  }

  // MARK: Arguments of the format

  private mutating func argument(_ placeholder: PredicateToken.Placeholder) throws(Failure) -> Item {
    let range = token.range
    if placeholder == .keyPath {
      let components = try keyPathArgument()
      try advance()
      let ranges = Array(repeating: range, count: components.count)
      return try keyPathRest(components, ranges, of: nil, height: 0, from: range.lowerBound)
    }
    let constant = try nextArgument()
    switch (placeholder, constant.scalar) {
    case (.object, _), (.text, .string), (.character, .string): break
    case (.text, _), (.character, _):
      throw Failure(range: range, message: "expected a string as the argument for this placeholder")
    case (_, .integer), (_, .double), (_, .float), (_, .decimal), (_, .boolean): break
    default: throw Failure(range: range, message: "expected a number as the argument for this placeholder")
    }
    try advance()
    return try built(.expression(.constant(constant)), from: range.lowerBound)
  }

  private mutating func nextArgument() throws(Failure) -> PredicateConstant {
    guard usedArguments < arguments.count else {
      throw Failure(range: token.range, message: "there is no argument for this placeholder")
    }
    usedArguments += 1
    return arguments[usedArguments - 1].predicateConstant
  }

  private mutating func keyPathArgument() throws(Failure) -> [String] {
    guard case .string(let text) = try nextArgument().scalar else {
      throw Failure(range: token.range, message: "expected a string with a key path as the argument for %K")
    }
    let components = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if components.contains("") {
      throw Failure(range: token.range, message: "the key path \"\(text)\" for %K has an empty key")
    }
    return components
  }
}
