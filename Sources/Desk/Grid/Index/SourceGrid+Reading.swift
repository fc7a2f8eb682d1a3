internal import Dispatch
internal import Foundation
internal import ImportPipeline
internal import Synchronization
internal import SystemErrors
internal import TextInput

/// Reading the source from its beginning to its end.
extension SourceGrid {
  /// How often reading begins again because the files change under it.
  private static let mostAttempts = 5

  /// Begins to read in the background.
  ///
  /// - Parameter keepsOld: Whether what was known before stays until all is known anew.
  func start(keepsOld: Bool) {
    let reading = nextReading()
    DispatchQueue.global().async { self.read(reading, keepsOld: keepsOld) }
  }

  /// The number of a reading that is about to begin; those before it are given up.
  func nextReading() -> Int {
    state.withLock { state in
      state.reading += 1
      return state.reading
    }
  }

  func read(_ reading: Int, keepsOld: Bool) {
    let start = ContinuousClock.now
    for attempt in 1...Self.mostAttempts {
      var work = Reading(grid: self, number: reading, keepsOld: keepsOld)
      var problem: String?
      do {
        if try !readOnce(&work), attempt < Self.mostAttempts { continue }
      } catch {
        problem = SystemReason.description(of: error)
      }
      let end = ContinuousClock.now
      work.end(problem, nextTry: end.advanced(by: start.duration(to: end) * 5))
      return
    }
  }

  /// - Returns: Whether the files stayed as they were meanwhile.
  private func readOnce(_ work: inout Reading) throws -> Bool {
    let states = try source.states()
    work.begin(states)
    let pass = try source.pass()
    guard pass.fieldNames == source.columns.map(\.name) else { throw ColumnsChanged(file: source.name) }
    let input = try pass.form.map { _ in try InputFile(source.files[0].path) }
    guard try source.states() == states else { return false }
    work.change { snapshot, _ in
      snapshot.fieldNames = pass.fieldNames
      snapshot.form = pass.form
      snapshot.file = input.map { GridSnapshot.File(input: $0, size: $0.regularSize ?? 0) }
    }
    while let (page, span) = try pass.next(most: Self.recordsOfPage, mostBytes: Self.bytesOfPage) {
      let place: GridSnapshot.Page.Place =
        if let span { .file(span) } else { .spool(try work.spool.append(page.encoded)) }
      let goesOn = work.change { snapshot, counters in
        snapshot.append(GridSnapshot.Page(place: place, count: page.count))
        for field in counters.indices { counters[field].add(page, field) }
      }
      guard goesOn else { return true }
    }
    return try source.states() == states
  }

  /// What is known while the source is read: in the grid itself, or apart from it where it keeps what was known before.
  private struct Reading {
    let grid: SourceGrid
    let number: Int
    let keepsOld: Bool
    private var own = State()

    init(grid: SourceGrid, number: Int, keepsOld: Bool) {
      (self.grid, self.number, self.keepsOld) = (grid, number, keepsOld)
    }

    var spool: PageSpool { keepsOld ? own.snapshot.spool : grid.snapshot.snapshot.spool }

    mutating func begin(_ states: [FileState?]) {
      let counters = grid.source.columns.map { _ in ColumnCounter() }
      change { snapshot, columns in
        snapshot = GridSnapshot(states: states)
        columns = counters
      }
      if !keepsOld { grid.state.withLock { $0.version += 1 } }
    }

    /// - Returns: Whether reading goes on.
    @discardableResult
    mutating func change(_ body: (inout GridSnapshot, inout [ColumnCounter]) -> Void) -> Bool {
      if keepsOld { body(&own.snapshot, &own.columns) }
      return grid.state.withLock { state in
        guard state.reading == number, !state.isClosed else { return false }
        if !keepsOld { body(&state.snapshot, &state.columns) }
        return true
      }
    }

    mutating func end(_ problem: String?, nextTry: ContinuousClock.Instant) {
      own.snapshot.isFinished = true
      own.snapshot.problem = problem
      grid.state.withLock { state in
        guard state.reading == number else { return }
        if keepsOld {
          state.snapshot = own.snapshot
          state.columns = own.columns
          state.version += 1
        }
        state.snapshot.isFinished = true
        state.snapshot.problem = problem
        state.nextTry = nextTry
      }
    }
  }
}

/// Why a source's records are not shown: it has other columns than when the recipe was read.
struct ColumnsChanged: LocalizedError, CustomStringConvertible {
  let file: String

  var description: String { "\(file) has other columns than when the recipe was read" }
  var errorDescription: String? { description }
}
