package import AttributeValues

/// Where the values of an entity's objects stand: names are resolved to slots once, here, and never per object.
///
/// Attributes have slots in `attributes`, to-one relationships in `toOneRelationships`, to-many relationships in
/// `toManyRelationships`; each list holds inherited properties first, so a slot of a parent is the same slot in its children.
package final class EntityLayout: Sendable {
  /// The kind and slot of a property.
  package enum Slot: Sendable, Hashable {
    case attribute(Int)
    case toOne(Int)
    case toMany(Int)
    case fetched(Int)
  }

  package let attributes: [AttributeDescription]
  package let toOneRelationships: [RelationshipDescription]
  package let toManyRelationships: [RelationshipDescription]
  package let fetchedProperties: [FetchedPropertyDescription]
  private let slots: [String: Slot]
  /// All properties by name, so that nothing has to collect them again.
  let propertiesByName: [String: PropertyDescription]
  let attributesByName: [String: AttributeDescription]
  let relationshipsByName: [String: RelationshipDescription]

  init(properties: [PropertyDescription]) {
    propertiesByName = Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    attributesByName = propertiesByName.compactMapValues { $0 as? AttributeDescription }
    relationshipsByName = propertiesByName.compactMapValues { $0 as? RelationshipDescription }
    var attributes: [AttributeDescription] = []
    var toOne: [RelationshipDescription] = []
    var toMany: [RelationshipDescription] = []
    var fetched: [FetchedPropertyDescription] = []
    var slots: [String: Slot] = [:]
    for property in properties {
      switch property {
      case let attribute as AttributeDescription:
        if case .attribute(let slot)? = slots[attribute.name] {
          attributes[slot] = attribute
          continue
        }
        slots[attribute.name] = .attribute(attributes.count)
        attributes.append(attribute)
      case let relationship as RelationshipDescription where relationship.isToMany:
        slots[relationship.name] = .toMany(toMany.count)
        toMany.append(relationship)
      case let relationship as RelationshipDescription:
        slots[relationship.name] = .toOne(toOne.count)
        toOne.append(relationship)
      case let property as FetchedPropertyDescription:
        slots[property.name] = .fetched(fetched.count)
        fetched.append(property)
      default:
        continue
      }
    }
    self.attributes = attributes
    toOneRelationships = toOne
    toManyRelationships = toMany
    fetchedProperties = fetched
    self.slots = slots
  }

  /// What a new object has in each attribute's slot; nothing for derived attributes, which are worked out.
  package var defaultValues: [AttributeValue] {
    attributes.map { $0 is DerivedAttributeDescription ? .null : $0.defaultValue }
  }

  /// The slot of the property named `name`.
  ///
  /// - Complexity: O(1), one dictionary look-up: not for use per value of a batch.
  package func slot(named name: String) -> Slot? { slots[name] }
}
