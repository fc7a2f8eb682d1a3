/// Recursive descent over tokens, with precedence climbing for operators.
///
/// A parenthesis may hold a predicate or an expression, and which one shows only later; so one routine parses both (`Item`), and each
/// operator checks what it was given. Nothing is read twice: the time is linear. `depth` bounds recursion here, and the
/// height of the tree bounds it in everything that walks a parsed predicate.
struct PredicateParser {
  typealias Failure = PredicateScanner.Failure

  /// What has been parsed: a predicate or an expression, with its place.
  struct Item {
    enum Content {
      case predicate(ObjectPredicate)
      case expression(ObjectExpression)
    }

    var content: Content
    var range: Range<Int>
    /// The height of the tree.
    var height: Int
  }

  /// How strongly operators bind; `NOT` and the modifiers stand between `and` and `comparison`.
  enum Precedence: Int {
    case or = 1
    case and, not, comparison, set, addition, multiplication, negation, power
    /// Not an operator but what stands between them.
    case operand
  }

  /// How high a tree may be.
  static let mostHeight = 200
  /// How deep the parser goes: the printed form of a tree may have parentheses at each of its levels.
  private static let mostDepth = 2 * mostHeight + 2

  let text: String
  var scanner: PredicateScanner
  var token = PredicateToken(kind: .end, range: 0..<0)
  /// Where the token before `token` ends.
  var lastEnd = 0
  let arguments: [any PredicateArgument]
  var usedArguments = 0
  var depth = 0

  init(_ text: String, arguments: [any PredicateArgument]) {
    self.text = text
    self.arguments = arguments
    scanner = PredicateScanner(text)
  }

  // MARK: Entries

  mutating func wholePredicate() throws(PredicateSyntaxError) -> ObjectPredicate {
    try whole { (parser) throws(Failure) in
      let item = try parser.item(atLeast: .or)
      return try parser.predicate(of: item)
    }
  }

  mutating func wholeExpression() throws(PredicateSyntaxError) -> ObjectExpression {
    try whole { (parser) throws(Failure) in
      let item = try parser.item(atLeast: .set)
      return try parser.expression(of: item)
    }
  }

  private mutating func whole<Result>(
    _ parse: (inout PredicateParser) throws(Failure) -> Result
  ) throws(PredicateSyntaxError) -> Result {
    do throws(Failure) {
      try advance()
      let result = try parse(&self)
      if token.kind != .end { throw unexpected("expected an operator or the end") }
      if usedArguments < arguments.count {
        let end = scanner.bytes.count
        let message = "\(arguments.count) arguments were given, but the format takes \(usedArguments)"
        throw Failure(range: end..<end, message: message)
      }
      return result
    } catch {
      throw PredicateSyntaxError(text: text, range: error.range, message: error.message)
    }
  }

  // MARK: Tokens

  mutating func advance() throws(Failure) {
    lastEnd = token.range.upperBound
    token = try scanner.next()
  }

  mutating func expect(_ symbol: PredicateToken.Symbol, _ place: String) throws(Failure) {
    guard token.isSymbol(symbol) else { throw unexpected("expected \(symbol.rawValue) \(place)") }
    try advance()
  }

  /// An error at the current token.
  func unexpected(_ message: String) -> Failure {
    if token.kind == .end { return Failure(range: token.range, message: message + ", but the text ends here") }
    return Failure(range: token.range, message: message)
  }

  // MARK: Items

  /// Makes an item of a node above others.
  func built(_ content: Item.Content, from start: Int, over heights: Int...) throws(Failure) -> Item {
    let height = (heights.max() ?? 0) + 1
    guard height <= Self.mostHeight else { throw tooDeep(start..<lastEnd) }
    return Item(content: content, range: start..<lastEnd, height: height)
  }

  func tooDeep(_ range: Range<Int>) -> Failure {
    Failure(
      range: range.lowerBound..<range.lowerBound,
      message: "this is nested more than \(Self.mostHeight) levels deep"
    )
  }

