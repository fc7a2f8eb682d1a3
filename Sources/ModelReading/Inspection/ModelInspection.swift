internal import AttributeValues
public import Findings
public import ObjectModel

/// Looks for what is inconsistent in a model, however it was made.
///
/// ```swift
/// let findings = ModelInspection.findings(for: model, file: "DogBreeds")
/// let suggestions = findings.compactMap(\.suggestion)  // a constraint names "nmae": "name"
/// ```
public enum ModelInspection {
  /// Everything that is wrong or noteworthy, entity by entity. Errors make a model unusable.
  ///
  /// - Parameter file: The name that findings show; the lines are the ones that the model remembers.
  /// - Parameter model: The model to look at.
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
    _ kind: ModelFinding,
    _ severity: Severity,
    entity: EntityDescription,
    property: PropertyDescription? = nil,
    value: String? = nil,
    suggestion: String? = nil
  ) {
    let line = property?.sourceLine ?? entity.sourceLine
    findings.append(
      Finding(
        kind,
        severity: severity,
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
        note(.duplicateEntity(entity.name), .error, entity: entity)
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
        note(.duplicateProperty(property.name, entity: entity.name), .error, entity: entity, property: property)
      }
      if inherited[property.name] != nil {
        note(.hidden(property.name, entity: entity.name), .warning, entity: entity, property: property)
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
      note(.limits(.value, of: name), .error, entity: entity, property: attribute)
    }
    if let minimum = constraints.minimumLength, let maximum = constraints.maximumLength, maximum < minimum {
      note(.limits(.length, of: name), .error, entity: entity, property: attribute)
    }
    guard attribute.hasUsablePattern else {
      let pattern = constraints.regularExpression
      return note(.pattern(of: name), .error, entity: entity, property: attribute, value: pattern)
    }
    guard !attribute.defaultValue.isNull, !(attribute is CompositeAttributeDescription) else { return }
    for failure in attribute.validate(attribute.defaultValue) {
      note(
        .defaultValue(of: name, problem: failure.message),
        .warning,
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
      note(.limits(.count, of: name), .error, entity: entity, property: relationship)
    }
    guard let destination = relationship.destinationEntity else { return }
    guard let inverse = relationship.inverseRelationship else {
      return note(.noInverse(of: name), .warning, entity: entity, property: relationship)
    }
    let inverseName = "\(inverse.entity?.name ?? "").\(inverse.name)"
    if let owner = inverse.entity, !destination.isKind(of: owner) {
      let kind = ModelFinding.foreignInverse(inverseName, of: name, destination: destination.name)
      note(kind, .warning, entity: entity, property: relationship)
    } else if inverse.inverseRelationship !== relationship {
      note(.otherInverse(inverseName, of: name), .warning, entity: entity, property: relationship)
    } else if inverse === relationship, relationship.isToMany, relationship.isOrdered {
      note(.orderedInverse(of: name), .warning, entity: entity, property: relationship)
    }
  }

  private mutating func inspectConstraints(of entity: EntityDescription) {
    let properties = entity.propertiesByName
    for constraint in entity.uniquenessConstraints {
      for name in constraint where properties[String(name.prefix { $0 != "." })] == nil {
        noteUnknown(name, in: .uniquenessConstraint, of: entity, properties)
      }
    }
  }

  private mutating func inspectIndexes(of entity: EntityDescription) {
    let properties = entity.propertiesByName
    var names: Set<String> = []
    for index in entity.indexes {
      if !names.insert(index.name).inserted {
        note(.duplicateIndex(index.name, entity: entity.name), .error, entity: entity)
      }
      for element in index.elements where !element.isExpression && properties[element.propertyName] == nil {
        noteUnknown(element.propertyName, in: .index(index.name), of: entity, properties)
      }
    }
    for name in entity.compoundIndexes.joined() where properties[name] == nil {
      noteUnknown(name, in: .compoundIndex, of: entity, properties)
    }
  }

  private mutating func noteUnknown(
    _ name: String,
    in list: ModelFinding.List,
    of entity: EntityDescription,
    _ properties: [String: PropertyDescription]
  ) {
    note(
      .unknownProperty(name, in: list, of: entity.name),
      .error,
      entity: entity,
      value: name,
      suggestion: EditDistance.suggestion(for: name, among: properties.keys.sorted())
    )
  }
}
