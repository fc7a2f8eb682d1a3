internal import AttributeValues
internal import Findings
internal import FoundationEssentials
internal import MarkupText
internal import ObjectModel

extension ModelParser {
  mutating func attribute(
    _ element: MarkupElement,
    named name: String,
    of entity: String,
    composites: [String: MarkupElement]
  ) -> AttributeDescription {
    let type = attributeType(of: element, named: name, entity: entity)
    let attribute: AttributeDescription
    if type == .composite {
      attribute = composite(element, named: name, of: entity, composites: composites)
    } else if element.flag("derived") {
      let expression = element.attribute("derivationExpression") ?? ""
      if expression.isEmpty {
        note(.derivation(of: "\(entity).\(name)"), at: element, entity: entity, property: name)
      }
      attribute = DerivedAttributeDescription(name: name, type: type, derivationExpressionText: expression)
    } else {
      attribute = AttributeDescription(name: name, type: type)
    }
    attribute.defaultValue = defaultValue(of: element, type: type, entity: entity, name: name)
    attribute.constraints = constraints(of: element, type: type, entity: entity, name: name)
    attribute.valueTransformerName = element.attribute("valueTransformerName").nonEmpty
    if type == .transformable { attribute.attributeValueClassName = element.attribute("customClassName").nonEmpty }
    attribute.usesScalarValueType = element.flag("usesScalarValueType")
    attribute.allowsExternalBinaryDataStorage = element.flag("allowsExternalBinaryDataStorage")
    attribute.preservesValueInHistoryOnDeletion =
      element.flag("preserveAfterDeletion") || element.flag("preservesValueInHistoryOnDeletion")
    attribute.allowsCloudEncryption = element.flag("allowsCloudEncryption")
    attribute.isIndexed = element.flag("indexed")
    return attribute
  }

  private mutating func attributeType(of element: MarkupElement, named name: String, entity: String) -> AttributeType {
    guard let text = element.attribute("attributeType").nonEmpty else { return .undefined }
    if let type = AttributeType(modelName: text) { return type }
    note(
      .unknownType(text, of: "\(entity).\(name)"),
      at: element,
      attribute: "attributeType",
      entity: entity,
      property: name,
      value: text,
      suggestion: EditDistance.suggestion(for: text, among: AttributeType.allCases.map(\.modelName))
    )
    return .undefined
  }

  /// A composite's elements stand inside it, or in a definition of the model that it names.
  private mutating func composite(
    _ element: MarkupElement,
    named name: String,
    of entity: String,
    composites: [String: MarkupElement]
  ) -> CompositeAttributeDescription {
    var definition = element
    var typeName: String?
    if element.elements(named: "attribute").isEmpty {
      let keys = [
        "elementName", "compositeName", "compositeAttributeName", "compositeAttribute", "customClassName", "name",
      ]
      typeName = keys.lazy.compactMap { element.attribute($0) }.first { composites[$0] != nil }
      definition = typeName.flatMap { composites[$0] } ?? element
    }
    var elements: [AttributeDescription] = []
    if typeName.map({ openComposites.insert($0).inserted }) ?? true {
      for child in definition.elements(named: "attribute") where compositeElementCount < 10_000 {
        guard let childName = child.attribute("name").nonEmpty else { continue }
        compositeElementCount += 1
        let attribute = attribute(child, named: childName, of: entity, composites: composites)
        readCommon(child, into: attribute)
        elements.append(attribute)
      }
      if let typeName { openComposites.remove(typeName) }
    }
    if elements.isEmpty {
      note(.composite(of: "\(entity).\(name)"), at: element, entity: entity, property: name)
    }
    let composite = CompositeAttributeDescription(name: name, elements: elements)
    composite.isMadeByModelEditor = true
    return composite
  }

  private mutating func defaultValue(
    of element: MarkupElement,
    type: AttributeType,
    entity: String,
    name: String
  ) -> AttributeValue {
    let key = type == .date ? "defaultDateTimeInterval" : "defaultValueString"
    guard let text = element.attribute(key) else { return .null }
    if let value = ModelValueText.value(text, of: type) { return value }
    note(
      .defaultType(of: "\(entity).\(name)", type: type.modelName),
      at: element,
      attribute: key,
      severity: .warning,
      entity: entity,
      property: name,
      value: text
    )
    // The compiler reads digits where there are some and takes 0 for the rest.
    return type.integerRange == nil ? .null : .integer(0)
  }

  private mutating func constraints(
    of element: MarkupElement,
    type: AttributeType,
    entity: String,
    name: String
  ) -> AttributeConstraints {
    var constraints = AttributeConstraints()
    constraints.regularExpression = element.attribute("regularExpressionString").nonEmpty
    let suffix = type == .date ? "DateTimeInterval" : "ValueString"
    for (key, isMinimum) in [("min" + suffix, true), ("max" + suffix, false)] {
      guard let text = element.attribute(key).nonEmpty else { continue }
      if type == .string {
        if let length = Int(text), length >= 0 {
          if isMinimum { constraints.minimumLength = length } else { constraints.maximumLength = length }
          continue
        }
      } else if let value = ModelValueText.value(text, of: type), type != .boolean {
        if isMinimum { constraints.minimum = value } else { constraints.maximum = value }
        continue
      }
      note(
        .noLimit(isMinimum: isMinimum, of: "\(entity).\(name)", type: type.modelName),
        at: element,
        attribute: key,
        entity: entity,
        property: name,
        value: text
      )
    }
    return constraints
  }

