internal import Dispatch
internal import Foundation

/// Works on one piece after the other of something that is fetched and accounted for in order.
protocol OrderedWorker: SendableMetatype {
  /// Fetches the next piece. Never called on two threads at once.
  ///
  /// - Returns: Whether pieces may follow; the one that was fetched counts all the same.
  mutating func fetch() throws -> Bool

  /// Works on the piece, at the same time as other workers on theirs.
  mutating func prepare()

  /// Brings the piece to its end. Never called on two threads at once, and in the order in which the pieces were fetched.
  mutating func finish() throws
}

/// Lets several workers take turns: pieces are fetched one at a time, prepared at the same time, and finished one at a time in the order in which they
/// were fetched. So the result does not depend on the number of workers, and there are never more pieces than workers.
///
/// `@unchecked Sendable` because every access to the state happens under the condition's lock.
final class OrderedWork: @unchecked Sendable {
  private let condition = NSCondition()
  private var isFetching = false
  private var fetchedCount = 0
  private var finishedCount = 0
  /// Whether the last piece has been fetched.
  private var hasEnded = false
  /// Whether no more pieces are wanted.
  private var isStopped = false
  private var failure: (any Error)?

  private init() {}

  /// Works with each of `workers` on a thread of its own until there are no more pieces.
  ///
  /// - Throws: The first error that a worker has met, in the order of the pieces.
  static func run(_ workers: [some OrderedWorker]) throws {
    let work = OrderedWork()
    // Each is made on one thread and then used on another alone.
    nonisolated(unsafe) let workers = workers
    DispatchQueue.concurrentPerform(iterations: workers.count) { index in
      var worker = workers[index]
      work.run(&worker)
    }
    if let failure = work.failure { throw failure }
  }

  private func run(_ worker: inout some OrderedWorker) {
    while let number = beginFetching() {
      let fetched = Result { try worker.fetch() }
      endFetching(mayGoOn: (try? fetched.get()) ?? false)
      if case .success = fetched { worker.prepare() }
      guard awaitTurn(of: number) else { return }
      let finished = Result {
        _ = try fetched.get()
        try worker.finish()
      }
      endTurn(finished)
    }
  }

  /// Waits until nobody else fetches.
  ///
  /// - Returns: The number of the piece to fetch; `nil` if there are no more.
  private func beginFetching() -> Int? {
    condition.withLock {
      while isFetching { condition.wait() }
      guard !hasEnded else { return nil }
      isFetching = true
      defer { fetchedCount += 1 }
      return fetchedCount
    }
  }

  private func endFetching(mayGoOn: Bool) {
    condition.withLock {
      isFetching = false
      if !mayGoOn { hasEnded = true }
      condition.broadcast()
    }
  }

  /// Waits until all pieces before `number` are finished.
  ///
  /// - Returns: `false` if the piece is not wanted any more.
  private func awaitTurn(of number: Int) -> Bool {
    condition.withLock {
      while finishedCount < number, !isStopped { condition.wait() }
      return !isStopped
    }
  }

  private func endTurn(_ finished: Result<Void, any Error>) {
    condition.withLock {
      finishedCount += 1
      if case .failure(let error) = finished { (failure, isStopped, hasEnded) = (error, true, true) }
      condition.broadcast()
    }
  }
}
