extension ManagedObjectContext {
  /// Runs `block` on the context's queue and waits for it; may be called from inside another block of the same context.
  ///
  /// A context without a queue runs it where it is.
  ///
  /// - Throws: What `block` throws.
  public func performAndWait<Value, Failure: Error>(
    _ block: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try queue.sync { () throws(Failure) in try endingEvent(block) }
  }

  /// Runs `block` on the context's queue some time later.
  ///
  /// Only values that may cross threads go in and out; objects are passed by their IDs.
  public func perform(_ block: @escaping @Sendable () -> Void) {
    queue.async { self.endingEvent(block) }
  }

  /// Runs `block` on the context's queue and returns its value.
  ///
  /// - Throws: What `block` throws.
  public func perform<Value: Sendable, Failure: Error>(
    _ block: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
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
    try queue.event(block) { processPendingChanges() }
  }

  /// Stops the program in debug builds when the context is used off its queue; costs nothing in release builds.
  @inline(__always)
  func assertConfinement() {
    #if DEBUG
      precondition(
        queue.isAccessible,
        "The context \(name ?? "") was used off its queue: wrap the access in perform or performAndWait."
      )
    #endif
  }
}
