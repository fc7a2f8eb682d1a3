extension ManagedObjectContext {
  /// Calls `body`, on the context's own thread, whenever the notification named `name` is sent, until the token goes.
  ///
  /// That thread is another one than the caller's, if the context has a queue of its own. So `body` is `Sendable`: it cannot use what belongs to an
  /// actor. For what belongs to the main actor there is `observeOnMainActor(_:using:)`.
  public func observe(
    _ name: ContextNotification.Name,
    using body: @escaping @Sendable (ContextNotification) -> Void
  ) -> ContextObservation { watch(name, using: body) }

  /// Calls `body` on the main actor whenever the notification named `name` is sent, until the token goes: for a context on the main queue, or one
  /// without queue that only the main actor uses.
  ///
  /// Observing a context with a private queue this way is a programming error, because its objects cannot come to the main actor. Observe it with
  /// `observe(_:using:)`, and hand on `ContextNotification.identifiers`.
  @MainActor
  public func observeOnMainActor(
    _ name: ContextNotification.Name,
    using body: @escaping @MainActor (ContextNotification) -> Void
  ) -> ContextObservation {
    precondition(
      concurrencyType != .privateQueue,
      "The main actor cannot use the objects of a context with a private queue."
    )
    return watch(name) { notification in onMainActor(notification, body) }
  }

  /// `observe(_:using:)` for what belongs to the context as its objects do.
  func watch(
    _ name: ContextNotification.Name,
    using body: @escaping (ContextNotification) -> Void
  ) -> ContextObservation {
    let number = observers.add(name, body)
    updateRecording()
    return ContextObservation(context: self, number: number)
  }

  /// Ends an observation.
  func removeObserver(_ number: Int) {
    observers.remove(number)
    updateRecording()
  }

  /// Changes are recorded one by one only while somebody wants to know: for undo, or for `objectsDidChange`.
  func updateRecording() {
    recorder.setRecording(
      undoManager != nil || observers.want(.objectsDidChange) || recorder.observations != nil,
      objects: registry.objects
    )
  }

  /// Ends the event: follows delete rules, closes the undo group, and tells observers what changed since the last call.
  ///
  /// A save, a fetch of objects and the end of a block of `perform` do the same; so does the main queue's next turn for a context on it.
  public func processPendingChanges() {
    assertConfinement()
    propagateDeletions()
    if let notification = recorder.endEvent(of: self) { observers.send(notification) }
  }

  /// Ends the event at the main queue's next turn, which is that of the run loop and the main actor; for a context on the main queue.
  func endEventSoon() {
    guard !isEventEndScheduled else { return }
    isEventEndScheduled = true
    queue.async { [weak self] in
      guard let self else { return }
      isEventEndScheduled = false
      processPendingChanges()
    }
  }

  /// Ends the event before a fetch: without anybody who wants to know of it, only the delete rules are followed.
  func settleEvent() {
    if recorder.isRecording { processPendingChanges() } else { propagateDeletions() }
  }

  /// Tells that all objects are invalid.
  func tellOfReset() {
    guard recorder.isRecording else { return }
    var notification = ContextNotification(name: .objectsDidChange, context: self)
    notification.invalidatedAllObjects = true
    observers.send(notification)
  }

  /// Tells that a save begins.
  func tellOfComingSave() {
    if observers.want(.willSave) { observers.send(notificationOfChanges(.willSave)) }
  }

  /// What to tell of a save that succeeded, before the changes are forgotten; `nil` if nobody wants to know.
  func notificationOfSave() -> ContextNotification? {
    guard observers.want(.didSave) || !savedChangesListeners.isEmpty else { return nil }
    var notification = notificationOfChanges(.didSave)
    notification.identifiers.inserted = changes.inserted.filter(\.isInserted).map(\.objectID)
    notification.identifiers.updated = changes.updated.filter(\.isUpdated).map(\.objectID)
    notification.identifiers.deleted = changes.deleted.filter(\.isDeletionPending).map(\.objectID)
    return notification
  }

  private func notificationOfChanges(_ name: ContextNotification.Name) -> ContextNotification {
    var notification = ContextNotification(name: name, context: self)
    notification.insertedObjects = insertedObjects
    notification.updatedObjects = updatedObjects
    notification.deletedObjects = deletedObjects
    return notification
  }
}

/// Hands a value that the main thread has to a function of the main actor. On another thread it ends the program, as the function must not run there.
func onMainActor<Value>(_ value: Value, _ body: @MainActor (Value) -> Void) {
  nonisolated(unsafe) let value = value
  MainActor.assumeIsolated { body(value) }
}
