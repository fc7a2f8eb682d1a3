internal import FoundationEssentials
public import ObjectModel

/// A document whose content is an object graph: UIKit's `UIManagedDocument`, without UIKit.
///
/// ```swift
/// let document = ManagedDocument(fileURL: path, managedObjectModel: model, contextType: .confinement)
/// try document.save(to: path, for: .forCreating)
/// let context = document.managedObjectContext
/// try ManagedObjectContext.insertNewObject(forEntityName: "Breed", into: context).setValue("Beagle", forKey: "name")
/// try document.close()  // saves what is new
/// ```
///
/// On the disk a document is a folder: the store is `StoreContent/persistentStore` in it, and `AdditionalContent` holds what a subclass adds. The objects
/// are those of `managedObjectContext`, whose saves go to a parent context on a queue of its own, which writes the store when the document is saved.
///
/// A document is used where its context is. Opening, saving and closing are done when the calls return, except saves with a completion handler. A document
/// whose context has a queue saves itself some time after a change (`autosaveDelay`), and takes over what other documents of this process save at the
/// same place, its own changes on top.
open class ManagedDocument {
  /// What may be done with a document at the moment; nothing in it stands for an open document in good order.
  public struct State: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    /// Makes a state of its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The document is not open: its context has no store.
    public static let closed = State(rawValue: 1 << 0)
    /// Somebody else has changed the same objects in the file; `mergePolicy` can resolve it at the next save.
    public static let inConflict = State(rawValue: 1 << 1)
    /// The last save failed; the changes are still in the context.
    public static let savingError = State(rawValue: 1 << 2)
    /// The document is being reverted or moved: changes made now would be lost.
    public static let editingDisabled = State(rawValue: 1 << 3)
    /// The document is being written on another thread; it may be changed meanwhile.
    public static let progressAvailable = State(rawValue: 1 << 4)

