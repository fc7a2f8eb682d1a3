internal import AttributeValues
internal import FoundationEssentials

/// Writes predicates and expressions in Apple's format, with the fewest parentheses that keep the meaning.
///
/// What cannot be written as a literal is written as a cast of one. An object is written as its identity's description, and a composite
/// value as its elements; these two do not parse.
struct PredicatePrinter {
  private typealias Precedence = PredicateParser.Precedence

  private(set) var text = ""

  // MARK: Predicates

  mutating func write(_ predicate: ObjectPredicate) {
    switch predicate.node {
    case .constant(let value): text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let comparison): write(comparison)
    case .and(let parts): write(parts, joinedBy: " AND ")
    case .or(let parts): write(parts, joinedBy: " OR ")
    case .not(let inner):
      text += "NOT "
      switch inner.node {
      case .and, .or: parenthesised { $0.write(inner) }
      default: write(inner)
      }
    }
  }

  /// Compounds in compounds always stand in parentheses, as Apple prints them.
  private mutating func write(_ parts: [ObjectPredicate], joinedBy word: String) {
    for (index, part) in parts.enumerated() {
      if index > 0 { text += word }
      switch part.node {
      case .and, .or: parenthesised { $0.write(part) }
      default: write(part)
      }
    }
  }

  private mutating func write(_ comparison: PredicateComparison) {
    if comparison.modifier != .direct { text += comparison.modifier.rawValue + " " }
    write(comparison.left, atLeast: .set)
    text += " " + comparison.operation.rawValue
    if !comparison.options.isEmpty {
      text += "["
      if comparison.options.contains(.caseInsensitive) { text += "c" }
      if comparison.options.contains(.diacriticInsensitive) { text += "d" }
      if comparison.options.contains(.normalized) { text += "n" }
      if comparison.options.contains(.localized) { text += "l" }
      text += "]"
    }
    text += " "
    write(comparison.right, atLeast: .set)
  }

  private mutating func parenthesised(_ write: (inout PredicatePrinter) -> Void) {
    text += "("
    write(&self)
    text += ")"
  }

  // MARK: Expressions

  mutating func write(_ expression: ObjectExpression) { write(expression, atLeast: .set) }

  private mutating func write(_ expression: ObjectExpression, atLeast precedence: Precedence) {
    if Self.precedence(of: expression).rawValue < precedence.rawValue {
      parenthesised { $0.writeBare(expression) }
    } else {
      writeBare(expression)
    }
  }

  /// How strongly the expression's outermost operator binds; more than any operator if it has none.
  private static func precedence(of expression: ObjectExpression) -> Precedence {
    switch expression {
    // An assignment takes everything after it, so it needs parentheses everywhere but alone.
    case .assignment: .comparison
    case .setOperation: .set
    case .function(.add, _), .function(.subtract, _): .addition
    case .function(.multiply, _), .function(.divide, _): .multiplication
    case .function(.negate, _): .negation
    case .constant(.value(.integer(let value))) where value < 0: .negation
    case .constant(.value(.double(let value))) where value.sign == .minus: .negation
    case .function(.raise, _): .power
    default: .operand
    }
  }

  private mutating func writeBare(_ expression: ObjectExpression) {
    switch expression {
    case .constant(let constant): write(constant)
    case .evaluatedObject: text += "SELF"
    case .variable(let name): text += "$" + name
    case .keyPath(let path, of: let base):
      if base != .evaluatedObject {
        write(base, atLeast: .operand)
        text += "."
      }
      write(path)
    case .element(of: let collection, let index):
      write(collection, atLeast: .operand)
      write(index)
    case .aggregate(let elements):
      text += "{"
      write(list: elements)
      text += "}"
    case .function(let function, let arguments): write(function, arguments)
    case .method(let target, let name, let arguments):
      text += "FUNCTION("
      write(target)
      text += ", "
      write(quoted: name)
      if !arguments.isEmpty { text += ", " }
      write(list: arguments)
      text += ")"
    case .cast(let operand, let type):
      text += "CAST("
      write(operand)
      text += ", \"" + type.rawValue + "\")"
    case .conditional(let condition, let first, let second):
      text += "TERNARY("
      write(condition)
      text += ", "
      write(list: [first, second])
      text += ")"
    case .subquery(let collection, let variable, let condition):
      text += "SUBQUERY("
      write(collection)
      text += ", $" + variable + ", "
      write(condition)
      text += ")"
    case .setOperation(let operation, let left, let right):
      write(left, atLeast: .set)
      text += " " + operation.rawValue + " "
      write(right, atLeast: .addition)
    case .fetch(let request, let context, let countOnly):
      text += "FETCH("
      write(list: [request, context])
      text += countOnly ? ", TRUE)" : ", FALSE)"
    case .assignment(let name, let value):
      text += "$" + name + " := "
      write(value)
    }
  }

  private mutating func write(_ function: PredicateFunction, _ arguments: [ObjectExpression]) {
    if function == .negate {
      // A literal after the sign would become one with it, and so would its power.
      text += "-"
      switch arguments[0] {
      case .constant, .function(.raise, _), .function(.negate, _): parenthesised { $0.write(arguments[0]) }
      default: write(arguments[0], atLeast: .negation)
      }
      return
    }
    if let symbol = function.infixSymbol {
      let own = Self.precedence(of: .function(function, arguments))
      // Operators group to the left; powers in powers always stand in parentheses, for readers disagree about them.
      write(arguments[0], atLeast: function == .raise ? .operand : own)
      text += " " + symbol + " "
      write(arguments[1], atLeast: Precedence(rawValue: own.rawValue + 1) ?? .operand)
      return
    }
    text += function.rawValue + "("
    write(list: arguments)
    text += ")"
  }

  private mutating func write(list expressions: [ObjectExpression]) {
    for (index, expression) in expressions.enumerated() {
      if index > 0 { text += ", " }
      write(expression)
    }
  }

  private mutating func write(_ path: ObjectKeyPath) {
    for (index, component) in path.components.enumerated() {
      if index > 0 { text += "." }
      write(key: component)
    }
  }

  /// A key, with `#` before a reserved word, and in quotes after `#` if it is no word at all.
  private mutating func write(key: String) {
    let name = key.utf8.first == UInt8(ascii: "@") ? key.dropFirst() : key[...]
    let isWord =
      name.utf8.first.map(PredicateScanner.isWordStart) ?? false && name.utf8.allSatisfy(PredicateScanner.isWordPart)
    if !isWord {
      text += "#"
      write(quoted: key)
    } else {
      if ReservedWord.contains(key) { text += "#" }
      text += key
    }
  }

  private mutating func write(_ index: CollectionIndex) {
    text += "["
    switch index {
    case .first: text += "FIRST"
    case .last: text += "LAST"
    case .size: text += "SIZE"
    case .at(let expression): write(expression)
    }
    text += "]"
  }

  // MARK: Constants

  private mutating func write(_ constant: PredicateConstant) {
    switch constant {
    case .object(let identity): text += identity.description
    case .collection(let elements):
      text += "{"
      for (index, element) in elements.enumerated() {
        if index > 0 { text += ", " }
        write(element)
      }
      text += "}"
    case .value(let value): write(value)
    }
  }

  private mutating func write(_ value: AttributeValue) {
    switch value {
    case .null: text += "nil"
    case .boolean(let value): text += value ? "TRUE" : "FALSE"
    case .integer(let value): text += String(value)
    case .double(let value): write(value)
    case .string(let value): write(quoted: value)
    case .date(let time): writeCast(.date) { $0.write(time) }
    case .float(let value): writeCast(.float) { $0.write(Double(value)) }
    case .decimal(let value): writeCast(.decimal) { $0.write(quoted: value.description) }
    case .uuid(let value): writeCast(.uuid) { $0.write(quoted: value.uuidString) }
    case .uri(let value): writeCast(.uri) { $0.write(quoted: value.absoluteString) }
    case .binary(let value): writeCast(.data) { $0.write(quoted: value.base64EncodedString()) }
    case .transformable(let value): writeCast(.transformable) { $0.write(quoted: value.bytes.base64EncodedString()) }
    case .composite(let elements):
      text += "{"
      for (index, element) in elements.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { text += ", " }
        text += element.key + " = "
        write(element.value)
      }
      text += "}"
    }
  }

  /// The shortest digits that give the same number back; infinities as casts of text.
  private mutating func write(_ value: Double) {
    if value.isFinite {
      text += value.description
    } else {
      writeCast(.number) { $0.write(quoted: value.description) }
    }
  }

  private mutating func writeCast(_ type: CastType, _ operand: (inout PredicatePrinter) -> Void) {
    text += "CAST("
    operand(&self)
    text += ", \"" + type.rawValue + "\")"
  }

  private mutating func write(quoted string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0": text += "\\0"
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension ObjectPredicate: CustomStringConvertible {
  /// The predicate in Apple's format, which parses back to an equal predicate (unless it mentions objects or fetches): `predicateFormat`.
  public var description: String {
    var printer = PredicatePrinter()
    printer.write(self)
    return printer.text
  }
}

extension ObjectExpression: CustomStringConvertible {
  /// The expression in Apple's format, which parses back to an equal expression (unless it mentions objects).
  public var description: String {
    var printer = PredicatePrinter()
    printer.write(self)
    return printer.text
  }
}

extension PredicateConstant: CustomStringConvertible {
  /// The constant as it stands in a predicate.
  public var description: String { ObjectExpression.constant(self).description }
}
