package import AttributeValues
package import ManagedObjects
package import ObjectModel

/// An object that two stores do not have alike.
package struct ObjectDifference {
  package enum Kind: String, Sendable, CaseIterable {
    case added, removed, changed
  }

  /// The entity's name in the newer model, or in the older one if the newer one does not have it.
  package let entity: String
  package let kind: Kind
  /// What tells the object apart: the names of the key's properties and their values; of an object without a key its first text.
  package let key: [(property: String, value: ComparedValue)]
  /// The object's ID in each store; `nil` where it is not there.
  package let old: ManagedObjectID?
  package let new: ManagedObjectID?
  /// What differs, in the order of the newer model; empty for objects that only one store has.
  package let changes: [PropertyChange]
}

/// A property whose value two stores do not have alike.
package struct PropertyChange {
  package let property: String
  package let old: ComparedValue
  package let new: ComparedValue
}

/// A value as a comparison shows it.
package enum ComparedValue: Sendable, Hashable {
  case attribute(AttributeValue)
  /// The object of a to-one relationship, by its key.
  case object(String)
  /// Members of a to-many relationship, by their keys: all of them where it is ordered, else those that the other store does not have.
  case objects([String])
}

/// How many objects of an entity differ.
package struct EntityDifference: Sendable, Hashable {
  package let entity: String
  /// The properties that tell the objects apart; empty if all attributes together do.
  package let key: [String]
  /// How many objects each store has; `nil` where its model does not have the entity.
  package var oldCount: Int?
  package var newCount: Int?
  package var added = 0
  package var removed = 0
  package var changed = 0
  /// How many objects have another value, by property, in the order of the newer model; only properties that differ.
  package var properties: [PropertyCount] = []

  /// How often a property differs.
  package struct PropertyCount: Sendable, Hashable {
    package let property: String
    package var objects: Int
  }

  /// Whether the objects are the same in both stores.
  package var isSame: Bool { added == 0 && removed == 0 && changed == 0 }
}

/// Which objects of an entity an older store has, too.
package struct EntityCorrespondence {
  /// The entity in the newer model.
  package let entity: EntityDescription
  /// The entity in the older model; `nil` where it has none.
  package let former: EntityDescription?
  /// How many objects of it the older store has.
  package let formerCount: Int
  /// The objects' numbers in the newer store, in its order, each with the number that the same object has in the older one.
  package internal(set) var references: [(new: Int64, old: Int64?)] = []
}
