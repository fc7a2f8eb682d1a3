internal import AttributeValues
public import Findings
public import ObjectModel

/// Looks for what is inconsistent in a model, however it was made.
public enum ModelInspection {
  /// Everything that is wrong or noteworthy, entity by entity. Errors make a model unusable.
  ///
  /// - Parameter file: The name that findings show; the lines are the ones that the model remembers.
  public static func findings(for model: ManagedObjectModel, file: String) -> [Finding] {
    var inspector = ModelInspector(file: file)
    inspector.inspect(model)
    return inspector.findings
  }
}

struct ModelInspector {
  let file: String
  var findings: [Finding] = []

  mutating func note(
    _ rule: RuleCode,
    _ severity: Severity,
    _ message: String,
    entity: EntityDescription,
    property: PropertyDescription? = nil,
    value: String? = nil,
    suggestion: String? = nil
  ) {
    let line = property?.sourceLine ?? entity.sourceLine
    findings.append(
      Finding(
        rule,
        severity: severity,
        message,
        at: line.map { SourcePosition(file: file, line: $0) },
        entity: entity.name,
        attribute: property?.name,
        value: value,
        suggestion: suggestion
      )
    )
  }

  mutating func inspect(_ model: ManagedObjectModel) {
    var names: Set<String> = []
    for entity in model.entities {
      if !names.insert(entity.name).inserted {
        note(.modelDuplicate, .error, "There is another entity named \(entity.name)", entity: entity)
      }
      inspect(entity)
    }
    inspectPredicates(of: model)
  }

  private mutating func inspect(_ entity: EntityDescription) {
    inspectHabits(of: entity)
    var names: Set<String> = []
    let inherited = entity.superentity?.propertiesByName ?? [:]
    for property in entity.declaredProperties {
      if !names.insert(property.name).inserted {
        note(
          .modelDuplicate,
          .error,
          "\(entity.name) has another property named \(property.name)",
          entity: entity,
          property: property
        )
      }
      if inherited[property.name] != nil {
        note(
          .modelDuplicate,
          .warning,
          "\(entity.name).\(property.name) hides the property that \(entity.name) inherits",
          entity: entity,
          property: property
        )
      }
      switch property {
      case let attribute as AttributeDescription:
        inspect(attribute, of: entity)
      case let relationship as RelationshipDescription: inspect(relationship, of: entity)
      default: continue
      }
    }
    inspectConstraints(of: entity)
    inspectIndexes(of: entity)
  }

  private mutating func inspect(_ attribute: AttributeDescription, of entity: EntityDescription) {
    let constraints = attribute.constraints
    let name = "\(entity.name).\(attribute.name)"
    if let minimum = constraints.minimum, let maximum = constraints.maximum, Self.isLess(maximum, minimum) {
      note(
        .modelLimits,
        .error,
        "The minimum of \(name) is greater than its maximum",
        entity: entity,
        property: attribute
      )
    }
    if let minimum = constraints.minimumLength, let maximum = constraints.maximumLength, maximum < minimum {
      note(
        .modelLimits,
        .error,
        "The least length of \(name) is greater than its greatest",
        entity: entity,
        property: attribute
      )
    }
    guard attribute.hasUsablePattern else {
      note(
        .modelPattern,
        .error,
        "The regular expression of \(name) cannot be used",
        entity: entity,
        property: attribute,
        value: constraints.regularExpression
      )
      return
    }
    guard !attribute.defaultValue.isNull, !(attribute is CompositeAttributeDescription) else { return }
    for failure in attribute.validate(attribute.defaultValue) {
      note(
        .modelDefault,
        .warning,
        "The default of \(name) is not allowed: \(failure.message)",
        entity: entity,
        property: attribute,
        value: attribute.defaultValue.textForPeople
      )
    }
  }

  private static func isLess(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.double(let left), .double(let right)), (.date(let left), .date(let right)): left < right
    case (.float(let left), .float(let right)): left < right
    case (.decimal(let left), .decimal(let right)): left < right
    default: false
    }
  }

  private mutating func inspect(_ relationship: RelationshipDescription, of entity: EntityDescription) {
    let name = "\(entity.name).\(relationship.name)"
    if relationship.maxCount > 0, relationship.minCount > relationship.maxCount {
      note(
        .modelLimits,
        .error,
        "The least count of \(name) is greater than its greatest",
        entity: entity,
        property: relationship
      )
    }
    guard let destination = relationship.destinationEntity else { return }
    guard let inverse = relationship.inverseRelationship else {
      note(
        .modelNoInverse,
        .warning,
        "\(name) has no inverse, so deleting a related object leaves it pointing nowhere",
        entity: entity,
        property: relationship
      )
      return
    }
    if let owner = inverse.entity, !destination.isKind(of: owner) {
      note(
        .modelInverse,
        .warning,
        "\(name) has the inverse \(owner.name).\(inverse.name), which objects of \(destination.name) do not have",
        entity: entity,
        property: relationship
      )
      return
    }
    guard let back = inverse.inverseRelationship, back === relationship else {
      note(
        .modelInverse,
        .warning,
        "\(name) has the inverse \(inverse.entity?.name ?? "").\(inverse.name), which has another one",
        entity: entity,
        property: relationship
      )
      return
    }
  }

  private mutating func inspectConstraints(of entity: EntityDescription) {
    let properties = entity.propertiesByName
    for constraint in entity.uniquenessConstraints {
      for name in constraint where properties[String(name.prefix { $0 != "." })] == nil {
        noteUnknown(name, in: "A uniqueness constraint", of: entity, properties)
      }
    }
  }

  private mutating func inspectIndexes(of entity: EntityDescription) {
    let properties = entity.propertiesByName
    var names: Set<String> = []
    for index in entity.indexes {
      if !names.insert(index.name).inserted {
        note(.modelDuplicate, .error, "\(entity.name) has another index named \(index.name)", entity: entity)
      }
      for element in index.elements where !element.isExpression && properties[element.propertyName] == nil {
        noteUnknown(element.propertyName, in: "The index \(index.name)", of: entity, properties)
      }
    }
    for name in entity.compoundIndexes.joined() where properties[name] == nil {
      noteUnknown(name, in: "A compound index", of: entity, properties)
    }
  }

  private mutating func noteUnknown(
    _ name: String,
    in place: String,
    of entity: EntityDescription,
    _ properties: [String: PropertyDescription]
  ) {
    note(
      .modelUnknownProperty,
      .error,
      "\(place) of \(entity.name) names \(name), which the entity does not have",
      entity: entity,
      value: name,
      suggestion: EditDistance.suggestion(for: name, among: properties.keys.sorted())
    )
  }
}
