public import AttributeValues

/// A subject whose values are numbered: a row, a record with its fields converted.
///
/// ```swift
/// /// A row whose values have numbers instead of names, so that a million of them are asked without looking names up.
/// struct Row: SlotSubject {
///   static let names = ["name", "heightMax"]
///   var values: [AttributeValue]
///   func slotValue(_ slot: Int) -> AttributeValue { values[slot] }
///   /// - Throws: `PredicateBindingError` for a key path that no number stands for.
///   static func bind(_ predicate: ObjectPredicate) throws -> BoundPredicate {
///     try predicate.bound { names.firstIndex(of: $0.dotted) }
///   }
/// }
/// ```
public protocol SlotSubject {
  /// The value of a slot that the binding resolved a key path to.
  func slotValue(_ slot: Int) -> AttributeValue
}
