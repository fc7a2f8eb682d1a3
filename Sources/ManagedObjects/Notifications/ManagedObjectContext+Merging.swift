extension ManagedObjectContext {
  /// Takes over what another context over the same stores has saved: new objects become known, changed ones are refreshed with this
  /// context's own changes on top, deleted ones go.
  ///
  /// The other context's `didSave` notification carries the IDs, which may cross threads.
  public func mergeChanges(fromContextDidSave saved: SavedObjectIDs) {
    assertConfinement()
    storeReader.advance()
    for objectID in saved.updated {
      guard let object = registeredObject(for: objectID) else { continue }
      refresh(object, mergeChanges: true)
    }
    for objectID in saved.inserted {
      let object = object(with: objectID)
      if recorder.isRecording { recorder.noteInsertion(of: object) }
    }
    for objectID in saved.deleted {
      guard let object = registeredObject(for: objectID), !object.isGone else { continue }
      // Its row is gone already: there is nothing to save.
      markInaccessible(object)
      if recorder.isRecording { recorder.noteDeletion(of: object) }
    }
    if recorder.isRecording { processPendingChanges() }
    var notification = ContextNotification(name: .didMergeChanges, context: self)
    notification.identifiers = saved
    observers.send(notification)
  }

  /// Takes over in each of `contexts`, on its queue, what was saved elsewhere: by a batch request, or by another process.
  public static func mergeChanges(fromRemoteContextSave saved: SavedObjectIDs, into contexts: [ManagedObjectContext]) {
    for context in contexts { context.performAndWait { context.mergeChanges(fromContextDidSave: saved) } }
  }

  /// Takes over what another context has saved, from its notification.
  public func mergeChanges(fromContextDidSave notification: ContextNotification) {
    mergeChanges(fromContextDidSave: notification.identifiers)
  }
}
