internal import AttributeValues
internal import CompiledModels
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import PropertyLists
internal import SystemErrors

/// What the file of a mapping model says: `NAME.xcmappingmodel/xcmapping.xml`, as Xcode writes it.
struct MappingModelFile {
  /// What becomes of the objects of an entity. A mapping without a source adds an entity, one without a destination removes one.
  private struct Mapping {
    var object: StoredObject
    var source: String?
    var destination: String?
    var attributes: [StoredObject]
    var relationships: [StoredObject]

    /// The mapping's name, which the file has where somebody has changed it.
    var name: String {
      object.text("name") ?? source.map { $0 + (destination.map { "To" + $0 } ?? "") } ?? destination ?? ""
    }
  }

  private let path: String
  /// The models for which it was made, as far as their version hashes need them.
  private let source: ManagedObjectModel
  private let destination: ManagedObjectModel
  private let mappings: [Mapping]

  /// - Parameter path: The folder, or the file in it.
  /// - Throws: `MappingModelError`.
  /// - Complexity: O(bytes of the file).
  init(_ path: String) throws {
    self.path = path
    let status: Files.Status?
    do { status = try Files.status(of: path) } catch {
      throw MappingModelError(.unreadable, path: path, "It cannot be looked at: \(error.reason)")
    }
    guard let status else { throw MappingModelError(.unreadable, path: path, "There is no such mapping model") }
    let file = status.kind == .folder ? path + "/xcmapping.xml" : path
    let objects: [StoredObject]
    do {
      let bytes = try StoreFormat.read(file).bytes
      let header = try StoreFormat.xml.header(of: bytes, path: file)
      objects = try StoreFormat.xml.content(of: bytes, model: EditorMapping.model(), header: header, path: file).objects
    } catch let error as AtomicStoreError {
      throw Self.error(error, path: path)
    }
    var byNumber: [Int64: StoredObject] = [:]
    for object in objects {
      guard byNumber.updateValue(object, forKey: object.number) == nil else {
        throw MappingModelError(.notAMappingModel, path: path, "Two objects have the number \(object.number)")
      }
    }
    let models = objects.filter { $0.entity.name == "XDDevMappingModel" }
    guard let model = models.first, models.count == 1 else {
      throw MappingModelError(.notAMappingModel, path: path, "The file has \(models.count) mapping models, not one")
    }
    source = try Self.model(model, "sourceModelData", path)
    destination = try Self.model(model, "destinationModelData", path)
    // What the editor has taken out of the mapping may be in the file still, and belongs to nothing.
    mappings = try model.members("entityMappings").map { number in
      let object = try Self.object(number, byNumber, "XDDevEntityMapping", path)
      return Mapping(
        object: object,
        source: object.text("sourceName"),
        destination: object.text("destinationName"),
        attributes: try object.members("attributeMappings").map {
          try Self.object($0, byNumber, "XDDevAttributeMapping", path)
        },
        relationships: try object.members("relationshipMappings").map {
          try Self.object($0, byNumber, "XDDevRelationshipMapping", path)
        }
      )
    }
    .sorted { ($0.object.integer("mappingNumber") ?? 0, $0.name) < ($1.object.integer("mappingNumber") ?? 0, $1.name) }
  }

  private static func error(_ error: AtomicStoreError, path: String) -> MappingModelError {
    switch error.kind {
    case .cannotOpen(let reason):
      return MappingModelError(.unreadable, path: path, "The mapping model cannot be read: \(reason)")
    case .damaged(let reason, let place):
      let shown = place.map { " (\($0))" } ?? ""
      return MappingModelError(
        .notAMappingModel,
        path: path,
        "This is no mapping model as it is known: \(reason)\(shown)"
      )
    default:
      return MappingModelError(.notAMappingModel, path: path, "This is no mapping model of Xcode's")
    }
  }

  private static func object(
    _ number: Int64,
    _ objects: [Int64: StoredObject],
    _ entity: String,
    _ path: String
  ) throws -> StoredObject {
    guard let object = objects[number], object.entity.name == entity else {
      throw MappingModelError(.notAMappingModel, path: path, "The object \(number) is missing or no \(entity)")
    }
    return object
  }

