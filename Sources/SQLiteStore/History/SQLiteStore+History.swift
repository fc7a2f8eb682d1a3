internal import AttributeValues
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

extension SQLiteStore {
  /// Whether the store records its history.
  public var recordsHistory: Bool { history != nil }

  /// Reads the store's history, or deletes the older part of it.
  ///
  /// - Returns: The transactions that a fetch selects, in order; none for a deletion.
  /// - Throws: `SQLiteStoreError.historyTracking` if the store has no history, or one that is not understood; `readOnly` for a deletion.
  /// - Complexity: O(transactions and changes that are selected).
  @discardableResult
  public func execute(_ request: PersistentHistoryChangeRequest) throws -> [PersistentHistoryTransaction] {
    try database.requireUsable()
    guard let history else {
      throw SQLiteStoreError(.historyTracking(reason: "it does not record its history"), path: location)
    }
    if let problem = history.problem { throw SQLiteStoreError(.historyTracking(reason: problem), path: location) }
    return try database.translatingErrors {
      switch request.action {
      case .fetch: return try transactions(selectedBy: request, history)
      case .delete:
        guard !isReadOnly else { throw SQLiteStoreError(.readOnly, path: location) }
        try deleteHistory(selectedBy: request)
        return []
      }
    }
  }

  private func deleteHistory(selectedBy request: PersistentHistoryChangeRequest) throws {
    let (condition, value) = Self.condition(request.border, after: false)
    try connection.transaction {
      try connection.execute(
        "DELETE FROM ACHANGE WHERE ZTRANSACTIONID IN (SELECT Z_PK FROM ATRANSACTION AS t WHERE \(condition))",
        [value]
      )
      try connection.execute("DELETE FROM ATRANSACTION AS t WHERE \(condition)", [value])
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
    var transactions = try connection.rows(
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
    let statement = try connection.prepare(
      """
      SELECT c.ZCHANGETYPE, c.ZENTITY, c.ZENTITYPK\(tombstones) FROM ACHANGE AS c WHERE c.ZTRANSACTIONID = ?1 ORDER BY c.Z_PK
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
      let index = schema.index(ofNumber: statement.integer(1))
    else { return nil }
    let entity = schema.entities[index]
    var change = PersistentHistoryChange(
      changeType: type,
      changedObjectID: ManagedObjectID(entity: entity.entity, storeNumber: number, reference: statement.integer(2))
    )
    guard type == .delete, statement.columnCount > 3 else { return change }
    for (place, slot) in HistoryTables.preservedSlots(of: entity).enumerated() where place + 3 < statement.columnCount {
      guard case .column(let column) = entity.attributes[slot] else { continue }
      let value = try statement.attributeValue(place + 3, as: column, files: nil)
      if !value.isNull { change.tombstone[entity.entity.layout.attributes[slot].name] = value }
    }
    return change
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

  // MARK: Recording

  /// What records a save's changes; `nil` if the store has no history.
  ///
  /// - Parameter request: The save, which may name who makes the changes; otherwise the options' author does.
  /// - Throws: `SQLiteStoreError.historyTracking` if the changes cannot be recorded, so that none is made unrecorded.
  func historyRecorder(for request: StoreSaveRequest) throws -> HistoryRecorder? {
    guard let history else { return nil }
    var problem = history.problem
    let preserved = schema.entities.map { HistoryTables.preservedSlots(of: $0).count }.max() ?? 0
    if preserved > history.tombstoneCount {
      problem = problem ?? "its history has no room for the values that the model wants preserved"
    }
    if let problem { throw SQLiteStoreError(.historyTracking(reason: problem), path: location) }
    return HistoryRecorder(
      connection: connection,
      schema: schema,
      tables: history,
      author: request.author ?? options.transactionAuthor,
      contextName: request.contextName
    )
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
