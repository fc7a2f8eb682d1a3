internal import Synchronization

/// How far an asynchronous fetch has come, and the way to end it early: what Core Data shows as `NSProgress`.
///
/// ```swift
/// let all = FetchRequest<ManagedObjectID>(entityName: "Breed")
/// var request = AsynchronousFetchRequest(fetchRequest: all) { (result: AsynchronousFetchResult) in
///   continuation.yield(result.finalResult?.count ?? 0)
///   continuation.finish()
/// }
/// request.progressHandler = { (progress: FetchProgress) in
///   if progress.completedUnitCount > 1_000_000 { progress.cancel() }
/// }
/// let running = try background.performAndWait { try background.execute(request) }
/// ```
public final class FetchProgress: Sendable {
  private struct State {
    var completed = 0
    var total: Int
    var isCancelled = false
    var isFinished = false
  }

  private let state: Mutex<State>
  /// Called on the reading thread with the number of results so far, about once in a thousand and at the end.
  let onUpdate: (@Sendable (FetchProgress) -> Void)?

  init(estimatedCount: Int, onUpdate: (@Sendable (FetchProgress) -> Void)?) {
    state = Mutex(State(total: estimatedCount))
    self.onUpdate = onUpdate
  }

  /// How many results have been read.
  public var completedUnitCount: Int { state.withLock(\.completed) }

  /// How many results are expected: the request's estimate, at the end the true number; 0 if unknown.
  public var totalUnitCount: Int { state.withLock(\.total) }

  /// The part that is done, from 0 to 1; 0 while the number of results is unknown.
  public var fractionCompleted: Double {
    state.withLock { state in
      if state.isFinished { return 1 }
      return state.total == 0 ? 0 : min(Double(state.completed) / Double(state.total), 1)
    }
  }

  /// Whether `cancel()` was called before the fetch had ended.
  public var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Whether the fetch has ended with its results.
  public var isFinished: Bool { state.withLock(\.isFinished) }

  /// Ends the fetch as soon as the store notices, which SQLite does also in the middle of sorting. A fetch that has ended keeps its results.
  public func cancel() {
    state.withLock { state in
      if !state.isFinished { state.isCancelled = true }
    }
  }

  /// Counts one more result; returns whether to go on.
  func advance() -> Bool {
    let (count, isCancelled) = state.withLock { state in
      state.completed += 1
      return (state.completed, state.isCancelled)
    }
    if count % 1024 == 0 { onUpdate?(self) }
    return !isCancelled
  }

  /// Notes the end, unless the fetch was cancelled before.
  ///
  /// - Throws: `CancellationError`.
  func finish(count: Int) throws {
    let isCancelled = state.withLock { state in
      guard !state.isCancelled else { return true }
      state.completed = count
      state.total = count
      state.isFinished = true
      return false
    }
    if isCancelled { throw CancellationError() }
    onUpdate?(self)
  }
}
