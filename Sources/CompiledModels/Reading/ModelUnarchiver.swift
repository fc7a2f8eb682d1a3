internal import AttributeValues
internal import ObjectModel
internal import PropertyLists

/// Turns the objects of a keyed archive into a model.
///
/// The archive is walked by name, not by reference: entities first, then their properties, then what links them.
struct ModelUnarchiver {
  private var entities: [String: EntityDescription] = [:]
  private var archived: [String: ArchivedObject] = [:]
  /// Whether a compiler wrote the archive, not a running framework, which keeps its entities in another kind of dictionary.
  private var isCompiled = false
  /// Whether each index over one attribute comes with another named after the attribute.
  private var repeatsAttributeIndexes = true
  private var propertyCount = 0
  private static let mostProperties = 200_000
  private var relationships: [(relationship: RelationshipDescription, archived: ArchivedObject)] = []

  mutating func model(from archive: KeyedArchive) throws -> ManagedObjectModel {
    guard let root = archive.rootObject, root.className == "NSManagedObjectModel", let list = root.object("NSEntities")
    else {
      throw CompiledModelError(.notACompiledModel, "The archive holds no managed object model")
    }
    isCompiled = list.className != "NSKnownKeysDictionary1"
    for (name, object) in list.objectEntries where entities[name] == nil {
      entities[name] = EntityDescription(name: name)
      archived[name] = object
    }
    let names = entities.keys.sorted(by: CodeUnitOrder.areInIncreasingOrder)
    try linkParents(names)
    for name in names {
      if let entity = entities[name], let object = archived[name] { try read(object, into: entity) }
    }
    for (relationship, object) in relationships { link(relationship, object) }
    // The compiler compiles what the editor made.
    if isCompiled { markComposites() }
    let model = ManagedObjectModel(entities: names.compactMap { entities[$0] })
    model.repeatsAttributeIndexes = repeatsAttributeIndexes
    model.versionIdentifiers = Set(root.object("NSVersionIdentifiers")?.strings ?? [])
    for (name, members) in root.object("NSConfigurations")?.objectEntries ?? [] {
      let memberNames = members.elements.compactMap { $0.string("NSEntityName") } + members.strings
      model.entityNamesByConfiguration[name] = memberNames.sorted(by: CodeUnitOrder.areInIncreasingOrder)
    }
    for (name, request) in root.object("NSFetchRequestTemplates")?.objectEntries ?? [] {
      model.fetchRequestTemplatesByName[name] = try template(from: request)
    }
    return model
  }

  private func markComposites() {
    for property in entities.values.flatMap(\.declaredProperties) {
      (property as? CompositeAttributeDescription)?.isMadeByModelEditor = true
    }
  }

  /// Links children to parents by name; a damaged archive's circles are cut where they close.
  private func linkParents(_ names: [String]) throws {
    var tree = ParentTree()
    var children: [String: [EntityDescription]] = [:]
    for name in names {
      guard let parent = archived[name]?.object("NSSuperentity")?.string("NSEntityName"), entities[parent] != nil,
        let child = entities[name], tree.link(name, to: parent)
      else { continue }
      children[parent, default: []].append(child)
    }
    if let deep = tree.cutDeepEntities().min() {
      throw CompiledModelError(.malformed, "\(deep) has more than \(ParentTree.deepest) parents one above the other")
    }
    for name in names where children[name] != nil { entities[name]?.subentities = children[name] ?? [] }
  }

  private mutating func read(_ object: ArchivedObject, into entity: EntityDescription) throws {
    entity.managedObjectClassName = object.string("NSClassNameForEntity")
    entity.isAbstract = object.boolean("NSIsAbstract")
    entity.userInfo = object.object("NSUserInfo")?.stringEntries ?? [:]
    entity.versionHashModifier = object.string("NSVersionHashModifier")
    let renaming = object.string("NSRenamingIdentifier")
    entity.renamingIdentifier = renaming == entity.name ? nil : renaming
    entity.uniquenessConstraints = rows(object.object("NSUniqueTuples"))
    var properties: [PropertyDescription] = []
    for (name, property) in own(object, of: entity) {
      propertyCount += 1
      // Entities of a damaged archive may share their properties, and so have more than the file has bytes.
      guard propertyCount <= Self.mostProperties else {
        throw CompiledModelError(.malformed, "The model has more than \(Self.mostProperties) properties")
      }
      properties.append(try self.property(property, named: name))
    }
    entity.declaredProperties = properties
    readIndexes(object, into: entity)
  }

