internal import Dispatch
internal import Synchronization

/// Looks whether others, such as another process, have changed the stores of a coordinator; it ends when the token goes or `cancel()` is called.
///
/// ```swift
/// let observation: RemoteChangeObservation = coordinator.observeRemoteChanges { storeIdentifier in
///   print("Somebody else has saved to \(storeIdentifier).")
/// }
/// // …
/// observation.cancel()
/// ```
public final class RemoteChangeObservation: Sendable {
  private let timer: Timer

  /// Dispatch's sources may be used on any thread.
  private struct Timer: @unchecked Sendable {
    let source: any DispatchSourceTimer
  }

  init(every interval: Double, _ look: @escaping @Sendable () -> Void) {
    let source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "studbook.remote-changes"))
    timer = Timer(source: source)
    // A look that follows the last at once would leave the stores no time.
    let interval = max(interval, 0.001)
    source.schedule(deadline: .now() + interval, repeating: interval)
    source.setEventHandler(handler: look)
    source.activate()
  }

  deinit { cancel() }

  /// Ends the observation; a call that is at work is not waited for.
  public func cancel() { timer.source.cancel() }
}

extension PersistentStoreCoordinator {
  /// Calls `body`, on a thread of its own, with the UUID of each store that somebody else has changed since it was last looked at: another process, or another
  /// coordinator of this one. Core Data posts `NSPersistentStoreRemoteChange` then.
  ///
  /// What has changed, a store with a history tells (`PersistentHistoryChangeRequest`), and `ManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`
  /// takes over. In-memory stores belong to one coordinator and are never told of.
  ///
  /// - Parameters:
  ///   - interval: How many seconds lie between two looks, a thousandth at least, which cost a few microseconds for each store.
  ///   - body: Takes the UUID of a store that was changed.
  public func observeRemoteChanges(
    every interval: Double = 1,
    using body: @escaping @Sendable (_ storeIdentifier: String) -> Void
  ) -> RemoteChangeObservation {
    let known = Mutex(foreignChangeNumbers())
    return RemoteChangeObservation(every: interval) { [weak self] in
      guard let self else { return }
      let changed = known.withLock { known in
        let found = foreignChangeNumbers()
        let changed = found.keys.filter { known[$0] != nil && known[$0] != found[$0] }
        known.merge(found) { $1 }
        return changed.sorted()
      }
      for identifier in changed { body(identifier) }
    }
  }

  /// The numbers of the stores' states that others have made, by the stores' UUIDs. A store that is busy is left out, and looked at the next time.
  private func foreignChangeNumbers() -> [String: Int64] {
    lock.withLock {
      var numbers: [String: Int64] = [:]
      for store in persistentStores { numbers[store.identifier] = (try? store.foreignChangeNumber()) ?? nil }
      return numbers
    }
  }
}
