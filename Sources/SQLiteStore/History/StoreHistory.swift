internal import AttributeValues
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

/// A store's history, if it records one: it is read, cut, and goes on with each save.
final class StoreHistory {
  private let database: StoreDatabase
  /// The author of saves that name none.
  private let author: String?
  /// The tables; `nil` if the store records no history.
  private(set) var tables: HistoryTables?
  /// What the bits of updates stand for, by the entity's number; `nil` where that is not known.
  private var columns: [Int64: HistoryColumns?] = [:]

  init(database: StoreDatabase, tables: HistoryTables?, author: String?) {
    self.database = database
    self.tables = tables
    self.author = author
  }

  /// Makes the tables, which stay empty until the first save.
  func makeTables() throws {
    for statement in HistoryTables.statements(tombstoneCount: preservedCount) {
      try database.connection.execute(statement)
    }
    tables = try HistoryTables(in: database.connection)
  }

  /// Carries out a request; a deletion gives no transactions.
  func execute(_ request: PersistentHistoryChangeRequest) throws -> [PersistentHistoryTransaction] {
    guard let tables else { throw error("it does not record its history") }
    if let problem = tables.problem { throw error(problem) }
    return try database.translatingErrors {
      switch request.action {
      case .fetch: return try transactions(selectedBy: request, tables)
      case .delete:
        try database.requireWritable()
        try deleteHistory(selectedBy: request)
        return []
      }
    }
  }

  /// What records a save's changes; `nil` if the store has no history.
  ///
  /// - Parameter request: The save, which may name who makes the changes; otherwise the options' author does.
  /// - Throws: `SQLiteStoreError.historyTracking` if the changes cannot be recorded, so that none is made unrecorded.
  func recorder(for request: StoreSaveRequest) throws -> HistoryRecorder? {
    guard let tables else { return nil }
    if let problem = tables.problem { throw error(problem) }
    if preservedCount > tables.tombstoneCount {
      throw error("its history has no room for the values that the model wants preserved")
    }
    return HistoryRecorder(
      connection: database.connection,
      schema: database.schema,
      tables: tables,
      location: database.location,
      author: request.author ?? author,
      contextName: request.contextName
    )
  }

  /// The most values of one object that the model wants preserved.
  private var preservedCount: Int {
    database.schema.entities.map { HistoryTables.preservedSlots(of: $0).count }.max() ?? 0
  }

  private func error(_ reason: String) -> SQLiteStoreError {
    SQLiteStoreError(.historyTracking(reason: reason), path: database.location)
  }

  private func deleteHistory(selectedBy request: PersistentHistoryChangeRequest) throws {
    let (condition, value) = Self.condition(request.border, after: false)
    try database.connection.transaction {
      try database.connection.execute(
        "DELETE FROM ACHANGE WHERE ZTRANSACTIONID IN (SELECT Z_PK FROM ATRANSACTION AS t WHERE \(condition))",
        [value]
      )
      try database.connection.execute("DELETE FROM ATRANSACTION AS t WHERE \(condition)", [value])
    }
  }

  private func transactions(
    selectedBy request: PersistentHistoryChangeRequest,
    _ history: HistoryTables
  ) throws -> [PersistentHistoryTransaction] {
    let names = ["ZAUTHOR", "ZCONTEXTNAME", "ZBUNDLEID", "ZPROCESSID"].map { name in
      history.hasStrings
        ? "coalesce((SELECT ZNAME FROM ATRANSACTIONSTRING AS s WHERE s.Z_PK = t.\(name)TS), t.\(name))" : "t.\(name)"
    }
    let (condition, value) = Self.condition(request.border, after: true)
    var transactions = try database.connection.rows(
      "SELECT t.Z_PK, t.ZTIMESTAMP, \(names.joined(separator: ", ")) FROM ATRANSACTION AS t WHERE \(condition) ORDER BY t.Z_PK",
      [value]
    ).map { row in
      PersistentHistoryTransaction(
        number: row[0].integer ?? 0,
        timestamp: Date(timeIntervalSinceReferenceDate: row[1].number ?? 0),
        author: row[2].text,
        contextName: row[3].text,
        bundleID: row[4].text,
        processID: row[5].text
      )
    }
    guard request.includesChanges else { return transactions }
    let tombstones = (0..<history.tombstoneCount).map { ", c.ZTOMBSTONE\($0)" }.joined()
    let statement = try database.connection.prepare(
      """
      SELECT c.ZCHANGETYPE, c.ZENTITY, c.ZENTITYPK, c.ZCOLUMNS\(tombstones) FROM ACHANGE AS c WHERE c.ZTRANSACTIONID = ?1 ORDER BY c.Z_PK
      """
    )
    for index in transactions.indices {
      try statement.bind(transactions[index].number, at: 1)
      while try statement.step() {
        if let change = try change(in: statement) { transactions[index].changes.append(change) }
      }
    }
    return transactions
  }

  /// The change in the current record; `nil` for one of Core Data's own objects, or of an entity that the model does not have.
  private func change(in statement: SQLiteStatement) throws -> PersistentHistoryChange? {
    guard let type = PersistentHistoryChange.ChangeType(rawValue: statement.integer(0)),
      let index = database.schema.index(ofNumber: statement.integer(1))
    else { return nil }
    let entity = database.schema.entities[index]
    var change = PersistentHistoryChange(
      changeType: type,
      changedObjectID: ManagedObjectID(
        entity: entity.entity,
        storeNumber: database.number,
        reference: statement.integer(2)
      )
    )
    if type == .update, let bytes = statement.value(3).blob {
      change.updatedProperties = columns(of: entity)?.properties(in: bytes)
    }
    guard type == .delete, statement.columnCount > 4 else { return change }
    for (place, slot) in HistoryTables.preservedSlots(of: entity).enumerated() where place + 4 < statement.columnCount {
      guard case .column(let column) = entity.attributes[slot] else { continue }
      let value = try statement.attributeValue(place + 4, as: column, files: nil)
      if !value.isNull { change.tombstone[entity.entity.layout.attributes[slot].name] = value }
    }
    return change
  }

  private func columns(of entity: StoreEntity) -> HistoryColumns? {
    if let known = columns[entity.number] { return known }
    let made = HistoryColumns(entity)
    columns[entity.number] = made
    return made
  }

  private static func condition(
    _ border: PersistentHistoryChangeRequest.Border?,
    after: Bool
  ) -> (sql: String, value: SQLiteValue) {
    let comparison = after ? ">" : "<"
    return switch border {
    case .transaction(let number): ("t.Z_PK \(comparison) ?1", .integer(number))
    case .date(let date): ("t.ZTIMESTAMP \(comparison) ?1", .real(date.timeIntervalSinceReferenceDate))
    case nil: ("t.Z_PK > ?1", .integer(.min))
    }
  }
}

extension SQLiteValue {
  /// The number, whether it is stored as an integer or not.
  fileprivate var number: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
}
