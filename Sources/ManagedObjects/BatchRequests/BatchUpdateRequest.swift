internal import AttributeValues
internal import ObjectModel
public import PredicateLanguage

/// Rows changed straight in the store: Core Data's `NSBatchUpdateRequest`.
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
public struct BatchUpdateRequest {
  /// The entity whose rows change.
  public var entityName: String
  /// Which rows; all of the entity for `nil`.
  public var predicate: ObjectPredicate?
  /// Whether rows of sub-entities are changed too.
  public var includesSubentities = true
  /// The new values by the names of attributes and to-one relationships: values as `setValue(_:forKey:)` takes them, a related object's
  /// `ManagedObjectID`, or an `ObjectExpression` that is worked out for each row from what it has.
  public var propertiesToUpdate: [String: Any?]
  /// What the result says.
  public var resultType = BatchRequestResultType.statusOnly

  /// Makes a request that gives the rows of a predicate these values.
  public init(entityName: String, predicate: ObjectPredicate? = nil, propertiesToUpdate: [String: Any?]) {
    self.entityName = entityName
    self.predicate = predicate
    self.propertiesToUpdate = propertiesToUpdate
  }
}

extension ManagedObjectContext {
  /// Changes rows straight in their stores, in one transaction per store. Nothing is validated. Objects in contexts keep their old values until
  /// they are refreshed or merged; pending changes do not count.
  ///
  /// - Throws: `PropertyAccessError` for values that do not fit; `FetchKeyError` for keys that the entity does not have; `StoreConflictError`; the store's error.
  public func execute(_ request: BatchUpdateRequest) throws -> BatchResult {
    assertConfinement()
    let entity = try fetchedEntity(request.entityName)
    if let predicate = request.predicate {
      try FetchContents.require(entity.problem(in: predicate), in: .predicate, of: entity)
    }
    let changes = try request.propertiesToUpdate.map { try RowChange(key: $0.key, value: $0.value, entity: entity) }
    var fetch = StoreFetch(entity: entity)
    fetch.predicate = request.predicate
    fetch.includesSubentities = request.includesSubentities
    var result = BatchResult(request.resultType)
    for store in persistentStoreCoordinator.stores(for: entity) {
      try persistentStoreCoordinator.lock.withLock {
        var save = StoreSaveRequest()
        save.author = transactionAuthor
        save.contextName = name
        save.updated = try executableRows(of: store, fetch)
        let failure = ReadFailure()
        for index in save.updated.indices {
          let before = StoredRowSubject(row: save.updated[index], store: store, failure: failure)
          try failure.checking {
            for change in changes { try change.apply(to: &save.updated[index], before: before) }
          }
        }
        if !save.isEmpty { try store.save(save) }
        result.add(updated: save.updated.map(\.objectID), count: save.updated.count)
      }
    }
    return result
  }

  /// A store's rows for a fetch, which the store has to be able to answer by itself.
  func executableRows(of store: any PersistentStore, _ fetch: StoreFetch) throws -> [StoreRow] {
    guard store.canExecute(fetch) else {
      throw PersistentStoreError.invalidRequest("The store \(store.location) cannot answer the predicate by itself.")
    }
    return try store.rows(for: fetch)
  }
}

/// A change that a batch update makes in each row.
private enum RowChange {
  case attribute(slot: Int, AttributeValue)
  case expression(slot: Int, AttributeDescription, ObjectExpression)
  case toOne(slot: Int, ManagedObjectID?)

  init(key: String, value: Any?, entity: EntityDescription) throws {
    switch (entity.layout.slot(named: key), value) {
    case (.attribute(let slot)?, let expression as ObjectExpression):
      let attribute = entity.layout.attributes[slot]
      guard !(attribute is DerivedAttributeDescription) else {
        throw PropertyAccessError.readOnly(entity: entity.name, key: key)
      }
      try FetchContents.require(entity.problem(in: expression), in: .updatedProperty, of: entity)
      self = .expression(slot: slot, attribute, expression)
    case (.toOne(let slot)?, nil):
      self = .toOne(slot: slot, nil)
    case (.toOne(let slot)?, let value?):
      let identifier = (value as? ManagedObject)?.objectID ?? value as? ManagedObjectID
      let destination = entity.layout.toOneRelationships[slot].destinationEntity
      guard let identifier, !identifier.isTemporaryID, destination.map(identifier.entity.isKind(of:)) ?? true else {
        throw PropertyAccessError.unacceptableType(
          entity: entity.name,
          key: key,
          expected: "a saved object of \(destination?.name ?? "any entity") or its ID",
          found: "\(value)"
        )
      }
      self = .toOne(slot: slot, identifier)
    default:
      let (slot, typed) = try entity.attributeValue(value, forKey: key)
      self = .attribute(slot: slot, typed)
    }
  }

  func apply(to row: inout StoreRow, before: StoredRowSubject) throws {
    switch self {
    case .attribute(let slot, let value): row.attributes[slot] = value
    case .toOne(let slot, let identifier): row.toOne[slot] = identifier
    case .expression(let slot, let attribute, let expression):
      let value = FetchedValue(try expression.value(with: before)).attributeValue
      guard let typed = AttributeValue(value.anyValue, type: attribute.attributeType) else {
        throw PropertyAccessError.unacceptableType(
          entity: row.objectID.entity.name,
          key: attribute.name,
          expected: attribute.attributeType.modelName,
          found: "\(value)"
        )
      }
      row.attributes[slot] = typed
    }
  }
}
