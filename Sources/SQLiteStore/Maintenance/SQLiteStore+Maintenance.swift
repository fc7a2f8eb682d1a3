internal import Findings
internal import ObjectModel
internal import SQLiteAccess

extension SQLiteStore {
  /// Gathers what the query planner wants to know about the indexes, into SQLite's `sqlite_stat1`.
  package func analyze() throws { try run("ANALYZE") }

  /// Rewrites the file without gaps, tables and indexes in one piece each, and removes the files beside it that no row refers to.
  ///
  /// - Throws: `SQLiteStoreError`.
  /// - Complexity: reads and writes the whole file; needs as much room again while it runs.
  public func vacuum() throws {
    try run("VACUUM")
    try removeOrphanedExternalData()
  }

  /// Puts the file into rollback-journal mode, so that it can be shipped alone: a WAL is written into it and removed.
  package func setRollbackJournal() throws {
    try database.requireUsable()
    try database.translatingErrors { try database.connection.setJournalMode(.delete) }
  }

  /// Removes the files beside the store that no row refers to, as a crash between writing a file and its row leaves them.
  ///
  /// - Returns: The names of the files that were removed, sorted.
  /// - Throws: `SQLiteStoreError`.
  /// - Complexity: O(rows of the tables with such attributes).
  @discardableResult
  public func removeOrphanedExternalData() throws -> [String] {
    try database.requireWritable()
    return try database.translatingErrors {
      let orphans = try files.orphans(in: database.connection, schema: database.schema)
      files.remove(orphans)
      return orphans
    }
  }

  /// The files of values that were read and are not there, by name; such values read as none where the store is not written.
  package var missingExternalFiles: [String] { files.missing }

  /// The files of values that rows refer to and that are not there, by name.
  ///
  /// - Complexity: O(rows of the tables with such attributes).
  package func findMissingExternalFiles() throws -> [String] {
    try database.requireUsable()
    return try database.translatingErrors {
      try files.missingFiles(in: database.connection, schema: database.schema)
    }
  }

  private func run(_ sql: String) throws {
    try database.requireUsable()
    try database.translatingErrors { try database.connection.execute(sql) }
  }

  /// The references that lead nowhere: to-one columns and join rows whose destination is not there.
  ///
  /// - Complexity: O(rows), one look-up by key for each reference.
  package func foreignRelationshipCheck() throws -> [DanglingReference] {
    try database.requireUsable()
    return try database.translatingErrors {
      try DanglingReference.find(in: database.connection, schema: database.schema, limit: 1_000)
    }
  }
}

/// A reference in a store to an object that the store does not have.
package struct DanglingReference: Sendable, Hashable, CustomStringConvertible {
  package var table: String
  package var column: String
  /// The key of the referring row; the other column's key for a join row.
  package var key: Int64
  /// The key that it refers to.
  package var missingKey: Int64
  package var destination: String
  /// Whether it is a link of a relationship that is its own inverse.
  package var isSymmetric = false

  /// The reference as what is wrong with its row.
  var problem: StoreFinding.Problem {
    isSymmetric
      ? .deletedPartner(column: column, entity: destination, key: missingKey)
      : .noDestination(column: column, entity: destination, key: missingKey)
  }

  package var description: String { StoreFinding.inspection(problem, place: "\(table) \(key)").message }

  static func find(in connection: SQLiteConnection, schema: StoreSchema, limit: Int) throws -> [DanglingReference] {
    var found: [DanglingReference] = []
    func search(table: String, key: String, column: String, destination: String, isSymmetric: Bool = false) throws {
      guard found.count < limit else { return }
      let (name, spelled) = (SQLIdentifier.spelled(table), SQLIdentifier.spelled(column))
      let statement = try connection.prepare(
        """
        SELECT \(SQLIdentifier.spelled(key)), \(spelled) FROM \(name) AS r WHERE \(spelled) IS NOT NULL AND NOT EXISTS \
        (SELECT 1 FROM \(SQLIdentifier.spelled(destination)) AS d WHERE d.Z_PK = r.\(spelled)) LIMIT \(limit - found.count)
        """
      )
      while try statement.step() {
        found.append(
          DanglingReference(
            table: table,
            column: column,
            key: statement.integer(0),
            missingKey: statement.integer(1),
            destination: destination,
            isSymmetric: isSymmetric
          )
        )
      }
    }

    var seen: Set<String> = []
    for entity in schema.entities {
      let table = schema.tables[entity.table]
      for (slot, storage) in entity.toOne.enumerated() {
        guard let storage, let destination = entity.entity.layout.toOneRelationships[slot].destinationEntity,
          let target = schema.entity(destination)
        else { continue }
        let column = table.columns[storage.column].name
        guard seen.insert("\(table.name).\(column)").inserted else { continue }
        try search(table: table.name, key: "Z_PK", column: column, destination: schema.tables[target.table].name)
      }
      for (slot, storage) in entity.toMany.enumerated() {
        guard let destination = entity.entity.layout.toManyRelationships[slot].destinationEntity,
          let target = schema.entity(destination)
        else { continue }
        switch storage {
        case .joinTable(let index, let isFirst):
          let join = schema.joinTables[index]
          let (own, other) = isFirst ? (join.firstColumn, join.secondColumn) : (join.secondColumn, join.firstColumn)
          guard seen.insert("\(join.name).\(other)").inserted else { continue }
          try search(
            table: join.name,
            key: own,
            column: other,
            destination: schema.tables[target.table].name,
            isSymmetric: join.isSymmetric
          )
        case .memberColumn(let memberTable, let column, _, _, true):
          let name = schema.tables[memberTable].name
          guard seen.insert("\(name).\(column)").inserted else { continue }
          try search(table: name, key: "Z_PK", column: column, destination: table.name)
        case .memberColumn, .none: break
        }
      }
    }
    return found
  }
}
