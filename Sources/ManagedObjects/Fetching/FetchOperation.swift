internal import AttributeValues
internal import ObjectModel
internal import PredicateLanguage

/// One fetch of objects for a context: asks the stores, or the parent, and works the pending changes in. A class, because a copy of a structure
/// would count a reference for each part of the request.
final class FetchOperation {
  private let context: ManagedObjectContext
  /// What a store is asked for.
  let fetch: StoreFetch
  private let options: FetchOptions
  /// Whether the context has changes that what is stored has to be corrected by.
  let isDirty: Bool

  init(_ fetch: consuming StoreFetch, options: consuming FetchOptions, in context: ManagedObjectContext) {
    self.context = context
    isDirty = options.includesPendingChanges && context.changes.concern(fetch)
    if context.parent != nil, let predicate = fetch.predicate {
      fetch.predicate = context.usingCurrentIDs(in: predicate)
    }
    self.options = options
    self.fetch = fetch
  }

  /// What the context reads the fetch's stores through.
  ///
  /// - Throws: The store's error.
  func stores() throws -> [any PersistentStore] {
    let stores = context.persistentStoreCoordinator.stores(for: fetch.entity)
    guard let affected = options.affectedStores else { return try context.storeReader.readers(of: stores) }
    return try context.storeReader.readers(of: stores.filter { store in affected.contains { $0 === store } })
  }

  /// The store that can answer the fetch alone, with no changes to work in; `nil` if there is none.
  ///
  /// - Throws: The store's error.
  func onlyStore() throws -> (any PersistentStore)? {
    guard context.parent == nil, !isDirty else { return nil }
    let stores = try stores()
    return stores.count == 1 && stores[0].canExecute(fetch) ? stores[0] : nil
  }

  /// The objects, with the pending changes worked in.
  ///
  /// - Throws: The store's error; `PredicateEvaluationError`; as `RelationshipPrefetch.run` does.
  func objects() throws -> [ManagedObject] { try context.faults.reading(readObjects) }

  private func readObjects() throws -> [ManagedObject] {
    if let parent = context.parent { return try objects(through: parent) }
    let stores = try stores()
    if stores.count == 1, !isDirty {
      if options.batchSize > 0 || !options.includesPropertyValues {
        if stores[0].canExecute(fetch) {
          let identifiers = try context.persistentStoreCoordinator.lock.withLock { try stores[0].objectIDs(for: fetch) }
          return faults(identifiers)
        }
      } else if let found = try objects(from: stores[0], fetch) {
        return try finish(found)
      }
    }
    if !options.includesPendingChanges {
      // The rows are looked at, and not the objects, which may have other values.
      let coordinator = context.persistentStoreCoordinator
      let rows = try FetchReading(coordinator: coordinator, stores: stores, fetch: fetch, progress: nil).rows()
      return try finish(rows.map { context.object(for: $0) })
    }
    // Limit and offset count what is left after the corrections, so the stores are asked for everything that matches.
    var whole = fetch
    whole.limit = 0
    whole.offset = 0
    var found: [ManagedObject] = []
    for store in stores {
      // Objects are put in order below, also where a store can select them and not sort them.
      var unsorted = whole
      unsorted.sortKeys = []
      if let objects = try objects(from: store, whole) ?? objects(from: store, unsorted) {
        found += objects
      } else {
        var everything = StoreFetch(entity: fetch.entity)
        everything.includesSubentities = fetch.includesSubentities
        found += try (objects(from: store, everything) ?? []).filter(matches)
      }
    }
    return try finish(try arrange(isDirty ? try correct(found) : found))
  }

  /// The objects of rows that were read elsewhere, with the changes worked in that are pending now.
  ///
  /// - Throws: As `objects()` does.
  func objects(of rows: [StoreRow]?) throws -> [ManagedObject] {
    // Limit and offset count what is left after the corrections, so the rows that were cut off are needed, too.
    guard let rows, !(isDirty && (fetch.limit > 0 || fetch.offset > 0)) else { return try objects() }
    return try context.faults.reading {
      let found = rows.map { context.object(for: $0) }
      return try finish(isDirty ? try arrange(try correct(found)) : found)
    }
  }

