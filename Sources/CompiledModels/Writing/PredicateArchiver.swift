internal import AttributeValues
internal import ObjectModel
internal import PredicateLanguage
internal import PropertyLists

/// The archived forms of predicates and expressions that published archives show; others are refused.
enum PredicateArchiver {
  /// Archives a predicate in Apple's format.
  static func object(forPredicate text: String) throws -> ArchivableObject {
    do {
      return try object(for: try ObjectPredicate(format: text))
    } catch let error as PredicateSyntaxError {
      throw CompiledModelError(.unsupported, "The predicate “\(text)” cannot be compiled: \(error)")
    }
  }

  /// Archives a derivation; `pages.@count` is archived as the function `count:` over `pages`.
  static func object(forDerivation text: String) throws -> ArchivableObject {
    do {
      let expression = try ObjectExpression(format: text)
      if case .keyPath(let path, .evaluatedObject) = expression, path.components.last == "@count",
        path.components.count > 1
      {
        let counted = ObjectKeyPath(path.components.dropLast())
        return try object(for: .function(.count, [.keyPath(counted)]))
      }
      return try object(for: expression)
    } catch let error as PredicateSyntaxError {
      throw CompiledModelError(.unsupported, "The derivation “\(text)” cannot be compiled: \(error)")
    }
  }

  static func object(for predicate: ObjectPredicate) throws -> ArchivableObject {
    switch predicate.node {
    case .not(let part): return compound(0, [try object(for: part)])
    case .and(let parts): return compound(1, try parts.map { try object(for: $0) })
    case .or(let parts): return compound(2, try parts.map { try object(for: $0) })
    case .constant:
      throw CompiledModelError(.unsupported, "The archived form of TRUEPREDICATE and FALSEPREDICATE is not known")
    case .comparison(let comparison):
      return self.comparison(
        try object(for: comparison.left),
        comparison.operation,
        try object(for: comparison.right),
        modifier: comparison.modifier,
        options: comparison.options
      )
    }
  }

  private static func compound(_ type: Int, _ parts: [ArchivableObject]) -> ArchivableObject {
    let object = ArchivableObject("NSCompoundPredicate", ancestors: ["NSPredicate", "NSObject"])
    object.set("NSCompoundPredicateType", type)
    object.set("NSSubpredicates", .object(.collection("NSArray", parts.map { .object($0) })))
    return object
  }

  static func comparison(
    _ left: ArchivableObject,
    _ operation: PredicateComparison.Operator,
    _ right: ArchivableObject,
    modifier: PredicateComparison.Modifier = .direct,
    options: PredicateComparison.Options = []
  ) -> ArchivableObject {
    let object = ArchivableObject("NSComparisonPredicate", ancestors: ["NSPredicate", "NSObject"])
    object.set("NSRightExpression", .object(right))
    object.set("NSLeftExpression", .object(left))
    object.set("NSPredicateOperator", .object(self.operation(operation, modifier, Int(options.rawValue))))
    return object
  }

  private static func operation(
    _ operation: PredicateComparison.Operator,
    _ modifier: PredicateComparison.Modifier,
    _ options: Int
  ) -> ArchivableObject {
    let (number, className): (Int, String) =
      switch operation {
      case .lessThan: (0, "NSComparisonPredicateOperator")
      case .lessThanOrEqual: (1, "NSComparisonPredicateOperator")
      case .greaterThan: (2, "NSComparisonPredicateOperator")
      case .greaterThanOrEqual: (3, "NSComparisonPredicateOperator")
      case .equal: (4, "NSEqualityPredicateOperator")
      case .notEqual: (5, "NSEqualityPredicateOperator")
      case .matches: (6, "NSMatchingPredicateOperator")
      case .like: (7, "NSLikePredicateOperator")
      case .beginsWith: (8, "NSSubstringPredicateOperator")
      case .endsWith: (9, "NSSubstringPredicateOperator")
      case .in: (10, "NSInPredicateOperator")
      case .contains: (99, "NSInPredicateOperator")
      case .between: (100, "NSBetweenPredicateOperator")
      }
    let ancestors =
      switch className {
      case "NSLikePredicateOperator": ["NSMatchingPredicateOperator", "NSStringPredicateOperator"]
      case "NSMatchingPredicateOperator", "NSSubstringPredicateOperator": ["NSStringPredicateOperator"]
      default: [String]()
      }
    let object = ArchivableObject(className, ancestors: ancestors + ["NSPredicateOperator", "NSObject"])
    let modifierNumber =
      switch modifier {
      case .direct: 0
      case .all: 1
      case .any: 2
      }
    object.set("NSModifier", modifierNumber)
    switch number {
    case 0...3:
      object.set("NSVariant", number)
      object.set("NSOptions", options)
    case 4...5:
      object.set("NSNegate", number == 5)
      object.set("NSOptions", options)
    default: object.set("NSFlags", options)
    }
    object.set("NSOperatorType", number)
    return object
  }

