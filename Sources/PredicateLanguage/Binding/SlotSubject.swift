public import AttributeValues

/// A subject whose values are numbered: a row, a record with its fields converted.
public protocol SlotSubject {
  /// The value of a slot that the binding resolved a key path to.
  func slotValue(_ slot: Int) -> AttributeValue
}
