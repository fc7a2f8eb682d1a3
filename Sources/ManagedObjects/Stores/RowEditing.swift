package import AttributeValues
package import ObjectModel

/// A store whose rows can be looked at and changed value by value while it is filled, without making whole rows of them.
package protocol RowEditingStore: PersistentStore {
  /// What changes some attributes of the objects of exactly one entity; `nil` if the store cannot do that, or if other values follow from these.
  ///
  /// - Parameter slots: The attributes that are looked at or changed.
  func editor(of entity: EntityDescription, slots: [Int]) throws -> (any RowEditor)?
}

/// Changes rows of one entity, one after the other. Everything that was saved before has to be written when it is used.
package protocol RowEditor: AnyObject {
  /// Looks at an object's row.
  ///
  /// - Returns: `false` if there is no such object, or if it is of another entity.
  func look(at reference: Int64) throws -> Bool

  /// The value of an attribute in the row that is looked at.
  func value(_ slot: Int) throws -> AttributeValue

  /// Whether an attribute has a value in the row that is looked at.
  func hasValue(_ slot: Int) -> Bool

  /// Whether an attribute has this value, which is not `.null`, in the row that is looked at.
  ///
  /// - Complexity: O(*n*) in a text's bytes; allocates nothing for texts of ASCII.
  func has(_ value: borrowing AttributeValue, _ slot: Int) throws -> Bool

  /// Gives some attributes of the row that is looked at other values; another row has to be looked at afterwards.
  func replace(_ values: [(slot: Int, value: AttributeValue)]) throws
}
