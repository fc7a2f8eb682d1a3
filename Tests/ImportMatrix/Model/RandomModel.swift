internal import AttributeValues
internal import Foundation
internal import TestSupport

/// Draws models: one to four entities with inheritance, attributes of all types, relationships of all kinds, and constraints over both.
struct RandomModel {
  private var generator: SeededGenerator
  private var model = MatrixModel([])
  private var count = 0

  static func draw(_ generator: inout SeededGenerator) -> MatrixModel {
    var random = RandomModel(generator: generator)
    random.makeEntities()
    random.makeRelationships()
    random.makeDerivations()
    random.makeConstraints()
    generator = random.generator
    return random.model
  }

  private init(generator: SeededGenerator) { self.generator = generator }

  private mutating func name(_ stem: String) -> String {
    count += 1
    return "\(stem)\(count)"
  }

  // MARK: Entities and attributes

  private mutating func makeEntities() {
    let names = ["Alpha", "Beta", "Gamma", "Delta"]
    for index in 0..<(1 + generator.number(below: 4)) {
      var entity = MatrixEntity(names[index])
      if index > 0, generator.once(in: 3) { entity.parent = generator.pick(model.entities).name }
      if entity.parent == nil {
        var key = MatrixAttribute(name("name"), isOptional: generator.once(in: 4))
        switch generator.number(below: 8) {
        case 0: key.maximum = .integer(5)
        case 1: key.pattern = "[A-Za-z]{1,6}"
        default: break
        }
        entity.attributes.append(key)
      }
      for _ in 0..<generator.number(below: 4) { entity.attributes.append(attribute()) }
      if generator.once(in: 6) { entity.attributes.append(composite(of: entity)) }
      model.entities.append(entity)
    }
    for index in model.entities.indices {
      let hasChildren = model.entities.contains { $0.parent == model.entities[index].name }
      if hasChildren, generator.once(in: 3) { model.entities[index].isAbstract = true }
    }
  }

  private mutating func attribute() -> MatrixAttribute {
    let types: [AttributeType] = [
      .string, .string, .string, .integer16, .integer32, .integer64, .integer64, .double, .float, .decimal, .boolean,
      .date, .uuid, .uri, .binaryData,
    ]
    let type = generator.pick(types)
    let stem = type.modelName.lowercased().filter { $0 != " " }
    var attribute = MatrixAttribute(name(stem), type, isOptional: !generator.once(in: 5))
    if generator.once(in: 3) { limit(&attribute) }
    if type != .binaryData, generator.once(in: 4) { attribute.defaultValue = RandomValues.allowed(attribute) }
    return attribute
  }

  /// An attribute that no source can fill, so that it is required only where `RandomCase` takes no source of the entity.
  private mutating func composite(of entity: MatrixEntity) -> MatrixAttribute {
    var composite = MatrixAttribute(name("composite"), .composite)
    if !model.entities.isEmpty, entity.parent == nil { composite.isOptional = !generator.once(in: 6) }
    for _ in 0..<(1 + generator.number(below: 2)) {
      composite.elements.append(MatrixAttribute(name("element"), generator.pick([.string, .integer64, .date])))
    }
    return composite
  }

  private mutating func limit(_ attribute: inout MatrixAttribute) {
    switch attribute.type {
    case .integer16, .integer32, .integer64:
      attribute.minimum = .integer(1)
      attribute.maximum = .integer(4)
    case .double: attribute.maximum = .double(2.5)
    case .float: attribute.minimum = .float(0.5)
    case .decimal: attribute.maximum = .decimal(3)
    case .date: attribute.minimum = .date(86_400 * 2)
    case .string:
      if generator.once(in: 2) {
        attribute.minimum = .integer(3)
        attribute.maximum = .integer(5)
      } else {
        attribute.pattern = "[A-Za-z]{1,6}"
      }
    default: break
    }
  }

  // MARK: Relationships

  private mutating func makeRelationships() {
    for _ in 0..<generator.number(below: 5) {
      let (from, to) = (generator.number(below: model.entities.count), generator.number(below: model.entities.count))
      let (owner, destination) = (model.entities[from].name, model.entities[to].name)
      let stem = name("link")
      if generator.once(in: 6) {
        // Its own inverse, such as a marriage or a friendship. Stores have no place for the orders of both sides.
        var mutual = relationship(stem, to: owner)
        mutual.isOrdered = false
        mutual.inverse = stem
        model.entities[from].relationships.append(mutual)
        continue
      }
      var forward = relationship(stem, to: destination)
      if !generator.once(in: 8) {
        forward.inverse = stem + "Back"
        var back = relationship(stem + "Back", to: owner)
        back.inverse = stem
        // What is required has to be there before.
        if !forward.isToMany, to < from, !isRelated(owner, destination), generator.once(in: 2) {
          forward.isOptional = false
        } else if !back.isToMany, from < to, !isRelated(owner, destination), generator.once(in: 2) {
          back.isOptional = false
        }
        model.entities[to].relationships.append(back)
      }
      model.entities[from].relationships.append(forward)
    }
  }