  private static func model(_ object: StoredObject, _ name: String, _ path: String) throws -> ManagedObjectModel {
    guard let bytes = object.bytes(name) else {
      throw MappingModelError(.notAMappingModel, path: path, "The file has no \(name)")
    }
    do {
      return try CompiledModel.editorModel(bytes)
    } catch {
      throw MappingModelError(.notAMappingModel, path: path, "The file's \(name) cannot be read: \(error)")
    }
  }

  // MARK: The models

  /// Whether it was made for these models, by the version hashes of all entities.
  func leads(from source: ManagedObjectModel, to destination: ManagedObjectModel) -> Bool {
    func isSame(_ model: ManagedObjectModel, _ other: ManagedObjectModel) -> Bool {
      let (names, others) = (Set(model.entities.map(\.name)), Set(other.entities.map(\.name)))
      return names == others && Self.differing(names, in: model, and: other).isEmpty
    }
    return isSame(self.source, source) && isSame(self.destination, destination)
  }

  /// The entities whose hashes differ; one whose hash is not known is taken for the same.
  private static func differing(
    _ names: Set<String>,
    in model: ManagedObjectModel,
    and other: ManagedObjectModel
  ) -> [String] {
    let (hashes, others) = (model.entityVersionHashesByName, other.entityVersionHashesByName)
    return names.filter { name in
      guard let hash = hashes[name], let other = others[name] else { return other.entitiesByName[name] == nil }
      return hash != other
    }
    .sorted()
  }

  private func requireModels(_ source: ManagedObjectModel, _ destination: ManagedObjectModel) throws {
    let old = Self.differing(Set(mappings.compactMap(\.source)), in: self.source, and: source)
    let new = Self.differing(Set(mappings.compactMap(\.destination)), in: self.destination, and: destination)
    if old.isEmpty, new.isEmpty { return }
    let names = old.map { "\($0) of the old model" } + new.map { "\($0) of the new model" }
    throw MappingModelError(
      .otherModels,
      path: path,
      "The mapping model was made for other versions of these entities: \(names.joined(separator: ", ")). Bring it up to date in Xcode, or name other models"
    )
  }

  // MARK: The mapping

  /// The mapping between two models.
  ///
  /// - Parameter policies: The classes of migration policies, by their names in the file, with or without the name of a module.
  /// - Throws: `MappingModelError`.
  func mappingModel(
    from source: ManagedObjectModel,
    to destination: ManagedObjectModel,
    policies: [String: EntityMigrationPolicy.Type]
  ) throws -> MappingModel {
    try requireModels(source, destination)
    source.freeze()
    destination.freeze()
    let made = try mappings.compactMap { try entityMapping($0, from: source, to: destination, policies) }
    return MappingModel(from: source, to: destination, entityMappings: made)
  }

  private func entityMapping(
    _ mapping: Mapping,
    from source: ManagedObjectModel,
    to destination: ManagedObjectModel,
    _ policies: [String: EntityMigrationPolicy.Type]
  ) throws -> MappingModel.EntityMapping? {
    let policyName = mapping.object.text("migrationPolicyClassName")
    guard let sourceName = mapping.source, let destinationName = mapping.destination,
      let old = source.entitiesByName[sourceName], let new = destination.entitiesByName[destinationName]
    else {
      // There is nothing of which objects could be made.
      guard let policyName else { return nil }
      throw unsupported("has no entity at one of its ends, and the migration policy \(policyName)", mapping)
    }
    var made = MappingModel.EntityMapping(from: old, to: new, name: mapping.name)
    if mapping.object.bytes("sourceExpressionData") != nil {
      throw unsupported("has a source expression of its own; a filter predicate is all that is known", mapping)
    }
    do {
      made.predicate = try mapping.object.text("sourceFilterPredicateString").map { try ObjectPredicate(format: $0) }
    } catch {
      throw unsupported("has a filter predicate that cannot be read: \(error)", mapping)
    }
    if let policyName {
      made.migrationPolicy =
        policies[policyName] ?? policies[policyName.split(separator: ".").last.map(String.init) ?? ""]
      guard made.migrationPolicy != nil else {
        throw MappingModelError(
          .missingPolicy,
          path: path,
          "The entity mapping \(mapping.name) is carried out by the class \(policyName), which is code of the application"
        )
      }
    }
    made.userInfo = try userInfo(of: mapping)
    try mapProperties(of: mapping, &made)
    return made
  }

