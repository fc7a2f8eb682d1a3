internal import ManagedObjects
internal import ObjectModel

/// A record of a run: the number of its source in the recipe, from 0, and its own number there, from 1.
package struct RecordOrigin: Sendable, Hashable {
  package var source: Int
  package var record: Int

  package init(source: Int, record: Int) {
    self.source = source
    self.record = record
  }
}

/// Remembers which record made each object, and which gave an attribute its value later: six bytes an object, and six more for each attribute that
/// a later source changes.
///
/// Only kept for entities whose objects are checked after the last source, so that what is found then has a place all the same.
final class OriginTable {
  private struct Table {
    var made = OriginColumn()
    var changed: [String: OriginColumn] = [:]
  }

  private var tables: [ObjectIdentifier: Table] = [:]

  /// - Parameter entities: The entities whose objects are asked for later.
  init(entities: [EntityDescription]) {
    for entity in entities { tables[ObjectIdentifier(entity.rootEntity)] = Table() }
  }

  /// Whether the origins of an entity's objects are kept.
  func keeps(_ entity: EntityDescription) -> Bool { tables[ObjectIdentifier(entity.rootEntity)] != nil }

  /// Says which record made an object, which has been saved.
  func note(_ objectID: ManagedObjectID, madeBy origin: RecordOrigin) {
    tables[ObjectIdentifier(objectID.entity.rootEntity)]?.made.set(origin, at: Int(objectID.reference))
  }

  /// Says which record gave a property its value.
  func note(_ objectID: ManagedObjectID, property: String, changedBy origin: RecordOrigin) {
    tables[ObjectIdentifier(objectID.entity.rootEntity)]?.changed[property, default: OriginColumn()]
      .set(origin, at: Int(objectID.reference))
  }

  /// The record that an object has its property from, or that made it; `nil` if it was there before the run.
  func origin(of objectID: ManagedObjectID, property: String?) -> RecordOrigin? {
    guard let table = tables[ObjectIdentifier(objectID.entity.rootEntity)] else { return nil }
    let index = Int(objectID.reference)
    if let property, let origin = table.changed[property]?[index] { return origin }
    return table.made[index]
  }
}
