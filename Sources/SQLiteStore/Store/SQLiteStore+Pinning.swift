public import ManagedObjects
internal import SQLiteAccess

extension SQLiteStore {
  /// SQLite's `data_version`, which the commits of other connections change.
  ///
  /// - Throws: `SQLiteStoreError`.
  public func foreignChangeNumber() throws -> Int64? {
    try database.requireUsable()
    return try database.translatingErrors { try database.connection.firstValue("PRAGMA data_version")?.integer }
  }

  /// The store as it is now, read over a connection of its own that keeps a transaction open; `nil` unless the store is in WAL mode, where such a
  /// transaction holds nobody up.
  ///
  /// - Throws: `SQLiteStoreError`.
  public func pinnedView() throws -> (any PersistentStore)? {
    try database.requireUsable()
    guard !bulkLoad.isActive, !options.isImmutable else { return nil }
    return try database.translatingErrors {
      guard try database.connection.journalMode() == .wal else { return nil }
      var options = options
      options.isReadOnly = true
      let reader = try SQLiteConnection(
        path: location,
        mode: .readOnly,
        busyTimeoutMilliseconds: options.busyTimeoutMilliseconds
      )
      let view = try SQLiteStore(
        location: location,
        model: model,
        schema: database.schema,
        configuration: configurationName,
        options: options,
        connection: reader,
        identifier: identifier,
        metadata: metadata,
        history: history.tables,
        isView: true,
        number: number
      )
      try view.configureConnection()
      try reader.execute("BEGIN DEFERRED")
      // The transaction has its state of the file from its first read on.
      _ = try reader.firstValue("SELECT count(*) FROM Z_METADATA")
      files.keepFiles(for: view)
      return view
    }
  }
}
