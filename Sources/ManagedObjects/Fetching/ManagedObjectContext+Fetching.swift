internal import AttributeValues
internal import ObjectModel
internal import PredicateLanguage

extension ManagedObjectContext {
  /// The objects that a request selects, in its order; one object per row, the same as the context has already.
  ///
  /// Unsaved changes count as the request says: the store's answer is corrected by the new, changed and deleted objects of the entity.
  /// Changes of *related* objects do not change which objects a predicate over a key path selects until they are saved.
  ///
  /// - Throws: `PersistentStoreError.unknownEntity`; `FetchKeyError` for keys that the entity does not have; the store's error.
  public func fetch<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [Object] {
    assertConfinement()
    let entity = try fetchedEntity(request.entityName)
    if tracksChanges { processPendingChanges() } else { propagateDeletions() }
    let objects = try fetchObjects(
      try StoreFetch(request.contents, entity: entity),
      options: FetchOptions(request.contents)
    )
    // The same type; a cast would look at every object.
    if Object.self == ManagedObject.self { return unsafeBitCast(objects, to: [Object].self) }
    return objects.compactMap { $0 as? Object }
  }

  /// The IDs of the objects that a request selects, without making objects.
  ///
  /// - Throws: As `fetch(_:)` for objects.
  public func fetch(_ request: FetchRequest<ManagedObjectID>) throws -> [ManagedObjectID] {
    assertConfinement()
    let entity = try fetchedEntity(request.entityName)
    propagateDeletions()
    let fetch = try StoreFetch(request.contents, entity: entity)
    var options = FetchOptions(request.contents)
    options.readIDsOnly()
    if parent == nil, !hasRelevantChanges(for: fetch, options: options) {
      let stores = try storesAnswering(fetch, options: options)
      if stores.count == 1, stores[0].canExecute(fetch) {
        return try persistentStoreCoordinator.lock.withLock { try stores[0].objectIDs(for: fetch) }
      }
    }
    return try fetchObjects(fetch, options: options).map(\.objectID)
  }

  /// How many objects a request selects, its limit and offset applied.
  ///
  /// - Throws: As `fetch(_:)` for objects.
  public func count<Result>(for request: FetchRequest<Result>) throws -> Int {
    assertConfinement()
    let entity = try fetchedEntity(request.entityName)
    propagateDeletions()
    let fetch = try StoreFetch(request.contents, entity: entity)
    var options = FetchOptions(request.contents)
    options.readIDsOnly()
    if parent == nil, !hasRelevantChanges(for: fetch, options: options) {
      let stores = try storesAnswering(fetch, options: options)
      if stores.count == 1, stores[0].canExecute(fetch) {
        return try persistentStoreCoordinator.lock.withLock { try stores[0].count(for: fetch) }
      }
    }
    return try fetchObjects(fetch, options: options).count
  }

  func fetchedEntity(_ name: String) throws -> EntityDescription {
    guard let entity = entity(named: name) else { throw PersistentStoreError.unknownEntity(name) }
    return entity
  }

  // MARK: Carrying out

  /// Fetches with the pending changes worked in.
  func fetchObjects(_ fetch: StoreFetch, options: FetchOptions) throws -> [ManagedObject] {
    if let parent { return try fetchThroughParent(parent, fetch, options: options) }
    let stores = try storesAnswering(fetch, options: options)
    let isDirty = hasRelevantChanges(for: fetch, options: options)
    if stores.count == 1, !isDirty {
      if options.batchSize > 0 || !options.includesPropertyValues {
        if stores[0].canExecute(fetch) {
          let identifiers = try persistentStoreCoordinator.lock.withLock { try stores[0].objectIDs(for: fetch) }
          if options.batchSize > 0 { return makeFaultBatches(identifiers, size: options.batchSize) }
          return identifiers.map { object(withExact: $0) }
        }
      } else if let found = try objects(from: stores[0], fetch) {
        return try finish(found, options: options)
      }
    }
    // Limit and offset count what is left after the corrections, so the stores are asked for everything that matches.
    var whole = fetch
    whole.limit = 0
    whole.offset = 0
    var found: [ManagedObject] = []
    for store in stores {
      if let objects = try objects(from: store, whole) {
        found += objects
      } else {
        var everything = StoreFetch(entity: fetch.entity)
        everything.includesSubentities = fetch.includesSubentities
        found += try (objects(from: store, everything) ?? []).filter { try matches($0, fetch) }
      }
    }
    if isDirty { found = try correct(found, for: fetch) }
    return try finish(try arrange(found, for: fetch), options: options)
  }

  /// The objects that a store selects; `nil` if it cannot answer the fetch by itself.
  private func objects(from store: any PersistentStore, _ fetch: StoreFetch) throws -> [ManagedObject]? {
    var objects: [ManagedObject] = []
    let isAnswered = try persistentStoreCoordinator.lock.withLock {
      try store.forEachRowIfExecutable(fetch) { row in
        objects.append(object(for: row))
        return true
      }
    }
    return isAnswered ? objects : nil
  }

