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
    settleEvent()
    let objects = try operation(of: request.contents, entity: entity).objects()
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
    let operation = try operation(of: request.contents, entity: entity, readsIDsOnly: true)
    if let store = try operation.onlyStore() {
      return try persistentStoreCoordinator.lock.withLock { try store.objectIDs(for: operation.fetch) }
    }
    return try operation.objects().map(\.objectID)
  }

  /// How many objects a request selects, its limit and offset applied.
  ///
  /// - Throws: As `fetch(_:)` for objects.
  public func count<Result>(for request: FetchRequest<Result>) throws -> Int {
    assertConfinement()
    let entity = try fetchedEntity(request.entityName)
    propagateDeletions()
    let operation = try operation(of: request.contents, entity: entity, readsIDsOnly: true)
    if let store = try operation.onlyStore() {
      return try persistentStoreCoordinator.lock.withLock { try store.count(for: operation.fetch) }
    }
    return try operation.objects().count
  }

  /// The entity that a request names.
  ///
  /// - Throws: `PersistentStoreError.unknownEntity`.
  func fetchedEntity(_ name: String) throws -> EntityDescription {
    guard let entity = entity(named: name) else { throw PersistentStoreError.unknownEntity(name) }
    return entity
  }

  /// What carries a request out.
  ///
  /// - Throws: `FetchKeyError` for keys that the entity does not have; `PredicateEvaluationError` when a `FETCH` in the predicate fails.
  func operation(
    of request: FetchContents,
    entity: EntityDescription,
    readsIDsOnly: Bool = false
  ) throws -> FetchOperation {
    var options = FetchOptions(request)
    if readsIDsOnly { options.readIDsOnly() }
    return FetchOperation(try StoreFetch(request, entity: entity), options: options, in: self)
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
      faults.noteFailure(error)
      return []
    }
  }
}