  private func mapProperties(of mapping: Mapping, _ made: inout MappingModel.EntityMapping) throws {
    var listed: Set<String> = []
    for property in mapping.attributes + mapping.relationships {
      guard let name = property.text("name"), made.destination.propertiesByName[name] != nil else {
        throw unsupported(
          "maps \(property.text("name") ?? "a property without a name"), which \(made.destination.name) does not have",
          mapping
        )
      }
      guard listed.insert(name).inserted else { throw unsupported("maps \(name) twice", mapping) }
      if let expression = try expression(for: property, of: mapping, name, made.source) {
        try map(name, to: .expression(expression), mapping, &made)
      } else if let older = Self.optionalPredecessor(of: name, made) {
        // Whether each object has the value is seen when the new store is saved.
        try map(name, to: .property(older), mapping, &made)
      }
    }
    let layout = made.destination.layout
    let attributes = layout.attributes.filter { !$0.isTransient && !($0 is DerivedAttributeDescription) }.map(\.name)
    let relationships = (layout.toOneRelationships + layout.toManyRelationships).map(\.name)
    for name in attributes + relationships where !listed.contains(name) {
      try map(name, to: .nothing, mapping, &made)
    }
  }

  /// The attribute of the source from which a required one without a default value comes, if it may lack values there.
  private static func optionalPredecessor(of name: String, _ mapping: MappingModel.EntityMapping) -> String? {
    guard let attribute = mapping.destination.attributesByName[name], !attribute.isOptional,
      attribute.defaultValue.isNull, !(attribute is DerivedAttributeDescription),
      let older = mapping.source.predecessor(of: attribute) as? AttributeDescription, older.isOptional,
      older.attributeType == attribute.attributeType
    else { return nil }
    return older.name
  }

  private func map(
    _ name: String,
    to value: PropertyMapping,
    _ mapping: Mapping,
    _ made: inout MappingModel.EntityMapping
  ) throws {
    do {
      try made.map(name, to: value)
    } catch {
      throw unsupported("cannot be carried out: \(error)", mapping)
    }
  }

  /// The expression for a property; `nil` where names say where its value comes from, or nothing does.
  private func expression(
    for property: StoredObject,
    of mapping: Mapping,
    _ name: String,
    _ source: EntityDescription
  ) throws -> String? {
    if let bytes = property.bytes("valueExpressionData") {
      do {
        return try CompiledModel.expressionText(bytes)
      } catch {
        throw unsupported("has an expression for \(name) that cannot be read: \(error)", mapping)
      }
    }
    let keyPath =
      property.text("sourceKeyPath") ?? (source.relationshipsByName[name] == nil ? nil : "$source.\(name)")
    guard let mappingName = property.text("sourceMappingName") else { return property.text("sourceKeyPath") }
    guard let keyPath else { return nil }
    let call = ObjectExpression.method(
      target: .variable("manager"),
      name: "destinationInstancesForEntityMappingNamed:sourceInstances:",
      [.value(mappingName), try parsed(keyPath, mapping)]
    )
    return call.description
  }

  private func parsed(_ text: String, _ mapping: Mapping) throws -> ObjectExpression {
    do {
      return try ObjectExpression(format: text)
    } catch {
      throw unsupported("has the key path \(text), which cannot be read: \(error)", mapping)
    }
  }

  private func userInfo(of mapping: Mapping) throws -> [String: String] {
    guard let bytes = mapping.object.bytes("userInfoData") else { return [:] }
    do {
      return try KeyedArchive(bytes).rootObject?.stringEntries ?? [:]
    } catch {
      throw unsupported("has a user info that cannot be read: \(error)", mapping)
    }
  }

  private func unsupported(_ what: String, _ mapping: Mapping) -> MappingModelError {
    MappingModelError(.unsupported, path: path, "The entity mapping \(mapping.name) \(what) (\(mapping.object.place))")
  }
}
