public import ObjectModel

/// The identity of a managed object: Core Data's `NSManagedObjectID`.
///
/// ```swift
/// let uri = beagle.objectID.uriRepresentation()  // x-coredata://UUID/Breed/p3
/// let identifier: ManagedObjectID? = coordinator.managedObjectID(forURIRepresentation: uri)
/// let found = try identifier.map { try context.existingObject(with: $0) }
/// ```
///
/// A temporary ID is handed out by the context when an object is inserted; saving replaces it by a permanent one, which names the
/// object's store, entity and key there for good. Two IDs are equal when they name the same object.
public struct ManagedObjectID: Sendable {
  /// The entity of the object itself.
  public let entity: EntityDescription
  // The shortest property is the last, so that an enum that holds an ID needs no further word.
  /// The key in the store (`Z_PK`), from 1; for a temporary ID a number that is unique in this process.
  package let reference: Int64
  /// The store's number within this process; 0 for a temporary ID.
  package let storeNumber: UInt32
  /// Whether the object's own entity may be one below `entity`, which only its row tells.
  let mayBeOfSubentity: Bool

  package init(entity: EntityDescription, storeNumber: UInt32, reference: Int64) {
    self.entity = entity
    self.storeNumber = storeNumber
    self.reference = reference
    mayBeOfSubentity = false
  }

  /// Makes the ID of an object of `entity` or of one below it, for whoever knows no better.
  package init(ofFamily entity: EntityDescription, storeNumber: UInt32, reference: Int64) {
    self.entity = entity
    self.storeNumber = storeNumber
    self.reference = reference
    mayBeOfSubentity = !entity.subentities.isEmpty
  }

  /// Whether the object has not been saved yet.
  public var isTemporaryID: Bool { storeNumber == 0 }
}

extension ManagedObjectID: Hashable {
  // The key is unique among all entities of one hierarchy, which share a table, so the root entity tells the rest apart. An ID that was
  // made for a parent entity (a fault to a row whose class is not known yet) is therefore equal to the object's real one.
  public static func == (left: ManagedObjectID, right: ManagedObjectID) -> Bool {
    left.reference == right.reference && left.storeNumber == right.storeNumber
      && (left.entity === right.entity || left.entity.rootEntity === right.entity.rootEntity)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(reference)
    hasher.combine(storeNumber)
  }
}
