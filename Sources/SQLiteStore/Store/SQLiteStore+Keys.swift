public import ManagedObjects
public import ObjectModel
internal import SQLiteAccess

extension SQLiteStore {
  public func obtainPermanentIDs(for entity: EntityDescription, count: Int) throws -> [ManagedObjectID] {
    try database.requireUsable()
    let table = schema.entities[try database.entityIndex(entity)].table
    try readLastKeysIfChanged()
    let first = lastKeys[table] + 1
    lastKeys[table] += Int64(count)
    return (0..<count).map { ManagedObjectID(entity: entity, storeNumber: number, reference: first + Int64($0)) }
  }

  /// Hands out keys and writes to `Z_PRIMARYKEY` that they are taken, in a transaction of its own.
  public func reservePermanentIDs(for entity: EntityDescription, count: Int) throws -> [ManagedObjectID] {
    try database.requireUsable()
    if bulkLoad.isActive { return try obtainPermanentIDs(for: entity, count: count) }
    guard !isReadOnly else { throw SQLiteStoreError(.readOnly, path: location) }
    let identifiers = try database.translatingErrors {
      try connection.transaction {
        let identifiers = try obtainPermanentIDs(for: entity, count: count)
        try saveLastKeys()
        return identifiers
      }
    }
    savedLastKeys = lastKeys
    return identifiers
  }

  /// Reads the last keys from `Z_PRIMARYKEY` when another connection has written since they were read.
  func readLastKeysIfChanged() throws {
    guard !bulkLoad.isActive else { return }
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
      let taken = max(maximum, greatest)
      // Keys that were handed out here and not saved yet belong to whoever saved them first.
      let lost = min(taken, lastKeys[table])
      if lost > savedLastKeys[table] { lostKeys[table, default: []].append(savedLastKeys[table] + 1...lost) }
      savedLastKeys[table] = maximum
      lastKeys[table] = max(lastKeys[table], taken)
    }
  }

  /// The new rows whose keys somebody else has used since they were handed out. Asked inside the transaction of a save.
  func takenKeys(of rows: [StoreRow]) throws -> [StoreConflictError.Conflict] {
    try readLastKeysIfChanged()
    guard !lostKeys.isEmpty else { return [] }
    return try rows.filter { row in
      let table = schema.entities[try database.entityIndex(row.objectID.entity)].table
      return lostKeys[table]?.contains { $0.contains(row.objectID.reference) } ?? false
    }.map { .keyTaken(objectID: $0.objectID) }
  }

  /// Writes the last keys that changed; once per save.
  func saveLastKeys() throws {
    guard !bulkLoad.isActive else { return }
    for (table, description) in schema.tables.enumerated() where lastKeys[table] != savedLastKeys[table] {
      try connection.withStatement("UPDATE Z_PRIMARYKEY SET Z_MAX = ?1 WHERE Z_ENT = ?2") { statement in
        try statement.bind(lastKeys[table], at: 1)
        try statement.bind(description.rootNumber, at: 2)
        try statement.run()
      }
    }
  }
}
