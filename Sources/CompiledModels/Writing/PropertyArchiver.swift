internal import AttributeValues
internal import FoundationEssentials
internal import ObjectModel
internal import PropertyLists

/// Fills in the archived forms of properties and fetch requests.
enum PropertyArchiver {
  /// What properties refer to.
  struct Links {
    let entity: ArchivableObject
    let entities: [ObjectIdentifier: ArchivableObject]
    let properties: [ObjectIdentifier: ArchivableObject]
    let entitiesByName: [String: EntityDescription]
    let flavour: CompiledModel.Flavour
  }

  private static let ancestors = ["NSPropertyDescription", "NSObject"]

  static func emptyObject(for property: PropertyDescription) throws -> ArchivableObject {
    switch property {
    case is RelationshipDescription: return ArchivableObject("NSRelationshipDescription", ancestors: ancestors)
    case is FetchedPropertyDescription: return ArchivableObject("NSFetchedPropertyDescription", ancestors: ancestors)
    case is DerivedAttributeDescription:
      return ArchivableObject("NSDerivedAttributeDescription", ancestors: ["NSAttributeDescription"] + ancestors)
    case is CompositeAttributeDescription:
      return ArchivableObject("NSCompositeAttributeDescription", ancestors: ["NSAttributeDescription"] + ancestors)
    default: return ArchivableObject("NSAttributeDescription", ancestors: ancestors)
    }
  }

  static func fill(
    _ object: ArchivableObject,
    from property: PropertyDescription,
    links: Links,
    isIndexed: Bool
  ) throws {
    let limits = try (property as? AttributeDescription).map(ValidationArchiver.predicates) ?? []
    setCommon(property, in: object, links: links, isIndexed: isIndexed, isValidated: !limits.isEmpty)
    switch property {
    case let relationship as RelationshipDescription: set(relationship, in: object, links: links)
    case let fetched as FetchedPropertyDescription:
      let name = fetched.fetchRequest.entityName
      let entity = links.entitiesByName[name].flatMap { links.entities[ObjectIdentifier($0)] }
      object.set("NSFetchRequest", .object(try request(fetched.fetchRequest, entity: entity.map { .object($0) })))
      object.set("_NSFetchRequestEntityName", .string(name))
    case let attribute as AttributeDescription:
      try set(attribute, in: object, flavour: links.flavour)
      if let composite = attribute as? CompositeAttributeDescription {
        object.set("NSCompositeElements", .object(try elements(of: composite, links: links)))
      }
      if !limits.isEmpty {
        object.set("NSValidationPredicates", .object(.collection("NSArray", limits.map { .object($0.predicate) })))
        object.set("NSValidationWarnings", .object(.collection("NSArray", limits.map { $0.warning })))
      }
    default: break
    }
  }

  /// The elements in the model's order, each as an attribute of the composite's entity.
  private static func elements(of composite: CompositeAttributeDescription, links: Links) throws -> ArchivableObject {
    let elements = try composite.elements.map { element in
      let object = try emptyObject(for: element)
      try fill(object, from: element, links: links, isIndexed: false)
      return ArchivableObject.Reference.object(object)
    }
    return .collection("NSMutableArray", elements)
  }

  /// `_P` repeats as bits what the keys say.
  private static func setCommon(
    _ property: PropertyDescription,
    in object: ArchivableObject,
    links: Links,
    isIndexed: Bool,
    isValidated: Bool
  ) {
    let isFetched = property is FetchedPropertyDescription
    let isReadOnly =
      isFetched || property is DerivedAttributeDescription || (property as? AttributeDescription)?.isReadOnly == true
    let isOrdered = (property as? RelationshipDescription)?.isOrdered == true
    var bits = 0xf1
    if !property.userInfo.isEmpty { bits &= ~0x40 }
    if property.versionHashModifier != nil { bits &= ~0x80 }
    if isValidated { bits &= ~0x30 }
    if property.isOptional || isFetched {
      bits |= 0x2
      object.set("NSIsOptional", true)
    }
    if property.isTransient || isFetched {
      bits |= 0x8
      object.set("NSIsTransient", true)
    }
    if isReadOnly {
      bits |= 0x4
      object.set("NSIsReadOnly", true)
    }
    if isOrdered {
      bits |= 0x400
      object.set("NSIsOrdered", true)
    }
    if isIndexed { object.set("NSIsIndexed", true) }
    if !property.userInfo.isEmpty { object.set("NSUserInfo", .object(.info(property.userInfo))) }
    if let modifier = property.versionHashModifier { object.set("NSVersionHashModifier", .string(modifier)) }
    object.set("_P", bits)
    object.set("NSEntity", .object(links.entity))
    object.set("NSPropertyName", .string(property.name))
    object.set("NSRenamingIdentifier", .string(property.renamingIdentifier ?? property.name))
  }

