public import FoundationEssentials
internal import SystemErrors

/// Why a document could not be opened or saved.
///
/// ```swift
/// let document = ManagedDocument(fileURL: path, managedObjectModel: model, contextType: .confinement)
/// do {
///   try document.open()
/// } catch ManagedDocumentError.missing(let path) {
///   missing = path
/// }
/// ```
public enum ManagedDocumentError: LocalizedError, Sendable, Hashable {
  /// There is no document at the path.
  case missing(String)
  /// There is something at the path already, which a new document does not replace.
  case exists(String)
  /// The document is open already.
  case alreadyOpen(String)
  /// The document is not open.
  case notOpen(String)
  /// The disk refused.
  case disk(path: String, reason: String)
}

extension ManagedDocumentError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing(let path): "There is no document at \(path)."
    case .exists(let path): "There is something at \(path) already; save over it with forOverwriting."
    case .alreadyOpen(let path): "The document \(path) is open already."
    case .notOpen(let path): "The document \(path) is not open."
    case .disk(let path, let reason): "\(path) could not be written: \(reason)"
    }
  }
}

extension ManagedDocument {
  /// Opens the document at `fileURL`.
  ///
  /// - Throws: `ManagedDocumentError`; the store's error; what `readAdditionalContent(from:)` throws. The document stays closed then.
  public final func open() throws {
    guard documentState.contains(.closed) else { throw ManagedDocumentError.alreadyOpen(fileURL) }
    let store = Self.storePath(of: fileURL)
    if try persistentStoreType() != .inMemory && !Self.exists(store) {
      throw ManagedDocumentError.missing(fileURL)
    }
    do {
      try readAdditionalContent(from: Self.additionalFolder(of: fileURL))
      try attach(store)
    } catch {
      // Nothing has been changed that a store could fail to give up; what failed is the error to say.
      try? detachStores()
      throw error
    }
    documentState = .normal
    beginSharing()
  }

  /// Saves the document: for the first time to a path where there is nothing, or again.
  ///
  /// Saving for creation opens the document. Saving an open document to another path copies its store there and goes on with the copy; objects of the
  /// context lose their values then, as after a reset.
  ///
  /// - Throws: `ValidationErrors`, `SaveConflictError`, the store's error, `ManagedDocumentError`. What can be saved later stays in the context,
  ///   and `documentState` says `savingError`, and `inConflict` when a merge policy would help.
  public final func save(to path: String, for operation: SaveOperation) throws {
    do {
      switch operation {
      case .forCreating: try create(at: path)
      case .forOverwriting where path == fileURL: try write()
      case .forOverwriting: try move(to: path)
      }
    } catch {
      noteSave(error)
      throw error
    }
    isEdited = false
    noteSave(nil)
  }

  /// Says how a save has ended.
  final func noteSave(_ error: (any Error)?) {
    savingError = error
    switch error {
    case nil: documentState.subtract([.savingError, .inConflict])
    case is SaveConflictError: documentState.insert([.savingError, .inConflict])
    default: documentState.insert(.savingError)
    }
  }

  /// Saves the document in its place if it is open and has unsaved changes; for a timer, or for a moment at which nothing else happens.
  ///
  /// - Returns: Whether there was something to save.
  /// - Throws: As `save(to:for:)` does.
  @discardableResult
  public final func autosave() throws -> Bool {
    guard !documentState.contains(.closed), hasUnsavedChanges else { return false }
    try save(to: fileURL, for: .forOverwriting)
    return true
  }

  /// Saves what is unsaved and closes the document; its objects lose their values.
  ///
  /// - Throws: As `save(to:for:)` does; the document stays open then.
  public final func close() throws {
    guard !documentState.contains(.closed) else { return }
    try autosave()
    endSharing()
    try detachStores()
    documentState = .closed
  }

