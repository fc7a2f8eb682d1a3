internal import Foundation
package import ImportPipeline
internal import Synchronization
internal import TextInput

/// The records of one source, any window of them at any time.
///
/// A source is read once in the background, and only where its records stand is kept: a plain file of delimited text or JSON Lines is read again where a
/// window needs it, and what cannot be read in parts is kept in a file of the process. What has been read can be asked for while the rest is still read.
/// All members may be called by any thread.
package final class SourceGrid: Sendable {
  /// How far reading has come.
  package struct Progress: Sendable, Hashable {
    /// How many records are known.
    package var count: Int
    /// Whether these are all.
    package var isFinished: Bool
    /// Why the source could not be read, or not to its end; `nil` if all is well.
    package var problem: String?
    /// Another number after each change of the records.
    package var version: Int
  }

  struct State {
    var snapshot = GridSnapshot(states: [])
    var version = 0
    var columns: [ColumnCounter] = []
    var isClosed = false
    /// The number of the reading that may change the state; those before it have been given up.
    var reading = 0
    /// When a source that could not be read is tried again: where that takes long, not each time that somebody asks.
    var nextTry = ContinuousClock.now
  }

  static let recordsOfPage = 512
  static let bytesOfPage = 1 << 16
  /// Sources of fewer bytes are read again before `refresh` returns.
  static let mostBytesReadAtOnce = 4 << 20

  package let source: PlannedSource
  let state = Mutex(State())
  private let filters = FilterCache()
  private let valueLists = ValueListCache()

  /// Begins to read a source in the background.
  package init(_ source: PlannedSource) {
    self.source = source
    state.withLock { $0.columns = source.columns.map { _ in ColumnCounter() } }
    start(keepsOld: false)
  }

  /// The columns, in the order of their numbers.
  package var columns: [PlannedSource.Column] { source.columns }

  /// How far reading has come.
  package var progress: Progress {
    state.withLock { state in
      let snapshot = state.snapshot
      return Progress(
        count: snapshot.count,
        isFinished: snapshot.isFinished,
        problem: snapshot.problem,
        version: state.version
      )
    }
  }

  /// How far reading has come when enough records are known, or all, or time is over.
  package func progress(atLeast count: Int, within seconds: Double) -> Progress {
    let end = Date(timeIntervalSinceNow: seconds)
    while true {
      let progress = progress
      if progress.isFinished || progress.count >= count || Date() >= end { return progress }
      Thread.sleep(forTimeInterval: 0.002)
    }
  }

  /// Gives up reading in the background; windows of what has been read are still there.
  package func close() {
    state.withLock { $0.isClosed = true }
    filters.removeAll()
  }

  /// Waits until the source has been read to its end, or cannot be.
  package func finish() {
    while !progress.isFinished { Thread.sleep(forTimeInterval: 0.002) }
  }

  /// Whether the source could not be read, and may be tried again.
  var mayTryAgain: Bool {
    state.withLock { $0.snapshot.isFinished && $0.snapshot.problem != nil && $0.nextTry <= .now }
  }

  var snapshot: (snapshot: GridSnapshot, version: Int) { state.withLock { ($0.snapshot, $0.version) } }

  // MARK: Windows

  /// Some records one behind the other.
  ///
  /// - Parameters:
  ///   - first: The number of the first one, from 1.
  ///   - count: How many; there may be fewer.
  /// - Throws: `PageChanged` if the file was changed in its place, `InputError` if it cannot be read.
  /// - Complexity: O(*n*) in the records of the pages that have some of them, and O(log *n*) in the source's.
  package func records(from first: Int, count: Int) throws -> [GridRecord] {
    let (snapshot, _) = snapshot
    let start = min(max(1, first) - 1, snapshot.count)
    return try records(Array(start..<start + min(max(0, count), snapshot.count - start)), of: snapshot)
  }

  /// Records by their numbers, which ascend.
  ///
  /// - Throws: As `records(from:count:)`.
  package func records(numbers: [Int]) throws -> [GridRecord] {
    let (snapshot, _) = snapshot
    return try records(numbers.map { $0 - 1 }.filter { $0 >= 0 && $0 < snapshot.count }, of: snapshot)
  }

  private func records(_ numbers: [Int], of snapshot: GridSnapshot) throws -> [GridRecord] {
    var records: [GridRecord] = []
    var current: (index: Int, page: RecordPage)?
    for number in numbers {
      let index = snapshot.page(of: number)
      if current?.index != index { current = (index, try snapshot.read(index, withPlaces: true)) }
      guard let page = current?.page else { continue }
      records.append(GridRecord(page, number - snapshot.recordsBefore[index], number: number + 1))
    }
    return records
  }

  // MARK: Columns

  /// What the values of a column are, as far as the source has been read.
  ///
  /// - Parameter most: How many of the most frequent values.
  package func profile(ofColumn column: Int, most: Int = 20) -> ColumnProfile {
    state.withLock { $0.columns[column].profile(most: most) }
  }

  // MARK: Filters

  /// The records that a query asks for; counting goes on in the background.
  ///
  /// - Throws: `GridQueryError` if the query is not understood.
  package func matches(_ query: GridQuery) throws -> FilterRun {
    let version = progress.version
    if let known = filters.run(query, version) { return known }
    let run = FilterRun(try RecordFilter(query, source: source), of: self, version: version)
    filters.add(run, query, version)
    run.start()
    return run
  }

  /// The values of a column in the records that a query asks for, whatever it asks of that column: what the column's facet offers.
  ///
  /// - Throws: As `matches`.
  package func values(ofColumn column: Int, _ query: GridQuery, most: Int = 50) throws -> ColumnProfile {
    var others = query
    others.facets[columns[column].name] = nil
    guard !others.isEmpty else { return profile(ofColumn: column, most: most) }
    let version = progress.version
    if let known = valueLists.counter(column, others, version) { return known.profile(most: most) }
    let filter = try RecordFilter(others, source: source)
    var counter = ColumnCounter()
    let (snapshot, _) = snapshot
    for index in snapshot.pages.indices {
      let page = try snapshot.read(index, withPlaces: false)
      for record in 0..<page.count
      where filter.matches(page, record, number: snapshot.recordsBefore[index] + record + 1) {
        page.withField(record, column) { counter.add($0) }
      }
    }
    if snapshot.isFinished { valueLists.add(counter, column, others, version) }
    return counter.profile(most: most)
  }
}
