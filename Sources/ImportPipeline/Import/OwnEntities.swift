internal import ManagedObjects
internal import ObjectModel

/// Of which entities the objects are that a run has made, for whoever knows an object by a parent of its entity: two bytes for each object.
struct OwnEntities {
  /// An entity whose objects are noted.
  private struct Place {
    let root: EntityDescription
    /// Its place among all of them, from 1.
    let number: UInt16
  }

  private var places: [EntityDescription: Place] = [:]
  private var entities: [EntityDescription] = []
  private var numbers: [EntityDescription: [UInt16]] = [:]

  /// Says of which entity an object is.
  mutating func note(_ objectID: ManagedObjectID) {
    let place = place(of: objectID.entity)
    let key = Int(objectID.reference)
    let missing = key + 1 - (numbers[place.root]?.count ?? 0)
    if missing > 0 { numbers[place.root, default: []].append(contentsOf: repeatElement(0, count: missing)) }
    numbers[place.root]?[key] = place.number
  }

  private mutating func place(of entity: EntityDescription) -> Place {
    if let known = places[entity] { return known }
    entities.append(entity)
    let place = Place(root: entity.rootEntity, number: UInt16(entities.count))
    places[entity] = place
    return place
  }

  /// The object's ID with its own entity; `nil` if the object was not noted.
  func ownID(of objectID: ManagedObjectID) -> ManagedObjectID? {
    let key = Int(objectID.reference)
    guard let numbers = numbers[objectID.entity.rootEntity], key < numbers.count, numbers[key] > 0 else { return nil }
    return ManagedObjectID(
      entity: entities[Int(numbers[key]) - 1],
      storeNumber: objectID.storeNumber,
      reference: objectID.reference
    )
  }
}
