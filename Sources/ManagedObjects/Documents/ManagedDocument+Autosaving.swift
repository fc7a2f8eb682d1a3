internal import Dispatch

extension ManagedDocument {
  /// Saves the document as `save(to:for:)` does, without waiting for the disk: the changes are those of now, and are written on another thread.
  ///
  /// A first save, one to another path, and any save of a document whose context has no queue are done before the call returns. `documentState` has
  /// `progressAvailable` while the document is written.
  ///
  /// - Parameters:
  ///   - path: Where the document is to be.
  ///   - operation: Whether that is a new place.
  ///   - completionHandler: Called where the context is, with what `save(to:for:)` throws, or `nil`.
  public final func save(
    to path: String,
    for operation: SaveOperation,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let context = managedObjectContext
    do {
      if operation == .forOverwriting, path == fileURL, !documentState.contains(.closed), hasQueue {
        try writeLater(completionHandler)
        return
      }
      try save(to: path, for: operation)
      context.perform { completionHandler(nil) }
    } catch {
      noteSave(error)
      context.perform { completionHandler(error) }
    }
  }

  /// Saves the document as `autosave()` does, without waiting for the disk.
  ///
  /// - Parameter completionHandler: Called where the context is, with what `autosave()` throws, or `nil`.
  public final func autosave(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    guard !documentState.contains(.closed), isWorthSaving else {
      return managedObjectContext.perform { completionHandler(nil) }
    }
    save(to: fileURL, for: .forOverwriting, completionHandler: completionHandler)
  }

  /// Hands the changes to the writer, which saves them on its own queue.
  ///
  /// - Throws: As `save(to:for:)` does, for what goes wrong before anything is written.
  private func writeLater(_ completionHandler: @escaping @Sendable ((any Error)?) -> Void) throws {
    let (context, writer, path) = (managedObjectContext, writer, fileURL)
    try context.save()
    let folder = Self.additionalFolder(of: path)
    let content = try additionalContent(for: folder)
    let wasEdited = isEdited
    isEdited = false
    runningSaves += 1
    documentState.insert(.progressAvailable)
    let document = Held(document: self)
    writer.perform {
      var failure: (any Error)?
      do {
        try writer.save()
        if let content {
          try document.document.makeFolder(folder)
          try document.document.writeAdditionalContent(content, to: folder)
        }
      } catch {
        failure = error
      }
      let outcome = failure
      context.perform {
        document.document.finishWriting(outcome, wasEdited: wasEdited)
        completionHandler(outcome)
      }
    }
  }

  private func finishWriting(_ error: (any Error)?, wasEdited: Bool) {
    runningSaves -= 1
    if runningSaves == 0 { documentState.remove(.progressAvailable) }
    // A document that was closed meanwhile has saved what was left, or has given it up.
    if documentState.contains(.closed) { return }
    if error != nil, wasEdited { isEdited = true }
    managedObjectContext.learnPermanentIDs()
    noteSave(error)
  }

  // MARK: Saving by itself

  /// Whether the document has a queue on which it can do something by itself.
  private var hasQueue: Bool { managedObjectContext.concurrencyType != .confinement }

  /// Whether a save may have something to do; the writer is not asked, as it may be at work, but has something left when the last save failed.
  private var isWorthSaving: Bool { isEdited || savingError != nil || managedObjectContext.hasChanges }

  /// Begins to hear of changes, or ends it, as the settings say.
  final func watchChanges() {
    guard autosaveDelay > 0, hasQueue, !documentState.contains(.closed) else {
      changeObservation = nil
      return
    }
    if changeObservation != nil { return }
    changeObservation = managedObjectContext.watch(.objectsDidChange) { [weak self] _ in self?.scheduleAutosave() }
  }

  /// Lets a save begin after the delay, unless one is going to.
  final func scheduleAutosave() {
    guard autosaveDelay > 0, hasQueue, !isAutosaveScheduled, !documentState.contains(.closed) else { return }
    isAutosaveScheduled = true
    let (context, document) = (managedObjectContext, Watched(document: self))
    DispatchQueue.global().asyncAfter(deadline: .now() + autosaveDelay) {
      context.perform { document.document?.autosaveByItself() }
    }
  }

  private func autosaveByItself() {
    isAutosaveScheduled = false
    let document = Watched(document: self)
    autosave { error in
      if let error { document.document?.handleError(error) }
    }
  }

  // MARK: Sharing

  /// Lets other documents at the same place hear of this one's saves, and this one of theirs.
  final func beginSharing() {
    OpenDocuments.add(managedObjectContext, at: fileURL)
    watchChanges()
    if managedObjectContext.hasChanges || isEdited { scheduleAutosave() }
  }

  final func endSharing() {
    OpenDocuments.remove(managedObjectContext)
    changeObservation = nil
  }
}

/// Carries a document through queues that leave it alone, apart from writing its additional content.
private struct Held: @unchecked Sendable {
  let document: ManagedDocument
}

/// Carries a document, as long as somebody else keeps it, through queues that leave it alone.
private struct Watched: @unchecked Sendable {
  weak var document: ManagedDocument?
}
