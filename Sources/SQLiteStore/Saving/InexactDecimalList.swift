internal import AttributeValues
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel

/// The decimals that saves could not keep to the last digit; the first `InexactDecimal.greatestCount` of them.
final class InexactDecimalList {
  private(set) var decimals: [InexactDecimal] = []
  private let database: StoreDatabase
  /// Whether the model has decimals.
  private lazy var isNeeded = database.schema.entities.contains { entity in
    entity.entity.layout.attributes.contains { $0.attributeType == .decimal }
  }

  init(database: StoreDatabase) { self.database = database }

  /// Lists the decimals of a request that the store has kept in fewer digits.
  ///
  /// - Complexity: O(decimal values).
  func note(_ request: StoreSaveRequest) {
    guard isNeeded else { return }
    for row in [request.inserted, request.updated].joined() {
      for (slot, value) in row.attributes.enumerated() {
        guard case .decimal(let number) = value, !number.isKeptByDouble,
          decimals.count < InexactDecimal.greatestCount
        else { continue }
        let attribute = row.objectID.entity.layout.attributes[slot].name
        decimals.append(
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
