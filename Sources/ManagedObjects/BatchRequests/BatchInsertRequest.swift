internal import AttributeValues
internal import ObjectModel

/// New rows written straight to the store, without objects, hooks, validation or inverses: Core Data's `NSBatchInsertRequest`.
///
/// ```swift
/// var request = BatchInsertRequest(entityName: "Breed", objects: [["name": "Pug"], ["name": "Affenpinscher"]])
/// request.resultType = .count
/// let count = try context.execute(request).count
/// ```
public struct BatchInsertRequest {
  /// The entity of the new rows, which is not abstract.
  public var entityName: String
  /// What the result says.
  public var resultType = BatchRequestResultType.statusOnly
  /// The new rows, each with its values by attribute names; asked in place of the handlers if they are there.
  public var objectsToInsert: [[String: Any]]?
  /// Fills one row's values by attribute names and returns whether there are no more: the last call's values are not inserted.
  public var dictionaryHandler: (inout [String: Any]) -> Bool
  /// Fills one row's values as the attributes of an object, and returns whether there are no more; asked in place of `dictionaryHandler` if it is
  /// there. The object belongs to no context and is the same for every row, with the model's defaults each time.
  public var managedObjectHandler: ((ManagedObject) -> Bool)?

  /// Makes a request that asks `dictionaryHandler` for one row after the other until it returns `true`.
  public init(entityName: String, dictionaryHandler: @escaping (inout [String: Any]) -> Bool) {
    self.entityName = entityName
    self.dictionaryHandler = dictionaryHandler
  }

  /// Makes a request that asks `managedObjectHandler` for one row after the other until it returns `true`. Relationships are not written.
  public init(entityName: String, managedObjectHandler: @escaping (ManagedObject) -> Bool) {
    self.init(entityName: entityName, dictionaryHandler: { _ in true })
    self.managedObjectHandler = managedObjectHandler
  }

  /// Makes a request that inserts `objects`, each with its values by attribute names.
  public init(entityName: String, objects: [[String: Any]]) {
    self.init(entityName: entityName, dictionaryHandler: { _ in true })
    objectsToInsert = objects
  }
}

extension ManagedObjectContext {
  /// Inserts rows straight into the store, a thousand per transaction. Attributes that a row does not name have the model's defaults.
  ///
  /// Where unique values are taken, the context's merge policy decides: the object-wins policies write the named values into the row that
  /// holds them, the store-wins policies leave that row as it is.
  ///
  /// - Throws: `PropertyAccessError` for values that do not fit; `SaveConflictError` under the error policy, and under the object-wins policies if the
  ///   row that holds unique values is not of the request's entity or one below it; the store's error. Batches that were written before stay written.
  public func execute(_ request: BatchInsertRequest) throws -> BatchResult {
    assertConfinement()
    let entity = try fetchedEntity(request.entityName)
    if entity.isAbstract { throw PersistentStoreError.abstractEntity(entity.name) }
    let store = try persistentStoreCoordinator.storeForInsertion(of: entity)
    var result = BatchResult(request.resultType)
    var isFinished = false
    var rest = request.objectsToInsert?.makeIterator()
    let scratchPad = request.managedObjectHandler.map { _ in
      (runtime(for: entity).objectClass ?? ManagedObject.self).init(entity: entity, insertInto: nil)
    }
    while !isFinished {
      var batch = BatchInsertion(entity: entity, store: store, policy: mergePolicy, author: transactionAuthor)
      batch.contextName = name
      while batch.rows.count < 1000 {
        if request.objectsToInsert != nil {
          guard let values = rest?.next() else {
            isFinished = true
            break
          }
          try batch.add(values, runtime: runtime(for: entity))
          continue
        }
        if let handler = request.managedObjectHandler, let scratchPad {
          scratchPad.values.adoptAttributes(runtime(for: entity).defaults)
          isFinished = handler(scratchPad)
          if isFinished { break }
          batch.add(attributes: scratchPad.attributes, runtime: runtime(for: entity))
          continue
        }
        var values: [String: Any] = [:]
        isFinished = request.dictionaryHandler(&values)
        if isFinished { break }
        try batch.add(values, runtime: runtime(for: entity))
      }
      try batch.write(through: persistentStoreCoordinator, into: &result)
    }
    return result
  }
}

/// The rows of one transaction of a batch insertion.
private struct BatchInsertion {
  let entity: EntityDescription
  let store: any PersistentStore
  let policy: MergePolicy
  let author: String?
  var contextName: String?
  var rows: [StoreRow] = []
  /// The slots that each row names; only these overwrite a row that exists.
  private var namedSlots: [[Int]] = []

  init(entity: EntityDescription, store: any PersistentStore, policy: MergePolicy, author: String?) {
    self.author = author
    self.entity = entity
    self.store = store
    self.policy = policy
  }

