internal import ManagedObjects
internal import SQLiteAccess

extension SQLiteStore {
  /// Ends loading in bulk: works out derived attributes, makes the indexes in Core Data's order, the triggers and Core Data's own tables. Every object has
  /// the version of a new one afterwards, so that contexts have to read objects again.
  ///
  /// The store stays open and can be used as any other. The file has a rollback journal and no side file. A store that was not opened for
  /// loading in bulk stays as it is.
  ///
  /// - Throws: `StoreConflictError` with every object that breaks a uniqueness constraint, each with the object that has the values
  ///   already, up to `StoreConflictError.greatestCount` of them; nothing is made then, and after the duplicates are deleted the call may be repeated.
  /// - Complexity: O(*n* log *n*) in the rows, for sorting the indexes.
  public func finishBulkLoading() throws {
    try database.requireUsable()
    guard bulkLoad.isActive else { return }
    try database.translatingErrors {
      try bulkLoad.settleRows()
      try database.connection.transaction {
        try bulkLoad.makeIndexes()
        try derived.refreshAll(in: self)
        for statement in database.schema.triggerStatements { try database.connection.execute(statement) }
        try writeBooks()
      }
      try RangeIndexTriggers.trust(in: database.connection, schema: database.schema)
      bulkLoad.end()
      entityRows.forgetWriters()
      try database.connection.setPragma("synchronous", to: String(options.synchronous.rawValue))
      try database.connection.setJournalMode(.delete)
      try database.connection.setPragma("locking_mode", to: "normal")
      // The lock goes with the first read in the new mode.
      _ = try database.connection.firstValue("SELECT count(*) FROM Z_METADATA")
    }
  }
}