  // MARK: Steps

  /// The objects that a store selects; `nil` if it cannot answer the fetch by itself.
  private func objects(from store: any PersistentStore, _ fetch: StoreFetch) throws -> [ManagedObject]? {
    let context = context
    var objects: [ManagedObject] = []
    let isAnswered = try context.persistentStoreCoordinator.lock.withLock {
      try store.forEachRowIfExecutable(fetch) { row in
        objects.append(context.object(for: row))
        return true
      }
    }
    return isAnswered ? objects : nil
  }

  private func objects(through parent: ManagedObjectContext) throws -> [ManagedObject] {
    var whole = fetch
    if isDirty {
      whole.limit = 0
      whole.offset = 0
    }
    var parentOptions = options
    if options.batchSize > 0 { parentOptions.readIDsOnly() }
    // The parent's objects may go before this context's ask for their values, so these come along.
    let answers = try parent.performAndWait {
      // What the parent answers by a permanent ID has to be known by it here.
      context.queue.whileHeld { context.learnPermanentIDs() }
      return try FetchOperation(whole, options: parentOptions, in: parent).objects().map {
        (parent.idForChild(of: $0), parent.rowAtHand(of: $0))
      }
    }
    if options.batchSize > 0, !isDirty { return faults(answers.map(\.0)) }
    let found = answers.map { identifier, row in
      let object = context.registry.object(for: identifier) ?? context.makeFault(identifier)
      if let row, object.needsRow || object.isFault && options.refreshesRefetchedObjects { object.readAhead(row) }
      return object
    }
    return try finish(isDirty ? try arrange(try correct(found)) : found)
  }

  /// The objects with these IDs, without their values; in batches, if the fetch asks for them.
  private func faults(_ identifiers: [ManagedObjectID]) -> [ManagedObject] {
    if options.batchSize > 0 { context.faults.makeBatches(identifiers, size: options.batchSize) }
    return identifiers.map { context.object(withExact: $0) }
  }

  /// Whether the fetch's predicate holds for an object as it is in memory.
  private func matches(_ object: ManagedObject) throws -> Bool { try fetch.predicate?.evaluate(with: object) ?? true }

  /// Adds pending objects that match, takes out those that do not match any more.
  private func correct(_ found: [ManagedObject]) throws -> [ManagedObject] {
    var seen: Set<ObjectIdentifier> = []
    var result: [ManagedObject] = []
    result.reserveCapacity(found.count)
    for object in found where !object.isGone && seen.insert(ObjectIdentifier(object)).inserted {
      if object.isUpdated, try !matches(object) { continue }
      result.append(object)
    }
    for object in context.changes.insertedAndUpdated {
      guard fetch.covers(object.entity), seen.insert(ObjectIdentifier(object)).inserted else { continue }
      if try matches(object) { result.append(object) }
    }
    return result
  }

  /// Sorts and cuts to limit and offset.
  private func arrange(_ objects: [ManagedObject]) throws -> [ManagedObject] {
    let sorted = fetch.sortKeys.isEmpty ? objects : SortKey.sort(objects, by: fetch.sortKeys)
    guard fetch.limit > 0 || fetch.offset > 0 else { return sorted }
    let rest = sorted.dropFirst(fetch.offset)
    return Array(fetch.limit > 0 ? rest.prefix(fetch.limit) : rest)
  }

  /// Does with the objects found what the request asks for besides.
  private func finish(_ objects: [ManagedObject]) throws -> [ManagedObject] {
    if options.refreshesRefetchedObjects {
      for object in objects where !object.isFault && !object.hasChanges { object.rebase() }
    }
    if !options.prefetchedKeyPaths.isEmpty {
      try RelationshipPrefetch(in: context).run(options.prefetchedKeyPaths, of: objects)
    }
    if !options.returnsObjectsAsFaults {
      for object in objects where object.isFault { object.fireFault(isRowFresh: true) }
    }
    return objects
  }
}