  static func object(for expression: ObjectExpression) throws -> ArchivableObject {
    switch expression {
    case .evaluatedObject: return evaluatedObject()
    case .variable(let name): return variable(name)
    case .constant(.value(let value)): return constant(try reference(toConstant: value))
    case .keyPath(let path, .evaluatedObject): return keyPath(path.dotted)
    case .keyPath(let path, .variable(let name)): return keyPath(path.dotted, of: variable(name))
    case .function(let function, let arguments):
      return self.function(function.rawValue, try arguments.map { try object(for: $0) })
    default: throw CompiledModelError(.unsupported, "The archived form of an expression in the model is not known")
    }
  }

  private static func reference(toConstant value: AttributeValue) throws -> ArchivableObject.Reference {
    switch value {
    // YES and NO in a predicate are the numbers 1 and 0.
    case .boolean(let value): return .value(.integer(value ? 1 : 0))
    case .transformable, .composite:
      throw CompiledModelError(.unsupported, "The archived form of a constant in the model is not known")
    default: return PropertyArchiver.reference(to: value)
    }
  }

  private static func expression(_ className: String, _ type: Int, ancestors: [String] = []) -> ArchivableObject {
    let object = ArchivableObject(className, ancestors: ancestors + ["NSExpression", "NSObject"])
    object.set("NSExpressionType", type)
    return object
  }

  static func evaluatedObject() -> ArchivableObject { expression("NSSelfExpression", 1) }

  static func constant(_ value: ArchivableObject.Reference) -> ArchivableObject {
    let object = expression("NSConstantValueExpression", 0)
    object.set("NSConstantValue", value)
    return object
  }

  private static func variable(_ name: String) -> ArchivableObject {
    let object = expression("NSVariableExpression", 2)
    object.set("NSVariable", .string(name))
    return object
  }

  /// A key of `SELF` alone is asked for by another selector than a path, or a key of something else.
  static func keyPath(_ path: String, of operand: ArchivableObject? = nil) -> ArchivableObject {
    let isKey = operand == nil && !path.contains(".") && !path.contains("@")
    let specifier = expression("NSKeyPathSpecifierExpression", 10)
    specifier.set("NSKeyPath", .string(path))
    let object = expression("NSKeyPathExpression", isKey ? 3 : 4, ancestors: ["NSFunctionExpression"])
    object.set("NSSelectorName", .string(isKey ? "valueForKey:" : "valueForKeyPath:"))
    object.set("NSOperand", .object(operand ?? evaluatedObject()))
    object.set("NSArguments", .object(.collection("NSMutableArray", [.object(specifier)])))
    return object
  }

  private static func function(_ selector: String, _ arguments: [ArchivableObject]) -> ArchivableObject {
    let target = expression("NSConstantValueExpression", 0)
    target.set("NSConstantValueClassName", .string("_NSPredicateUtilities"))
    let object = expression("NSFunctionExpression", 4)
    object.set("NSSelectorName", .string(selector))
    object.set("NSOperand", .object(target))
    object.set("NSArguments", .object(.collection("NSArray", arguments.map { .object($0) })))
    return object
  }
}