  /// Adds pending objects that match, takes out those that do not match any more.
  func correct(_ found: [ManagedObject], for fetch: StoreFetch) throws -> [ManagedObject] {
    var seen: Set<ObjectIdentifier> = []
    var result: [ManagedObject] = []
    result.reserveCapacity(found.count)
    for object in found where !object.isDeleted && seen.insert(ObjectIdentifier(object)).inserted {
      if object.isUpdated, try !matches(object, fetch) { continue }
      result.append(object)
    }
    for object in inserted + updated where object.isInserted || object.isUpdated {
      guard fetch.covers(object.entity), seen.insert(ObjectIdentifier(object)).inserted else { continue }
      if try matches(object, fetch) { result.append(object) }
    }
    return result
  }

  /// Sorts and cuts to limit and offset.
  func arrange(_ objects: [ManagedObject], for fetch: StoreFetch) throws -> [ManagedObject] {
    let sorted = fetch.sortKeys.isEmpty ? objects : SortKey.sort(objects, by: fetch.sortKeys)
    guard fetch.limit > 0 || fetch.offset > 0 else { return sorted }
    let rest = sorted.dropFirst(fetch.offset)
    return Array(fetch.limit > 0 ? rest.prefix(fetch.limit) : rest)
  }

  func finish(_ objects: [ManagedObject], options: FetchOptions) throws -> [ManagedObject] {
    if options.refreshesRefetchedObjects {
      for object in objects where !object.isFault && !object.hasChanges { object.rebase() }
    }
    if !options.prefetchedKeyPaths.isEmpty { try prefetch(options.prefetchedKeyPaths, of: objects) }
    if !options.returnsObjectsAsFaults {
      for object in objects where object.isFault { object.fireFault(isRowFresh: true) }
    }
    return objects
  }

  private func fetchThroughParent(
    _ parent: ManagedObjectContext,
    _ fetch: StoreFetch,
    options: FetchOptions
  ) throws -> [ManagedObject] {
    let isDirty = hasRelevantChanges(for: fetch, options: options)
    var whole = fetch
    if isDirty {
      whole.limit = 0
      whole.offset = 0
    }
    var parentOptions = options
    if options.batchSize > 0 { parentOptions.readIDsOnly() }
    // The parent's objects may go before this context's ask for their values, so these come along.
    let answers = try parent.performAndWait {
      try parent.fetchObjects(whole, options: parentOptions).map { ($0.objectID, parent.rowAtHand(of: $0)) }
    }
    if options.batchSize > 0, !isDirty { return makeFaultBatches(answers.map(\.0), size: options.batchSize) }
    let found = answers.map { identifier, row in
      let object = object(withExact: identifier)
      if let row, object.needsRow { object.readAhead(row) }
      return object
    }
    guard isDirty else { return try finish(found, options: options) }
    return try finish(try arrange(try correct(found, for: fetch), for: fetch), options: options)
  }

  func hasRelevantChanges(for fetch: StoreFetch, options: FetchOptions) -> Bool {
    guard options.includesPendingChanges else { return false }
    return inserted.contains { $0.isInserted && fetch.covers($0.entity) }
      || updated.contains { $0.isUpdated && fetch.covers($0.entity) }
      || deleted.contains { $0.isDeletionPending && fetch.covers($0.entity) }
  }

  func storesAnswering(_ fetch: StoreFetch, options: FetchOptions) throws -> [any PersistentStore] {
    let stores = persistentStoreCoordinator.stores(for: fetch.entity)
    guard let affected = options.affectedStores else { return try readers(of: stores) }
    return try readers(of: stores.filter { store in affected.contains { $0 === store } })
  }

  /// The objects of a fetched property's request.
  ///
  /// The request's predicate may use `$FETCH_SOURCE`, the object itself. A request that cannot be carried out gives nothing, and the next
  /// save throws its error.
  func objects(ofFetchedProperty slot: Int, of object: ManagedObject) -> [ManagedObject] {
    do {
      var template = object.runtime.layout.fetchedProperties[slot].fetchRequest
      guard let text = template.predicateText, text.contains("$FETCH_SOURCE.") else {
        let model = object.entity.managedObjectModel
        return try fetch(
          FetchRequest<ManagedObject>(template, model: model, substitutions: ["FETCH_SOURCE": object])
        )
      }
      // A store is told which object the source is, not what its properties are: such a predicate is answered here.
      template.predicateText = nil
      let limit = template.fetchLimit
      template.fetchLimit = 0
      let written = try ObjectPredicate(format: text)
      let fetched = object.entity.managedObjectModel?.entitiesByName[template.entityName]
      let predicate = try fetched?.typingConstants(in: written) ?? written
      let found = try fetch(FetchRequest<ManagedObject>(template)).filter { candidate in
        try predicate.evaluate(with: candidate, substitutions: ["FETCH_SOURCE": .object(object)])
      }
      return limit > 0 ? Array(found.prefix(limit)) : found
    } catch {
      noteFaultFailure(error)
      return []
    }
  }
}
