internal import FoundationEssentials
internal import PropertyLists

/// Spells archived predicates and expressions in Apple's predicate format.
///
/// What has no known spelling becomes a text that no parser takes, so that it is noticed instead of changing its meaning.
enum ArchivedPredicateText {
  private static let deepest = 100

  static func text(of predicate: ArchivedObject) -> String { text(of: predicate, depth: 0) }

  static func text(ofExpression expression: ArchivedObject) -> String { text(ofExpression: expression, depth: 0) }

  /// The text of a derivation, with a count as the model editor spells it: `pages.@count`.
  static func text(ofDerivation expression: ArchivedObject) -> String {
    if expression.string("NSSelectorName") == "count:", let argument = expression.object("NSArguments")?.elements.first,
      argument.className == "NSKeyPathExpression"
    {
      return text(ofExpression: argument) + ".@count"
    }
    return text(ofExpression: expression)
  }

  private static func text(of predicate: ArchivedObject, depth: Int) -> String {
    guard depth < deepest else { return unknown("nesting") }
    switch predicate.className {
    case "NSComparisonPredicate": return comparison(predicate, depth: depth)
    case "NSCompoundPredicate":
      let parts = (predicate.object("NSSubpredicates")?.elements ?? []).map { part in
        part.className == "NSCompoundPredicate" && part.integer("NSCompoundPredicateType") != 0
          ? "(" + text(of: part, depth: depth + 1) + ")" : text(of: part, depth: depth + 1)
      }
      switch predicate.integer("NSCompoundPredicateType") {
      case 0: return "NOT " + (parts.first.map { $0.hasPrefix("(") ? $0 : "(\($0))" } ?? unknown("NOT"))
      case 1: return parts.isEmpty ? "TRUEPREDICATE" : parts.joined(separator: " AND ")
      case 2: return parts.isEmpty ? "FALSEPREDICATE" : parts.joined(separator: " OR ")
      default: return unknown("NSCompoundPredicate")
      }
    case "NSTruePredicate": return "TRUEPREDICATE"
    case "NSFalsePredicate": return "FALSEPREDICATE"
    default: return unknown(predicate.className)
    }
  }

  private static let operators: [Int64: String] = [
    0: "<", 1: "<=", 2: ">", 3: ">=", 4: "==", 5: "!=", 6: "MATCHES", 7: "LIKE", 8: "BEGINSWITH", 9: "ENDSWITH",
    10: "IN",
    99: "CONTAINS", 100: "BETWEEN",
  ]

  private static func comparison(_ predicate: ArchivedObject, depth: Int) -> String {
    guard let left = predicate.object("NSLeftExpression"), let right = predicate.object("NSRightExpression"),
      let operation = predicate.object("NSPredicateOperator"),
      let symbol = operation.integer("NSOperatorType").flatMap({ operators[$0] })
    else { return unknown("NSComparisonPredicate") }
    let flags = operation.integer("NSOptions") ?? operation.integer("NSFlags") ?? 0
    let letters = [(1, "c"), (2, "d"), (4, "n"), (8, "l")].filter { flags & $0.0 != 0 }.map(\.1).joined()
    let modifier =
      switch operation.integer("NSModifier") ?? 0 {
      case 1: "ALL "
      case 2: "ANY "
      default: ""
      }
    return modifier + text(ofExpression: left, depth: depth + 1) + " " + symbol
      + (letters.isEmpty ? "" : "[\(letters)]") + " "
      + text(ofExpression: right, depth: depth + 1)
  }

  private static func text(ofExpression expression: ArchivedObject, depth: Int) -> String {
    guard depth < deepest else { return unknown("nesting") }
    switch expression.className {
    case "NSSelfExpression": return "SELF"
    case "NSVariableExpression": return "$" + (expression.string("NSVariable") ?? "")
    case "NSKeyPathSpecifierExpression": return expression.string("NSKeyPath") ?? unknown("NSKeyPath")
    case "NSConstantValueExpression": return constant(expression)
    case "NSKeyPathExpression":
      guard
        let path = expression.object("NSArguments")?.elements.first.map({ text(ofExpression: $0, depth: depth + 1) })
      else {
        return unknown("NSKeyPathExpression")
      }
      let operand = expression.object("NSOperand").map { text(ofExpression: $0, depth: depth + 1) } ?? "SELF"
      return operand == "SELF" ? path : operand + "." + path
    case "NSAggregateExpression":
      let parts = (expression.object("NSCollection")?.elements ?? []).map { text(ofExpression: $0, depth: depth + 1) }
      return "{" + parts.joined(separator: ", ") + "}"
    case "NSFunctionExpression":
      let arguments = (expression.object("NSArguments")?.elements ?? []).map {
        text(ofExpression: $0, depth: depth + 1)
      }
      guard let name = expression.string("NSSelectorName") else { return unknown("NSFunctionExpression") }
      return "\(name)(\(arguments.joined(separator: ", ")))"
    default: return unknown(expression.className)
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
