internal import AttributeValues
internal import FoundationEssentials
internal import ObjectModel
internal import PredicateLanguage
internal import PropertyLists

/// Reads archived attributes and their default values and limits.
enum ArchivedAttribute {
  static func attribute(from object: ArchivedObject, named name: String) throws -> AttributeDescription {
    var elements: Set<Int> = []
    return try attribute(from: object, named: name, elements: &elements, depth: 0)
  }

  /// - Parameter elements: The numbers of the objects that are elements of the composite already: none may be twice.
  private static func attribute(
    from object: ArchivedObject,
    named name: String,
    elements: inout Set<Int>,
    depth: Int
  ) throws -> AttributeDescription {
    guard let number = object.integer("NSAttributeType").flatMap({ Int32(exactly: $0) }) else {
      throw CompiledModelError(.unsupported, "The property \(name) is of the unknown class \(object.className)")
    }
    guard let type = AttributeType(rawValue: number) else {
      throw CompiledModelError(.unsupported, "The attribute \(name) has the unknown type \(number)")
    }
    let attribute: AttributeDescription
    if let expression = object.object("NSDerivationExpression") {
      let derived = DerivedAttributeDescription(
        name: name,
        type: type,
        derivationExpressionText: ArchivedPredicateText.text(ofDerivation: expression)
      )
      derived.filteringPredicateText = object.object("NSFilteringPredicate").map { ArchivedPredicateText.text(of: $0) }
      attribute = derived
    } else if type == .composite {
      var children: [AttributeDescription] = []
      for element in object.object("NSCompositeElements")?.elements ?? [] {
        guard elements.insert(element.number).inserted, depth < 16 else {
          throw CompiledModelError(
            .malformed,
            "The composite attribute \(name) contains itself, or is nested too deeply"
          )
        }
        let elementName = element.string("NSPropertyName") ?? ""
        let child = try self.attribute(from: element, named: elementName, elements: &elements, depth: depth + 1)
        readCommon(element, into: child)
        children.append(child)
      }
      attribute = CompositeAttributeDescription(name: name, elements: children)
    } else {
      attribute = AttributeDescription(name: name, type: type)
      attribute.isReadOnly = object.boolean("NSIsReadOnly")
    }
    let flags = object.integer("NSFlagsKey") ?? 0
    attribute.allowsExternalBinaryDataStorage = flags & 4 != 0
    attribute.preservesValueInHistoryOnDeletion = flags & 16 != 0
    attribute.isIndexed = object.boolean("NSIsIndexed")
    attribute.valueTransformerName = object.string("NSValueTransformerName")
    if type == .transformable { attribute.attributeValueClassName = object.string("NSAttributeValueClassName") }
    attribute.defaultValue = value(object, "NSDefaultValue", type)
    readValidation(object, into: attribute)
    return attribute
  }

  /// Reads what attributes, relationships and fetched properties have in common.
  static func readCommon(_ object: ArchivedObject, into property: PropertyDescription) {
    property.isOptional = object.boolean("NSIsOptional")
    property.isTransient = object.boolean("NSIsTransient")
    property.userInfo = object.object("NSUserInfo")?.stringEntries ?? [:]
    property.versionHashModifier = object.string("NSVersionHashModifier")
    let renaming = object.string("NSRenamingIdentifier")
    property.renamingIdentifier = renaming == property.name ? nil : renaming
  }

  /// The value in a field as one of the attribute's type; `.null` when it is none. Values of a transformable attribute are objects of the
  /// app's own classes and are not decoded.
  static func value(_ holder: ArchivedObject, _ key: String, _ type: AttributeType) -> AttributeValue {
    if let object = holder.object(key) { return value(object, type) }
    return holder.value(key).map { value($0, type) } ?? .null
  }

