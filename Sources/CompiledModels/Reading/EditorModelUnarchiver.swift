internal import AttributeValues
internal import ObjectModel
internal import PropertyLists

/// Turns Xcode's own objects for a model into a model that has the same version hashes: entities, parents, properties and what tells versions apart. Default
/// values, limits and what else an app needs are left out.
///
/// Each object has its settings in stereotypes, dictionaries of properties whose `_default` is the value. A setting that is not known makes the hash of its
/// entity open.
struct EditorModelUnarchiver {
  private var entities: [String: EntityDescription] = [:]
  private var relationships: [(relationship: RelationshipDescription, settings: [String: ArchivedObject])] = []
  /// How many settings were read; objects of a damaged archive may share them, and so have more than the file has bytes.
  private var settingCount = 0
  private static let mostEntities = 10_000
  private static let mostSettings = 5_000_000

  mutating func model(from archive: KeyedArchive) throws -> ManagedObjectModel {
    guard let root = archive.rootObject, root.className == "XDPMModel",
      let list = root.object("_xd_rootPackage")?.object("XDBucketForClassesstorage")
    else {
      throw CompiledModelError(.notACompiledModel, "The archive holds no model of Xcode's editor")
    }
    guard list.elementReferences.count <= Self.mostEntities else {
      throw CompiledModelError(.malformed, "The model has more than \(Self.mostEntities) entities")
    }
    var archived: [(name: String, object: ArchivedObject)] = []
    for (name, object) in list.objectEntries where entities[name] == nil {
      entities[name] = EntityDescription(name: name)
      archived.append((name, object))
    }
    archived.sort { CodeUnitOrder.areInIncreasingOrder($0.name, $1.name) }
    linkParents(archived)
    for (name, object) in archived { if let entity = entities[name] { try read(object, into: entity) } }
    for (relationship, settings) in relationships { link(relationship, settings) }
    return ManagedObjectModel(entities: archived.compactMap { entities[$0.name] })
  }

  /// Links children to parents; a damaged archive's circles are cut where they close.
  private func linkParents(_ archived: [(name: String, object: ArchivedObject)]) {
    var parents: [String: String] = [:]
    var children: [String: [EntityDescription]] = [:]
    for (name, object) in archived {
      let general = object.object("XDBucketForGeneralizationsstorage")?.elements.first?.object("_general")
      guard let parent = general?.string("_name"), entities[parent] != nil, let child = entities[name] else { continue }
      var ancestor: String? = parent
      while let current = ancestor, current != name { ancestor = parents[current] }
      guard ancestor == nil else { continue }
      parents[name] = parent
      children[parent, default: []].append(child)
    }
    for (name, list) in children { entities[name]?.subentities = list }
  }

  private mutating func read(_ object: ArchivedObject, into entity: EntityDescription) throws {
    let settings = try settings(object, "XD_PStereotype")
    entity.isAbstract = settings["XD_PSK_isAbstract"]?.boolean("_default") ?? false
    entity.versionHashModifier = Self.text(settings["XD_PSK_versionHashModifier"])
    let constraints = settings["XDPMUniquenessConstraints"]?.object("_default")?.elements ?? []
    entity.uniquenessConstraints = constraints.map(\.strings)
    var properties: [PropertyDescription] = []
    for (name, property) in object.object("XDBucketForOwnedAttributesstorage")?.objectEntries ?? [] {
      properties.append(try self.property(property, named: name))
    }
    entity.declaredProperties = properties
  }

  private mutating func property(_ object: ArchivedObject, named name: String) throws -> PropertyDescription {
    let common = try settings(object, "XD_PPropStereotype")
    let property: PropertyDescription
    switch object.className {
    case "XDPMRelationship":
      let settings = try settings(object, "XD_PR_Stereotype")
      let relationship = RelationshipDescription(name: name)
      relationship.minCount = Int(settings["XD_PRK_minCount"]?.integer("_default") ?? 0)
      relationship.maxCount = Int(settings["XD_PRK_maxCount"]?.integer("_default") ?? 0)
      relationship.isOrdered = settings["XD_PRK_ordered"]?.boolean("_default") ?? false
      relationships.append((relationship, settings))
      property = relationship
    case "XDPMFetchedProperty":
      property = FetchedPropertyDescription(name: name, fetchRequest: FetchRequestTemplate(entityName: ""))
    default:
      let settings = try settings(object, "XD_PAtt_Stereotype")
      let number = settings["XD_PAttK_attributeType"]?.integer("_default").flatMap { Int32(exactly: $0) }
      let type = number.flatMap { AttributeType(rawValue: $0) }
      let attribute = AttributeDescription(name: name, type: type ?? .undefined)
      attribute.allowsExternalBinaryDataStorage =
        settings["XD_PAttK_allowsExternalBinaryDataStorage"]?.boolean("_default") ?? false
      attribute.isStorageAssumed = type == nil || type == .composite || settings.contains(where: Self.isUnknown)
      property = attribute
    }
    property.isOptional = common["XD_PPSK_isOptional"]?.boolean("_default") ?? false
    property.isTransient = common["XD_PPSK_isTransient"]?.boolean("_default") ?? false
    property.versionHashModifier = Self.text(common["XD_PPSK_versionHashModifier"])
    return property
  }

  private func link(_ relationship: RelationshipDescription, _ settings: [String: ArchivedObject]) {
    guard let name = settings["XD_PRK_destination"]?.object("_default")?.string("_name"), let entity = entities[name]
    else { return }
    relationship.destinationEntity = entity
    if let inverse = settings["XD_PRK_inverseRelationship"]?.object("_default")?.string("_name") {
      relationship.inverseRelationship = entity.relationshipsByName[inverse]
    }
  }

  // MARK: Settings

  /// What every attribute has in the archives that are known.
  private static let knownSettings: Set<String> = [
    "XD_PAttK_defaultValueAsString", "XD_PAttK_allowsExternalBinaryDataStorage", "XD_PAttK_minValueString",
    "XD_PAttK_attributeType", "XD_PAttK_maxValueString", "XD_PAttK_valueTransformerName",
    "XD_PAttK_regularExpressionString",
  ]

  /// Whether an attribute has a setting of another kind, such as one that a later Xcode has added, and a value for it.
  private static func isUnknown(_ name: String, _ setting: ArchivedObject) -> Bool {
    if knownSettings.contains(name) { return false }
    if let value = setting.value("_default") { return value.boolean != false }
    return false
  }

  /// The settings of an object in one of its stereotypes, by their names.
  private mutating func settings(_ object: ArchivedObject, _ stereotype: String) throws -> [String: ArchivedObject] {
    let stereotypes = object.object("XDBucketForStereotypesstorage")
    let found = stereotypes?.objectEntries.first { $0.key == stereotype }?.value
    let entries = found?.object("XDBucketForOwnedAttributesstorage")
    settingCount += 1 + (stereotypes?.elementReferences.count ?? 0) + (entries?.elementReferences.count ?? 0)
    guard settingCount <= Self.mostSettings else {
      throw CompiledModelError(.malformed, "The model has more than \(Self.mostSettings) settings")
    }
    return Dictionary(entries?.objectEntries.map { ($0.key, $0.value) } ?? [], uniquingKeysWith: { first, _ in first })
  }

  private static func text(_ setting: ArchivedObject?) -> String? {
    guard let text = setting?.string("_default"), !text.isEmpty else { return nil }
    return text
  }
}
