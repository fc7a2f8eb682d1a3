internal import Dispatch
internal import Synchronization

/// What the parts of one writer share: the budget of memory, the threads that sort, and what went wrong on them.
final class WorkingMemory: Sendable {
  private struct State {
    var kept = 0
    var failure: SealedPagesError?
  }

  /// How many bytes the caller allows.
  let budget: Int
  /// Working files are made beside this one.
  let path: String
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "studbook.sealed-pages", attributes: .concurrent)
  private let slots: DispatchSemaphore?

  /// - Parameter threads: How many threads sort beside the caller's; with none, the caller's does.
  init(budget: Int, threads: Int, path: String) {
    self.budget = budget
    self.path = path
    slots = threads > 0 ? DispatchSemaphore(value: threads) : nil
  }

  /// Whether there are threads beside the caller's.
  var hasThreads: Bool { slots != nil }

  /// Takes bytes out of the half of the budget that may be kept from start to end, if so many are left.
  func keep(_ count: Int) -> Bool {
    state.withLock { state in
      guard state.kept + count <= budget / 2 else { return false }
      state.kept += count
      return true
    }
  }

  /// Gives bytes back.
  func release(_ count: Int) { state.withLock { $0.kept -= count } }

  /// Does some work on another thread, waiting for one to be free.
  ///
  /// - Throws: What earlier work of anybody threw.
  func run(
    in group: DispatchGroup,
    _ work: @escaping @Sendable () throws(SealedPagesError) -> Void
  ) throws(SealedPagesError) {
    try check()
    guard let slots else { return try work() }
    slots.wait()
    queue.async(group: group) { [self] in
      do throws(SealedPagesError) { try work() } catch {
        state.withLock { $0.failure = $0.failure ?? error }
      }
      slots.signal()
    }
  }

  /// - Throws: What work of anybody threw.
  func check() throws(SealedPagesError) {
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }
}
