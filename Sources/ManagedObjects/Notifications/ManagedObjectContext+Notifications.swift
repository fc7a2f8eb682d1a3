extension ManagedObjectContext {
  /// Calls `body`, on the context's own thread, whenever the notification named `name` is sent, until the token goes.
  public func observe(
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
