package import AttributeValues
package import ObjectModel

/// How one entity's objects stand in the tables: the slots of its layout, resolved to columns once.
package struct StoreEntity: Sendable {
  /// The entity's number in this store (`Z_ENT`).
  package let number: Int64
  /// The parent's number; 0 for a root.
  package let superNumber: Int64
  package let entity: EntityDescription
  /// The index of the entity's table among the schema's tables.
  package let table: Int
  /// The numbers of the entity and all that inherit from it, which follow one another.
  package let subtreeNumbers: [Int64]
  /// Where each attribute slot is kept.
  package internal(set) var attributes: [AttributeStorage] = []
  /// Where each to-one slot is kept; `nil` for transient relationships.
  package internal(set) var toOne: [ToOneStorage?] = []
  /// Where each to-many slot is kept.
  package internal(set) var toMany: [ToManyStorage] = []
}

/// Where an attribute's value is kept.
package enum AttributeStorage: Sendable {
  /// Nowhere: a transient attribute, or one without a type.
  case none
  case column(AttributeColumn)
  /// In one column for each leaf.
  case composite([(name: String, storage: AttributeStorage)])
}

/// The column of an attribute.
package struct AttributeColumn: Sendable, Hashable {
  /// The column's index in its table.
  package var index: Int
  package var type: AttributeType
  /// Whether a byte in front of the value says if it is kept in a file of its own.
  package var allowsExternalStorage: Bool
}

/// The columns of a to-one relationship, as indexes in the owner's table.
package struct ToOneStorage: Sendable, Hashable {
  /// The destination's key.
  package var column: Int
  /// The destination's entity number, when its entity has sub-entities.
  package var entityColumn: Int?
  /// The object's place in the ordered inverse.
  package var orderColumn: Int?
}

/// Where a to-many relationship is kept.
package enum ToManyStorage: Sendable, Hashable {
  /// Nowhere: a transient relationship, or one whose destination the store does not hold.
  case none
  /// In a column of the members' table that holds the owner's key. `isBackPointer` says that no to-one relationship of the members owns
  /// the column, so that the store has to write it when the relationship changes.
  case memberColumn(table: Int, column: String, entityColumn: String?, orderColumn: String?, isBackPointer: Bool)
  /// In a join table; `isFirst` says that the owner's key stands in its first column.
  case joinTable(Int, isFirst: Bool)
}