  private static func set(_ relationship: RelationshipDescription, in object: ArchivableObject, links: Links) {
    let destination = relationship.destinationEntity
    let inverse = relationship.inverseRelationship
    object.set("NSDestinationEntity", .optional(destination.flatMap { links.entities[ObjectIdentifier($0)] }))
    object.set("_NSDestinationEntityName", .string(destination?.name))
    object.set("NSInverseRelationship", .optional(inverse.flatMap { links.properties[ObjectIdentifier($0)] }))
    object.set("_NSInverseRelationshipName", .string(inverse?.name))
    object.set("NSMinCount", relationship.minCount)
    object.set("NSMaxCount", relationship.maxCount)
    object.set("NSDeleteRule", relationship.deleteRule.rawValue)
  }

  private static func set(
    _ attribute: AttributeDescription,
    in object: ArchivableObject,
    flavour: CompiledModel.Flavour
  ) throws {
    object.set("NSAttributeType", Int(attribute.attributeType.rawValue))
    object.set("NSAttributeValueClassName", .string(valueClassName(of: attribute)))
    if flavour == .compiler, case .decimal(let value) = attribute.defaultValue {
      object.set("NSDefaultValue", .object(ArchivedDecimal.object(forDefault: value)))
    } else {
      object.set("NSDefaultValue", reference(to: attribute.defaultValue))
    }
    object.set("NSValueTransformerName", .string(attribute.valueTransformerName))
    object.set(
      "NSFlagsKey",
      (attribute.allowsExternalBinaryDataStorage ? 4 : 0) | (attribute.preservesValueInHistoryOnDeletion ? 16 : 0)
    )
    if let derived = attribute as? DerivedAttributeDescription {
      object.set(
        "NSDerivationExpression",
        .object(try PredicateArchiver.object(forDerivation: derived.derivationExpressionText))
      )
      object.set(
        "NSFilteringPredicate",
        .optional(try derived.filteringPredicateText.map(PredicateArchiver.object(forPredicate:)))
      )
    }
  }

  private static func valueClassName(of attribute: AttributeDescription) -> String? {
    switch attribute.attributeType {
    case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
    case .decimal: "NSDecimalNumber"
    case .string: "NSString"
    case .date: "NSDate"
    case .binaryData: "NSData"
    case .uuid: "NSUUID"
    case .uri: "NSURL"
    case .transformable: attribute.attributeValueClassName
    case .composite: "NSDictionary"
    case .undefined: nil
    }
  }

  /// A value as an object of its own: bare in the list of objects, or archived by its class.
  static func reference(to value: AttributeValue) -> ArchivableObject.Reference {
    switch value {
    case .null, .transformable, .composite: return .null
    case .integer(let value): return .value(.integer(value))
    case .boolean(let value): return .value(.boolean(value))
    case .double(let value): return .value(.real(value))
    case .float(let value): return .value(.real(Double(value)))
    case .string(let value): return .string(value)
    case .binary(let value): return .value(.data([UInt8](value)))
    case .decimal(let value): return .object(ArchivedDecimal.object(for: value))
    case .date(let seconds):
      let object = ArchivableObject("NSDate")
      object.set("NS.time", .inline(.real(seconds)))
      return .object(object)
    case .uuid(let value):
      let object = ArchivableObject("NSUUID")
      object.set("NS.uuidbytes", .inline(.data(withUnsafeBytes(of: value.uuid) { Array($0) })))
      return .object(object)
    case .uri(let value):
      let object = ArchivableObject("NSURL")
      object.set("NS.base", .null)
      object.set("NS.relative", .string(value.relativeString))
      return .object(object)
    }
  }

  static func request(_ template: FetchRequestTemplate, entity: ArchivableObject.Reference?) throws -> ArchivableObject
  {
    let object = ArchivableObject("NSFetchRequest", ancestors: ["NSPersistentStoreRequest", "NSObject"])
    object.set("NSEntity", entity ?? .null)
    object.set("NSPredicate", .optional(try template.predicateText.map(PredicateArchiver.object(forPredicate:))))
    object.set("NSSortDescriptors", template.sortKeys.isEmpty ? .null : .object(sortDescriptors(template)))
    for key in ["NSValuesToFetch", "NSValuesToGroupBy", "NSHavingPredicate", "NSRelationshipKeyPathsForPrefetching"] {
      object.set(key, .null)
    }
    object.set("NSFetchLimit", template.fetchLimit)
    object.set("NSFetchOffset", 0)
    object.set("NSBatchSize", template.fetchBatchSize)
    object.set("NSResultType", 0)
    object.set("NSFetchRequestFlags", 30)
    object.set("NSHasFetchRequestFlags", true)
    return object
  }

  private static func sortDescriptors(_ template: FetchRequestTemplate) -> ArchivableObject {
    .collection(
      "NSArray",
      template.sortKeys.map { key, ascending in
        let descriptor = ArchivableObject("NSSortDescriptor")
        descriptor.set("NSKey", .string(key))
        descriptor.set("NSAscending", ascending)
        descriptor.set("NSSelector", .string("compare:"))
        return .object(descriptor)
      }
    )
  }
}
