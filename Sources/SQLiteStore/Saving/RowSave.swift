internal import FoundationEssentials
internal import ManagedObjects
internal import SQLiteAccess

/// Writes the rows of one save, and gathers what it cannot do until the end, so that all of it is reported together.
struct RowSave {
  private let database: StoreDatabase
  private let bulkLoad: BulkLoad
  private let keys: KeyAllocator
  private let entityRows: EntityRows
  private let files: ExternalDataFolder
  private var conflicts: [StoreConflictError.Conflict] = []
  /// The files that no row refers to any more once the save is committed.
  private(set) var obsoleteFiles: [String] = []

  init(database: StoreDatabase, bulkLoad: BulkLoad, keys: KeyAllocator, entityRows: EntityRows) {
    self.database = database
    self.bulkLoad = bulkLoad
    self.keys = keys
    self.entityRows = entityRows
    files = entityRows.files
  }

  /// Notes the new rows whose keys somebody else has used since they were handed out.
  mutating func checkKeys(of rows: [StoreRow]) throws { conflicts = try keys.takenKeys(of: rows) }

  /// Refuses the save if something stands against it.
  ///
  /// - Throws: `StoreConflictError` with all conflicts so far.
  func requireNoConflicts() throws {
    if !conflicts.isEmpty { throw StoreConflictError(conflicts: conflicts) }
  }

  // MARK: Insertions

  /// Inserts rows, and takes note of their keys.
  ///
  /// - Complexity: O(bytes of the rows); allocates nothing per row.
  mutating func insert(_ rows: [StoreRow]) throws {
    let keys = keys
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
        current = entityRows.writer(try database.entityIndex(span[position].objectID.entity))
      }
      guard let current else { continue }
      do {
        try current.insert(span[position], files: files)
      } catch let error as SQLiteError where error.code == .SQLITE_CONSTRAINT_UNIQUE {
        conflicts += try uniquenessConflicts(of: span[position], in: current, orElse: error)
      }
      greatestKey = max(greatestKey, span[position].objectID.reference)
    }
    remember()
  }

  // MARK: Changes

  /// Writes changed rows. Objects may exchange unique values.
  mutating func update(_ rows: [StoreRow]) throws {
    if !rows.isEmpty { bulkLoad.noteUpdates() }
    var postponed: [(row: StoreRow, error: SQLiteError)] = []
    for row in rows {
      let writer = entityRows.writer(try database.entityIndex(row.objectID.entity))
      if writer.hasExternalColumns { obsoleteFiles += try externalFiles(of: row.objectID, in: writer) }
      do {
        try update(row, with: writer)
      } catch let error as SQLiteError where error.code == .SQLITE_CONSTRAINT_UNIQUE {
        postponed.append((row, error))
      }
    }
    guard !postponed.isEmpty else { return }
    // Objects that exchange unique values stand in each other's way; once all of them have let go, the second try shows who really does.
    for (row, _) in postponed {
      let writer = entityRows.writer(try database.entityIndex(row.objectID.entity))
      let columns = Set(database.schema.uniqueConstraints(ofTable: writer.entity.table).flatMap(\.columns)).sorted()
      let cleared = columns.map { SQLIdentifier.spelled($0) + " = NULL" }.joined(separator: ", ")
      try database.connection.execute(
        "UPDATE \(writer.tableName) SET \(cleared) WHERE Z_PK = ?1",
        [.integer(row.objectID.reference)]
      )
    }
    for (row, error) in postponed {
      let writer = entityRows.writer(try database.entityIndex(row.objectID.entity))
      do {
        try update(row, with: writer)
      } catch let again as SQLiteError where again.code == .SQLITE_CONSTRAINT_UNIQUE {
        conflicts += try uniquenessConflicts(of: row, in: writer, orElse: error)
      }
    }
  }

  private mutating func update(_ row: StoreRow, with writer: EntityWriter) throws {
    guard try !writer.update(row, files: files) else { return }
    conflicts.append(
      .version(
        objectID: row.objectID,
        expected: row.version,
        found: try version(ofKey: row.objectID.reference, in: writer)
      )
    )
  }

  /// Raises the versions of rows whose own values stay, each once.
  ///
  /// - Returns: The objects that have a row.
  func raiseVersions(of objects: [ManagedObjectID]) throws -> [ManagedObjectID] {
    var seen: Set<ManagedObjectID> = []
    return try objects.filter { objectID in
      guard seen.insert(objectID).inserted else { return false }
      let writer = entityRows.writer(try database.entityIndex(objectID.entity))
      let sql = "UPDATE \(writer.tableName) SET Z_OPT = Z_OPT % \(Int64.max) + 1 WHERE Z_PK = ?1"
      try database.connection.withStatement(sql) { statement in
        try statement.bind(objectID.reference, at: 1)
        try statement.run()
      }
      return database.connection.changeCount == 1
    }
  }

  // MARK: Deletions

  /// Deletes rows with their links.
  mutating func delete(_ deleted: [(objectID: ManagedObjectID, version: Int64)]) throws {
    for (objectID, expected) in deleted {
      let index = try database.entityIndex(objectID.entity)
      let writer = entityRows.writer(index)
      if writer.hasExternalColumns { obsoleteFiles += try externalFiles(of: objectID, in: writer) }
      guard try writer.delete(key: objectID.reference, version: expected) else {
        conflicts.append(
          .version(objectID: objectID, expected: expected, found: try version(ofKey: objectID.reference, in: writer))
        )
        continue
      }
      for case .joinTable(let join, let isFirst) in database.schema.entities[index].toMany {
        let table = database.schema.joinTables[join]
        let columns =
          table.isSymmetric
          ? [table.firstColumn, table.secondColumn] : [isFirst ? table.firstColumn : table.secondColumn]
        for column in columns {
          let sql = "DELETE FROM \(SQLIdentifier.spelled(table.name)) WHERE \(SQLIdentifier.spelled(column)) = ?1"
          try database.connection.withStatement(sql) { statement in
            try statement.bind(objectID.reference, at: 1)
            try statement.run()
          }
        }
      }
    }
  }

  private func version(ofKey key: Int64, in writer: EntityWriter) throws -> Int64? {
    try database.connection.firstValue("SELECT Z_OPT FROM \(writer.tableName) WHERE Z_PK = ?1", [.integer(key)])?
      .integer
  }

  /// The files that hold an object's external values now.
  private func externalFiles(of objectID: ManagedObjectID, in writer: EntityWriter) throws -> [String] {
    let table = database.schema.tables[writer.entity.table]
    var names: [String] = []
    for case .column(let column) in writer.entity.attributes where column.allowsExternalStorage {
      let name = SQLIdentifier.spelled(table.columns[column.index].name)
      let cell = try database.connection.firstValue(
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
    for constraint in database.schema.uniqueConstraints(ofTable: table) {
      let values = try writer.values(of: row, columns: constraint.columns)
      guard values.count == constraint.columns.count, !values.contains(.null) else { continue }
      let conditions = constraint.columns.enumerated().map { "\(SQLIdentifier.spelled($1)) = ?\($0 + 2)" }
      let holder = try database.connection.firstValue(
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