    /// An open document in good order.
    public static let normal: State = []
  }

  /// Whether a document is saved for the first time, or again.
  public enum SaveOperation: Sendable, Hashable {
    case forCreating
    case forOverwriting
  }

  /// The store's name in the document's `StoreContent` folder.
  open class var persistentStoreName: String { "persistentStore" }

  /// The document's folder.
  public internal(set) var fileURL: String
  /// The model of the document's objects.
  public let managedObjectModel: ManagedObjectModel
  /// The context for the document's objects, a child of the one that writes the store.
  public let managedObjectContext: ManagedObjectContext
  /// Options for the store, by the keys that its class names.
  public var persistentStoreOptions: [String: any Sendable] = [:]
  /// The configuration whose entities the store holds; `nil` for all.
  public var modelConfiguration: String?
  /// What may be done with the document now.
  public internal(set) var documentState: State = .closed {
    didSet { if documentState != oldValue { onStateChange?(documentState) } }
  }
  /// Called whenever `documentState` changes.
  public var onStateChange: (@Sendable (State) -> Void)?
  /// Why the last save failed; `nil` after one that did not.
  public internal(set) var savingError: (any Error)?
  /// How many seconds after a change the document saves itself; 0 for never. Only documents whose context has a queue do.
  ///
  /// What fails is told by `handleError(_:)`; the next change tries again.
  public var autosaveDelay = 5.0 {
    didSet { watchChanges() }
  }
  /// Whether there is something to save besides changes of objects, such as additional content.
  var isEdited = false
  /// Hears of changes to save.
  var changeObservation: ContextObservation?
  /// Whether a save is going to begin by itself.
  var isAutosaveScheduled = false
  /// How many saves are at work on another thread.
  var runningSaves = 0

  /// Makes a document at `fileURL`, the path of its folder, which need not exist; neither opens nor saves it.
  public init(
    fileURL: String,
    managedObjectModel: ManagedObjectModel,
    objectClasses: [String: ManagedObject.Type] = [:],
    contextType: ManagedObjectContext.ConcurrencyType = .mainQueue
  ) {
    self.fileURL = fileURL
    self.managedObjectModel = managedObjectModel
    let coordinator = PersistentStoreCoordinator(
      managedObjectModel: managedObjectModel,
      objectClasses: objectClasses
    )
    let writer = ManagedObjectContext(.privateQueue, persistentStoreCoordinator: coordinator)
    let context = ManagedObjectContext(contextType, parent: writer)
    managedObjectContext = context
    // It lasts as long as the writer, which nobody else uses.
    _ = writer.observers.add(.didSave) { [weak context] notification in
      if let context { OpenDocuments.tell(notification.identifiers, of: context) }
    }
  }

  deinit { OpenDocuments.remove(managedObjectContext) }

  // MARK: For subclasses

  /// The type of the document's store; SQLite unless overridden.
  open func persistentStoreType() -> StoreType { .sqlite }

  /// Opens or makes the store; a subclass may add others.
  ///
  /// - Throws: The store's error.
  open func configurePersistentStoreCoordinator(
    for storeURL: String,
    type: StoreType,
    modelConfiguration: String?,
    storeOptions: [String: any Sendable]
  ) throws {
    try persistentStoreCoordinator.addPersistentStore(
      type: type,
      configuration: modelConfiguration,
      at: storeURL,
      options: storeOptions
    )
  }

  /// What is to be written beside the store; `nil`, unless overridden, for nothing. Asked on the context's thread at each save.
  ///
  /// - Throws: Whatever is in the way; the save fails with it.
  open func additionalContent(for folder: String) throws -> (any Sendable)? { nil }

  /// Writes what `additionalContent(for:)` returned into `folder`, which exists. A save with a completion handler calls it on another thread.
  ///
  /// - Throws: Whatever is in the way; the save fails with it.
  open func writeAdditionalContent(_ content: any Sendable, to folder: String) throws {}

  /// Reads what an earlier save wrote into `folder`, which may not exist.
  ///
  /// - Throws: Whatever is in the way; the document is not opened then.
  open func readAdditionalContent(from folder: String) throws {}

  /// Called, where the context is, when the document could not save itself; what is unsaved stays. Does nothing unless overridden.
  open func handleError(_ error: any Error) {}
}

extension ManagedDocument {
  /// The coordinator of the document's store.
  public final var persistentStoreCoordinator: PersistentStoreCoordinator {
    managedObjectContext.persistentStoreCoordinator
  }

  /// The name of the document's folder, for people.
  public final var localizedName: String { URL(filePath: fileURL).deletingPathExtension().lastPathComponent }

  /// Whether there is something that `save` would write.
  public final var hasUnsavedChanges: Bool {
    isEdited || managedObjectContext.hasChanges || writer.performAndWait { writer.hasChanges }
  }

  /// What a save does when somebody else changed the same rows in the file; by default it fails.
  public final var mergePolicy: MergePolicy {
    get { writer.performAndWait { writer.mergePolicy } }
    set { writer.performAndWait { writer.mergePolicy = newValue } }
  }

  /// Takes changes of objects back; the context's undo manager.
  public final var undoManager: UndoManager? {
    get { managedObjectContext.undoManager }
    set { managedObjectContext.undoManager = newValue }
  }

  /// Says that something besides objects has changed, so that the next `autosave()` saves.
  public final func noteChange() {
    isEdited = true
    scheduleAutosave()
  }

  /// The context that writes the store.
  var writer: ManagedObjectContext {
    guard let parent = managedObjectContext.parent else { preconditionFailure("The context was made as a child.") }
    return parent
  }

  static func storeFolder(of document: String) -> String { document + "/StoreContent" }
  static func additionalFolder(of document: String) -> String { document + "/AdditionalContent" }
  static func storePath(of document: String) -> String { storeFolder(of: document) + "/" + persistentStoreName }
}
