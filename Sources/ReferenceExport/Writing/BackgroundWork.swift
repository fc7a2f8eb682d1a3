internal import Dispatch
internal import Synchronization

/// Work that goes on on another thread until somebody asks for its result.
package final class BackgroundWork<Value: Sendable>: Sendable {
  private let group = DispatchGroup()
  private let result = Mutex<Result<Value, any Error>?>(nil)

  /// Begins `work`.
  package init(_ work: @escaping @Sendable () throws -> Value) {
    DispatchQueue.global(qos: .utility).async(group: group) { [self] in
      let value = Result(catching: work)
      result.withLock { $0 = value }
    }
  }

  /// The result, waiting for it.
  ///
  /// - Throws: What the work threw.
  package func value() throws -> Value {
    group.wait()
    guard let value = result.withLock({ $0 }) else { preconditionFailure("The work ended without a result.") }
    return try value.get()
  }
}
