internal import Synchronization

/// The contexts that want to hear of every save below them, without keeping them alive.
final class MergeListeners: Sendable {
  private struct Entry: Sendable {
    weak var context: ManagedObjectContext?
  }

  private let entries = Mutex<[Entry]>([])

  func add(_ context: ManagedObjectContext) {
    entries.withLock { entries in
      entries.removeAll { $0.context == nil || $0.context === context }
      entries.append(Entry(context: context))
    }
  }

  func remove(_ context: ManagedObjectContext) {
    entries.withLock { $0.removeAll { $0.context == nil || $0.context === context } }
  }

  /// Everybody but `sender`.
  func others(than sender: ManagedObjectContext) -> [ManagedObjectContext] {
    entries.withLock { $0.compactMap(\.context).filter { $0 !== sender } }
  }
}

extension ManagedObjectContext {
  /// Begins to hear of what others save into this context's parent, or ends it. A context without a queue hears of nothing.
  func listenToParent(_ isListening: Bool) {
    let listeners = parent?.mergeListeners ?? persistentStoreCoordinator.mergeListeners
    if isListening, concurrencyType != .confinement { listeners.add(self) } else { listeners.remove(self) }
  }

  /// Those who want to hear of this context's saves: its own children, and, when it saves to the stores, the other contexts there.
  var savedChangesListeners: [ManagedObjectContext] {
    mergeListeners.others(than: self)
      + (parent?.mergeListeners ?? persistentStoreCoordinator.mergeListeners).others(than: self)
  }

  /// Hands what was saved to the listeners, each on its own queue.
  func tellListeners(_ saved: SavedObjectIDs) {
    for listener in savedChangesListeners { listener.perform { listener.mergeChanges(fromContextDidSave: saved) } }
  }
}
