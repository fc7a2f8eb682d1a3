internal import Findings
internal import AttributeValues

extension PredicateParser {
  /// A call by a name with colons.
  mutating func functionCall(_ name: String) throws(Failure) -> Item {
    let range = token.range
    try advance()
    guard token.isSymbol(.leftParenthesis) else { throw unexpected("expected ( after the function \(name)") }
    return try functionArguments(of: name, range)
  }

  /// A call from its opening parenthesis on.
  mutating func functionArguments(of name: String, _ range: Range<Int>) throws(Failure) -> Item {
    if name == "castObject:toType:" { return try cast(from: range.lowerBound) }
    guard var function = PredicateFunction(name: name) else { throw Self.unknownFunction(name, range) }
    try advance()
    var arguments: [ObjectExpression] = []
    var height = 0
    if !token.isSymbol(.rightParenthesis) {
      while true {
        let argument = try item(atLeast: .set)
        arguments.append(try expression(of: argument))
        height = max(height, argument.height)
        guard token.isSymbol(.comma) else { break }
        try advance()
      }
    }
    try expect(.rightParenthesis, "or a comma after the arguments of \(name)")
    // `max(a, b)` means the greatest of a list.
    if function.isStatistic, arguments.count > 1 { arguments = [.list(arguments)] }
    if function == .random, arguments.count == 1 { function = .randomBelow }
    guard arguments.count == function.argumentCount else {
      let count = function.argumentCount
      let message = "\(name) takes \(count) argument\(count == 1 ? "" : "s"), not \(arguments.count)"
      throw Failure(range: range, message: message)
    }
    return try built(.expression(.function(function, arguments)), from: range.lowerBound, over: height)
  }

  private static func unknownFunction(_ name: String, _ range: Range<Int>) -> Failure {
    var message = "there is no function \(name)"
    let names = PredicateFunction.allCases.map { $0.argumentCount == 1 ? String($0.rawValue.dropLast()) : $0.rawValue }
    if let suggestion = EditDistance.suggestion(for: name, among: names) { message += "; did you mean \(suggestion)?" }
    return Failure(range: range, message: message)
  }

  /// `FUNCTION(target, "selector:", arguments…)` from its parenthesis on.
  mutating func methodCall(from start: Int) throws(Failure) -> Item {
    try expect(.leftParenthesis, "after FUNCTION")
    let target = try item(atLeast: .set)
    var height = target.height
    try expect(.comma, "and the method's name after the target of FUNCTION")
    guard case .string(let name) = token.kind else {
      throw unexpected("expected the method's name in quotes")
    }
    let nameRange = token.range
    try advance()
    var arguments: [ObjectExpression] = []
    while token.isSymbol(.comma) {
      try advance()
      let argument = try item(atLeast: .set)
      arguments.append(try expression(of: argument))
      height = max(height, argument.height)
    }
    try expect(.rightParenthesis, "or a comma after the arguments of FUNCTION")
    let colons = name.utf8.count { $0 == UInt8(ascii: ":") }
    guard colons == arguments.count else {
      let message = "\(name) takes \(colons) argument\(colons == 1 ? "" : "s"), not \(arguments.count)"
      throw Failure(range: nameRange, message: message)
    }
    let call = ObjectExpression.method(target: try expression(of: target), name: name, arguments)
    return try built(.expression(call), from: start, over: height)
  }

  /// `CAST(value, "type")` from its parenthesis on. A constant is cast at once, so that dates and the like are constants.
  mutating func cast(from start: Int) throws(Failure) -> Item {
    try expect(.leftParenthesis, "after CAST")
    let value = try item(atLeast: .set)
    let operand = try expression(of: value)
    try expect(.comma, "and the type in quotes after the value of CAST")
    guard case .string(let name) = token.kind, let type = CastType(name: name) else {
      let names = CastType.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw unexpected("expected one of the types \(names)")
    }
    try advance()
    try expect(.rightParenthesis, "after the type")
    if let scalar = operand.constantValue?.scalar {
      let result = type.cast(scalar)
      if !result.isNull || scalar.isNull { return try built(.expression(.constant(.value(result))), from: start) }
    }
    return try built(.expression(.cast(operand, type)), from: start, over: value.height)
  }

  /// `TERNARY(predicate, a, b)` from its parenthesis on.
  mutating func conditional(from start: Int) throws(Failure) -> Item {
    try expect(.leftParenthesis, "after TERNARY")
    let condition = try item(atLeast: .or)
    let predicate = try predicate(of: condition)
    try expect(.comma, "after the condition of TERNARY")
    let first = try item(atLeast: .set)
    let whenTrue = try expression(of: first)
    try expect(.comma, "after the second part of TERNARY")
    let second = try item(atLeast: .set)
    let whenFalse = try expression(of: second)
    try expect(.rightParenthesis, "after the third part of TERNARY")
    return try built(
      .expression(.conditional(predicate, whenTrue, whenFalse)),
      from: start,
      over: condition.height,
      first.height,
      second.height
    )
  }

  /// `FETCH(request, context, countOnly)` from its parenthesis on; the last part is a constant, `TRUE` or `FALSE`.
  mutating func fetch(from start: Int) throws(Failure) -> Item {
    try expect(.leftParenthesis, "after FETCH")
    let first = try item(atLeast: .set)
    let request = try expression(of: first)
    try expect(.comma, "after the request of FETCH")
    let second = try item(atLeast: .set)
    let context = try expression(of: second)
    try expect(.comma, "after the context of FETCH")
    let range = token.range
    let countOnly: Bool
    switch try expression(of: try item(atLeast: .set)).constantValue?.scalar {
    case .boolean(let value): countOnly = value
    case .integer(let value): countOnly = value != 0
    default: throw Failure(range: range, message: "expected TRUE to count, or FALSE, as the third part of FETCH")
    }
    try expect(.rightParenthesis, "after the third part of FETCH")
    return try built(
      .expression(.fetch(request, context: context, countOnly: countOnly)),
      from: start,
      over: first.height,
      second.height
    )
  }

  /// `SUBQUERY(collection, $variable, predicate)` from its parenthesis on.
  mutating func subquery(from start: Int) throws(Failure) -> Item {
    try expect(.leftParenthesis, "after SUBQUERY")
    let collection = try item(atLeast: .set)
    let elements = try expression(of: collection)
    try expect(.comma, "after the collection of SUBQUERY")
    guard case .variable(let name) = token.kind else {
      throw unexpected("expected a variable such as $x for the elements")
    }
    try advance()
    try expect(.comma, "after the variable of SUBQUERY")
    let condition = try item(atLeast: .or)
    let predicate = try predicate(of: condition)
    try expect(.rightParenthesis, "after the condition of SUBQUERY")
    return try built(
      .expression(.subquery(elements, variable: name, predicate)),
      from: start,
      over: collection.height,
      condition.height
    )
  }
}

extension CastType {
  /// The type with this name; Swift's names are understood too.
  init?(name: String) {
    if let type = CastType(rawValue: name) ?? CastType(rawValue: "NS" + name) {
      self = type
      return
    }
    switch name {
    case "Decimal": self = .decimal
    default: return nil
    }
  }
}
