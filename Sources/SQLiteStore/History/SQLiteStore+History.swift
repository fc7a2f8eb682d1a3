extension SQLiteStore {
  /// Whether the store records its history.
  public var recordsHistory: Bool { history.tables != nil }

  /// Reads the store's history, or deletes the older part of it.
  ///
  /// - Returns: The transactions that a fetch selects, in order; none for a deletion.
  /// - Throws: `SQLiteStoreError.historyTracking` if the store has no history, or one that is not understood; `readOnly` for a deletion.
  /// - Complexity: O(transactions and changes that are selected).
  @discardableResult
  public func execute(_ request: PersistentHistoryChangeRequest) throws -> [PersistentHistoryTransaction] {
    try database.requireUsable()
    return try history.execute(request)
  }
}
