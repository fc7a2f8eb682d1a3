internal import Foundation

/// A thread with a stack of 512 KB, on which what follows a hostile input's nesting by calls of its own soon ends the process.
public enum SmallStack {
  /// Runs `body` on such a thread and waits for it.
  public static func run<Value>(_ body: @escaping () throws -> Value) -> Result<Value, any Error> {
    let box = Box<Value>(body)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.result = Result { try box.body() }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    return box.result ?? .failure(CancellationError())
  }

  /// `@unchecked Sendable`: only one thread at a time uses it, and the semaphore stands between.
  private final class Box<Value>: @unchecked Sendable {
    let body: () throws -> Value
    var result: Result<Value, any Error>?

    init(_ body: @escaping () throws -> Value) { self.body = body }
  }
}
