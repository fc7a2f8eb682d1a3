internal import Dispatch
internal import Synchronization

/// Where a context and its objects may be used: the queue, the thread that runs its block, and the blocks that run inside each other.
///
/// A thread that waits for a block of a private queue runs it itself. So whoever has come through the queue is known by its thread, whichever
/// queues it has come through since, and a call of a thread that is in already does not wait for itself.
final class ContextQueue: @unchecked Sendable {
  // `@unchecked`: the depth is only used by the thread that has the context.

  let type: ManagedObjectContext.ConcurrencyType
  private let queue: DispatchQueue?
  /// The thread that runs a block of the queue, or to which the context is lent; 0 for none.
  private let holder = Atomic<UInt>(0)
  /// How many blocks are running inside each other.
  private var depth = 0

  /// Makes the queue of a context.
  init(_ type: ManagedObjectContext.ConcurrencyType) {
    self.type = type
    switch type {
    case .confinement: queue = nil
    case .mainQueue: queue = .main
    case .privateQueue: queue = DispatchQueue(label: "studbook.managed-object-context")
    }
  }

  /// Whether the caller may use the context and its objects; anywhere for a context without a queue.
  var isAccessible: Bool {
    switch type {
    case .confinement: true
    case .privateQueue: isHeld
    case .mainQueue: isHeld || CurrentThread.isMain
    }
  }

  /// Whether the caller's thread has the context. Other threads may come and go meanwhile, but none with this number.
  private var isHeld: Bool { holder.load(ordering: .relaxed) == CurrentThread.number }

  /// Runs `body`, during which the calling thread has the context: it runs a block of the queue, or the thread that does waits for it.
  func whileHeld<Value>(_ body: () throws -> Value) rethrows -> Value {
    let owner = holder.exchange(CurrentThread.number, ordering: .relaxed)
    defer { holder.store(owner, ordering: .relaxed) }
    return try body()
  }

  /// Runs `block` on the queue and waits for it; on the spot, if the caller may use the context already.
  func sync<Value, Failure: Error>(_ block: () throws(Failure) -> Value) throws(Failure) -> Value {
    guard let queue, !isAccessible else { return try block() }
    let isMain = CurrentThread.isMain
    var outcome: Result<Value, Failure>?
    queue.sync {
      CurrentThread.keepingRole(isMain) {
        whileHeld {
          do throws(Failure) {
            outcome = .success(try block())
          } catch {
            outcome = .failure(error)
          }
        }
      }
    }
    guard let outcome else { preconditionFailure("The queue did not run the block.") }
    return try outcome.get()
  }

  /// Runs `block` on the queue some time later; on the spot, if there is no queue.
  func async(_ block: @escaping @Sendable () -> Void) {
    guard let queue else { return block() }
    queue.async { self.whileHeld(block) }
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
