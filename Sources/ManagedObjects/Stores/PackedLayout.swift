package import ObjectModel

/// What the packed values of one entity's rows have in common.
package final class PackedLayout: Sendable {
  package let entity: EntityDescription
  package let storeNumber: UInt32
  /// The entities that the cells of to-one relationships name by their places.
  package let destinations: [EntityDescription]
  package let attributeCount: Int
  package let toOneCount: Int
  /// How many cells a row has: one for each attribute, and behind them one for each to-one relationship.
  package let cellCount: Int

  package init(entity: EntityDescription, storeNumber: UInt32, destinations: [EntityDescription]) {
    self.entity = entity
    self.storeNumber = storeNumber
    self.destinations = destinations
    attributeCount = entity.layout.attributes.count
    toOneCount = entity.layout.toOneRelationships.count
    cellCount = attributeCount + toOneCount
  }
}
