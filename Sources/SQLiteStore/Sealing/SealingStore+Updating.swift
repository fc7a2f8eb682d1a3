internal import ManagedObjects
internal import SealedPages

/// Objects that are changed while the store is filled: their tables keep their rows until the store is finished.
extension SealingStore {
  /// Writes changed rows in the place of those that are there. Versions stay those of new objects, so that the file does not tell in how many saves it
  /// was filled.
  ///
  /// - Throws: `SealingStoreError.takesNewObjectsOnly`; `StoreConflictError` if there is no such row; as `save(_:)` does.
  /// - Returns: The files of values that the rows no longer refer to.
  func update(_ rows: [StoreRow]) throws -> [String] {
    var obsoleteFiles: [String] = []
    var conflicts: [StoreConflictError.Conflict] = []
    for row in rows {
      let index = try template.database.entityIndex(row.objectID.entity)
      let table = tables[encoders[index].table]
      guard let view = table.view else { throw SealingStoreError.takesNewObjectsOnly }
      guard let record = try table.writer.record(row.objectID.reference), view.look(at: record) else {
        conflicts.append(.version(objectID: row.objectID, expected: row.version, found: nil))
        continue
      }
      obsoleteFiles += decoder(index).externalFiles(in: view)
      try encode(row, ofEntity: index, replacing: view)
    }
    if !conflicts.isEmpty { throw StoreConflictError(conflicts: conflicts) }
    return obsoleteFiles
  }

  /// The row of an object while the store is filled; `nil` if there is none.
  ///
  /// - Throws: `SealingStoreError.unreadable` if the rows of its table do not wait for changes.
  func waitingRow(_ objectID: ManagedObjectID) throws -> StoreRow? {
    let index = try template.database.entityIndex(objectID.entity)
    let table = tables[encoders[index].table]
    guard let view = table.view else { throw SealingStoreError.unreadable }
    guard let record = try table.writer.record(objectID.reference), view.look(at: record) else { return nil }
    let own = template.database.schema.index(ofNumber: EntityDecoder.entityNumber(of: view)) ?? index
    return try decoder(own).row(objectID, in: view, files: template.files)
  }

  /// Numbers the members of a table's ordered relationships anew whose owners have lost some, 2048 apart, as `BulkLoad` does.
  ///
  /// - Complexity: O(*n* log *n*) in the rows; 24 bytes for each member.
  func closeGaps(in table: EntityTable, greatestKey: Int64) throws {
    guard let view = table.view else { return }
    for order in table.orders where order.hasGaps {
      var members: [(owner: Int64, number: Int64, key: Int64)] = []
      for key in stride(from: 1, through: greatestKey, by: 1) {
        guard let record = try table.writer.record(key), view.look(at: record), !view.isNull(order.column) else {
          continue
        }
        members.append((view.integer(order.ownerColumn), view.integer(order.column), key))
      }
      members.sort { ($0.owner, $0.number) < ($1.owner, $1.number) }
      var (owner, number): (Int64, Int64) = (0, 0)
      for member in members {
        number = member.owner == owner ? number + OrderNumbers.distance : OrderNumbers.distance
        owner = member.owner
        guard member.number != number, let record = try table.writer.record(member.key), view.look(at: record) else {
          continue
        }
        table.batch.beginRow(member.key)
        for column in table.writer.definition.columns.indices {
          if column == order.column { table.batch.append(number) } else { table.batch.append(column, of: view) }
        }
        try table.batch.endRow()
        if table.batch.byteCount >= Self.batchSize { try Self.flush(table) }
      }
      try Self.flush(table)
    }
  }
}
