internal import AttributeValues
internal import ObjectModel
internal import PropertyLists

/// Builds the graph of description objects that a compiled model archives.
struct ModelArchiver {
  private let flavour: CompiledModel.Flavour
  private var entities: [ObjectIdentifier: ArchivableObject] = [:]
  private var properties: [ObjectIdentifier: ArchivableObject] = [:]
  private let emptyInfo = ArchivableObject.dictionary("NSDictionary", [])

  init(flavour: CompiledModel.Flavour) { self.flavour = flavour }

  mutating func object(for model: ManagedObjectModel) throws -> ArchivableObject {
    let root = ArchivableObject("NSManagedObjectModel")
    for entity in model.entities {
      entities[ObjectIdentifier(entity)] = ArchivableObject("NSEntityDescription")
      for property in entity.declaredProperties {
        properties[ObjectIdentifier(property)] = try PropertyArchiver.emptyObject(for: property)
      }
    }
    let byName = model.entitiesByName
    for entity in model.entities { try fill(entity, of: root, byName) }
    // A running framework lists entities by name; the compiler's dictionary has no order.
    let ordered =
      flavour == .modelCache
      ? model.entities.sorted { CodeUnitOrder.areInIncreasingOrder($0.name, $1.name) } : model.entities
    let list = ordered.compactMap { entity in reference(to: entity).map { (entity.name, $0) } }
    root.set("NSEntities", .object(flavour == .compiler ? .dictionary("NSMutableDictionary", list) : .knownKeys(list)))
    try setTemplates(of: model, in: root)
    root.set(
      "NSVersionIdentifiers",
      .object(.strings("NSSet", model.versionIdentifiers.sorted(by: CodeUnitOrder.areInIncreasingOrder)))
    )
    if !model.entityNamesByConfiguration.isEmpty { root.set("NSConfigurations", .object(configurations(of: model))) }
    return root
  }

  private func reference(to entity: EntityDescription?) -> ArchivableObject.Reference? {
    entity.flatMap { entities[ObjectIdentifier($0)] }.map { .object($0) }
  }

  private func configurations(of model: ManagedObjectModel) -> ArchivableObject {
    .dictionary(
      "NSMutableDictionary",
      model.configurations.map { name in
        let members = model.entities(forConfiguration: name).compactMap { reference(to: $0) }
        return (name, .object(.collection("NSSet", members)))
      }
    )
  }

  private func setTemplates(of model: ManagedObjectModel, in root: ArchivableObject) throws {
    let byName = model.entitiesByName
    let templates = try model.fetchRequestTemplatesByName.sorted { CodeUnitOrder.areInIncreasingOrder($0.key, $1.key) }
      .map { name, template in
        let request = try PropertyArchiver.request(template, entity: reference(to: byName[template.entityName]))
        return (name, ArchivableObject.Reference.object(request))
      }
    guard !templates.isEmpty else {
      root.set("NSFetchRequestTemplates", .null)
      return
    }
    let container =
      flavour == .compiler ? ArchivableObject.dictionary("NSMutableDictionary", templates) : .knownKeys(templates)
    root.set("NSFetchRequestTemplates", .object(container))
  }

