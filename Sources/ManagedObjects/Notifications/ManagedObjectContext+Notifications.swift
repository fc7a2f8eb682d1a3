/// One registered observer.
struct ContextObserver {
  let number: Int
  let name: ContextNotification.Name
  let body: (ContextNotification) -> Void
}

// Observers are the context's own, not Foundation's notification center: they run where the context runs, cost nothing when there are
// none, and get typed values.
extension ManagedObjectContext {
  /// Calls `body`, on the context's own thread, whenever the notification named `name` is sent, until the token goes.
  public func observe(
    _ name: ContextNotification.Name,
    using body: @escaping (ContextNotification) -> Void
  ) -> ContextObservation {
    observerCount += 1
    observers.append(ContextObserver(number: observerCount, name: name, body: body))
    updateTracking()
    return ContextObservation(context: self, number: observerCount)
  }

  func removeObserver(_ number: Int) {
    observers.removeAll { $0.number == number }
    updateTracking()
  }

  /// Changes are recorded one by one only while somebody wants to know: for undo, or for `objectsDidChange`.
  func updateTracking() {
    let isWanted = undoManager != nil || observers.contains { $0.name == .objectsDidChange }
    guard isWanted != tracksChanges else { return }
    tracksChanges = isWanted
    for object in registry.objects {
      if isWanted { object.flags.insert(.tracked) } else { object.flags.remove(.tracked) }
    }
  }

  var hasSaveObservers: Bool { observers.contains { $0.name == .didSave } }

  func note(_ object: ManagedObject, _ flag: ObjectFlags) {
    let any: ObjectFlags = [.notedInserted, .notedUpdated, .notedDeleted, .notedRefreshed]
    if object.flags.isDisjoint(with: any) { noted.append(object) }
    object.flags.insert(flag)
  }

  func noteUpdate(of object: ManagedObject) { note(object, .notedUpdated) }

  func noteRefresh(of object: ManagedObject) {
    if object.flags.contains(.tracked) { note(object, .notedRefreshed) }
  }

  /// Forgets what would have been told, and tells that everything is invalid.
  func forgetNotes() {
    noted.removeAll()
    guard tracksChanges else { return }
    var notification = ContextNotification(name: .objectsDidChange, context: self)
    notification.invalidatedAllObjects = true
    send(notification)
  }

  /// Ends the event: follows delete rules, closes the undo group, and tells observers what changed since the last call.
  public func processPendingChanges() {
    assertConfinement()
    propagateDeletions()
    undoManager?.closeEventGroup()
    eventSnapshots.removeAll(keepingCapacity: true)
    guard !noted.isEmpty else { return }
    let objects = noted
    noted.removeAll()
    var notification = ContextNotification(name: .objectsDidChange, context: self)
    for object in objects {
      let flags = object.flags
      object.flags.remove([.notedInserted, .notedUpdated, .notedDeleted, .notedRefreshed])
      if flags.contains(.notedDeleted), object.isDeleted {
        // Whoever never heard of an object need not hear of its end.
        if !flags.contains(.notedInserted) { notification.deletedObjects.insert(object) }
      } else if flags.contains(.notedInserted) {
        notification.insertedObjects.insert(object)
      } else if flags.contains(.notedUpdated) {
        notification.updatedObjects.insert(object)
      } else {
        notification.refreshedObjects.insert(object)
      }
    }
    send(notification)
  }

  func post(_ name: ContextNotification.Name) {
    guard observers.contains(where: { $0.name == name }) else { return }
    var notification = ContextNotification(name: name, context: self)
    notification.insertedObjects = insertedObjects
    notification.updatedObjects = updatedObjects
    notification.deletedObjects = deletedObjects
    send(notification)
  }

  /// What a save that succeeded is about to forget.
  func savedObjects() -> ContextNotification {
    var notification = ContextNotification(name: .didSave, context: self)
    notification.insertedObjects = insertedObjects
    notification.updatedObjects = updatedObjects
    notification.deletedObjects = deletedObjects
    notification.identifiers.inserted = inserted.filter(\.isInserted).map(\.objectID)
    notification.identifiers.updated = updated.filter(\.isUpdated).map(\.objectID)
    notification.identifiers.deleted = deleted.filter(\.isDeletionPending).map(\.objectID)
    return notification
  }

  func send(_ notification: ContextNotification) {
    for observer in observers where observer.name == notification.name { observer.body(notification) }
  }
}
