internal import AttributeValues
internal import FoundationEssentials

/// Walks a predicate and answers it for one subject.
///
/// One evaluator serves objects and bound slots: a key path that a binding has resolved is read from `slots`, any other from `subject`.
struct PredicateEvaluator {
  typealias Failure = PredicateEvaluationError

  let subject: PredicateValue
  let slots: (any SlotSubject)?
  var variables: [String: PredicateValue]
  /// The time of `now()`, the same for the whole evaluation; read from the clock when first asked for, unless given.
  var now: Double?

  init(subject: PredicateValue, slots: (any SlotSubject)?, variables: [String: PredicateValue], now: Double?) {
    self.subject = subject
    self.slots = slots
    self.variables = variables
    self.now = now
  }

  // MARK: Predicates

  mutating func holds(_ predicate: ObjectPredicate) throws(Failure) -> Bool {
    switch predicate.node {
    case .comparison(let comparison): return try holds(comparison)
    case .not(let inner): return try !holds(inner)
    case .constant(let value): return value
    case .and(let parts):
      for part in parts where try !holds(part) { return false }
      return true
    case .or(let parts):
      for part in parts where try holds(part) { return true }
      return false
    }
  }

  mutating func holds(_ comparison: PredicateComparison) throws(Failure) -> Bool {
    let left = try value(of: comparison.left)
    let right: PredicateValue
    switch comparison.prepared {
    // Prepared operands stand for the right side; a long list need not be unpacked again.
    case .members, .pattern, .wildcards: right = .null
    case .none, .folded, .invalidPattern: right = try value(of: comparison.right)
    }
    let test = ValueComparison(comparison)
    switch comparison.modifier {
    case .direct: return try test.holds(left, right)
    case .any:
      for element in try elements(of: left, for: "ANY") where try test.holds(element, right) { return true }
      return false
    case .all:
      for element in try elements(of: left, for: "ALL") where try !test.holds(element, right) { return false }
      return true
    }
  }

  // MARK: Expressions

  mutating func value(of expression: ObjectExpression) throws(Failure) -> PredicateValue {
    switch expression {
    case .constant(let constant): return PredicateValue(constant)
    case .evaluatedObject: return subject
    case .variable(let name):
      guard let value = variables[name] else { throw .undefinedVariable(name) }
      return value
    case .keyPath(let path, of: let base):
      if path.slot >= 0, let slots {
        return try value(at: path, from: path.boundComponents, of: .value(slots.slotValue(path.slot)))
      }
      return try value(at: path, from: 0, of: try value(of: base))
    case .element(of: let collection, let index):
      return try element(of: try value(of: collection), index)
    case .aggregate(let parts):
      return .collection(try values(of: parts), isOrdered: true)
    case .function(let function, let arguments):
      return try apply(function, arguments)
    case .method(let target, let name, let arguments):
      return try call(name, on: try value(of: target), try values(of: arguments))
    case .cast(let operand, let type):
      switch try value(of: operand) {
      case .value(let scalar): return .value(type.cast(scalar))
      case let other: throw .unsuitableValue(operation: "CAST", found: other.kindDescription)
      }
    case .conditional(let condition, let first, let second):
      return try holds(condition) ? try value(of: first) : try value(of: second)
    case .subquery(let collection, let variable, let condition):
      return try subquery(try value(of: collection), variable, condition)
    case .setOperation(let operation, let first, let second):
      return try combined(operation, try value(of: first), try value(of: second))
    case .fetch(let request, let context, let countOnly):
      return try fetched(try value(of: request), try value(of: context), countOnly: countOnly)
    case .assignment(let name, let expression):
      let value = try value(of: expression)
      variables[name] = value
      return value
    }
  }

  private mutating func values(of expressions: [ObjectExpression]) throws(Failure) -> [PredicateValue] {
    var result: [PredicateValue] = []
    result.reserveCapacity(expressions.count)
    for expression in expressions { result.append(try value(of: expression)) }
    return result
  }

  private mutating func subquery(
    _ collection: PredicateValue,
    _ variable: String,
    _ condition: ObjectPredicate
  ) throws(Failure) -> PredicateValue {
    let outer = variables[variable]
    defer { variables[variable] = outer }
    var selected: [PredicateValue] = []
    for element in try elements(of: collection, for: "SUBQUERY") {
      variables[variable] = element
      if try holds(condition) { selected.append(element) }
    }
    return .collection(selected, isOrdered: collection.isOrdered)
  }

  /// The elements of a collection; none for `nil`.
  func elements(of value: PredicateValue, for operation: String) throws(Failure) -> [PredicateValue] {
    switch value {
    case .collection(let elements, _): return elements
    case .value(.null): return []
    default: throw .notACollection(operation: operation, found: value.kindDescription)
    }
  }
}

extension PredicateValue {
  /// What kind of value this is, for messages.
  var kindDescription: String {
    switch self {
    case .object, .identity: "an object"
    case .collection: "a collection"
    case .value(let value):
      switch value {
      case .null: "nil"
      case .integer, .double, .float, .decimal: "a number"
      case .boolean: "a Boolean"
      case .string: "a string"
      case .date: "a date"
      case .binary, .transformable: "data"
      case .uuid: "a UUID"
      case .uri: "a URI"
      case .composite: "a composite value"
      }
    }
  }

  /// Whether the positions of the elements mean anything.
  var isOrdered: Bool {
    if case .collection(_, isOrdered: false) = self { false } else { true }
  }
}