  /// The properties that the entity itself declares, by name: without proxies and copies of inherited ones.
  private func own(_ object: ArchivedObject, of entity: EntityDescription) -> [(String, ArchivedObject)] {
    var inherited: Set<String> = []
    var ancestor = entity.superentity
    while let current = ancestor {
      inherited.formUnion(archived[current.name]?.object("NSProperties")?.entries.map(\.key) ?? [])
      ancestor = current.superentity
    }
    return (object.object("NSProperties")?.objectEntries ?? [])
      .filter { $0.value.className != "_NSPropertyDescriptionProxy" && !inherited.contains($0.key) }
      .map { ($0.key, $0.value) }
      .sorted { CodeUnitOrder.areInIncreasingOrder($0.0, $1.0) }
  }

  /// Lists of names, each given as text or as a property.
  private func rows(_ list: ArchivedObject?) -> [[String]] {
    (list?.elements ?? []).map { row in
      row.elementReferences.compactMap { reference in
        row.archive.string(reference) ?? row.archive.object(reference)?.string("NSPropertyName")
      }
    }
  }

  /// Reads the indexes that the model's file asks for, leaving out those that others imply.
  ///
  /// An index named after its properties was made beside a named one over the same properties, or, when it has no reference back to its
  /// entity, from `indexed="YES"` or a compound index; `NSIsIndexed` and `NSCompoundIndexes` repeat the named ones, the latter whatever order,
  /// predicate or expressions these have. A fetch index that is named like its only attribute may stand twice.
  private mutating func readIndexes(_ object: ArchivedObject, into entity: EntityDescription) {
    let archived = object.object("NSFetchIndexDescriptions")?.elements ?? []
    var all: [(index: FetchIndexDescription, hasEntity: Bool)] = []
    for object in archived {
      let index = fetchIndex(object)
      if !all.contains(where: { $0.index == index }) { all.append((index, object.object("NSEntity") != nil)) }
    }
    var inherited: Set<FetchIndexDescription> = []
    var ancestor = entity.superentity
    while let current = ancestor {
      inherited.formUnion(current.indexes)
      ancestor = current.superentity
    }
    // What a row of `NSCompoundIndexes` may repeat: the properties of an index, whose names do not differ by case there (`self`).
    func key(_ names: [String]) -> [String] { names.map { $0.lowercased() } }
    var repeated = Set(inherited.map { key($0.elements.map(\.propertyName)) })
    var implied: Set<[String]> = []
    // The compound indexes of the old form, which do not know their entity.
    var compounds: Set<[String]> = []
    // An index that does not know its entity comes from the attribute's own mark.
    var marked: Set<String> = []
    for (index, hasEntity) in all where !inherited.contains(index) {
      let names = index.elements.map(\.propertyName)
      if index.isPlain, index.name == names.joined(separator: "_") {
        let hasNamedOne = all.contains {
          $0.index.name != index.name && $0.index.elements == index.elements && $0.index.isAscending
        }
        if !hasEntity, let name = index.onlyAscendingProperty { marked.insert(name) }
        if !hasEntity, !hasNamedOne { compounds.insert(names) }
        if hasNamedOne || !hasEntity { continue }
      }
      entity.indexes.append(index)
      repeated.insert(key(names))
      if index.isPlain || index.onlyAscendingProperty != nil { implied.insert(names) }
      // The framework makes the second index where a compiler's file marks the attribute.
      if let name = index.onlyAscendingProperty,
        let attribute = entity.declaredProperties.first(where: { $0.name == name }) as? AttributeDescription,
        !all.contains(where: { $0.index.name == name }), !(isCompiled && attribute.isIndexed)
      {
        repeatsAttributeIndexes = false
      }
    }
    entity.compoundIndexes = rows(object.object("NSCompoundIndexes"))
      .filter { compounds.contains($0) || !repeated.contains(key($0)) }
    for case let attribute as AttributeDescription in entity.declaredProperties
    where implied.contains([attribute.name]) && !marked.contains(attribute.name) {
      attribute.isIndexed = false
    }
  }

