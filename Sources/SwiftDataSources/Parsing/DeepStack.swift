#if SwiftDataSources
  internal import Foundation

  /// Runs work on a thread whose stack is large enough for a parser that descends into nested brackets.
  enum DeepStack {
    /// Of address space; memory is used only as far as the stack grows.
    private static let size = 256 << 20

    /// What the work leaves behind.
    private final class Outcome<Value>: @unchecked Sendable {
      // `@unchecked`: written before the semaphore is signalled, and read after that.
      var value: Value?
    }

    static func run<Value>(_ work: @escaping @Sendable () -> Value) -> Value {
      let outcome = Outcome<Value>()
      let isDone = DispatchSemaphore(value: 0)
      let thread = Thread {
        outcome.value = work()
        isDone.signal()
      }
      thread.stackSize = size
      thread.start()
      isDone.wait()
      guard let value = outcome.value else { preconditionFailure("The thread has signalled before its work was done.") }
      return value
    }
  }
#endif
