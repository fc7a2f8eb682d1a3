/// What a batch request is to return: Core Data's result types of `NSBatchInsertRequest`, `NSBatchUpdateRequest` and `NSBatchDeleteRequest`.
///
/// ```swift
/// var request = BatchUpdateRequest(
///   entityName: "Breed",
///   predicate: try ObjectPredicate(format: "country == 'Great Britain'"),
///   propertiesToUpdate: ["country": "United Kingdom"]
/// )
/// request.resultType = BatchRequestResultType.objectIDs
/// let result: BatchResult = try context.execute(request)
/// ManagedObjectContext.mergeChanges(fromRemoteContextSave: result.identifiers, into: [context])
/// ```
public enum BatchRequestResultType: Sendable, Hashable {
  /// Only that it succeeded.
  case statusOnly
  /// The IDs of the rows.
  case objectIDs
  /// How many rows it were.
  case count
}

/// What a batch request did.
///
/// ```swift
/// var request = BatchUpdateRequest(
///   entityName: "Breed",
///   predicate: try ObjectPredicate(format: "country == 'Great Britain'"),
///   propertiesToUpdate: ["country": "United Kingdom"]
/// )
/// request.resultType = BatchRequestResultType.objectIDs
/// let result: BatchResult = try context.execute(request)
/// ManagedObjectContext.mergeChanges(fromRemoteContextSave: result.identifiers, into: [context])
/// ```
public struct BatchResult: Sendable {
  /// What the request asked for.
  public let resultType: BatchRequestResultType
  /// How many rows were inserted, changed or deleted as asked; rows that a delete rule reached are not counted.
  public private(set) var count = 0
  /// The rows that were inserted, changed or deleted, those that a delete rule reached among them, for
  /// `ManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`. Empty unless the request asked for IDs.
  public private(set) var identifiers = SavedObjectIDs()
  private var objectIDs: [ManagedObjectID] = []

  init(_ resultType: BatchRequestResultType) { self.resultType = resultType }

  /// What was asked for: `true`, the rows' `[ManagedObjectID]`, or their number as an `Int`.
  public var result: Any {
    switch resultType {
    case .statusOnly: true
    case .objectIDs: objectIDs
    case .count: count
    }
  }

  /// Takes note of what one transaction did.
  ///
  /// - Parameter count: How many of the rows the request asked for by itself; they come first in their list.
  mutating func add(
    inserted: [ManagedObjectID] = [],
    updated: [ManagedObjectID] = [],
    deleted: [ManagedObjectID] = [],
    count: Int
  ) {
    self.count += count
    guard resultType == .objectIDs else { return }
    identifiers.inserted += inserted
    identifiers.updated += updated
    identifiers.deleted += deleted
    objectIDs += (deleted.isEmpty ? inserted + updated : deleted).prefix(count)
  }
}
