internal import SQLiteAccess

extension SQLiteStore {
  /// Reads the last keys from `Z_PRIMARYKEY` when another connection has written since they were read.
  func readLastKeysIfChanged() throws {
    guard !isLoadingInBulk else { return }
    let version = try connection.pragma("data_version")?.integer ?? 0
    guard version != dataVersion else { return }
    dataVersion = version
    for (table, description) in schema.tables.enumerated() {
      let maximum =
        try connection.firstValue(
          "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?1",
          [.integer(description.rootNumber)]
        )?.integer ?? 0
      // A table whose book was kept badly has greater keys than its book says.
      let greatest =
        try connection.firstValue("SELECT max(Z_PK) FROM \(SQLIdentifier.spelled(description.name))")?.integer ?? 0
      savedLastKeys[table] = maximum
      lastKeys[table] = max(lastKeys[table], maximum, greatest)
    }
  }

  /// Writes the last keys that changed; once per save.
  func saveLastKeys() throws {
    guard !isLoadingInBulk else { return }
    for (table, description) in schema.tables.enumerated() where lastKeys[table] != savedLastKeys[table] {
      try connection.withStatement("UPDATE Z_PRIMARYKEY SET Z_MAX = ?1 WHERE Z_ENT = ?2") { statement in
        try statement.bind(lastKeys[table], at: 1)
        try statement.bind(description.rootNumber, at: 2)
        try statement.run()
      }
    }
  }
}
