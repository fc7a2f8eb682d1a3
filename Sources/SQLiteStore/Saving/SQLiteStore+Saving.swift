internal import FoundationEssentials
public import ManagedObjects
internal import SQLiteAccess

extension SQLiteStore {
  /// Applies a request in one transaction: deletions, changes, insertions, then links and order, so that a deleted object's unique values are
  /// free for others.
  ///
  /// - Throws: `StoreConflictError` with all conflicts of the request, `SQLiteStoreError`.
  /// - Complexity: O(bytes of the rows); inserting allocates nothing per row.
  public func save(_ request: StoreSaveRequest) throws {
    try database.requireWritable()
    guard !request.isEmpty || metadataTable.hasChanges else { return }
    let recorder = request.isEmpty ? nil : try history.recorder(for: request)
    let now = (options.savingTime ?? Date()).timeIntervalSinceReferenceDate
    var rows = RowSave(database: database, bulkLoad: bulkLoad, keys: keys, entityRows: entityRows)
    let links = LinkWriter(database: database, bulkLoad: bulkLoad)
    do {
      try database.translatingErrors {
        try database.connection.transaction {
          try rows.checkKeys(of: request.inserted)
          try rows.requireNoConflicts()
          let tombstones = try recorder?.tombstones(of: request.deleted) ?? [:]
          let before = try derived.dependents(on: request, in: self)
          try rows.delete(request.deleted)
          try rows.update(try derived.deriving(request.updated, now: now, in: self))
          try rows.insert(try derived.deriving(request.inserted, now: now, in: self))
          try rows.requireNoConflicts()
          for change in request.toManyChanges { try links.applyLinks(of: change) }
          for change in request.toManyChanges { try links.applyOrder(of: change) }
          try derived.refresh(before.union(try derived.dependents(on: request, in: self)), in: self)
          try keys.write()
          try recorder?.record(request, tombstones: tombstones)
          try metadataTable.write()
        }
      }
    } catch {
      files.rollBack()
      throw error
    }
    keys.noteCommit()
    metadataTable.noteCommit()
    inexact.note(request)
    files.commit(replaced: rows.obsoleteFiles)
  }
}