  mutating func add(_ values: [String: Any], runtime: EntityRuntime) throws(PropertyAccessError) {
    var attributes = runtime.defaults
    var slots: [Int] = []
    for (key, value) in values {
      let (slot, typed) = try entity.attributeValue(value, forKey: key)
      attributes[slot] = typed
      slots.append(slot)
    }
    append(attributes, slots, runtime)
  }

  /// Adds the values of an object; those that are not the defaults count as named.
  mutating func add(attributes: [AttributeValue], runtime: EntityRuntime) {
    append(attributes, attributes.indices.filter { attributes[$0] != runtime.defaults[$0] }, runtime)
  }

  private mutating func append(_ attributes: [AttributeValue], _ slots: [Int], _ runtime: EntityRuntime) {
    let identifier = ManagedObjectID(entity: entity, storeNumber: store.number, reference: 0)
    let toOne = [ManagedObjectID?](repeating: nil, count: runtime.toOneInverses.count)
    rows.append(StoreRow(objectID: identifier, version: 1, attributes: attributes, toOne: toOne))
    namedSlots.append(slots)
  }

  mutating func write(through coordinator: PersistentStoreCoordinator, into result: inout BatchResult) throws {
    guard !rows.isEmpty else { return }
    try coordinator.lock.withLock {
      let identifiers = try store.obtainPermanentIDs(for: entity, count: rows.count)
      for (index, identifier) in zip(rows.indices, identifiers) { rows[index].objectID = identifier }
      var updated: [ManagedObjectID: StoreRow] = [:]
      while true {
        var request = StoreSaveRequest()
        request.author = author
        request.contextName = contextName
        request.inserted = rows
        request.updated = updated.values.sorted { $0.objectID.reference < $1.objectID.reference }
        do {
          try store.save(request)
        } catch let conflict as StoreConflictError {
          if try !replaceTakenKeys(in: conflict) { try settle(conflict, &updated) }
          continue
        }
        result.add(
          inserted: rows.map(\.objectID),
          updated: request.updated.map(\.objectID),
          count: rows.count + request.updated.count
        )
        return
      }
    }
  }

  /// Gives new keys to the rows whose key another process has used first; returns whether there were any.
  private mutating func replaceTakenKeys(in error: StoreConflictError) throws -> Bool {
    var isReplaced = false
    for case .keyTaken(let taken) in error.conflicts {
      guard let index = rows.firstIndex(where: { $0.objectID == taken }),
        let identifier = try store.obtainPermanentIDs(for: entity, count: 1).first
      else { continue }
      rows[index].objectID = identifier
      isReplaced = true
    }
    return isReplaced
  }

  /// Takes the conflicting rows out of the insertion; under the object-wins policies their values go to the holders.
  private mutating func settle(_ error: StoreConflictError, _ updated: inout [ManagedObjectID: StoreRow]) throws {
    guard policy.settlesBatches else { throw SaveConflictError(error, in: nil) }
    let before = rows.count
    for conflict in error.conflicts {
      guard case .uniqueness(let objectID, _, let holder?) = conflict,
        let index = rows.firstIndex(where: { $0.objectID == objectID })
      else { continue }
      let row = rows.remove(at: index)
      let slots = namedSlots.remove(at: index)
      guard policy == .mergeByPropertyObjectTrump || policy == .overwrite else { continue }
      if let other = rows.firstIndex(where: { $0.objectID == holder }) {
        for slot in slots { rows[other].attributes[slot] = row.attributes[slot] }
      } else if var existing = try updated[holder] ?? store.row(for: holder) {
        guard existing.objectID.entity.isKind(of: entity) else { throw SaveConflictError(error, in: nil) }
        for slot in slots { existing.attributes[slot] = row.attributes[slot] }
        updated[holder] = existing
      }
    }
    // Whatever did not shrink the batch would come back for ever.
    if rows.count == before { throw SaveConflictError(error, in: nil) }
  }
}

extension EntityDescription {
  /// The slot and typed value of an attribute that is set by its name.
  func attributeValue(
    _ value: Any?,
    forKey key: String
  ) throws(PropertyAccessError) -> (slot: Int, value: AttributeValue) {
    guard case .attribute(let slot)? = layout.slot(named: key) else { throw .unknownKey(key, of: self) }
    let attribute = layout.attributes[slot]
    guard !(attribute is DerivedAttributeDescription) else { throw .readOnly(entity: name, key: key) }
    guard let typed = attribute.attributeValue(from: value) else {
      throw .unacceptableType(
        entity: name,
        key: key,
        expected: attribute.attributeType.modelName,
        found: value.map { "\(type(of: $0)) \($0)" } ?? "nil"
      )
    }
    return (slot, typed)
  }
}

extension MergePolicy {
  /// Whether the policy can say what becomes of rows without objects.
  fileprivate var settlesBatches: Bool {
    switch self {
    case .error, .custom: false
    case .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback: true
    }
  }
}
