internal import AttributeValues
internal import ObjectModel
public import PredicateLanguage

/// Rows changed straight in the store: Core Data's `NSBatchUpdateRequest`.
public struct BatchUpdateRequest {
  public var entityName: String
  /// Which rows; all of the entity for `nil`.
  public var predicate: ObjectPredicate?
  /// Whether rows of sub-entities are changed too.
  public var includesSubentities = true
  /// The new values by attribute names.
  public var propertiesToUpdate: [String: Any?]

  public init(entityName: String, predicate: ObjectPredicate? = nil, propertiesToUpdate: [String: Any?]) {
    self.entityName = entityName
    self.predicate = predicate
    self.propertiesToUpdate = propertiesToUpdate
  }
}

/// Rows deleted straight in the store, without delete rules: Core Data's `NSBatchDeleteRequest`.
public struct BatchDeleteRequest {
  /// What is deleted: the rows that a request selects, or those with these IDs.
  public enum Selection {
    case fetchRequest(FetchRequest<ManagedObjectID>)
    case objectIDs([ManagedObjectID])
  }

  public var selection: Selection

  /// Makes a request for the objects that a fetch finds.
  public init(fetchRequest: FetchRequest<ManagedObjectID>) { selection = .fetchRequest(fetchRequest) }
  /// Makes a request for these objects.
  public init(objectIDs: [ManagedObjectID]) { selection = .objectIDs(objectIDs) }
}

extension ManagedObjectContext {
  /// Changes rows straight in their stores, in one transaction per store. Objects in contexts keep their old values until they are refreshed
  /// or merged; pending changes do not count.
  ///
  /// - Throws: `PropertyAccessError` for values that do not fit; `StoreConflictError`; the store's error.
  public func execute(_ request: BatchUpdateRequest) throws -> BatchResult {
    assertConfinement()
    let entity = try fetchedEntity(request.entityName)
    var values: [(slot: Int, value: AttributeValue)] = []
    for (key, value) in request.propertiesToUpdate { values.append(try entity.attributeValue(value, forKey: key)) }
    var fetch = StoreFetch(entity: entity)
    fetch.predicate = request.predicate
    fetch.includesSubentities = request.includesSubentities
    var result = BatchResult()
    for store in persistentStoreCoordinator.stores(for: entity) {
      try persistentStoreCoordinator.lock.withLock {
        var save = StoreSaveRequest()
        save.updated = try executableRows(of: store, fetch)
        for index in save.updated.indices {
          for (slot, value) in values { save.updated[index].attributes[slot] = value }
        }
        if !save.isEmpty { try store.save(save) }
        result.identifiers.updated += save.updated.map(\.objectID)
      }
    }
    return result
  }

  /// Deletes rows straight in their stores, in one transaction per store.
  ///
  /// - Throws: `StoreConflictError`; the store's error.
  public func execute(_ request: BatchDeleteRequest) throws -> BatchResult {
    assertConfinement()
    var result = BatchResult()
    switch request.selection {
    case .objectIDs(let identifiers):
      for store in persistentStoreCoordinator.persistentStores {
        try persistentStoreCoordinator.lock.withLock {
          let rows = try identifiers.filter { $0.storeNumber == store.number }.compactMap(store.row(for:))
          try delete(rows, in: store, &result)
        }
      }
    case .fetchRequest(let request):
      let fetch = StoreFetch(request, entity: try fetchedEntity(request.entityName))
      for store in try storesAnswering(fetch, options: FetchOptions(request)) {
        try persistentStoreCoordinator.lock.withLock {
          try delete(try executableRows(of: store, fetch), in: store, &result)
        }
      }
    }
    return result
  }

  private func delete(_ rows: [StoreRow], in store: any PersistentStore, _ result: inout BatchResult) throws {
    guard !rows.isEmpty else { return }
    var save = StoreSaveRequest()
    save.deleted = rows.map { (objectID: $0.objectID, version: $0.version) }
    try store.save(save)
    result.identifiers.deleted += rows.map(\.objectID)
  }

  /// A store's rows for a fetch, which the store has to be able to answer by itself.
  private func executableRows(of store: any PersistentStore, _ fetch: StoreFetch) throws -> [StoreRow] {
    guard store.canExecute(fetch) else {
      throw PersistentStoreError.invalidRequest("The store \(store.location) cannot answer the predicate by itself.")
    }
    return try store.rows(for: fetch)
  }
}