  func predicate(of item: Item) throws(Failure) -> ObjectPredicate {
    switch item.content {
    case .predicate(let predicate): return predicate
    case .expression:
      let message = "expected a comparison such as == or CONTAINS after the expression"
      if token.kind == .end { throw unexpected(message) }
      throw Failure(range: token.range, message: message)
    }
  }

  func expression(of item: Item) throws(Failure) -> ObjectExpression {
    switch item.content {
    case .expression(let expression): return expression
    case .predicate: throw Failure(range: item.range, message: "expected a value, but this is a condition")
    }
  }

  /// Parses operators that bind at least as strongly as `precedence`, and their operands.
  mutating func item(atLeast precedence: Precedence) throws(Failure) -> Item {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostDepth else { throw tooDeep(token.range) }
    var left = try prefixed()
    while let found = infix(), found.precedence.rawValue >= precedence.rawValue {
      left = try apply(found, to: left)
    }
    return left
  }

  private enum InfixOperator {
    case or, and
    case comparison(PredicateComparison.Operator)
    case set(SetOperation)
    case arithmetic(PredicateFunction)
  }

  /// The infix operator that the current token is.
  private func infix() -> (operation: InfixOperator, precedence: Precedence)? {
    switch token.kind {
    case .symbol(.or): return (.or, .or)
    case .symbol(.and): return (.and, .and)
    case .symbol(.plus): return (.arithmetic(.add), .addition)
    case .symbol(.minus): return (.arithmetic(.subtract), .addition)
    case .symbol(.star): return (.arithmetic(.multiply), .multiplication)
    case .symbol(.slash): return (.arithmetic(.divide), .multiplication)
    case .symbol(.power): return (.arithmetic(.raise), .power)
    case .word:
      let keyword = token.keyword
      if keyword == "OR" { return (.or, .or) }
      if keyword == "AND" { return (.and, .and) }
      if let set = SetOperation(rawValue: keyword) { return (.set(set), .set) }
    default: break
    }
    return comparisonOperator().map { (.comparison($0), .comparison) }
  }

  /// The comparison operator that the current token is.
  func comparisonOperator() -> PredicateComparison.Operator? {
    switch token.kind {
    case .symbol(let symbol): PredicateComparison.Operator(rawValue: symbol.rawValue)
    case .word: PredicateComparison.Operator(rawValue: token.keyword)
    default: nil
    }
  }

  private mutating func apply(
    _ infix: (operation: InfixOperator, precedence: Precedence),
    to left: Item
  ) throws(Failure) -> Item {
    let start = left.range.lowerBound
    switch infix.operation {
    case .or, .and:
      return try compound(infix.precedence, left)
    case .comparison(let operation):
      return try comparison(left, operation, modifier: .direct, from: start)
    case .set(let operation):
      let first = try expression(of: left)
      try advance()
      let right = try item(atLeast: .addition)
      let second = try expression(of: right)
      return try built(
        .expression(.setOperation(operation, first, second)),
        from: start,
        over: left.height,
        right.height
      )
    case .arithmetic(let function):
      let first = try expression(of: left)
      try advance()
      // Powers group to the right, all others to the left.
      let tighter = function == .raise ? Precedence.negation : Precedence(rawValue: infix.precedence.rawValue + 1)
      let right = try item(atLeast: tighter ?? .power)
      let second = try expression(of: right)
      return try built(.expression(.function(function, [first, second])), from: start, over: left.height, right.height)
    }
  }

  /// `AND` or `OR` and everything that follows with the same operator, as one compound.
  private mutating func compound(_ precedence: Precedence, _ left: Item) throws(Failure) -> Item {
    var parts = [try predicate(of: left)]
    var height = left.height
    let tighter: Precedence = precedence == .or ? .and : .not
    while let found = infix(), found.precedence == precedence {
      try advance()
      let right = try item(atLeast: tighter)
      parts.append(try predicate(of: right))
      height = max(height, right.height)
    }
    let whole = precedence == .or ? ObjectPredicate.or(parts) : ObjectPredicate.and(parts)
    return try built(.predicate(whole), from: left.range.lowerBound, over: height)
  }
}
