internal import FoundationEssentials
public import ManagedObjects
internal import SQLiteAccess

extension SQLiteStore: VersionRaisingStore {
  /// Applies a request in one transaction: deletions, changes, insertions, then links and order, so that a deleted object's unique values are
  /// free for others.
  ///
  /// - Throws: `StoreConflictError` with all conflicts of the request, `SQLiteStoreError`.
  /// - Complexity: O(bytes of the rows); inserting allocates nothing per row.
  public func save(_ request: StoreSaveRequest) throws { _ = try saveRaisingVersions(request.withoutChangedMembers) }

  /// Applies a request as `save(_:)` does. An owner whose members are others or stand in another order, and a member that gets another place in its own
  /// row, count as updated; while the store is loaded in bulk they do not, because all versions are 1 in the end.
  package func saveRaisingVersions(
    _ request: StoreSaveRequest,
    committingAfter others: () throws -> Void
  ) throws -> [ManagedObjectID] {
    try database.requireWritable()
    guard !request.isEmpty || metadataTable.hasChanges else {
      try others()
      return []
    }
    let recorder = request.isEmpty ? nil : try history.recorder(for: request)
    let now = (options.savingTime ?? Date()).timeIntervalSinceReferenceDate
    var rows = RowSave(database: database, bulkLoad: bulkLoad, keys: keys, entityRows: entityRows)
    let links = LinkWriter(database: database, bulkLoad: bulkLoad)
    var raised: [ManagedObjectID] = []
    do {
      try database.translatingErrors {
        try database.connection.transaction {
          try rows.checkKeys(of: request.inserted)
          try rows.requireNoConflicts()
          let tombstones = try recorder?.tombstones(of: request.deleted) ?? [:]
          let before = try derived.dependents(on: request, in: self)
          var changes = try recorder.map { _ in try RecordedChanges(of: request, in: self) }
          try rows.delete(request.deleted)
          try rows.update(try derived.deriving(request.updated, now: now, in: self))
          try rows.insert(try derived.deriving(request.inserted, now: now, in: self))
          try rows.requireNoConflicts()
          for change in request.toManyChanges { try links.applyLinks(of: change) }
          let owners = Set(request.changedMembers.map(\.owner))
          var moved: [ManagedObjectID] = []
          for change in request.toManyChanges {
            let members = try links.applyOrder(of: change)
            guard owners.contains(change.owner) else { continue }
            moved += members
            changes?.note(moved: members, by: change)
          }
          if !bulkLoad.isActive, !owners.isEmpty {
            let written = Set(request.updated.map(\.objectID)).union(request.inserted.map(\.objectID))
            let touched = request.changedMembers.map(\.owner) + moved
            raised = try rows.raiseVersions(of: touched.filter { !written.contains($0) })
          }
          try derived.refresh(before.union(try derived.dependents(on: request, in: self)), in: self)
          try keys.write()
          if let changes { try recorder?.record(changes, of: request, tombstones: tombstones) }
          try metadataTable.write()
          try others()
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
    return raised
  }
}
