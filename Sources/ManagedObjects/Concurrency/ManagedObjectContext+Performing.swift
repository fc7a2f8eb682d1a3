internal import Dispatch

extension ManagedObjectContext {
  /// Runs `block` on the context's queue and waits for it; may be called from inside another block of the same context.
  ///
  /// A context without a queue runs it where it is.
  ///
  /// - Throws: What `block` throws.
  public func performAndWait<Value, Failure: Error>(
    _ block: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let queue, !isOnQueue else { return try endingEvent(block) }
    var outcome: Result<Value, Failure>?
    queue.sync {
      do throws(Failure) {
        outcome = .success(try endingEvent(block))
      } catch {
        outcome = .failure(error)
      }
    }
    guard let outcome else { preconditionFailure("The queue did not run the block.") }
    return try outcome.get()
  }

  /// Runs `block` on the context's queue some time later.
  ///
  /// Only values that may cross threads go in and out; objects are passed by their IDs.
  public func perform(_ block: @escaping @Sendable () -> Void) {
    guard let queue else {
      endingEvent(block)
      return
    }
    queue.async { self.endingEvent(block) }
  }

  /// Runs `block` on the context's queue and returns its value.
  ///
  /// - Throws: What `block` throws.
  public func perform<Value: Sendable, Failure: Error>(
    _ block: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard let queue else { return try endingEvent(block) }
    let outcome: Result<Value, Failure> = await withCheckedContinuation { continuation in
      queue.async {
        do throws(Failure) {
          continuation.resume(returning: .success(try self.endingEvent(block)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try outcome.get()
  }

  /// A block is an event: when it ends, delete rules are followed and observers are told.
  private func endingEvent<Value, Failure: Error>(_ block: () throws(Failure) -> Value) throws(Failure) -> Value {
    performDepth += 1
    defer {
      performDepth -= 1
      if performDepth == 0 { processPendingChanges() }
    }
    return try block()
  }
}
