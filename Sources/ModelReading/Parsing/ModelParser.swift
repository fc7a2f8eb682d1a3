internal import AttributeValues
internal import Findings
internal import MarkupText
internal import ObjectModel

/// Turns the XML of a `contents` file into a model and notes what does not fit.
///
/// Reading goes on after every fault, so that one run shows them all: what cannot be understood is left out of the model.
struct ModelParser {
  let file: String
  private(set) var findings: [Finding] = []
  private var entities: [String: EntityDescription] = [:]
  /// What can be linked only when all entities are known.
  private var pendingRelationships:
    [(relationship: RelationshipDescription, element: MarkupElement, entity: EntityDescription)] = []
  private var composites: [String: MarkupElement] = [:]
  /// The composite types whose elements are being read, and how many elements were read for all: a type that contains itself, or types that
  /// contain each other many times over, would never end.
  var openComposites: Set<String> = []
  var compositeElementCount = 0

  init(file: String) { self.file = file }

  mutating func parse(_ root: MarkupElement) -> ManagedObjectModel {
    for name in ["compositeAttribute", "composite"] {
      for element in root.elements(named: name) { composites[element.attribute("name") ?? ""] = element }
    }
    var list: [EntityDescription] = []
    for element in root.elements(named: "entity") {
      guard let entity = entity(element) else { continue }
      list.append(entity)
    }
    linkParents(root)
    linkRelationships()
    let model = ManagedObjectModel(entities: list)
    model.repeatsAttributeIndexes = true
    model.versionIdentifiers = [root.attribute("userDefinedModelVersionIdentifier") ?? ""]
    for element in root.elements(named: "configuration") { configuration(element, of: model) }
    for element in root.elements(named: "fetchRequest") { template(element, of: model) }
    return model
  }

  mutating func note(
    _ kind: ModelFinding,
    at element: MarkupElement,
    attribute: String? = nil,
    severity: Severity = .error,
    entity: String? = nil,
    property: String? = nil,
    value: String? = nil,
    suggestion: String? = nil
  ) {
    let place = attribute.flatMap { name in element.attributes.first { $0.name == name } }
    findings.append(
      Finding(
        kind,
        severity: severity,
        at: SourcePosition(file: file, line: place?.line ?? element.line, column: place?.column ?? element.column),
        entity: entity,
        attribute: property,
        value: value,
        suggestion: suggestion
      )
    )
  }

  private mutating func entity(_ element: MarkupElement) -> EntityDescription? {
    guard let name = element.attribute("name"), !name.isEmpty else {
      note(.unnamedEntity, at: element)
      return nil
    }
    guard entities[name] == nil else {
      note(.duplicateEntity(name), at: element, attribute: "name", entity: name)
      return nil
    }
    let entity = EntityDescription(name: name)
    entities[name] = entity
    entity.sourceLine = element.line
    entity.managedObjectClassName = element.attribute("representedClassName")
    entity.codeGeneration =
      switch element.attribute("codeGenerationType") {
      case "class": .classDefinition
      case "category": .categoryExtension
      default: .manual
      }
    entity.isAbstract = element.flag("isAbstract")
    entity.renamingIdentifier = element.attribute("elementID")
    entity.versionHashModifier = element.attribute("versionHashModifier").nonEmpty
    entity.userInfo = element.userInfo
    entity.declaredProperties = properties(of: element, in: entity)
    entity.uniquenessConstraints = element.rows(
      in: "uniquenessConstraints",
      of: "uniquenessConstraint",
      named: "constraint"
    )
    entity.compoundIndexes = element.rows(in: "compoundIndexes", of: "compoundIndex", named: "index")
    entity.indexes = element.elements(named: "fetchIndex").map { fetchIndex($0, of: name) }
    return entity
  }

  private mutating func properties(of element: MarkupElement, in entity: EntityDescription) -> [PropertyDescription] {
    var properties: [PropertyDescription] = []
    var names: Set<String> = []
    for child in element.elements {
      guard ["attribute", "relationship", "fetchedProperty"].contains(child.name) else { continue }
      guard let name = child.attribute("name"), !name.isEmpty else {
        note(.unnamedProperty(entity: entity.name), at: child, entity: entity.name)
        continue
      }
      guard names.insert(name).inserted else {
        note(
          .duplicateProperty(name, entity: entity.name),
          at: child,
          attribute: "name",
          entity: entity.name,
          property: name
        )
        continue
      }
      let property: PropertyDescription
      switch child.name {
      case "attribute": property = attribute(child, named: name, of: entity.name, composites: composites)
      case "relationship":
        let relationship = relationship(child, named: name, of: entity.name)
        pendingRelationships.append((relationship, child, entity))
        property = relationship
      default:
        property = FetchedPropertyDescription(name: name, fetchRequest: fetchRequest(in: child))
        property.isTransient = true
      }
      readCommon(child, into: property)
      properties.append(property)
    }
    return properties
  }

  /// Reads what attributes, relationships and fetched properties have in common.
  func readCommon(_ element: MarkupElement, into property: PropertyDescription) {
    property.sourceLine = element.line
    if !(property is FetchedPropertyDescription) {
      property.isOptional = element.flag("optional")
      property.isTransient = element.flag("transient")
    }
    property.renamingIdentifier = element.attribute("elementID").nonEmpty
    property.versionHashModifier = element.attribute("versionHashModifier").nonEmpty
    property.userInfo = element.userInfo
  }

