internal import FlyingSocks
internal import Foundation
internal import Synchronization

/// Tells all open pages what has happened, as server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html
package final class DeskEvents: Sendable {
  private struct Listeners {
    var next = 0
    var continuations: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
    var isFinished = false
  }

  private let listeners = Mutex(Listeners())

  package init() {}

  /// Sends an event to every page.
  ///
  /// - Parameters:
  ///   - name: The event's type, for `addEventListener` of the page's `EventSource`; see `desk.js`.
  ///   - data: One line, such as a number or a value of JSON.
  package func send(_ name: String, _ data: String = "") {
    let lines = data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { "data: \($0)\n" }
    let bytes = Array("event: \(name)\n\(lines.joined())\n".utf8)
    for continuation in listeners.withLock({ Array($0.continuations.values) }) { continuation.yield(bytes) }
  }

  /// Keeps connections awake, and finds out which are gone.
  func beat() {
    for continuation in listeners.withLock({ Array($0.continuations.values) }) {
      continuation.yield(Array(":\n\n".utf8))
    }
  }

  /// Ends all pages' events, and those of pages that come later.
  func finish() {
    let all = listeners.withLock { listeners in
      listeners.isFinished = true
      return Array(listeners.continuations.values)
    }
    for continuation in all { continuation.finish() }
  }

  /// The events from now on, with one of the name `hello` first.
  func sequence(hello: String) -> DeskEventSequence {
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream(bufferingPolicy: .bufferingNewest(1_000))
    let number = listeners.withLock { listeners -> Int? in
      guard !listeners.isFinished else { return nil }
      listeners.next += 1
      listeners.continuations[listeners.next] = continuation
      return listeners.next
    }
    continuation.yield(Array("retry: 1000\nevent: hello\ndata: \(hello)\n\n".utf8))
    if let number {
      continuation.onTermination = { [weak self] _ in
        self?.listeners.withLock { _ = $0.continuations.removeValue(forKey: number) }
      }
    } else {
      continuation.finish()
    }
    return DeskEventSequence(stream: stream)
  }
}

/// Events as the bytes of a response.
struct DeskEventSequence: AsyncBufferedSequence {
  typealias Element = UInt8

  let stream: AsyncStream<[UInt8]>

  func makeAsyncIterator() -> Iterator { Iterator(iterator: stream.makeAsyncIterator()) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var iterator: AsyncStream<[UInt8]>.Iterator

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? { await iterator.next() }

    // Only whole events are asked for.
    mutating func next() async throws -> UInt8? { await iterator.next()?.first }
  }
}
