internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

/// Records saves in a store's history as Core Data does: one transaction for a save, and one change for each object in it, insertions first, then
/// updates, then deletions. An update names what it has changed (`HistoryColumns`), or everything where that is not known.
struct HistoryRecorder {
  let connection: SQLiteConnection
  let schema: StoreSchema
  let tables: HistoryTables
  /// The store's file.
  let location: String
  /// Who is to be named as the author of the transactions.
  let author: String?
  /// What the context is called that makes the changes.
  let contextName: String?

  /// Core Data's numbers for kinds of changes.
  private enum Kind: Int64 {
    case insertion, update, deletion
  }

  private struct Change {
    var kind: Kind
    var objectID: ManagedObjectID
    var columns: [UInt8]?
    var tombstone: [SQLiteValue] = []
  }

  /// The values that the history keeps of objects that are about to be deleted.
  ///
  /// - Throws: `SQLiteError`.
  func tombstones(of deleted: [(objectID: ManagedObjectID, version: Int64)]) throws -> [ManagedObjectID: [SQLiteValue]]
  {
    guard tables.tombstoneCount > 0 else { return [:] }
    var tombstones: [ManagedObjectID: [SQLiteValue]] = [:]
    for (objectID, _) in deleted {
      guard let entity = schema.entity(objectID.entity) else { continue }
      let table = schema.tables[entity.table]
      let columns = HistoryTables.preservedSlots(of: entity).prefix(tables.tombstoneCount).compactMap { slot in
        if case .column(let column) = entity.attributes[slot] { table.columns[column.index].name } else { nil }
      }
      guard !columns.isEmpty else { continue }
      let list = columns.map(SQLIdentifier.spelled).joined(separator: ", ")
      let sql = "SELECT \(list) FROM \(SQLIdentifier.spelled(table.name)) WHERE Z_PK = ?1"
      tombstones[objectID] = try connection.withStatement(sql) { statement in
        try statement.bind(objectID.reference, at: 1)
        return try statement.step() ? statement.values : []
      }
    }
    return tombstones
  }

  /// Records a save, inside its transaction. A request that changes no object leaves no trace.
  ///
  /// - Complexity: O(changes), one insertion for each.
  func record(
    _ recorded: RecordedChanges,
    of request: StoreSaveRequest,
    tombstones: [ManagedObjectID: [SQLiteValue]]
  ) throws {
    var changes = request.inserted.map { Change(kind: .insertion, objectID: $0.objectID) }
    var columns: [ObjectIdentifier: HistoryColumns?] = [:]
    for (objectID, properties) in recorded.updates {
      guard let entity = schema.entity(objectID.entity) else { continue }
      let known = columns[ObjectIdentifier(entity.entity)] ?? HistoryColumns(entity)
      columns[ObjectIdentifier(entity.entity)] = known
      let bytes = known?.bytes(for: properties) ?? Self.everyProperty(of: entity.entity)
      changes.append(Change(kind: .update, objectID: objectID, columns: bytes))
    }
    changes += request.deleted.map {
      Change(kind: .deletion, objectID: $0.objectID, tombstone: tombstones[$0.objectID] ?? [])
    }
    guard !changes.isEmpty else { return }
    let transaction = try writeTransaction()
    let last = try lastKey(of: "ACHANGE", number: HistoryTables.Number.change, before: changes.count)
    for (index, change) in changes.enumerated() {
      try write(change, key: last + Int64(index) + 1, transaction: transaction)
    }
    try setLastKey(last + Int64(changes.count), name: "CHANGE", number: HistoryTables.Number.change)
  }

  private func writeTransaction() throws -> Int64 {
    let key = try lastKey(of: "ATRANSACTION", number: HistoryTables.Number.transaction, before: 1) + 1
    var columns = ["Z_PK", "Z_ENT", "ZTIMESTAMP"]
    var values: [SQLiteValue] = [
      .integer(key), .integer(HistoryTables.Number.transaction), .real(Date().timeIntervalSinceReferenceDate),
    ]
    for (column, text) in [
      ("ZAUTHOR", author), ("ZCONTEXTNAME", contextName), ("ZPROCESSID", ProcessInfo.processInfo.processName),
    ] {
      guard let text, !text.isEmpty else { continue }
      columns.append(tables.hasStrings ? column + "TS" : column)
      values.append(tables.hasStrings ? .integer(try keyOfString(text)) : .text(text))
    }
    let parameters = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
    try connection.execute(
      "INSERT INTO ATRANSACTION (\(columns.joined(separator: ", "))) VALUES (\(parameters))",
      values
    )
    try setLastKey(key, name: "TRANSACTION", number: HistoryTables.Number.transaction)
    return key
  }

  private func keyOfString(_ text: String) throws -> Int64 {
    let known = try connection.firstValue("SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?1", [.text(text)])
    if let key = known?.integer { return key }
    let key = try lastKey(of: "ATRANSACTIONSTRING", number: HistoryTables.Number.string, before: 1) + 1
    try connection.execute(
      "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?1, ?2, ?3)",
      [.integer(key), .integer(HistoryTables.Number.string), .text(text)]
    )
    try setLastKey(key, name: "TRANSACTIONSTRING", number: HistoryTables.Number.string)
    return key
  }

  private func write(_ change: Change, key: Int64, transaction: Int64) throws {
    guard let entity = schema.entity(change.objectID.entity) else { return }
    let names = change.tombstone.indices.map { ", ZTOMBSTONE\($0)" }.joined()
    let parameters = change.tombstone.indices.map { ", ?\($0 + 8)" }.joined()
    let sql =
      "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS\(names)) "
      + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7\(parameters))"
    try connection.withStatement(sql) { statement in
      try statement.bind(
        [
          .integer(key), .integer(HistoryTables.Number.change), .integer(change.kind.rawValue), .integer(entity.number),
          .integer(change.objectID.reference), .integer(transaction),
          change.columns.map { .blob($0) } ?? .null,
        ] + change.tombstone
      )
      try statement.run()
    }
  }

  /// A bit for each property that is stored, from the highest bit of the first byte on.
  static func everyProperty(of entity: EntityDescription) -> [UInt8] {
    let layout = entity.layout
    let count =
      layout.attributes.count { !$0.isTransient } + layout.toOneRelationships.count { !$0.isTransient }
      + layout.toManyRelationships.count { !$0.isTransient }
    var bytes = [UInt8](repeating: 0xFF, count: (count + 7) / 8)
    if count % 8 != 0, let last = bytes.indices.last { bytes[last] = 0xFF << UInt8(8 - count % 8) }
    return bytes
  }

  // MARK: Keys

  /// The greatest key of a table, after which so many others follow.
  private func lastKey(of table: String, number: Int64, before count: Int) throws -> Int64 {
    let kept = try connection.firstValue("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?1", [.integer(number)])?.integer
    let greatest = try connection.firstValue("SELECT max(Z_PK) FROM \(table)")?.integer
    let last = max(kept ?? 0, greatest ?? 0)
    guard last <= .max - Int64(count) else {
      throw SQLiteStoreError(.historyTracking(reason: "the table \(table) has no keys left"), path: location)
    }
    return last
  }

  /// Keeps the last key of a table; Core Data makes the rows for its own tables with the first transaction.
  private func setLastKey(_ key: Int64, name: String, number: Int64) throws {
    try connection.execute(
      """
      INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?1, ?2, 0, ?3) \
      ON CONFLICT (Z_ENT) DO UPDATE SET Z_MAX = excluded.Z_MAX
      """,
      [.integer(number), .text(name), .integer(key)]
    )
  }
}
