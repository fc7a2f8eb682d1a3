internal import AttributeValues
internal import ObjectModel

/// The names that entities and properties have in XML stores: entities in capitals, properties in small letters.
struct XMLNames {
  /// Where the value of a name goes.
  enum Slot {
    case attribute(Int, AttributeType)
    /// An element of a composite attribute, by the elements' names from the outside in.
    case element(Int, [String], AttributeType)
    case toOne(Int)
    case toMany(Int)
  }

  private var entities: [String: EntityDescription] = [:]
  private var slots: [ObjectIdentifier: [String: Slot]] = [:]

  /// - Throws: `AtomicStoreError.unrepresentable` for entities, or properties of one entity, whose names differ in case only.
  init(model: ManagedObjectModel, path: String) throws {
    for entity in model.entities {
      if let other = entities.updateValue(entity, forKey: Self.name(of: entity)) {
        let reason = "the names of the entities \(other.name) and \(entity.name) differ in case only"
        throw AtomicStoreError(.unrepresentable(reason: reason), path: path)
      }
      var known: [String: Slot] = [:]
      func add(_ name: String, _ slot: Slot) throws {
        guard known.updateValue(slot, forKey: Self.name(ofProperty: name)) == nil else {
          let reason = "the name of \(entity.name).\(name) differs from another one's in case only"
          throw AtomicStoreError(.unrepresentable(reason: reason), path: path)
        }
      }
      for (slot, attribute) in entity.layout.attributes.enumerated() {
        if let composite = attribute as? CompositeAttributeDescription {
          for (names, leaf) in Self.leaves(of: composite) {
            try add(([attribute.name] + names).joined(separator: "."), .element(slot, names, leaf.attributeType))
          }
        } else {
          try add(attribute.name, .attribute(slot, attribute.attributeType))
        }
      }
      for (slot, relationship) in entity.layout.toOneRelationships.enumerated() {
        try add(relationship.name, .toOne(slot))
      }
      for (slot, relationship) in entity.layout.toManyRelationships.enumerated() {
        try add(relationship.name, .toMany(slot))
      }
      slots[ObjectIdentifier(entity)] = known
    }
  }

  func entity(_ name: String) -> EntityDescription? { entities[name] ?? entities[name.uppercased()] }

  func slot(_ name: String, of entity: EntityDescription) -> Slot? {
    let names = slots[ObjectIdentifier(entity)]
    return names?[name] ?? names?[Self.name(ofProperty: name)]
  }

  static func name(of entity: EntityDescription) -> String { entity.name.uppercased() }
  static func name(ofProperty name: String) -> String { name.lowercased() }

  /// The elements that are not composite themselves, with their names from the outside in.
  static func leaves(of composite: CompositeAttributeDescription) -> [(names: [String], leaf: AttributeDescription)] {
    composite.elements.flatMap { element in
      guard let inner = element as? CompositeAttributeDescription else { return [([element.name], element)] }
      return leaves(of: inner).map { ([element.name] + $0.names, $0.leaf) }
    }
  }
}

extension AttributeValue {
  /// The value of a composite attribute's element; `.null` if there is none.
  func element(_ names: ArraySlice<String>) -> AttributeValue {
    guard let first = names.first else { return self }
    guard case .composite(let elements) = self else { return .null }
    return elements[first]?.element(names.dropFirst()) ?? .null
  }

  /// Sets an element of a composite attribute, which is made if there is none.
  mutating func setElement(_ names: ArraySlice<String>, to value: AttributeValue) {
    guard let first = names.first else {
      self = value
      return
    }
    var elements: [String: AttributeValue] = [:]
    if case .composite(let found) = self { elements = found }
    elements[first, default: .null].setElement(names.dropFirst(), to: value)
    self = .composite(elements)
  }
}
