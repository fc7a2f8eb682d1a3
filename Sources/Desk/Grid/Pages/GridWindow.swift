internal import Findings
internal import ImportPipeline

/// A window of the records that an address asks for.
struct GridWindow: Sendable {
  var records: [GridRecord]
  /// The place of the first one among all that are asked for, from 1.
  var first: Int
  /// How many are asked for, as far as they are known.
  var total: Int
  /// How many records the source has, as far as it has been read.
  var recordCount: Int
  /// Whether both numbers are the last ones.
  var isFinished: Bool
  var problem: String?

  /// Reads a window; waits a little where it is not known yet.
  ///
  /// - Throws: `GridQueryError` if the query is not understood; errors of reading the source.
  init(_ entry: GridShelf.Entry, _ address: GridAddress, count: Int, patience: Double = 2) throws {
    let grid = entry.grid
    let query = address.query(entry.faults)
    first = address.first
    let last = address.first + count - 1
    if query.isEmpty {
      // An empty page would be of no use; the first records of most sources are there at once.
      _ = grid.progress(atLeast: min(1, count), within: 10)
      let progress = grid.progress(atLeast: last, within: patience)
      records = try grid.records(from: first, count: count)
      total = progress.count
      recordCount = progress.count
      isFinished = progress.isFinished
      problem = progress.problem
      return
    }
    var result = try grid.matches(query).result(of: last, within: patience)
    // It is given up when the grid has changed meanwhile, as it does when its source is read for the first time.
    if result.problem == FilterRun.givenUp { result = try grid.matches(query).result(of: last, within: patience) }
    let isGivenUp = result.problem == FilterRun.givenUp
    records = try grid.records(numbers: result.records.numbers(first - 1..<last))
    total = result.records.count
    let progress = grid.progress
    recordCount = progress.count
    isFinished = result.isFinished && !isGivenUp && progress.isFinished
    problem = progress.problem ?? (isGivenUp ? nil : result.problem)
  }
}
