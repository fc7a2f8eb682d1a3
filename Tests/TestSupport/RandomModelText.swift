/// Model files made at random: hierarchies of several levels, names that collide, reserved, long and foreign names, relationships of every kind, with
/// themselves and several between the same entities, indexes and constraints.
public struct RandomModelText {
  private var generator: SeededGenerator
  private var entities: [Entity] = []
  private let allowsForeignNames: Bool

  private struct Entity {
    var name: String
    var parent: Int?
    var isAbstract = false
    var attributes: [(name: String, type: String, options: String)] = []
    var relationships: [Relationship] = []
  }

  private struct Relationship {
    var name: String
    var destination: Int
    var inverse: String?
    var isToMany: Bool
    var isOrdered: Bool
  }

  /// The `contents` of a model; the same seed gives the same text.
  ///
  /// - Parameter allowsForeignNames: Whether some names have letters outside ASCII, whose part in version hashes is not known.
  public static func contents(seed: UInt64, allowsForeignNames: Bool = false) -> String {
    var text = RandomModelText(generator: SeededGenerator(seed), allowsForeignNames: allowsForeignNames)
    text.makeEntities()
    text.makeRelationships()
    return text.xml()
  }

  private init(generator: SeededGenerator, allowsForeignNames: Bool) {
    self.generator = generator
    self.allowsForeignNames = allowsForeignNames
  }

  private static let entityNames = [
    "Breed", "breedGroup", "Animal", "animalShelter", "ZThing", "Z_Meta", "Select", "Order", "Group", "Table",
    "Metadata", "PrimaryKey", "a", "B",
    "Entity1", "Entity10", "Entity2", "Über", "Größe",
  ]
  private static let propertyNames = [
    "name", "Name2", "zName", "z_ent2", "pk", "opt", "order", "group", "index", "select", "from", "value", "kind", "id",
    "_hidden", "isIt", "importedBy",
    "importSessionID", "url", "größe",
    "aNameThatIsAsLongAsNobodyWouldEverWantToTypeInAnEditorButThatAModelMayHaveAllTheSame",
  ]
  private static let types = [
    "Integer 16", "Integer 32", "Integer 64", "Decimal", "Double", "Float", "String", "Boolean", "Date", "Binary",
    "UUID", "URI", "Transformable",
  ]

  private mutating func names(_ list: [String], _ count: ClosedRange<Int>) -> [String] {
    let allowed = list.filter { name in allowsForeignNames || name.utf8.allSatisfy { $0 < 0x80 } }
    return Array(allowed.shuffled(using: &generator).prefix(Int.random(in: count, using: &generator)))
  }

  // MARK: Making

  private mutating func makeEntities() {
    for name in names(Self.entityNames, 2...9) {
      var entity = Entity(name: name)
      if !entities.isEmpty, generator.chance(1, in: 2) {
        entity.parent = Int.random(in: entities.indices, using: &generator)
      }
      entity.isAbstract = generator.chance(1, in: 6)
      entities.append(entity)
    }
    for index in entities.indices {
      let taken = inheritedNames(index)
      for name in names(Self.propertyNames, 0...7) where !taken.contains(name) {
        let type = Self.types.randomElement(using: &generator) ?? "String"
        entities[index].attributes.append((name, type, options(of: type)))
      }
    }
  }

  /// The names that an entity's parents have; properties of siblings may have the same name.
  private func inheritedNames(_ index: Int) -> Set<String> {
    var names: Set<String> = []
    var next = entities[index].parent
    while let parent = next {
      names.formUnion(entities[parent].attributes.map(\.name))
      next = entities[parent].parent
    }
    return names
  }

