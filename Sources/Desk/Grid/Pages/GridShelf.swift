internal import Dispatch
internal import Findings
internal import ImportPipeline
internal import Synchronization

/// The grids of a desk's sources, each made when it is first asked for.
final class GridShelf: Sendable {
  /// A source as a page shows it.
  struct Entry: Sendable {
    let grid: SourceGrid
    let faults: FaultyCells
    /// The plan that the source is of.
    let plan: ImportPlan
    /// The desk's version when the source was looked at.
    let version: Int
  }

  /// What has to be the same for a grid to be taken again.
  private struct Key: Equatable {
    var recipe: FileState?
    var files: [SourceFile]
    var columns: [PlannedSource.Column]
  }

  private let entries = Mutex<[Int: (key: Key, entry: Entry)]>([:])

  /// A source's grid with the changes of its files read, and the findings about it.
  ///
  /// Blocks while files are looked at.
  ///
  /// - Throws: `DeskProblem` if there is no such source; `FileError` if the system cannot tell what has changed.
  func entry(_ number: Int, _ state: DeskState) throws -> Entry {
    guard let plan = state.plan else {
      throw DeskProblem(.conflict, "The recipe cannot be read", state.problem?.message ?? "")
    }
    let sources = plan.plannedSources
    guard sources.indices.contains(number) else { throw DeskProblem(.notFound, "There is no such source") }
    let source = sources[number]
    // One after the other: two who ask at once are not to read a source twice.
    return try entries.withLock { entries in
      let known = entries[number]
      if let known, known.entry.version >= state.version, !known.entry.grid.mayTryAgain { return known.entry }
      let key = Key(recipe: try FileState(ofFile: plan.recipe.path), files: source.files, columns: source.columns)
      let grid: SourceGrid
      if let known, known.key == key {
        grid = known.entry.grid
        try grid.refresh()
      } else {
        known?.entry.grid.close()
        grid = SourceGrid(source)
      }
      let faults = FaultyCells(state.judgement?.findings ?? [], of: source)
      let entry = Entry(grid: grid, faults: faults, plan: plan, version: state.version)
      entries[number] = (key, entry)
      return entry
    }
  }
}

/// Does work that blocks where nothing else waits for it.
func inBackground<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global(qos: .userInitiated).async {
      continuation.resume(with: Swift.Result { try body() })
    }
  }
}
