internal import AttributeValues
internal import ObjectModel
internal import PredicateLanguage
internal import PropertyLists

/// The limits of an attribute as validation predicates with their warnings, in the order of the compiler.
enum ValidationArchiver {
  static func predicates(of attribute: AttributeDescription) throws -> [(
    predicate: ArchivableObject, warning: ArchivableObject.Reference
  )] {
    let constraints = attribute.constraints
    let isDate = attribute.attributeType == .date
    var list: [(ArchivableObject, ArchivableObject.Reference)] = []
    func append(
      _ left: ArchivableObject,
      _ operation: PredicateComparison.Operator,
      _ value: AttributeValue,
      _ warning: Int64
    ) {
      let constant = PredicateArchiver.constant(PropertyArchiver.reference(to: value))
      list.append((PredicateArchiver.comparison(left, operation, constant), .value(.integer(warning))))
    }
    if let length = constraints.minimumLength {
      append(PredicateArchiver.keyPath("length"), .greaterThanOrEqual, .integer(Int64(length)), 1670)
    }
    if let length = constraints.maximumLength {
      append(PredicateArchiver.keyPath("length"), .lessThanOrEqual, .integer(Int64(length)), 1660)
    }
    if let minimum = constraints.minimum {
      append(PredicateArchiver.evaluatedObject(), .greaterThanOrEqual, minimum, isDate ? 1640 : 1620)
    }
    if let maximum = constraints.maximum {
      append(PredicateArchiver.evaluatedObject(), .lessThanOrEqual, maximum, isDate ? 1630 : 1610)
    }
    if let pattern = constraints.regularExpression {
      append(PredicateArchiver.evaluatedObject(), .matches, .string(pattern), 1680)
    }
    for rule in attribute.validationRules {
      list.append((try PredicateArchiver.object(for: rule.predicate), .string(rule.warning)))
    }
    return list
  }
}
