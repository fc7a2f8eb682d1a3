internal import Dispatch

extension ManagedObjectContext {
  private static let queueKey = DispatchSpecificKey<ObjectIdentifier>()
  private static let mainQueueKey = DispatchSpecificKey<Bool>()

  /// Stops the program in debug builds when the context is used off its queue; costs nothing in release builds.
  @inline(__always)
  func assertConfinement() {
    #if DEBUG
      precondition(
        isOnQueue || isLentToParent,
        "The context \(name ?? "") was used off its queue: wrap the access in perform or performAndWait."
      )
    #endif
  }

  /// Whether the caller runs where the context may be used.
  var isOnQueue: Bool {
    switch concurrencyType {
    case .confinement: true
    case .privateQueue: DispatchQueue.getSpecific(key: ManagedObjectContext.queueKey) == ObjectIdentifier(self)
    case .mainQueue: DispatchQueue.getSpecific(key: ManagedObjectContext.mainQueueKey) ?? false
    }
  }

  /// Makes the queue of a private context; it knows its context, so that nested calls do not wait for themselves.
  static func makeQueue(for context: ManagedObjectContext, _ type: ConcurrencyType) -> DispatchQueue? {
    switch type {
    case .confinement: return nil
    case .mainQueue:
      DispatchQueue.main.setSpecific(key: mainQueueKey, value: true)
      return .main
    case .privateQueue:
      let queue = DispatchQueue(label: "studbook.managed-object-context")
      queue.setSpecific(key: queueKey, value: ObjectIdentifier(context))
      return queue
    }
  }
}
