internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

/// Hands out the keys of new rows, and keeps `Z_PRIMARYKEY`, which has the last one of each table.
final class KeyAllocator {
  private let database: StoreDatabase
  private let bulkLoad: BulkLoad
  /// The last key that was handed out in each table.
  private var last: [Int64]
  /// The last key of each table that `Z_PRIMARYKEY` has.
  private var saved: [Int64]
  /// Keys of each table that were handed out here and that another connection has used first.
  private var lost: [Int: [ClosedRange<Int64>]] = [:]
  /// SQLite's number for the state of the file that `last` was read from.
  private var dataVersion: Int64 = 0

  init(database: StoreDatabase, bulkLoad: BulkLoad) {
    self.database = database
    self.bulkLoad = bulkLoad
    last = Array(repeating: 0, count: database.schema.tables.count)
    saved = last
  }

  /// Hands out keys for new objects of an entity.
  ///
  /// - Throws: `SQLiteStoreError.damaged` where a key is so great that there are not enough after it.
  func obtain(_ count: Int, for entity: EntityDescription) throws -> [ManagedObjectID] {
    let table = database.schema.entities[try database.entityIndex(entity)].table
    try readIfChanged()
    let taken = last[table]
    guard taken <= .max - Int64(count) else {
      let reason = "the table \(database.schema.tables[table].name) has no keys left, for \(taken) is taken"
      throw SQLiteStoreError(.damaged(reason: reason), path: database.location)
    }
    last[table] = taken + Int64(count)
    let number = database.number
    return (0..<count).map { ManagedObjectID(entity: entity, storeNumber: number, reference: taken + 1 + Int64($0)) }
  }

  /// Hands out keys and writes to `Z_PRIMARYKEY` that they are taken, in a transaction of its own.
  func reserve(_ count: Int, for entity: EntityDescription) throws -> [ManagedObjectID] {
    let identifiers = try database.translatingErrors {
      try database.connection.transaction {
        let identifiers = try obtain(count, for: entity)
        try write()
        return identifiers
      }
    }
    noteCommit()
    return identifiers
  }

  /// Takes all keys of an entity's table up to this one for given, and writes that to `Z_PRIMARYKEY`, in a transaction of its own.
  func skip(through key: Int64, for entity: EntityDescription) throws {
    let table = database.schema.entities[try database.entityIndex(entity)].table
    try database.translatingErrors {
      try database.connection.transaction {
        try readIfChanged()
        noteInsertion(of: key, inTable: table)
        try write()
      }
    }
    noteCommit()
  }

  /// Reads the last keys from `Z_PRIMARYKEY` when another connection has written since they were read.
  func readIfChanged() throws {
    guard !bulkLoad.isActive else { return }
    let connection = database.connection
    let version = try connection.pragma("data_version")?.integer ?? 0
    guard version != dataVersion else { return }
    dataVersion = version
    for (table, description) in database.schema.tables.enumerated() {
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
      let end = min(taken, last[table])
      if end > saved[table] { lost[table, default: []].append(saved[table] + 1...end) }
      saved[table] = maximum
      last[table] = max(last[table], taken)
    }
  }

  /// The new rows whose keys somebody else has used since they were handed out. Asked inside the transaction of a save.
  func takenKeys(of rows: [StoreRow]) throws -> [StoreConflictError.Conflict] {
    try readIfChanged()
    guard !lost.isEmpty else { return [] }
    return try rows.filter { row in
      let table = database.schema.entities[try database.entityIndex(row.objectID.entity)].table
      return lost[table]?.contains { $0.contains(row.objectID.reference) } ?? false
    }.map { .keyTaken(objectID: $0.objectID) }
  }

  /// The last key that was given in a table.
  func lastKey(inTable table: Int) throws -> Int64 {
    try readIfChanged()
    return last[table]
  }

  /// Says that a row with a key was inserted, which may be one that was not handed out here.
  func noteInsertion(of key: Int64, inTable table: Int) { last[table] = max(last[table], key) }

  /// Writes the last keys that changed, inside the open transaction; once per save.
  func write() throws {
    guard !bulkLoad.isActive else { return }
    for (table, description) in database.schema.tables.enumerated() where last[table] != saved[table] {
      try database.connection.withStatement("UPDATE Z_PRIMARYKEY SET Z_MAX = ?1 WHERE Z_ENT = ?2") { statement in
        try statement.bind(last[table], at: 1)
        try statement.bind(description.rootNumber, at: 2)
        try statement.run()
      }
    }
  }

  /// Says that the transaction of `write` was committed.
  func noteCommit() { saved = last }

  /// Fills `Z_PRIMARYKEY`, which is new.
  func fillTable() throws {
    for entity in database.schema.entities {
      let table = database.schema.tables[entity.table]
      try database.connection.execute(
        "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?1, ?2, ?3, ?4)",
        [
          .integer(entity.number), .text(entity.entity.name), .integer(entity.superNumber),
          .integer(entity.number == table.rootNumber ? last[entity.table] : 0),
        ]
      )
    }
    saved = last
  }
}
