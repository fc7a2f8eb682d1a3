internal import AttributeValues
internal import ObjectModel

/// Makes the XML of a `contents` file, in the order of elements and attributes in which Xcode writes them.
struct ContentsWriter {
  private var lines: [String] = []

  /// The attributes of an element as they are written; what is `nil` is left out.
  private typealias Attributes = KeyValuePairs<String, String?>

  var text: String { lines.joined(separator: "\n") }

  mutating func write(_ model: ManagedObjectModel) {
    lines.append(#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#)
    let attributes: Attributes = [
      "type": "com.apple.IDECoreDataModeler.DataModel", "documentVersion": "1.0", "lastSavedToolsVersion": "22757",
      "systemVersion": "23F79", "minimumToolsVersion": "Automatic", "sourceLanguage": "Swift",
      "userDefinedModelVersionIdentifier": model.versionIdentifiers.min() ?? "",
    ]
    let requests = model.fetchRequestTemplatesByName.sorted { CodeUnitOrder.areInIncreasingOrder($0.key, $1.key) }
    element("model", attributes) { writer in
      for entity in Self.byName(model.entities, \.name) { writer.write(entity) }
      for (name, request) in requests { writer.write(request, named: name) }
      for name in model.configurations {
        writer.element("configuration", ["name": name]) { writer in
          for member in model.entityNamesByConfiguration[name] ?? [] {
            writer.element("memberEntity", ["name": member])
          }
        }
      }
    }
  }

  private static func byName<Item>(_ items: [Item], _ name: (Item) -> String) -> [Item] {
    items.sorted { CodeUnitOrder.areInIncreasingOrder(name($0), name($1)) }
  }

  // MARK: Entities

  private mutating func write(_ entity: EntityDescription) {
    let codeGeneration: String? =
      switch entity.codeGeneration {
      case .manual: nil
      case .classDefinition: "class"
      case .categoryExtension: "category"
      }
    let attributes: Attributes = [
      "name": entity.name, "representedClassName": entity.managedObjectClassName, "isAbstract": flag(entity.isAbstract),
      "parentEntity": entity.superentity?.name, "elementID": entity.renamingIdentifier,
      "versionHashModifier": entity.versionHashModifier, "syncable": "YES", "codeGenerationType": codeGeneration,
    ]
    let properties = Self.byName(entity.declaredProperties, \.name)
    element("entity", attributes) { writer in
      for case let attribute as AttributeDescription in properties { writer.write(attribute) }
      for case let relationship as RelationshipDescription in properties { writer.write(relationship) }
      for case let fetched as FetchedPropertyDescription in properties { writer.write(fetched) }
      for index in entity.indexes { writer.write(index) }
      writer.write(entity.compoundIndexes, in: "compoundIndexes", of: "compoundIndex", named: "index")
      writer.write(
        entity.uniquenessConstraints,
        in: "uniquenessConstraints",
        of: "uniquenessConstraint",
        named: "constraint"
      )
      writer.write(userInfo: entity.userInfo)
    }
  }

  private mutating func write(_ rows: [[String]], in list: String, of row: String, named item: String) {
    guard !rows.isEmpty else { return }
    element(list, [:]) { writer in
      for names in rows {
        writer.element(row, [:]) { writer in
          for name in names { writer.element(item, ["value": name]) }
        }
      }
    }
  }

  private mutating func write(_ index: FetchIndexDescription) {
    element("fetchIndex", ["name": index.name, "partialIndexPredicate": index.partialIndexPredicateText]) { writer in
      for part in index.elements {
        writer.element(
          "fetchIndexElement",
          [
            "property": part.isExpression ? nil : part.propertyName,
            "expression": part.isExpression ? part.propertyName : nil,
            "type": part.collationType == .rTree ? "RTree" : "Binary",
            "order": part.isAscending ? "ascending" : "descending",
          ]
        )
      }
    }
  }

  private mutating func write(userInfo: [String: String]) {
    guard !userInfo.isEmpty else { return }
    let entries = userInfo.sorted { CodeUnitOrder.areInIncreasingOrder($0.key, $1.key) }
    element("userInfo", [:]) { writer in
      for (key, value) in entries { writer.element("entry", ["key": key, "value": value]) }
    }
  }

  // MARK: Properties

  private mutating func write(_ attribute: AttributeDescription) {
    let type = attribute.attributeType
    let limits = attribute.constraints
    let suffix = type == .date ? "DateTimeInterval" : "ValueString"
    let minimum = limits.minimum.flatMap(ModelValueText.text) ?? limits.minimumLength.map(String.init)
    let maximum = limits.maximum.flatMap(ModelValueText.text) ?? limits.maximumLength.map(String.init)
    let derived = attribute as? DerivedAttributeDescription
    let attributes: Attributes = [
      "name": attribute.name, "optional": flag(attribute.isOptional), "transient": flag(attribute.isTransient),
      "attributeType": type == .undefined ? nil : type.modelName, "min" + suffix: minimum, "max" + suffix: maximum,
      "defaultDateTimeInterval": type == .date ? ModelValueText.text(of: attribute.defaultValue) : nil,
      "defaultValueString": type == .date ? nil : ModelValueText.text(of: attribute.defaultValue),
      "regularExpressionString": limits.regularExpression, "derived": flag(derived != nil),
      "derivationExpression": derived?.derivationExpressionText,
      "valueTransformerName": attribute.valueTransformerName, "customClassName": attribute.attributeValueClassName,
      "allowsExternalBinaryDataStorage": flag(attribute.allowsExternalBinaryDataStorage),
      "allowsCloudEncryption": flag(attribute.allowsCloudEncryption),
      "usesScalarValueType": Self.mayBeScalar(type) ? attribute.usesScalarValueType ? "YES" : "NO" : nil,
      "preserveAfterDeletion": flag(attribute.preservesValueInHistoryOnDeletion), "indexed": flag(attribute.isIndexed),
      "versionHashModifier": attribute.versionHashModifier, "elementID": attribute.renamingIdentifier,
    ]
    element("attribute", attributes) { writer in
      for part in (attribute as? CompositeAttributeDescription)?.elements ?? [] { writer.write(part) }
      writer.write(userInfo: attribute.userInfo)
    }
  }

  /// Whether Xcode says of an attribute of this type how classes keep it.
  private static func mayBeScalar(_ type: AttributeType) -> Bool {
    switch type {
    case .integer16, .integer32, .integer64, .double, .float, .boolean, .date, .uuid: true
    case .undefined, .decimal, .string, .binaryData, .uri, .transformable, .composite: false
    }
  }

  private mutating func write(_ relationship: RelationshipDescription) {
    let rule =
      switch relationship.deleteRule {
      case .noAction: "No Action"
      case .nullify: "Nullify"
      case .cascade: "Cascade"
      case .deny: "Deny"
      }
    let destination = relationship.destinationEntity?.name
    let attributes: Attributes = [
      "name": relationship.name, "optional": flag(relationship.isOptional),
      "transient": flag(relationship.isTransient), "toMany": flag(relationship.isToMany),
      "minCount": relationship.minCount == 0 ? nil : String(relationship.minCount),
      "maxCount": relationship.maxCount == 0 ? nil : String(relationship.maxCount), "deletionRule": rule,
      "ordered": flag(relationship.isOrdered), "destinationEntity": destination,
      "inverseName": relationship.inverseRelationship?.name,
      "inverseEntity": relationship.inverseRelationship.flatMap { _ in destination },
      "versionHashModifier": relationship.versionHashModifier, "elementID": relationship.renamingIdentifier,
    ]
    element("relationship", attributes) { $0.write(userInfo: relationship.userInfo) }
  }

  private mutating func write(_ fetched: FetchedPropertyDescription) {
    let attributes: Attributes = [
      "name": fetched.name, "optional": "YES", "versionHashModifier": fetched.versionHashModifier,
      "elementID": fetched.renamingIdentifier,
    ]
    element("fetchedProperty", attributes) { writer in
      writer.write(fetched.fetchRequest, named: "fetchedPropertyFetchRequest")
      writer.write(userInfo: fetched.userInfo)
    }
  }

  private mutating func write(_ request: FetchRequestTemplate, named name: String) {
    func unlessSet(_ value: Bool) -> String? { value ? nil : "NO" }
    element(
      "fetchRequest",
      [
        "name": name, "entity": request.entityName, "predicateString": request.predicateText,
        "fetchLimit": request.fetchLimit == 0 ? nil : String(request.fetchLimit),
        "fetchBatchSize": request.fetchBatchSize == 0 ? nil : String(request.fetchBatchSize),
        "includeSubentities": unlessSet(request.includesSubentities),
        "includePropertyValues": unlessSet(request.includesPropertyValues),
        "includePendingChanges": unlessSet(request.includesPendingChanges),
        "returnObjectsAsFaults": unlessSet(request.returnsObjectsAsFaults),
        "returnDistinctResults": flag(request.returnsDistinctResults),
      ]
    )
  }

  private func flag(_ value: Bool) -> String? { value ? "YES" : nil }

  // MARK: XML

  private var depth = 0

  /// Writes an element with what `children` writes in it.
  private mutating func element(
    _ name: String,
    _ attributes: Attributes,
    children: (inout ContentsWriter) -> Void = { _ in }
  ) {
    var tag = String(repeating: "    ", count: depth) + "<" + name
    for (key, value) in attributes {
      if let value { tag += " \(key)=\"\(Self.escaped(value))\"" }
    }
    lines.append(tag + ">")
    let count = lines.count
    depth += 1
    children(&self)
    depth -= 1
    if lines.count == count {
      lines[count - 1] = tag + "/>"
    } else {
      lines.append(String(repeating: "    ", count: depth) + "</\(name)>")
    }
  }

  /// A value as it stands between quotation marks; what XML cannot hold at all becomes the replacement character.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