  private mutating func options(of type: String) -> String {
    var options = generator.chance(3, in: 4) ? #" optional="YES""# : ""
    if generator.chance(1, in: 8) { options += #" transient="YES""# }
    if generator.chance(1, in: 8) { options += #" indexed="YES""# }
    if generator.chance(1, in: 12) { options += #" versionHashModifier="2""# }
    if generator.chance(1, in: 12) { options += #" elementID="before""# }
    if type == "Binary", generator.chance(1, in: 2) { options += #" allowsExternalBinaryDataStorage="YES""# }
    if generator.chance(1, in: 3) {
      switch type {
      case "Integer 16", "Integer 32", "Integer 64": options += #" defaultValueString="7" minValueString="-3""#
      case "Double", "Float": options += #" defaultValueString="0.5" maxValueString="9.25""#
      case "String": options += #" defaultValueString="it's &quot;so&quot;" maxValueString="40""#
      case "Boolean": options += #" defaultValueString="YES""#
      case "Date": options += #" defaultDateTimeInterval="86400.5""#
      default: break
      }
    }
    return options
  }

  private mutating func makeRelationships() {
    for number in 0..<Int.random(in: 0...7, using: &generator) {
      let (owner, other) = (
        Int.random(in: entities.indices, using: &generator), Int.random(in: entities.indices, using: &generator)
      )
      let (isToMany, isBackToMany) = (generator.chance(1, in: 2), generator.chance(1, in: 2))
      // Names of relationships are different, since the entities at both ends may inherit from each other.
      let name = "link\(number)"
      var forward = Relationship(
        name: name,
        destination: other,
        isToMany: isToMany,
        isOrdered: isToMany && generator.chance(1, in: 3)
      )
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: break
      // As a sub-entity inherits it, its part in the version hash is not known.
      case 1 where owner == other && !entities.contains(where: { $0.parent == owner }): forward.inverse = name
      default:
        forward.inverse = name + "Back"
        entities[other].relationships.append(
          Relationship(
            name: name + "Back",
            destination: owner,
            inverse: name,
            isToMany: isBackToMany,
            isOrdered: isBackToMany && generator.chance(1, in: 3)
          )
        )
      }
      entities[owner].relationships.append(forward)
    }
  }

  // MARK: Writing

  private mutating func xml() -> String {
    var text =
      #"<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="1">"#
    for index in entities.indices { text += xml(ofEntity: index) }
    return text + "</model>"
  }

  private mutating func xml(ofEntity index: Int) -> String {
    let entity = entities[index]
    var text = "<entity name=\"\(entity.name)\" representedClassName=\".\(entity.name)\""
    if entity.isAbstract { text += #" isAbstract="YES""# }
    if let parent = entity.parent { text += " parentEntity=\"\(entities[parent].name)\"" }
    text += ">"
    for attribute in entity.attributes {
      text += "<attribute name=\"\(attribute.name)\" attributeType=\"\(attribute.type)\"\(attribute.options)/>"
    }
    for relationship in entity.relationships {
      text += "<relationship name=\"\(relationship.name)\" optional=\"YES\" deletionRule=\"Nullify\""
      text += relationship.isToMany ? #" toMany="YES""# : #" maxCount="1""#
      if relationship.isOrdered { text += #" ordered="YES""# }
      let destination = entities[relationship.destination].name
      text += " destinationEntity=\"\(destination)\""
      if let inverse = relationship.inverse { text += " inverseName=\"\(inverse)\" inverseEntity=\"\(destination)\"" }
      text += "/>"
    }
    let stored = entity.attributes.filter { !$0.options.contains("transient") }.map(\.name)
    if let name = stored.randomElement(using: &generator), generator.chance(1, in: 2) {
      let order = generator.chance(1, in: 3) ? "descending" : "ascending"
      text +=
        "<fetchIndex name=\"by_\(name)\"><fetchIndexElement property=\"\(name)\" type=\"Binary\" order=\"\(order)\"/>"
      if let second = stored.first(where: { $0 != name }), generator.chance(1, in: 2) {
        text += "<fetchIndexElement property=\"\(second)\" type=\"Binary\" order=\"ascending\"/>"
      }
      text += "</fetchIndex>"
    }
    if let name = stored.randomElement(using: &generator), generator.chance(1, in: 3) {
      text +=
        "<uniquenessConstraints><uniquenessConstraint><constraint value=\"\(name)\"/></uniquenessConstraint></uniquenessConstraints>"
    }
    return text + "</entity>"
  }
}
