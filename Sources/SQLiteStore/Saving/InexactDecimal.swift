internal import AttributeValues
public import FoundationEssentials
public import ManagedObjects
internal import ObjectModel

/// A decimal that a store does not keep to the last digit, because Core Data's format has floating-point numbers for decimals.
public struct InexactDecimal: Sendable, Hashable {
  public var objectID: ManagedObjectID
  public var attribute: String
  /// The value as it was saved.
  public var value: Decimal
  /// The value as it will be read.
  public var kept: Decimal

  /// How many a store lists at most.
  public static let greatestCount = 1000
}

extension SQLiteStore {
  /// Lists the decimals of a request that the store has kept in fewer digits.
  ///
  /// - Complexity: O(decimal values).
  func noteInexactDecimals(in request: StoreSaveRequest) {
    guard hasDecimals else { return }
    for row in [request.inserted, request.updated].joined() {
      for (slot, value) in row.attributes.enumerated() {
        guard case .decimal(let number) = value, !number.isKeptByDouble,
          inexactDecimals.count < InexactDecimal.greatestCount
        else { continue }
        let attribute = row.objectID.entity.layout.attributes[slot].name
        inexactDecimals.append(
          InexactDecimal(
            objectID: row.objectID,
            attribute: attribute,
            value: number,
            kept: Decimal(shortest: number.nearestDouble)
          )
        )
      }
    }
  }
}