  /// Gives up all unsaved changes and goes back to what `path`, a document, has: usually `fileURL` itself.
  ///
  /// - Throws: `ManagedDocumentError`; the store's error. The document is closed if it could not be opened again.
  public final func revert(toContentsOf path: String) throws {
    guard !documentState.contains(.closed) else { throw ManagedDocumentError.notOpen(fileURL) }
    documentState.insert(.editingDisabled)
    defer { documentState.remove(.editingDisabled) }
    resetContexts()
    savingError = nil
    if path != fileURL {
      let source = Self.storePath(of: path)
      guard try Self.exists(source) else { throw ManagedDocumentError.missing(path) }
      try detachStores()
      documentState = [.closed, .editingDisabled]
      let store = Self.storePath(of: fileURL)
      try persistentStoreCoordinator.replacePersistentStore(
        at: store,
        withPersistentStoreFrom: source,
        type: persistentStoreType()
      )
      try attach(store)
      documentState = .editingDisabled
    }
    try readAdditionalContent(from: Self.additionalFolder(of: path))
    isEdited = path != fileURL
    documentState.subtract([.savingError, .inConflict])
  }

  // MARK: Steps

  /// Whether there is something at a path; where the system cannot tell, it is neither made nor removed.
  private static func exists(_ path: String) throws -> Bool {
    do { return try Files.exists(path) } catch { throw ManagedDocumentError.disk(path: path, reason: error.reason) }
  }

  private func create(at path: String) throws {
    guard try !Self.exists(path) else { throw ManagedDocumentError.exists(path) }
    guard documentState.contains(.closed) else { return try move(to: path) }
    do {
      try makeFolder(Self.storeFolder(of: path))
      try attach(Self.storePath(of: path))
      try write(to: path)
    } catch {
      // The objects stay in the context, without the keys that the store has given them; the folder was made by this call.
      writer.performAndWait { IdentifierAssignment(writer).takeBack() }
      // What failed is the error to say; of a folder that cannot be removed the next call says that it exists.
      try? detachStores(resets: false)
      try? Files.removeTree(path)
      throw error
    }
    fileURL = path
    documentState = .normal
    beginSharing()
  }

  private func write() throws {
    guard !documentState.contains(.closed) else { throw ManagedDocumentError.notOpen(fileURL) }
    try write(to: fileURL)
  }

  private func write(to path: String) throws {
    try managedObjectContext.save()
    try writer.performAndWait { try writer.save() }
    managedObjectContext.learnPermanentIDs()
    try writeAdditionalContent(to: path)
  }

  private func writeAdditionalContent(to path: String) throws {
    let folder = Self.additionalFolder(of: path)
    guard let content = try additionalContent(for: folder) else { return }
    try makeFolder(folder)
    try writeAdditionalContent(content, to: folder)
  }

  /// Goes on with a copy of the document at `path`; a document there is replaced.
  private func move(to path: String) throws {
    try write()
    documentState.insert(.editingDisabled)
    defer { documentState.remove(.editingDisabled) }
    let (old, new) = (Self.storePath(of: fileURL), Self.storePath(of: path))
    try makeFolder(Self.storeFolder(of: path))
    try persistentStoreCoordinator.replacePersistentStore(
      at: new,
      withPersistentStoreFrom: old,
      type: persistentStoreType()
    )
    try writeAdditionalContent(to: path)
    endSharing()
    try detachStores()
    documentState.insert(.closed)
    fileURL = path
    try attach(new)
    documentState.remove(.closed)
    beginSharing()
  }

  private func attach(_ store: String) throws {
    try configurePersistentStoreCoordinator(
      for: store,
      type: persistentStoreType(),
      modelConfiguration: modelConfiguration,
      storeOptions: persistentStoreOptions
    )
  }

  private func detachStores(resets: Bool = true) throws {
    if resets { resetContexts() }
    for store in persistentStoreCoordinator.persistentStores { try persistentStoreCoordinator.remove(store) }
  }

  private func resetContexts() {
    managedObjectContext.reset()
    writer.performAndWait { writer.reset() }
  }

  final func makeFolder(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw ManagedDocumentError.disk(path: path, reason: SystemReason.text(of: error))
    }
  }
}

extension ManagedDocumentError {
  public var errorDescription: String? { description }
}
