internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

/// Writes objects as rows through the coordinator, without making objects: what Core Data calls a batch insert, but validated.
///
/// Where the store can give the rows of objects that it has not finished, objects that are there are changed as rows, too, and to-many relationships
/// filled (`RowConnection`). Elsewhere, the first decision
/// that reads or changes one makes the sink hand over to an `ObjectSink`, for good: from then on there are objects, which rows behind their backs would
/// make stale.
final class RowSink: RecordSink {
  private let context: ManagedObjectContext
  private let store: any PersistentStore
  private let objects: ObjectSink
  var rows = ChangedRows()
  /// The row that was read last, which is mostly the one to change.
  private var lastRead: StoreRow?
  private let mayHandOver: Bool
  private var hasHandedOver = false
  /// What is to be looked after in the rows of each entity.
  private var shapes: [EntityDescription: RowShape] = [:]
  private var ownEntities = OwnEntities()
  /// The packed rows that wait, and those of them that are inserted, with their keys.
  private var packed: (any PackedRows)?
  private var chosen: [(row: Int, key: Int64)] = []

  /// What a decision says of an object otherwise than a row.
  private struct RowShape {
    /// The transient attributes, which have no place in a row.
    let transientSlots: [Int]
    /// The to-one relationships to objects of several entities: a row says of which one.
    let relatedSlots: [Int]
    /// Whether others may know an object by a parent of its entity.
    let hasRelatives: Bool
    /// Where it is written what an object is related to, by slot.
    let toOne: [RowConnection]
    let toMany: [RowConnection]
  }

  /// - Parameter mayHandOver: Whether there may be objects. If not, the store has to give the rows that decisions need, and everything else that needs an
  ///   object is an error.
  init(context: ManagedObjectContext, store: any PersistentStore, mayHandOver: Bool) {
    self.context = context
    self.store = store
    self.mayHandOver = mayHandOver
    objects = ObjectSink(context: context)
  }

  /// A store whose objects cannot be read gets rows of everything.
  func useOfProof(of entity: EntityDescription) -> UseOfProof? {
    if mayHandOver { return nil }
    return packedRows(of: entity) == nil ? .rows : .packedRows
  }

  func packedRows(of entity: EntityDescription) -> (any PackedRows)? {
    (store as? any PackedRowStore)?.packedRows(of: entity)
  }

  func insert(_ row: StoreRow) throws {
    note(row.objectID)
    guard let row = finished(row) else { throw ObjectsAreNeeded() }
    try insertPacked()
    rows.insert(row)
  }

  func insert(_ chosen: [(row: Int, key: Int64)], of packed: any PackedRows, as entity: EntityDescription) throws {
    if !rows.isEmpty { try saveRows() }
    self.packed = packed
    if shape(of: entity).hasRelatives {
      for (_, key) in chosen {
        ownEntities.note(ManagedObjectID(entity: entity, storeNumber: store.number, reference: key))
      }
    }
    self.chosen += chosen
  }

  /// Inserts the packed rows that wait: the keys of rows in a store rise.
  private func insertPacked() throws {
    guard !chosen.isEmpty, let packed else { return }
    guard let store = store as? any PackedRowStore else { preconditionFailure("The store has packed no rows.") }
    try context.persistentStoreCoordinator.insert(packed, chosen, into: store)
    chosen.removeAll(keepingCapacity: true)
    self.packed = nil
  }

  func apply(_ decision: Decision) throws {
    if hasHandedOver { return try objects.apply(decision) }
    try insertPacked()
    if !mayHandOver { return try applyToRows(decision) }
    guard decision.changes.allSatisfy(isRow) else { return try handOver().apply(decision) }
    for change in decision.changes { note(change.objectID) }
    let finished = decision.changes.compactMap { self.finished(row($0)) }
    guard finished.count == decision.changes.count else { return try handOver().apply(decision) }
    for row in finished { rows.insert(row) }
  }

  /// Applies a decision to rows, those of objects that are there included.
  private func applyToRows(_ decision: Decision) throws {
    for change in decision.changes where change.isNew { note(change.objectID) }
    let changesOthers = decision.changes.contains { change in
      !change.isNew || change.connections.contains { connection($0, of: change.objectID.entity).changesOthers }
    }
    // New objects are there before anything is related to them.
    for change in decision.changes where change.isNew {
      guard let row = finished(row(change, isRelated: !changesOthers)) else { throw ObjectsAreNeeded() }
      rows.insert(row)
    }
    for change in decision.changes {
      if !change.values.isEmpty {
        try self.change(change.objectID) { row in
          for (slot, _, value) in change.values { row.attributes[slot] = value }
        }
      }
      for connection in change.connections where changesOthers || connection.isToMany {
        try connect(change.objectID, connection)
      }
    }
  }

