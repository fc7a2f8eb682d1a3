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
    var obsoleteFiles: [String] = []
    do {
      try database.translatingErrors {
        try connection.transaction {
          var conflicts = SaveConflicts(list: try keys.takenKeys(of: request.inserted))
          if !conflicts.list.isEmpty { throw StoreConflictError(conflicts: conflicts.list) }
          let tombstones = try recorder?.tombstones(of: request.deleted) ?? [:]
          let before = try derived.dependents(on: request, in: self)
          try delete(request.deleted, conflicts: &conflicts, obsoleteFiles: &obsoleteFiles)
          try update(try derived.deriving(request.updated, now: now, in: self), conflicts: &conflicts, obsoleteFiles: &obsoleteFiles)
          try insert(try derived.deriving(request.inserted, now: now, in: self), conflicts: &conflicts)
          if !conflicts.list.isEmpty { throw StoreConflictError(conflicts: conflicts.list) }
          for change in request.toManyChanges { try applyLinks(of: change) }
          for change in request.toManyChanges { try applyOrder(of: change) }
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
    files.commit(replaced: obsoleteFiles)
  }

  // MARK: Insertions

  private func insert(_ rows: [StoreRow], conflicts: inout SaveConflicts) throws {
    var current: EntityWriter?
    var greatestKey: Int64 = 0
    func remember() {
      if let current { keys.noteInsertion(of: greatestKey, inTable: current.entity.table) }
    }
    let span = rows.span
    for position in span.indices {
      // Rows of one entity come together, so the writer is looked up once for each run of them.
      if current?.description !== span[position].objectID.entity {
        remember()
        greatestKey = 0
        current = self.entityRows.writer(try database.entityIndex(span[position].objectID.entity))
      }
      guard let current else { continue }
      do {
        try current.insert(span[position], files: files)
      } catch let error as SQLiteError where error.code == .SQLITE_CONSTRAINT_UNIQUE {
        conflicts.list += try uniquenessConflicts(of: span[position], in: current, orElse: error)
      }
      greatestKey = max(greatestKey, span[position].objectID.reference)
    }
    remember()
  }

  // MARK: Changes

  private func update(_ rows: [StoreRow], conflicts: inout SaveConflicts, obsoleteFiles: inout [String]) throws {
    if !rows.isEmpty { bulkLoad.noteUpdates() }
    var postponed: [(row: StoreRow, error: SQLiteError)] = []
    for row in rows {
      let writer = self.entityRows.writer(try database.entityIndex(row.objectID.entity))
      if writer.hasExternalColumns { obsoleteFiles += try externalFiles(of: row.objectID, in: writer) }
      do {
        try update(row, with: writer, conflicts: &conflicts)
      } catch let error as SQLiteError where error.code == .SQLITE_CONSTRAINT_UNIQUE {
        postponed.append((row, error))
      }
    }
    guard !postponed.isEmpty else { return }
    // Objects that exchange unique values stand in each other's way; once all of them have let go, the second try shows who really does.
    for (row, _) in postponed {
      let writer = self.entityRows.writer(try database.entityIndex(row.objectID.entity))
      let columns = Set(schema.uniqueConstraints(ofTable: writer.entity.table).flatMap(\.columns)).sorted()
      let cleared = columns.map { SQLIdentifier.spelled($0) + " = NULL" }.joined(separator: ", ")
      try connection.execute(
        "UPDATE \(writer.tableName) SET \(cleared) WHERE Z_PK = ?1",
        [.integer(row.objectID.reference)]
      )
    }
    for (row, error) in postponed {
      let writer = self.entityRows.writer(try database.entityIndex(row.objectID.entity))
      do {
        try update(row, with: writer, conflicts: &conflicts)
      } catch let again as SQLiteError where again.code == .SQLITE_CONSTRAINT_UNIQUE {
        conflicts.list += try uniquenessConflicts(of: row, in: writer, orElse: error)
      }
    }
  }

  private func update(_ row: StoreRow, with writer: EntityWriter, conflicts: inout SaveConflicts) throws {
    guard try !writer.update(row, files: files) else { return }
    conflicts.list.append(
      .version(
        objectID: row.objectID,
        expected: row.version,
        found: try version(ofKey: row.objectID.reference, in: writer)
      )
    )
  }

  // MARK: Deletions

  private func delete(
    _ deleted: [(objectID: ManagedObjectID, version: Int64)],
    conflicts: inout SaveConflicts,
    obsoleteFiles: inout [String]
  ) throws {
    for (objectID, expected) in deleted {
      let index = try database.entityIndex(objectID.entity)
      let writer = self.entityRows.writer(index)
      if writer.hasExternalColumns { obsoleteFiles += try externalFiles(of: objectID, in: writer) }
      guard try writer.delete(key: objectID.reference, version: expected) else {
        conflicts.list.append(
          .version(objectID: objectID, expected: expected, found: try version(ofKey: objectID.reference, in: writer))
        )
        continue
      }
      for case .joinTable(let join, let isFirst) in schema.entities[index].toMany {
        let table = schema.joinTables[join]
        let columns =
          table.isSymmetric
          ? [table.firstColumn, table.secondColumn] : [isFirst ? table.firstColumn : table.secondColumn]
        for column in columns {
          let sql = "DELETE FROM \(SQLIdentifier.spelled(table.name)) WHERE \(SQLIdentifier.spelled(column)) = ?1"
          try connection.withStatement(sql) { statement in
            try statement.bind(objectID.reference, at: 1)
            try statement.run()
          }
        }
      }
    }
  }

  private func version(ofKey key: Int64, in writer: EntityWriter) throws -> Int64? {
    try connection.firstValue("SELECT Z_OPT FROM \(writer.tableName) WHERE Z_PK = ?1", [.integer(key)])?.integer
  }

  /// The files that hold an object's external values now.
  private func externalFiles(of objectID: ManagedObjectID, in writer: EntityWriter) throws -> [String] {
    let table = schema.tables[writer.entity.table]
    var names: [String] = []
    for case .column(let column) in writer.entity.attributes where column.allowsExternalStorage {
      let name = SQLIdentifier.spelled(table.columns[column.index].name)
      let cell = try connection.firstValue(
        "SELECT \(name) FROM \(writer.tableName) WHERE Z_PK = ?1 AND substr(\(name), 1, 1) = x'02'",
        [.integer(objectID.reference)]
      )
      if let bytes = cell?.blob, let file = ExternalDataFolder.fileName(in: .init(bytes)) { names.append(file) }
    }
    return names
  }

  // MARK: Conflicts

  /// The uniqueness constraints of its table that a row breaks, each with the object that has the values already.
  ///
  /// - Throws: `error` if none is found.
  private func uniquenessConflicts(
    of row: StoreRow,
    in writer: EntityWriter,
    orElse error: SQLiteError
  ) throws -> [StoreConflictError.Conflict] {
    let table = writer.entity.table
    var conflicts: [StoreConflictError.Conflict] = []
    for constraint in schema.uniqueConstraints(ofTable: table) {
      let values = try writer.values(of: row, columns: constraint.columns)
      guard values.count == constraint.columns.count, !values.contains(.null) else { continue }
      let conditions = constraint.columns.enumerated().map { "\(SQLIdentifier.spelled($1)) = ?\($0 + 2)" }
      let holder = try connection.firstValue(
        "SELECT Z_PK FROM \(writer.tableName) WHERE Z_PK <> ?1 AND \(conditions.joined(separator: " AND "))",
        [.integer(row.objectID.reference)] + values
      )
      guard let key = holder?.integer else { continue }
      conflicts.append(
        .uniqueness(
          objectID: row.objectID,
          constraint: constraint.attributes,
          holder: try database.objectID(ofKey: key, inTable: table)
        )
      )
    }
    if conflicts.isEmpty { throw error }
    return conflicts
  }
}

/// What a save cannot do, gathered until the end so that all of it is reported together.
struct SaveConflicts {
  var list: [StoreConflictError.Conflict] = []
}