  mutating func relationship(_ element: MarkupElement, named name: String, of entity: String) -> RelationshipDescription
  {
    let relationship = RelationshipDescription(name: name, toMany: element.flag("toMany"))
    relationship.minCount = count("minCount", of: element, entity: entity, name: name) ?? 0
    relationship.maxCount = count("maxCount", of: element, entity: entity, name: name) ?? relationship.maxCount
    relationship.isOrdered = element.flag("ordered")
    if let text = element.attribute("deletionRule").nonEmpty {
      let rules: [String: DeleteRule] = [
        "No Action": .noAction, "Nullify": .nullify, "Cascade": .cascade, "Deny": .deny,
      ]
      if let rule = rules[text] {
        relationship.deleteRule = rule
      } else {
        note(
          .deleteRule(text, of: "\(entity).\(name)"),
          at: element,
          attribute: "deletionRule",
          entity: entity,
          property: name,
          value: text,
          suggestion: EditDistance.suggestion(for: text, among: rules.keys.sorted())
        )
      }
    }
    return relationship
  }

  private mutating func count(_ key: String, of element: MarkupElement, entity: String, name: String) -> Int? {
    guard let text = element.attribute(key).nonEmpty else { return nil }
    if let count = Int(text), count >= -1 { return count }
    note(
      .noCount(key: key, of: "\(entity).\(name)"),
      at: element,
      attribute: key,
      entity: entity,
      property: name,
      value: text
    )
    return nil
  }

  mutating func fetchIndex(_ element: MarkupElement, of entity: String) -> FetchIndexDescription {
    let elements = element.elements(named: "fetchIndexElement").map { part in
      let expression = part.attribute("expression").nonEmpty
      return FetchIndexElementDescription(
        propertyName: expression ?? part.attribute("property") ?? "",
        isExpression: expression != nil,
        collationType: part.attribute("type") == "RTree" ? .rTree : .binary,
        isAscending: part.attribute("order") != "descending"
      )
    }
    let predicate = element.attribute("partialIndexPredicate").nonEmpty ?? element.attribute("whereClause").nonEmpty
    return FetchIndexDescription(
      name: element.attribute("name") ?? "",
      elements: elements,
      partialIndexPredicateText: predicate
    )
  }
}

/// The texts of values in model files.
enum ModelValueText {
  /// The value that `text` stands for; `nil` when it is none of the type.
  static func value(_ text: String, of type: AttributeType) -> AttributeValue? {
    switch type {
    case .integer16, .integer32, .integer64: integer(text, type)
    case .decimal: Decimal(string: text).map { .decimal($0) }
    case .double: number(text).map { .double($0) }
    case .float: Float(text).flatMap { $0.isNaN ? nil : .float($0) }
    case .date: number(text).map { .date($0) }
    case .boolean: boolean(text)
    case .string, .undefined: .string(text)
    case .uuid: UUID(uuidString: text).map { .uuid($0) }
    case .uri: URL(string: text).map { .uri($0) }
    case .binaryData, .transformable, .composite: nil
    }
  }

  /// The text that reads as the value; `nil` for none, and for a value that model files cannot hold.
  static func text(of value: AttributeValue) -> String? {
    switch value {
    case .integer(let value): String(value)
    case .boolean(let value): value ? "YES" : "NO"
    case .double(let value): value.isNaN ? nil : "\(value)"
    case .float(let value): value.isNaN ? nil : "\(value)"
    case .decimal(let value): value.isNaN ? nil : value.description
    case .string(let value): value
    case .date(let value): Int64(exactly: value).map(String.init) ?? "\(value)"
    case .uuid(let value): value.uuidString
    case .uri(let value): value.absoluteString
    case .null, .binary, .transformable, .composite: nil
    }
  }

  /// A text such as `nan` is no number.
  private static func number(_ text: String) -> Double? { Double(text).flatMap { $0.isNaN ? nil : $0 } }

  /// Older editors write whole numbers with a fraction of zeros.
  private static func integer(_ text: String, _ type: AttributeType) -> AttributeValue? {
    let number = Int64(text) ?? Double(text).flatMap { Int64(exactly: $0.rounded(.towardZero)) }
    guard let number, type.integerRange?.contains(number) == true else { return nil }
    return .integer(number)
  }

  private static func boolean(_ text: String) -> AttributeValue? {
    switch text.uppercased() {
    case "YES", "TRUE", "1": .boolean(true)
    case "NO", "FALSE", "0", "": .boolean(false)
    default: nil
    }
  }
}