  /// Changes the row of an object.
  func change(_ objectID: ManagedObjectID, _ body: (inout StoreRow) -> Void) throws {
    var row = try currentRow(of: objectID)
    lastRead = nil
    body(&row)
    guard let row = finished(row) else { throw ObjectsAreNeeded() }
    rows.update(row)
  }

  private func isRow(_ change: ObjectChange) -> Bool {
    change.isNew && change.connections.allSatisfy { !$0.isToMany }
  }

  /// The row of a new object.
  ///
  /// - Parameter isRelated: Whether it says what the object is related to.
  private func row(_ change: ObjectChange, isRelated: Bool = true) -> StoreRow {
    let entity = change.objectID.entity
    var toOne = [ManagedObjectID?](repeating: nil, count: entity.layout.toOneRelationships.count)
    if isRelated {
      for connection in change.connections where !connection.isToMany { toOne[connection.slot] = connection.target }
    }
    return StoreRow(objectID: change.objectID, version: 1, attributes: change.attributes, toOne: toOne)
  }

  /// Where a connection of an object is written.
  func connection(_ connection: ObjectChange.Connection, of entity: EntityDescription) -> RowConnection {
    let shape = shape(of: entity)
    return connection.isToMany ? shape.toMany[connection.slot] : shape.toOne[connection.slot]
  }

  private func note(_ objectID: ManagedObjectID) {
    if shape(of: objectID.entity).hasRelatives { ownEntities.note(objectID) }
  }

  /// The row as it is saved; `nil` if it refers to an object of which only the store knows the entity.
  private func finished(_ row: StoreRow) -> StoreRow? {
    let shape = shape(of: row.objectID.entity)
    if shape.transientSlots.isEmpty, shape.relatedSlots.isEmpty { return row }
    var row = row
    for slot in shape.transientSlots { row.attributes[slot] = .null }
    for slot in shape.relatedSlots {
      guard let target = row.toOne[slot] else { continue }
      guard let own = ownEntities.ownID(of: target) else { return nil }
      row.toOne[slot] = own
    }
    return row
  }

  private func shape(of entity: EntityDescription) -> RowShape {
    if let known = shapes[entity] { return known }
    let layout = entity.layout
    let shape = RowShape(
      transientSlots: layout.attributes.indices.filter { layout.attributes[$0].isTransient },
      relatedSlots: layout.toOneRelationships.indices.filter {
        layout.toOneRelationships[$0].destinationEntity?.subentities.isEmpty == false
      },
      hasRelatives: !entity.rootEntity.subentities.isEmpty,
      toOne: layout.toOneRelationships.map(RowConnection.init),
      toMany: layout.toManyRelationships.map(RowConnection.init)
    )
    shapes[entity] = shape
    return shape
  }

  /// Whether an object's row may be changed in the store: no record of the batch waits to do so. What is known of rows from before is forgotten.
  func mayBeChangedInStore(_ objectID: ManagedObjectID) -> Bool {
    lastRead = nil
    return rows.row(of: objectID) == nil
  }

  func endBatch() throws {
    if hasHandedOver { return try objects.endBatch() }
    lastRead = nil
    try insertPacked()
    try saveRows()
  }

  func saveRows() throws {
    guard !rows.isEmpty else { return }
    var request = rows.take()
    request.author = context.transactionAuthor
    request.contextName = context.name
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

  // MARK: Reading

  func entity(of objectID: ManagedObjectID) throws -> EntityDescription {
    if objectID.entity.subentities.isEmpty { return objectID.entity }
    return try ownEntities.ownID(of: objectID)?.entity ?? handOver().entity(of: objectID)
  }

  func attributes(of objectID: ManagedObjectID) throws -> [AttributeValue] {
    try mayHandOver ? handOver().attributes(of: objectID) : currentRow(of: objectID).attributes
  }

  func toOne(_ slot: Int, of objectID: ManagedObjectID) throws -> ManagedObjectID? {
    try mayHandOver ? handOver().toOne(slot, of: objectID) : currentRow(of: objectID).toOne[slot]
  }

  func members(_ slot: Int, of objectID: ManagedObjectID) throws -> [ManagedObjectID] {
    if mayHandOver { return try handOver().members(slot, of: objectID) }
    // The store keeps the links.
    if rows.hasLinks { try saveRows() }
    return try store.members(of: objectID, toManySlot: slot)
  }

  /// An object's row as the records before have left it.
  ///
  /// - Throws: `ObjectsAreNeeded` if there is none to read; the store's error.
  private func currentRow(of objectID: ManagedObjectID) throws -> StoreRow {
    if let lastRead, lastRead.objectID == objectID { return lastRead }
    try insertPacked()
    guard let row = try rows.row(of: objectID) ?? store.row(for: objectID) else { throw ObjectsAreNeeded() }
    lastRead = row
    return row
  }
}
