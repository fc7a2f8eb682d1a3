internal import Foundation

/// A queue between one producing and one consuming thread that holds at most a few elements, so that a fast reader waits for a slow store and
/// memory stays flat.
///
/// Locked once per element, and an element is a whole batch. `@unchecked Sendable` because every access to the state happens under the condition's lock.
final class BoundedChannel<Element: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private let capacity: Int
  private var elements: [Element] = []
  private var isFinished = false
  private var isCancelled = false
  private var failure: (any Error)?

  init(capacity: Int) { self.capacity = capacity }

  /// Adds an element, waiting while the queue is full.
  ///
  /// - Returns: `false` when the consumer has given up, so that the producer can stop too.
  func send(_ element: Element) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while elements.count >= capacity, !isCancelled { condition.wait() }
    guard !isCancelled else { return false }
    elements.append(element)
    condition.signal()
    return true
  }

  /// Says that no more elements come, and why if that is an error.
  func finish(throwing error: (any Error)? = nil) {
    condition.lock()
    defer { condition.unlock() }
    isFinished = true
    failure = error
    condition.signal()
  }

  /// The next element, waiting for one; `nil` after the last.
  ///
  /// - Throws: The error that the producer finished with, after all elements before it.
  func receive() throws -> Element? {
    condition.lock()
    defer { condition.unlock() }
    while elements.isEmpty, !isFinished { condition.wait() }
    guard !elements.isEmpty else {
      if let failure { throw failure }
      return nil
    }
    let element = elements.removeFirst()
    condition.signal()
    return element
  }

  /// Tells the producer that nothing more is wanted.
  func cancel() {
    condition.lock()
    defer { condition.unlock() }
    isCancelled = true
    elements.removeAll()
    condition.signal()
  }
}