  /// A bare value as one of the attribute's type; `.null` when it is none.
  static func value(_ value: PropertyListValue, _ type: AttributeType) -> AttributeValue {
    switch type {
    case .integer16, .integer32, .integer64:
      return (value.integer ?? value.number.flatMap { Int64(exactly: $0) }).map { .integer($0) } ?? .null
    case .boolean: return value.boolean.map { .boolean($0) } ?? .null
    case .double: return value.number.map { .double($0) } ?? .null
    case .float: return value.number.map { .float(Float($0)) } ?? .null
    case .decimal: return decimal(value).map { .decimal($0) } ?? .null
    case .string, .undefined: return value.string.map { .string($0) } ?? .null
    case .date: return value.number.map { .date($0) } ?? .null
    case .binaryData: return value.data.map { .binary(Data($0)) } ?? .null
    case .uuid, .uri, .transformable, .composite: return .null
    }
  }

  static func value(_ object: ArchivedObject, _ type: AttributeType) -> AttributeValue {
    switch object.className {
    case "NSString", "NSMutableString": return object.string("NS.string").map { .string($0) } ?? .null
    case "NSDate": return object.value("NS.time")?.number.map { .date($0) } ?? .null
    case "NSData", "NSMutableData": return object.value("NS.data")?.data.map { .binary(Data($0)) } ?? .null
    case "NSURL": return object.string("NS.relative").flatMap { URL(string: $0) }.map { .uri($0) } ?? .null
    case "NSUUID":
      guard let bytes = object.value("NS.uuidbytes")?.data, bytes.count == 16 else { return .null }
      return .uuid(
        UUID(
          uuid: (
            bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
            bytes[10],
            bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
          )
        )
      )
    case "NSDecimalNumber", "NSDecimalNumberPlaceholder":
      return ArchivedDecimal.decimal(from: object).map { .decimal($0) } ?? .null
    default: return .null
    }
  }

  private static func decimal(_ value: PropertyListValue) -> Decimal? {
    switch value {
    case .integer(let number): Decimal(number)
    case .real(let number): Decimal(string: "\(number)")
    default: nil
    }
  }

  // MARK: Validation

  /// Reads validation predicates: those that the model editor makes become limits, others rules.
  private static func readValidation(_ object: ArchivedObject, into attribute: AttributeDescription) {
    let predicates = object.object("NSValidationPredicates")?.elements ?? []
    let warnings = object.object("NSValidationWarnings")
    let references = warnings?.elementReferences ?? []
    for (index, predicate) in predicates.enumerated() where !readLimit(predicate, into: attribute) {
      let warning = index < references.count ? warnings?.archive.string(references[index]) : nil
      let text = ArchivedPredicateText.text(of: predicate)
      guard let rule = try? ObjectPredicate(format: text) else { continue }
      attribute.validationRules.append(
        ValidationRule(predicate: rule, warning: warning ?? "\(attribute.name) must meet \(text)")
      )
    }
  }

  private static func readLimit(_ predicate: ArchivedObject, into attribute: AttributeDescription) -> Bool {
    guard predicate.className == "NSComparisonPredicate", let left = predicate.object("NSLeftExpression"),
      let right = predicate.object("NSRightExpression"), right.className == "NSConstantValueExpression",
      let operation = predicate.object("NSPredicateOperator"), operation.integer("NSModifier") ?? 0 == 0,
      operation.integer("NSOptions") ?? operation.integer("NSFlags") ?? 0 == 0
    else { return false }
    switch (ArchivedPredicateText.text(ofExpression: left), operation.integer("NSOperatorType")) {
    case ("SELF", 3): attribute.constraints.minimum = limit(right, attribute.attributeType)
    case ("SELF", 1): attribute.constraints.maximum = limit(right, attribute.attributeType)
    case ("SELF", 6): attribute.constraints.regularExpression = right.string("NSConstantValue")
    case ("length", 3): attribute.constraints.minimumLength = right.integer("NSConstantValue").map { Int($0) }
    case ("length", 1): attribute.constraints.maximumLength = right.integer("NSConstantValue").map { Int($0) }
    default: return false
    }
    return true
  }

  private static func limit(_ constant: ArchivedObject, _ type: AttributeType) -> AttributeValue? {
    let value = value(constant, "NSConstantValue", type)
    return value.isNull ? nil : value
  }
}