  private func isRelated(_ one: String, _ other: String) -> Bool {
    model.lineage(one).first?.name == model.lineage(other).first?.name
  }

  private mutating func relationship(_ name: String, to destination: String) -> MatrixRelationship {
    var relationship = MatrixRelationship(name, to: destination, isToMany: generator.once(in: 2))
    relationship.deleteRule = generator.pick(MatrixRelationship.DeleteRule.allCases)
    guard relationship.isToMany else { return relationship }
    relationship.isOrdered = generator.once(in: 3)
    if generator.once(in: 4) { relationship.maxCount = 2 }
    if generator.once(in: 6) { relationship.minCount = 2 }
    if generator.once(in: 8) {
      // Xcode writes no least count of 1 unless somebody has typed it.
      relationship.isOptional = false
      if generator.once(in: 2) { relationship.minCount = max(1, relationship.minCount) }
    }
    return relationship
  }

  // MARK: Derived attributes and constraints

  private mutating func makeDerivations() {
    for index in model.entities.indices where generator.once(in: 4) {
      let entity = model.entities[index]
      var choices: [MatrixAttribute.Derivation] = []
      for attribute in entity.attributes where attribute.type == .string && attribute.derivation == nil {
        choices += [.canonical(attribute.name), .uppercase(attribute.name)]
      }
      for relationship in entity.relationships where relationship.isToMany { choices.append(.count(relationship.name)) }
      guard !choices.isEmpty else { continue }
      let derivation = generator.pick(choices)
      var attribute = MatrixAttribute(name("derived"), derivation: derivation)
      if case .count = derivation { attribute.type = .integer64 }
      model.entities[index].attributes.append(attribute)
    }
  }

  private mutating func makeConstraints() {
    for index in model.entities.indices {
      let entity = model.entities[index]
      var constraints: [[String]] = []
      if entity.parent == nil, !generator.once(in: 4), let key = entity.attributes.first {
        constraints.append([key.name])
      }
      let attributes = model.storedAttributes(of: entity.name).filter { $0.type != .binaryData }.map(\.name)
      let toOne = model.relationships(of: entity.name).filter { !$0.isToMany }.map(\.name)
      if attributes.count > 1, generator.once(in: 3) {
        constraints.append(Array(attributes.shuffled(using: &generator).prefix(2)))
      }
      if !attributes.isEmpty, !toOne.isEmpty, generator.once(in: 3) {
        constraints.append([generator.pick(attributes), generator.pick(toOne)])
      }
      if !toOne.isEmpty, generator.once(in: 10) { constraints.append([generator.pick(toOne)]) }
      var known: Set<[String]> = []
      model.entities[index].constraints = constraints.filter { known.insert($0).inserted }
    }
  }
}

/// The few values that records are drawn from, so that they meet often.
enum RandomValues {
  /// The values of a type; some break the limits that `RandomModel` sets.
  static func pool(_ type: AttributeType) -> [AttributeValue] {
    switch type {
    case .integer16, .integer32, .integer64: [1, 2, 3, 4, 0, 9].map { .integer($0) }
    case .double: [0.5, 1.25, 2.5, 7.75].map { .double($0) }
    case .float: [0.5, 1.25, 2.5, 0.25].map { .float($0) }
    case .decimal: ["1.5", "2", "0.25", "4.75"].compactMap { Decimal(string: $0).map { .decimal($0) } }
    case .boolean: [.boolean(true), .boolean(false)]
    case .date: [3, 4, 400, 1].map { .date(Double($0) * 86_400) }
    case .uuid:
      ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"].compactMap {
        UUID(uuidString: $0).map { .uuid($0) }
      }
    case .uri: ["http://a.example/x", "http://b.example/y"].compactMap { URL(string: $0).map { .uri($0) } }
    case .binaryData: [.binary(Data([1, 2, 3])), .binary(Data([4]))]
    default: ["Ada", "Bob", "Cleo", "Dora", "ada", "Ellén", "Ab", "Quentin"].map { .string($0) }
    }
  }

  /// The first value that the attribute allows.
  static func allowed(_ attribute: MatrixAttribute) -> AttributeValue {
    pool(attribute.type).first { ReferenceValues.faults(of: $0, attribute).isEmpty } ?? .null
  }

  /// A text that is no value of the type; `nil` where every text is one.
  static func badText(_ type: AttributeType) -> String? { type == .string ? nil : "no value?" }
}