  private func fill(
    _ entity: EntityDescription,
    of root: ArchivableObject,
    _ entitiesByName: [String: EntityDescription]
  ) throws {
    guard let object = entities[ObjectIdentifier(entity)] else { return }
    let indexes = ArchivedIndexes(of: entity, flavour: flavour)
    let links = PropertyArchiver.Links(
      entity: object,
      entities: entities,
      properties: properties,
      entitiesByName: entitiesByName,
      flavour: flavour
    )
    var list: [(String, ArchivableObject.Reference)] = []
    for property in entity.declaredProperties {
      guard let archived = properties[ObjectIdentifier(property)] else { continue }
      try PropertyArchiver.fill(
        archived,
        from: property,
        links: links,
        isIndexed: indexes.indexed.contains(property.name)
      )
      list.append((property.name, .object(archived)))
    }
    object.set("NSEntityName", .string(entity.name))
    object.set("NSClassNameForEntity", .string(className(of: entity)))
    if !entity.uniquenessConstraints.isEmpty {
      object.set("NSUniqueTuples", .object(.rows(entity.uniquenessConstraints)))
    }
    object.set("NSUserInfo", .object(entity.userInfo.isEmpty ? emptyInfo : .info(entity.userInfo)))
    let children = entity.subentities.compactMap { child in reference(to: child).map { (child.name, $0) } }
    object.set("NSSubentities", .object(.dictionary("NSMutableDictionary", children)))
    object.set("NSVersionHashModifier", .string(entity.versionHashModifier))
    object.set("NSProperties", .object(.dictionary("NSMutableDictionary", list)))
    object.set("NSRenamingIdentifier", .string(entity.renamingIdentifier ?? entity.name))
    object.set("NSManagedObjectModel", .object(root))
    object.set("NSSuperentity", reference(to: entity.superentity) ?? .null)
    if entity.isAbstract { object.set("NSIsAbstract", true) }
    try indexes.set(in: object)
  }

  /// The compiler writes the class as the model has it; a running framework has resolved `.Breed`, the class of the current module.
  private func className(of entity: EntityDescription) -> String? {
    guard flavour == .modelCache, let name = entity.managedObjectClassName, name.hasPrefix(".") else {
      return entity.managedObjectClassName
    }
    return String(name.dropFirst())
  }
}

extension ArchivableObject {
  /// An array or set.
  static func collection(_ className: String, _ elements: [Reference]) -> ArchivableObject {
    let object = ArchivableObject(
      className,
      ancestors: className == "NSMutableArray" ? ["NSArray", "NSObject"] : ["NSObject"]
    )
    object.set("NS.objects", .references(elements))
    return object
  }

  /// An array or set of texts.
  static func strings(_ className: String, _ texts: [String]) -> ArchivableObject {
    collection(className, texts.map { .string($0) })
  }

  /// Lists of names.
  static func rows(_ rows: [[String]]) -> ArchivableObject {
    collection("NSMutableArray", rows.map { .object(.strings("NSMutableArray", $0)) })
  }

  /// A dictionary with text keys.
  static func dictionary(_ className: String, _ entries: [(String, Reference)]) -> ArchivableObject {
    let ancestors = className == "NSMutableDictionary" ? ["NSDictionary", "NSObject"] : ["NSObject"]
    let object = ArchivableObject(className, ancestors: ancestors)
    object.set("NS.keys", .references(entries.map { .string($0.0) }))
    object.set("NS.objects", .references(entries.map { $0.1 }))
    return object
  }

  /// A user's key-value pairs, by key.
  static func info(_ info: [String: String]) -> ArchivableObject {
    let entries = info.sorted { CodeUnitOrder.areInIncreasingOrder($0.key, $1.key) }
    return dictionary("NSDictionary", entries.map { ($0.key, .string($0.value)) })
  }

  /// The dictionary that a running framework keeps entities in.
  static func knownKeys(_ entries: [(String, Reference)]) -> ArchivableObject {
    let strategy = ArchivableObject(
      "NSKnownKeysMappingStrategy1",
      ancestors: ["NSKnownKeysMappingStrategy", "NSObject"]
    )
    strategy.set("version", 1)
    strategy.set("length", entries.count)
    strategy.set("keys", .object(.strings("NSArray", entries.map { $0.0 })))
    let object = ArchivableObject(
      "NSKnownKeysDictionary1",
      ancestors: ["NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary", "NSObject"]
    )
    object.set("version", 1)
    object.set("searchMapping", .object(strategy))
    object.set("values", .object(.collection("NSArray", entries.map { $0.1 })))
    object.set("emptyToken", .string("__empty_slot_token_4c24_98dc_ac1e_b773__"))
    return object
  }
}
