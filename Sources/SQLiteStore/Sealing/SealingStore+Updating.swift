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
      try encode(row, ofEntity: index)
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
}
