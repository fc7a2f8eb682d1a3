internal import ObjectModel
internal import PredicateLanguage
internal import Synchronization

/// Reads what a fetch selects from its stores, as rows; needs no context, so that it may run on any thread.
struct FetchReading {
  let coordinator: PersistentStoreCoordinator
  let stores: [any PersistentStore]
  let fetch: StoreFetch
  /// Counts the rows and ends the reading; `nil` for a fetch that somebody waits for.
  let progress: FetchProgress?

  /// The rows in the fetch's order.
  ///
  /// - Throws: `CancellationError`; the store's error.
  func rows() throws -> [StoreRow] {
    var rows: [StoreRow] = []
    try forEachRow(for: fetch) { row, _ in rows.append(row.storeRow) }
    return rows
  }

  /// Calls `body` with every row of a fetch and the row's store, in the fetch's order.
  ///
  /// - Complexity: O(1) in memory if there is one store and it can answer the fetch; else the rows that match are held.
  func forEachRow(for fetch: StoreFetch, _ body: (borrowing FetchedRow, any PersistentStore) throws -> Void) throws {
    var fetch = fetch
    if let progress { fetch.isCancelled = { progress.isCancelled } }
    if stores.count == 1, try read(fetch, from: stores[0], { try body($0, stores[0]) }) { return }
    var found: [(row: StoreRow, store: any PersistentStore)] = []
    var whole = fetch
    whole.limit = 0
    whole.offset = 0
    whole.sortKeys = []
    let failure = ReadFailure()
    for store in stores {
      if try read(whole, from: store, { found.append(($0.storeRow, store)) }) { continue }
      var everything = whole
      everything.predicate = nil
      try coordinator.lock.withLock {
        try store.forEachRow(for: everything) { row in
          try advance()
          let subject = StoredRowSubject(row: copy row, store: store, failure: failure)
          let isFound = try failure.checking { try fetch.predicate?.evaluate(with: subject) ?? true }
          if isFound { found.append((subject.row, store)) }
          return true
        }
      }
    }
    if !fetch.sortKeys.isEmpty {
      found = SortKey.sort(found, by: fetch.sortKeys) {
        StoredRowSubject(row: $0.row, store: $0.store, failure: failure).sortValue(at: $1)
      }
      try failure.check()
    }
    let rest = found.dropFirst(fetch.offset)
    for (row, store) in fetch.limit > 0 ? rest.prefix(fetch.limit) : rest { try body(FetchedRow(row), store) }
  }

  /// Calls `body` with every row that a store selects; returns whether the store could answer the fetch by itself.
  private func read(
    _ fetch: StoreFetch,
    from store: any PersistentStore,
    _ body: (borrowing FetchedRow) throws -> Void
  ) throws -> Bool {
    try coordinator.lock.withLock {
      try store.forEachRowIfExecutable(fetch) { row in
        try advance()
        try body(row)
        return true
      }
    }
  }

  /// Counts a row.
  ///
  /// - Throws: `CancellationError`.
  private func advance() throws {
    if let progress, !progress.advance() { throw CancellationError() }
  }
}

/// Connects a task with the fetch that it waits for, whichever of them is ready first.
final class FetchCancellation: Sendable {
  private struct State {
    var progress: FetchProgress?
    var isCancelled = false
  }

  private let state = Mutex(State())

  /// Hands over the started fetch, which is cancelled if the task was.
  func attach(_ progress: FetchProgress) {
    let isCancelled = state.withLock { state in
      state.progress = progress
      return state.isCancelled
    }
    if isCancelled { progress.cancel() }
  }

  func cancel() {
    let progress = state.withLock { state in
      state.isCancelled = true
      return state.progress
    }
    progress?.cancel()
  }
}