  private func fetchIndex(_ object: ArchivedObject) -> FetchIndexDescription {
    let elements = (object.object("NSIndexElements")?.elements ?? []).map { element in
      // The name of an expression is a number, `expression1`, which several may have.
      let expression = element.object("NSIndexedProperty")?.object("NSExpression")
        .map { ArchivedPredicateText.text(ofExpression: $0) }
      return FetchIndexElementDescription(
        propertyName: expression ?? element.string("NSPropertyName") ?? "",
        isExpression: expression != nil,
        collationType: element.integer("NSFetchIndexElementType") == 1 ? .rTree : .binary,
        isAscending: element.boolean("NSAscending")
      )
    }
    return FetchIndexDescription(
      name: object.string("NSIndexName") ?? "",
      elements: elements,
      partialIndexPredicateText: object.object("NSPartialIndexPredicate").map { ArchivedPredicateText.text(of: $0) }
    )
  }

  private mutating func property(_ object: ArchivedObject, named name: String) throws -> PropertyDescription {
    let property: PropertyDescription
    switch object.className {
    case "NSRelationshipDescription":
      let relationship = RelationshipDescription(name: name)
      relationship.minCount = Int(object.integer("NSMinCount") ?? 0)
      relationship.maxCount = Int(object.integer("NSMaxCount") ?? 0)
      relationship.deleteRule = object.integer("NSDeleteRule").flatMap { DeleteRule(rawValue: Int($0)) } ?? .nullify
      relationship.isOrdered = object.boolean("NSIsOrdered")
      relationships.append((relationship, object))
      property = relationship
    case "NSFetchedPropertyDescription":
      let request = try object.object("NSFetchRequest").map { try template(from: $0) }
      var fetched = request ?? FetchRequestTemplate(entityName: "")
      if fetched.entityName.isEmpty { fetched.entityName = object.string("_NSFetchRequestEntityName") ?? "" }
      property = FetchedPropertyDescription(name: name, fetchRequest: fetched)
    default:
      property = try ArchivedAttribute.attribute(from: object, named: name)
    }
    ArchivedAttribute.readCommon(object, into: property)
    return property
  }

  private func link(_ relationship: RelationshipDescription, _ object: ArchivedObject) {
    let destination =
      object.string("_NSDestinationEntityName") ?? object.object("NSDestinationEntity")?.string("NSEntityName")
    guard let destination, let entity = entities[destination] else { return }
    relationship.destinationEntity = entity
    let inverse =
      object.string("_NSInverseRelationshipName") ?? object.object("NSInverseRelationship")?.string("NSPropertyName")
    if let inverse { relationship.inverseRelationship = entity.relationshipsByName[inverse] }
  }

  private func template(from object: ArchivedObject) throws -> FetchRequestTemplate {
    var template = FetchRequestTemplate(
      entityName: object.object("NSEntity")?.string("NSEntityName") ?? object.string("NSEntityName") ?? ""
    )
    template.predicateText = object.object("NSPredicate").map { ArchivedPredicateText.text(of: $0) }
    template.fetchLimit = Int(object.integer("NSFetchLimit") ?? 0)
    template.fetchBatchSize = Int(object.integer("NSBatchSize") ?? 0)
    template.sortKeys = (object.object("NSSortDescriptors")?.elements ?? []).compactMap { descriptor in
      descriptor.string("NSKey").map { ($0, descriptor.boolean("NSAscending")) }
    }
    return template
  }
}

extension FetchIndexDescription {
  /// Whether all elements are properties in ascending binary order, so that older forms of index can say the same.
  var isPlain: Bool {
    partialIndexPredicateText == nil && isAscending
  }
}