  private mutating func linkParents(_ root: MarkupElement) {
    var tree = ParentTree()
    var order: [(element: MarkupElement, entity: EntityDescription, parent: String)] = []
    for element in root.elements(named: "entity") {
      guard let name = element.attribute("name"), let entity = entities[name], entity.sourceLine == element.line,
        let parentName = element.attribute("parentEntity").nonEmpty
      else { continue }
      guard entities[parentName] != nil else {
        note(
          .unknownParent(parentName, of: name),
          at: element,
          attribute: "parentEntity",
          entity: name,
          value: parentName,
          suggestion: EditDistance.suggestion(for: parentName, among: entities.keys.sorted())
        )
        continue
      }
      // Linked at once, so that the entity that would close a circle is the one that is reported.
      guard tree.link(name, to: parentName) else {
        let kind = ModelFinding.parentCycle(of: name, parent: parentName)
        note(kind, at: element, attribute: "parentEntity", entity: name)
        continue
      }
      order.append((element, entity, parentName))
    }
    let cut = tree.cutDeepEntities()
    var children: [String: [EntityDescription]] = [:]
    for (element, entity, parent) in order {
      if cut.contains(entity.name) {
        let kind = ModelFinding.manyParents(of: entity.name, most: ParentTree.deepest)
        note(kind, at: element, attribute: "parentEntity", entity: entity.name)
      } else {
        children[parent, default: []].append(entity)
      }
    }
    for (parent, entities) in children { self.entities[parent]?.subentities = entities }
  }

  private mutating func linkRelationships() {
    for (relationship, element, entity) in pendingRelationships {
      let ownName = "\(entity.name).\(relationship.name)"
      guard let name = element.attribute("destinationEntity").nonEmpty else {
        note(.noDestination(of: ownName), at: element, entity: entity.name, property: relationship.name)
        continue
      }
      guard let destination = entities[name] else {
        note(
          .unknownDestination(name, of: ownName),
          at: element,
          attribute: "destinationEntity",
          entity: entity.name,
          property: relationship.name,
          value: name,
          suggestion: EditDistance.suggestion(for: name, among: entities.keys.sorted())
        )
        continue
      }
      relationship.destinationEntity = destination
    }
    for (relationship, element, entity) in pendingRelationships {
      guard let destination = relationship.destinationEntity, let name = element.attribute("inverseName").nonEmpty
      else {
        continue
      }
      guard let inverse = destination.relationshipsByName[name] else {
        note(
          .unknownInverse("\(destination.name).\(name)", of: "\(entity.name).\(relationship.name)"),
          at: element,
          attribute: "inverseName",
          entity: entity.name,
          property: relationship.name,
          value: name,
          suggestion: EditDistance.suggestion(for: name, among: destination.relationshipsByName.keys.sorted())
        )
        continue
      }
      relationship.inverseRelationship = inverse
    }
  }

  private mutating func configuration(_ element: MarkupElement, of model: ManagedObjectModel) {
    guard let name = element.attribute("name") else { return }
    let members = element.elements(named: "memberEntity").compactMap { $0.attribute("name") }
    for member in element.elements(named: "memberEntity") {
      guard let memberName = member.attribute("name"), entities[memberName] == nil else { continue }
      note(
        .unknownMember(memberName, configuration: name),
        at: member,
        value: memberName,
        suggestion: EditDistance.suggestion(for: memberName, among: entities.keys.sorted())
      )
    }
    model.entityNamesByConfiguration[name] = members.filter { entities[$0] != nil }
  }

  private mutating func template(_ element: MarkupElement, of model: ManagedObjectModel) {
    guard let name = element.attribute("name") else { return }
    let template = fetchRequest(element)
    if entities[template.entityName] == nil {
      note(
        .unknownFetched(template.entityName, request: name),
        at: element,
        attribute: "entity",
        value: template.entityName,
        suggestion: EditDistance.suggestion(for: template.entityName, among: entities.keys.sorted())
      )
    }
    model.fetchRequestTemplatesByName[name] = template
  }

  private func fetchRequest(in element: MarkupElement) -> FetchRequestTemplate {
    element.elements(named: "fetchRequest").first.map { fetchRequest($0) } ?? FetchRequestTemplate(entityName: "")
  }

  private func fetchRequest(_ element: MarkupElement) -> FetchRequestTemplate {
    var template = FetchRequestTemplate(entityName: element.attribute("entity") ?? "")
    template.predicateText = element.attribute("predicateString").nonEmpty
    template.sourceLine = element.attributes.first { $0.name == "predicateString" }?.line ?? element.line
    template.fetchLimit = element.attribute("fetchLimit").flatMap { Int($0) } ?? 0
    template.fetchBatchSize = element.attribute("fetchBatchSize").flatMap { Int($0) } ?? 0
    // The editor leaves these out where they are as in a new request.
    template.includesSubentities = element.flag("includeSubentities", default: true)
    template.includesPropertyValues = element.flag("includePropertyValues", default: true)
    template.includesPendingChanges = element.flag("includePendingChanges", default: true)
    template.returnsObjectsAsFaults = element.flag("returnObjectsAsFaults", default: true)
    template.returnsDistinctResults = element.flag("returnDistinctResults")
    return template
  }
}
