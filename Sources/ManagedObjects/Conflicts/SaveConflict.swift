internal import AttributeValues
internal import ObjectModel

/// One conflict of a save with copies of all values that are in conflict, which may cross threads: Core Data's `NSMergeConflict` and
/// `NSConstraintConflict`.
///
/// ```swift
/// let greatest = CustomMergePolicy { (conflict: SaveConflict, breed: ManagedObject) in
///   // Copies of what the context wants to save, and of what somebody else has saved meanwhile.
///   guard case .value(.double(let mine))? = conflict.objectSnapshot["heightMax"],
///     case .value(.double(let theirs))? = conflict.persistedSnapshot?["heightMax"]
///   else { return .error }
///   return mine > theirs ? .mergeByPropertyObjectTrump : .mergeByPropertyStoreTrump
/// }
/// other.mergePolicy = .custom(greatest)
/// try other.save()
/// ```
///
/// Snapshots hold attributes and to-one relationships by their names, the latter as IDs; what has no value stands as `.value(.null)`.
public struct SaveConflict: Sendable {
  /// The object that could not be saved.
  public let objectID: ManagedObjectID
  /// The version of the row that the object's changes started from; 0 for a new object.
  public let oldVersion: Int64
  /// The version that is stored now; `nil` if the row was deleted, and for values that are taken.
  public let newVersion: Int64?
  /// The attributes whose values have to be unique and are taken; empty for a conflict of versions.
  public let constraint: [String]
  /// The object that has those values.
  public let holder: ManagedObjectID?
  /// The object's values as the save would have written them.
  public let objectSnapshot: [String: FetchedValue]
  /// The values from which the object's changes started; `nil` for a new object.
  public let originalSnapshot: [String: FetchedValue]?
  /// The values that are stored now: the object's row, or, if values are taken, that of their holder. `nil` if there is none, and in an error's
  /// details also where it could not be read.
  public let persistedSnapshot: [String: FetchedValue]?
}

extension SaveConflict {
  /// Copies what a conflict of an object is about.
  ///
  /// - Parameter row: The row that the object's values are in conflict with.
  init(_ conflict: StoreConflictError.Conflict, of object: ManagedObject, row: StoreRow?) {
    objectID = object.objectID
    oldVersion = object.version
    newVersion = if case .version(_, _, let found) = conflict { row?.version ?? found } else { nil }
    if case .uniqueness(_, let names, let found) = conflict {
      constraint = names
      holder = found
    } else {
      constraint = []
      holder = nil
    }
    let layout = object.runtime.layout
    objectSnapshot = layout.snapshot(object.attributes, object.toOne.map(\.identity))
    originalSnapshot =
      object.isInserted
      ? nil
      : object.snapshot.map { layout.snapshot($0.attributes, $0.toOne.map(\.identity)) } ?? objectSnapshot
    persistedSnapshot = row.map { $0.objectID.entity.layout.snapshot($0.attributes, $0.toOne) }
  }
}

extension EntityLayout {
  fileprivate func snapshot(_ values: [AttributeValue], _ related: [ManagedObjectID?]) -> [String: FetchedValue] {
    var snapshot: [String: FetchedValue] = [:]
    for (attribute, value) in zip(attributes, values) { snapshot[attribute.name] = .value(value) }
    for (relationship, objectID) in zip(toOneRelationships, related) {
      snapshot[relationship.name] = objectID.map { .objectID($0) } ?? .value(.null)
    }
    return snapshot
  }
}
