internal import Dispatch
internal import Foundation
internal import ImportPipeline
internal import Synchronization
internal import SystemErrors

/// The records that a query asks for, while they are looked for and afterwards.
package final class FilterRun: Sendable {
  /// What has been found so far.
  package struct Result: Sendable {
    package var records = RecordSet()
    /// How many records have been looked at.
    package var seen = 0
    /// Whether these are all.
    package var isFinished = false
    /// Why they could not be looked for to the end.
    package var problem: String?
  }

  /// The problem of a run that was cancelled, or whose grid has changed.
  static let givenUp = "given up"

  private let filter: RecordFilter
  private let grid: SourceGrid
  private let version: Int
  private let state = Mutex((result: Result(), isCancelled: false))

  init(_ filter: RecordFilter, of grid: SourceGrid, version: Int) {
    self.filter = filter
    self.grid = grid
    self.version = version
  }

  package var result: Result { state.withLock { $0.result } }

  /// Stops looking.
  package func cancel() { state.withLock { $0.isCancelled = true } }

  /// What has been found when enough has, or time is over.
  ///
  /// - Parameters:
  ///   - count: How many records are enough; `nil` for all.
  ///   - seconds: How long to wait.
  package func result(of count: Int? = nil, within seconds: Double = .infinity) -> Result {
    let end = Date(timeIntervalSinceNow: min(seconds, 1e9))
    while true {
      let result = result
      if result.isFinished || count.map({ result.records.count >= $0 }) ?? false || Date() >= end { return result }
      Thread.sleep(forTimeInterval: 0.002)
    }
  }

  func start() {
    DispatchQueue.global(qos: .userInitiated).async { self.look() }
  }

  private func look() {
    var index = 0
    while true {
      let (snapshot, version) = grid.snapshot
      guard version == self.version, !isCancelled else { return end(Self.givenUp) }
      while index < snapshot.pages.count {
        if isCancelled { return end(Self.givenUp) }
        do {
          let page = try snapshot.read(index, withPlaces: false)
          let first = snapshot.recordsBefore[index] + 1
          let found = (0..<page.count).filter { filter.matches(page, $0, number: first + $0) }
          state.withLock { state in
            for record in found { state.result.records.append(first + record) }
            state.result.seen += page.count
          }
        } catch {
          return end(SystemReason.description(of: error))
        }
        index += 1
      }
      if snapshot.isFinished { return end(nil) }
      Thread.sleep(forTimeInterval: 0.005)
    }
  }

  private var isCancelled: Bool { state.withLock { $0.isCancelled } }

  private func end(_ problem: String?) {
    state.withLock { state in
      state.result.isFinished = true
      state.result.problem = problem
    }
  }
}

/// The last queries with their results, so that each window of them is there at once.
final class FilterCache: Sendable {
  private static let most = 6

  private let runs = Mutex<[(query: GridQuery, version: Int, run: FilterRun)]>([])

  func run(_ query: GridQuery, _ version: Int) -> FilterRun? {
    runs.withLock { runs in
      guard let index = runs.firstIndex(where: { $0.query == query && $0.version == version }) else { return nil }
      let found = runs.remove(at: index)
      runs.append(found)
      return found.run
    }
  }

  func add(_ run: FilterRun, _ query: GridQuery, _ version: Int) {
    runs.withLock { runs in
      runs.append((query, version, run))
      if runs.count > Self.most { runs.removeFirst().run.cancel() }
    }
  }

  func removeAll() {
    runs.withLock { runs in
      for entry in runs { entry.run.cancel() }
      runs = []
    }
  }
}

/// The last lists of a column's values in filtered records.
final class ValueListCache: Sendable {
  private static let most = 12

  private struct Entry {
    var column: Int
    var query: GridQuery
    var version: Int
    var counter: ColumnCounter
  }

  private let entries = Mutex<[Entry]>([])

  func counter(_ column: Int, _ query: GridQuery, _ version: Int) -> ColumnCounter? {
    entries.withLock { entries in
      entries.first { $0.column == column && $0.query == query && $0.version == version }?.counter
    }
  }

  func add(_ counter: ColumnCounter, _ column: Int, _ query: GridQuery, _ version: Int) {
    entries.withLock { entries in
      entries.append(Entry(column: column, query: query, version: version, counter: counter))
      if entries.count > Self.most { entries.removeFirst() }
    }
  }
}
