internal import FoundationEssentials
internal import PropertyLists

/// Spells archived predicates and expressions in Apple's predicate format.
///
/// What has no known spelling becomes a text that no parser takes, so that it is noticed instead of changing its meaning.
enum ArchivedPredicateText {
  static func text(of predicate: ArchivedObject) -> String {
    var speller = PredicateSpeller()
    return speller.text(of: predicate)
  }

  static func text(ofExpression expression: ArchivedObject) -> String {
    var speller = PredicateSpeller()
    return speller.text(ofExpression: expression)
  }

  /// The text of a derivation, with a count as the model editor spells it: `pages.@count`.
  static func text(ofDerivation expression: ArchivedObject) -> String {
    if expression.string("NSSelectorName") == "count:", let argument = expression.object("NSArguments")?.elements.first,
      argument.className == "NSKeyPathExpression"
    {
      return text(ofExpression: argument) + ".@count"
    }
    return text(ofExpression: expression)
  }
}

/// Walks through a predicate. A damaged archive's predicate may contain itself, even several times, so that depth and length are limited.
private struct PredicateSpeller {
  private static let deepest = 100
  private var depth = 0
  /// How many more parts and bytes of text there may be.
  private var remaining = 1 << 20

  /// Spells one part, unless there are too many.
  private mutating func spell(_ body: (inout PredicateSpeller) -> String) -> String {
    guard depth < Self.deepest, remaining > 0 else { return Self.unknown("nesting") }
    depth += 1
    let text = body(&self)
    depth -= 1
    remaining -= 1 + text.utf8.count
    return text
  }

  private mutating func texts(of objects: [ArchivedObject]?, _ text: (inout PredicateSpeller, ArchivedObject) -> String)
    -> [String]
  {
    var texts: [String] = []
    for object in objects ?? [] {
      guard remaining > 0 else { return [Self.unknown("nesting")] }
      texts.append(text(&self, object))
    }
    return texts
  }

  mutating func text(of predicate: ArchivedObject) -> String { spell { $0.spelling(of: predicate) } }

  mutating func text(ofExpression expression: ArchivedObject) -> String {
    spell { $0.spelling(ofExpression: expression) }
  }

  private mutating func spelling(of predicate: ArchivedObject) -> String {
    switch predicate.className {
    case "NSComparisonPredicate": return comparison(predicate)
    case "NSCompoundPredicate":
      let parts = texts(of: predicate.object("NSSubpredicates")?.elements) { speller, part in
        part.className == "NSCompoundPredicate" && part.integer("NSCompoundPredicateType") != 0
          ? "(" + speller.text(of: part) + ")" : speller.text(of: part)
      }
      switch predicate.integer("NSCompoundPredicateType") {
      case 0: return "NOT " + (parts.first.map { $0.hasPrefix("(") ? $0 : "(\($0))" } ?? Self.unknown("NOT"))
      case 1: return parts.isEmpty ? "TRUEPREDICATE" : parts.joined(separator: " AND ")
      case 2: return parts.isEmpty ? "FALSEPREDICATE" : parts.joined(separator: " OR ")
      default: return Self.unknown("NSCompoundPredicate")
      }
    case "NSTruePredicate": return "TRUEPREDICATE"
    case "NSFalsePredicate": return "FALSEPREDICATE"
    default: return Self.unknown(predicate.className)
    }
  }

  private static let operators: [Int64: String] = [
    0: "<", 1: "<=", 2: ">", 3: ">=", 4: "==", 5: "!=", 6: "MATCHES", 7: "LIKE", 8: "BEGINSWITH", 9: "ENDSWITH",
    10: "IN",
    99: "CONTAINS", 100: "BETWEEN",
  ]

  private mutating func comparison(_ predicate: ArchivedObject) -> String {
    guard let left = predicate.object("NSLeftExpression"), let right = predicate.object("NSRightExpression"),
      let operation = predicate.object("NSPredicateOperator"),
      let symbol = operation.integer("NSOperatorType").flatMap({ Self.operators[$0] })
    else { return Self.unknown("NSComparisonPredicate") }
    let flags = operation.integer("NSOptions") ?? operation.integer("NSFlags") ?? 0
    let letters = [(1, "c"), (2, "d"), (4, "n"), (8, "l")].filter { flags & $0.0 != 0 }.map(\.1).joined()
    let modifier =
      switch operation.integer("NSModifier") ?? 0 {
      case 1: "ALL "
      case 2: "ANY "
      default: ""
      }
    return modifier + text(ofExpression: left) + " " + symbol
      + (letters.isEmpty ? "" : "[\(letters)]") + " "
      + text(ofExpression: right)
  }

  private mutating func spelling(ofExpression expression: ArchivedObject) -> String {
    switch expression.className {
    case "NSSelfExpression": return "SELF"
    case "NSVariableExpression": return "$" + (expression.string("NSVariable") ?? "")
    case "NSKeyPathSpecifierExpression": return expression.string("NSKeyPath") ?? Self.unknown("NSKeyPath")
    case "NSConstantValueExpression": return Self.constant(expression)
    case "NSKeyPathExpression":
      guard let specifier = expression.object("NSArguments")?.elements.first else {
        return Self.unknown("NSKeyPathExpression")
      }
      let path = text(ofExpression: specifier)
      guard let target = expression.object("NSOperand") else { return path }
      let operand = text(ofExpression: target)
      return operand == "SELF" ? path : operand + "." + path
    case "NSAggregateExpression":
      let parts = texts(of: expression.object("NSCollection")?.elements) { $0.text(ofExpression: $1) }
      return "{" + parts.joined(separator: ", ") + "}"
    case "NSFunctionExpression":
      let arguments = texts(of: expression.object("NSArguments")?.elements) { $0.text(ofExpression: $1) }
      guard let name = expression.string("NSSelectorName") else { return Self.unknown("NSFunctionExpression") }
      // The target of a predefined function is a class of Foundation's own.
      guard let target = expression.object("NSOperand"), target.string("NSConstantValueClassName") == nil else {
        return "\(name)(\(arguments.joined(separator: ", ")))"
      }
      let parts = [text(ofExpression: target), Self.quoted(name)] + arguments
      return "FUNCTION(\(parts.joined(separator: ", ")))"
    default: return Self.unknown(expression.className)
    }
  }

  private static func constant(_ expression: ArchivedObject) -> String {
    if let name = expression.string("NSConstantValueClassName") { return name }
    if let text = expression.string("NSConstantValue") { return quoted(text) }
    if let object = expression.object("NSConstantValue") {
      switch object.className {
      case "NSDate": return object.value("NS.time")?.number.map { "CAST(\($0), \"NSDate\")" } ?? unknown("NSDate")
      case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet":
        let parts = object.elementReferences.compactMap { reference in
          object.archive.string(reference).map(quoted) ?? number(object.archive.resolve(reference))
        }
        return "{" + parts.joined(separator: ", ") + "}"
      case "NSDecimalNumber": return ArchivedDecimal.decimal(from: object)?.description ?? unknown("NSDecimalNumber")
      default: return unknown(object.className)
      }
    }
    guard let value = expression.value("NSConstantValue") else { return "nil" }
    return number(value) ?? unknown("constant")
  }

  private static func number(_ value: PropertyListValue?) -> String? {
    switch value {
    case .integer(let value): String(value)
    case .largeInteger(let value): String(value)
    case .real(let value): String(value)
    case .boolean(let value): value ? "YES" : "NO"
    default: nil
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private static func unknown(_ what: String) -> String { "<\(what)>" }
}
