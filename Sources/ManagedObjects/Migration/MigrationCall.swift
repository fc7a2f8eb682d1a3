internal import AttributeValues
internal import PredicateLanguage

/// A call in an expression of a mapping: `FUNCTION($manager, "name:", arguments…)` or `FUNCTION($entityPolicy, "name:", arguments…)`.
struct MigrationCall {
  /// Who answers.
  enum Receiver {
    /// The manager: what a mapping made of objects of the source.
    case destinationInstances
    /// The manager: what a mapping made objects of the destination of.
    case sourceInstances
    /// The mapping's policy.
    case policy
    /// A method of the manager that is not known.
    case nobody
  }

  let receiver: Receiver
  let name: String
  let arguments: [ObjectExpression]

  /// - Returns: `nil` for an expression that is no such call itself.
  init?(_ expression: ObjectExpression) {
    guard case .method(target: .variable(let target), let name, let arguments) = expression else { return nil }
    switch (target, name) {
    case ("entityPolicy", _): receiver = .policy
    case ("manager", "destinationInstancesForEntityMappingNamed:sourceInstances:"): receiver = .destinationInstances
    case ("manager", "sourceInstancesForEntityMappingNamed:destinationInstances:"): receiver = .sourceInstances
    case ("manager", _): receiver = .nobody
    default: return nil
    }
    self.name = name
    self.arguments = arguments
  }

  /// Whether there is a call in an expression.
  static func isPart(of expression: ObjectExpression) -> Bool {
    var isPart = false
    expression.visit { if MigrationCall($0) != nil { isPart = true } }
    return isPart
  }

  /// What nobody answers to in an expression, as the rest of a sentence about it.
  static func problems(in expression: ObjectExpression, mappingNames: Set<String>, hasPolicy: Bool) -> [String] {
    var problems: [String] = []
    expression.visit { part in
      guard let call = MigrationCall(part) else { return }
      switch call.receiver {
      case .nobody: problems.append("calls \(call.name) of the migration manager, which is not known")
      case .policy:
        if !hasPolicy { problems.append("calls \(call.name) of a migration policy, and the mapping has none") }
      case .destinationInstances, .sourceInstances:
        guard case .constant(.value(.string(let name)))? = call.arguments.first, !mappingNames.contains(name) else {
          return
        }
        problems.append("asks for the entity mapping \(name), which there is not")
      }
    }
    return problems
  }
}

extension PredicateValue {
  /// The value as a policy gets it.
  var anyValue: Any? {
    switch self {
    case .value(let value): value.anyValue
    case .object(let subject): subject
    case .identity(let identity): identity
    case .collection(let elements, _): elements.map(\.anyValue)
    }
  }

  /// What a policy gave; `nil` for a value of no type that attributes and relationships have.
  init?(migrated value: Any?) {
    switch value {
    case nil: self = .null
    case let object as ManagedObject: self = .object(object)
    case let objects as [ManagedObject]: self = .collection(objects.map { .object($0) }, isOrdered: true)
    case let objects as Set<ManagedObject>: self = .collection(objects.map { .object($0) }, isOrdered: false)
    default:
      guard let scalar = AttributeValue(value, type: .undefined) else { return nil }
      self = .value(scalar)
    }
  }
}
