internal import ObjectModel

/// The result of a fetch that holds IDs and makes its objects batch by batch, as they are touched: the array that Core Data returns for a request
/// with a `fetchBatchSize`.
///
/// ```swift
/// var request = FetchRequest<ManagedObject>(entityName: "Breed")
/// request.fetchBatchSize = 100
/// let breeds: BatchedObjects<ManagedObject> = try context.fetchInBatches(request)
/// let names = breeds.lazy.map { $0.value(forKey: "name") as? String ?? "" }  // reads 100 rows at a time
/// ```
///
/// Touching an object reads the rows of its whole batch in one request. The two batches that were touched last are kept; other objects live as
/// long as somebody holds them, and are the same when they are touched again. New objects that are not saved yet are kept, because their IDs
/// change. Like objects, the collection is used on its context's queue, and keeps the context alive.
public final class BatchedObjects<Object: ManagedObject>: RandomAccessCollection {
  private let context: ManagedObjectContext
  private let identifiers: [ManagedObjectID]
  private let size: Int
  private let unsaved: [Int: ManagedObject]
  /// The batches that were touched last, the newest at the end.
  private var recent: [(number: Int, objects: [ManagedObject])] = []

  init(_ identifiers: [ManagedObjectID], size: Int, in context: ManagedObjectContext) {
    self.context = context
    self.identifiers = identifiers
    self.size = size
    var unsaved: [Int: ManagedObject] = [:]
    for (position, identifier) in identifiers.enumerated() where identifier.isTemporaryID {
      unsaved[position] = context.registeredObject(for: identifier)
    }
    self.unsaved = unsaved
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { identifiers.count }

  /// The object at a place. A store that cannot be read leaves it a fault, and the context's next save throws the store's error.
  ///
  /// - Complexity: O(1) within the two batches that were touched last, else one request to the store.
  public subscript(position: Int) -> Object {
    let batch = objects(ofBatch: position / size)
    guard let object = batch[position % size] as? Object else {
      preconditionFailure("Objects of \(batch[position % size].entity.name) are no \(Object.self).")
    }
    return object
  }

  /// The IDs in order; no object is made.
  public var objectIDs: [ManagedObjectID] {
    identifiers.indices.map { unsaved[$0]?.objectID ?? identifiers[$0] }
  }

  private func objects(ofBatch number: Int) -> [ManagedObject] {
    if let known = recent.firstIndex(where: { $0.number == number }) { return recent[known].objects }
    let places = number * size..<Swift.min((number + 1) * size, identifiers.count)
    let objects = places.map { unsaved[$0] ?? context.object(withExact: identifiers[$0]) }
    do {
      try context.faults.readAhead(objects.filter(\.needsRow).map(\.objectID))
    } catch {
      context.faults.noteFailure(error)
    }
    if recent.count == 2 { recent.removeFirst() }
    recent.append((number, objects))
    return objects
  }
}

extension ManagedObjectContext {
  /// The objects that a request selects, as a collection that reads them `fetchBatchSize` at a time (100 if the request does not say) and
  /// keeps few of them in memory.
  ///
  /// - Throws: As `fetch(_:)` does.
  /// - Complexity: O(IDs).
  public func fetchInBatches<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> BatchedObjects<Object> {
    var identifiers = FetchRequest<ManagedObjectID>(entityName: request.entityName)
    identifiers.contents = request.contents
    identifiers.fetchBatchSize = 0
    identifiers.relationshipKeyPathsForPrefetching = []
    return BatchedObjects(
      try fetch(identifiers),
      size: request.fetchBatchSize > 0 ? request.fetchBatchSize : 100,
      in: self
    )
  }
}
