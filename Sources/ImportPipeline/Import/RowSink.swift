internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

/// Writes new objects as rows through the coordinator, without making objects: what Core Data calls a batch insert, but validated.
///
/// The first decision that reads or changes an object that is there makes it hand over to an `ObjectSink`, for good: from then on there are objects, which
/// rows behind their backs would make stale.
final class RowSink: RecordSink {
  private let context: ManagedObjectContext
  private let store: any PersistentStore
  private let objects: ObjectSink
  private var rows: [StoreRow] = []
  private let mayHandOver: Bool
  private var hasHandedOver = false
  /// The slots of each entity's transient attributes, which have no place in a row.
  private var transientSlots: [EntityDescription: [Int]] = [:]

  /// - Parameter mayHandOver: Whether the store's objects can be read while it is filled; if not, a decision that needs one is an error.
  init(context: ManagedObjectContext, store: any PersistentStore, mayHandOver: Bool) {
    self.context = context
    self.store = store
    self.mayHandOver = mayHandOver
    objects = ObjectSink(context: context)
  }

  /// A store whose objects cannot be read gets rows of everything.
  var useOfProof: UseOfProof? { mayHandOver ? nil : .rows }

  func insert(_ row: StoreRow) {
    var row = row
    for slot in transientSlots(of: row.objectID.entity) { row.attributes[slot] = .null }
    rows.append(row)
  }

  func apply(_ decision: Decision) throws {
    if hasHandedOver || !decision.changes.allSatisfy(isRow) { return try handOver().apply(decision) }
    for change in decision.changes { insert(row(change)) }
  }

  private func isRow(_ change: ObjectChange) -> Bool {
    change.isNew && change.connections.allSatisfy { !$0.isToMany }
  }

  private func row(_ change: ObjectChange) -> StoreRow {
    let entity = change.objectID.entity
    var toOne = [ManagedObjectID?](repeating: nil, count: entity.layout.toOneRelationships.count)
    for connection in change.connections { toOne[connection.slot] = connection.target }
    return StoreRow(objectID: change.objectID, version: 1, attributes: change.attributes, toOne: toOne)
  }

  private func transientSlots(of entity: EntityDescription) -> [Int] {
    if let known = transientSlots[entity] { return known }
    let slots = entity.layout.attributes.indices.filter { entity.layout.attributes[$0].isTransient }
    transientSlots[entity] = slots
    return slots
  }

  func endBatch() throws {
    if hasHandedOver { return try objects.endBatch() }
    guard !rows.isEmpty else { return }
    var request = StoreSaveRequest()
    request.inserted = rows
    request.author = context.transactionAuthor
    request.contextName = context.name
    rows = []
    rows.reserveCapacity(request.inserted.count)
    try context.persistentStoreCoordinator.save(request, to: store)
  }

  /// Saves the rows that wait, so that the objects can be read.
  ///
  /// - Throws: The store's error; `ObjectsAreNeeded` if the store has none to read.
  private func handOver() throws -> ObjectSink {
    if !hasHandedOver {
      guard mayHandOver else { throw ObjectsAreNeeded() }
      try endBatch()
      hasHandedOver = true
    }
    return objects
  }

  func object(with objectID: ManagedObjectID) throws -> ManagedObject { try handOver().object(with: objectID) }
}
