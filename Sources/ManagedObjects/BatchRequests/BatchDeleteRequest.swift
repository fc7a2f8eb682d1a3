internal import ObjectModel

/// Rows deleted straight in the store: Core Data's `NSBatchDeleteRequest`.
///
/// ```swift
/// var small = FetchRequest<ManagedObjectID>(entityName: "Breed")
/// small.predicate = try ObjectPredicate(format: "weightMax < 10")
/// _ = try context.execute(BatchDeleteRequest(fetchRequest: small))
/// ```
///
/// Delete rules are followed among the rows: cascades are deleted too, the to-one references of other rows are cleared, and members of relationships
/// without inverse lose their owners. No object is made, no hook is called, and nothing is validated beyond that.
public struct BatchDeleteRequest {
  /// What is deleted: the rows that a request selects, or those with these IDs.
  public enum Selection {
    case fetchRequest(FetchRequest<ManagedObjectID>)
    case objectIDs([ManagedObjectID])
  }

  /// What is deleted.
  public var selection: Selection
  /// What the result says.
  public var resultType = BatchRequestResultType.statusOnly

  /// Makes a request for the objects that a fetch finds.
  public init(fetchRequest: FetchRequest<ManagedObjectID>) { selection = .fetchRequest(fetchRequest) }
  /// Makes a request for these objects, which are of one hierarchy of entities.
  public init(objectIDs: [ManagedObjectID]) { selection = .objectIDs(objectIDs) }
}

extension ManagedObjectContext {
  /// Deletes rows straight in their stores, in one transaction per store. Objects in contexts stay until the deletions are merged; pending changes do
  /// not count.
  ///
  /// - Throws: `BatchDeletionError` when a delete rule forbids it, in which case nothing of the store is deleted;
  ///   `PersistentStoreError.invalidRequest` for IDs of different entities; `StoreConflictError`; the store's error.
  /// - Complexity: O(deleted rows), with one look-up in the store for each of a row's relationships whose rule reaches other rows.
  public func execute(_ request: BatchDeleteRequest) throws -> BatchResult {
    assertConfinement()
    var result = BatchResult(request.resultType)
    let rows: (any PersistentStore) throws -> [StoreRow]
    var stores = persistentStoreCoordinator.persistentStores
    switch request.selection {
    case .objectIDs(let identifiers):
      guard Set(identifiers.map(\.entity.rootEntity)).count <= 1 else {
        throw PersistentStoreError.invalidRequest("A batch deletion by IDs takes objects of one entity.")
      }
      rows = { store in
        var seen: Set<ManagedObjectID> = []
        return try identifiers.filter { $0.storeNumber == store.number && seen.insert($0).inserted }
          .compactMap(store.row(for:))
      }
    case .fetchRequest(let request):
      let fetch = try StoreFetch(request.contents, entity: try fetchedEntity(request.entityName))
      stores = persistentStoreCoordinator.stores(for: fetch.entity)
      if let affected = request.affectedStores {
        stores = stores.filter { store in affected.contains { $0 === store } }
      }
      rows = { try self.executableRows(of: $0, fetch) }
    }
    for store in stores {
      try persistentStoreCoordinator.lock.withLock {
        let asked = try rows(store)
        guard !asked.isEmpty else { return }
        var deletion = BatchDeletion(store: store, rows: asked)
        var save = try deletion.request()
        save.author = transactionAuthor
        save.contextName = name
        try store.save(save)
        result.add(updated: save.updated.map(\.objectID), deleted: save.deleted.map(\.objectID), count: asked.count)
      }
    }
    return result
  }
}
