internal import Dispatch

/// Where a context and its objects may be used: the queue, the blocks that run on it, and whether it is lent to another context.
final class ContextQueue {
  private static let queueKey = DispatchSpecificKey<ObjectIdentifier>()
  private static let mainQueueKey = DispatchSpecificKey<Bool>()

  let type: ManagedObjectContext.ConcurrencyType
  private let queue: DispatchQueue?
  /// How many blocks are running inside each other.
  private var depth = 0
  /// Whether the parent's queue is at work on the context's objects while the context's own thread waits.
  private var isLent = false

  /// Makes the queue of a context; a private one knows whose it is, so that nested calls do not wait for themselves.
  init(_ type: ManagedObjectContext.ConcurrencyType) {
    self.type = type
    switch type {
    case .confinement: queue = nil
    case .mainQueue:
      queue = .main
      DispatchQueue.main.setSpecific(key: Self.mainQueueKey, value: true)
    case .privateQueue:
      let queue = DispatchQueue(label: "studbook.managed-object-context")
      self.queue = queue
      queue.setSpecific(key: Self.queueKey, value: ObjectIdentifier(self))
    }
  }

  /// Whether the caller may use the context and its objects.
  var isAccessible: Bool { isCurrent || isLent }

  /// Whether the caller runs on the queue; anywhere for a context without one.
  private var isCurrent: Bool {
    switch type {
    case .confinement: true
    case .privateQueue: DispatchQueue.getSpecific(key: Self.queueKey) == ObjectIdentifier(self)
    case .mainQueue: DispatchQueue.getSpecific(key: Self.mainQueueKey) ?? false
    }
  }

  /// Runs `body`, in which another queue works on the context's objects, while the caller waits for it.
  func whileLent<Value>(_ body: () throws -> Value) rethrows -> Value {
    isLent = true
    defer { isLent = false }
    return try body()
  }

  /// Runs `block` on the queue and waits for it; on the spot, if the caller runs there or there is no queue.
  func sync<Value, Failure: Error>(_ block: () throws(Failure) -> Value) throws(Failure) -> Value {
    guard let queue, !isCurrent else { return try block() }
    var outcome: Result<Value, Failure>?
    queue.sync {
      do throws(Failure) {
        outcome = .success(try block())
      } catch {
        outcome = .failure(error)
      }
    }
    guard let outcome else { preconditionFailure("The queue did not run the block.") }
    return try outcome.get()
  }

  /// Runs `block` on the queue some time later; on the spot, if there is no queue.
  func async(_ block: @escaping @Sendable () -> Void) {
    guard let queue else { return block() }
    queue.async(execute: block)
  }

  /// Runs `block`, which stands on the queue already, and then `end`, unless `block` runs inside another.
  func event<Value, Failure: Error>(
    _ block: () throws(Failure) -> Value,
    end: () -> Void
  ) throws(Failure) -> Value {
    depth += 1
    defer {
      depth -= 1
      if depth == 0 { end() }
    }
    return try block()
  }
}
