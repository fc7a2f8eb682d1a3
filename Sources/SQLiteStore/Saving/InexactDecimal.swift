public import FoundationEssentials
public import ManagedObjects

/// A decimal that a store does not keep to the last digit, because Core Data's format has floating-point numbers for decimals.
///
/// ```swift
/// try context.save()
/// for decimal: InexactDecimal in store.inexactDecimals {
///   lines.append("\(decimal.attribute) \(decimal.value) is kept as \(decimal.kept)")
/// }
/// ```
public struct InexactDecimal: Sendable, Hashable {
  /// The object.
  public var objectID: ManagedObjectID
  /// The attribute's name.
  public var attribute: String
  /// The value as it was saved.
  public var value: Decimal
  /// The value as it will be read.
  public var kept: Decimal

  /// How many a store lists at most.
  public static let greatestCount = 1000
}
