// Copy this file into an app that ships a reference file made by Studbook. It needs Apple's Core Data and nothing else.

import CoreData
import Foundation

/// A read-only Core Data store that an app ships with, and its successors.
struct ReferenceStore {
  /// The file's name without its extension, such as `DogBreeds`.
  let name: String
  /// The model that the store was made for; compiled into the app.
  let model: NSManagedObjectModel

  enum Failure: Error {
    /// The app's bundle has no such file.
    case missing(String)
    /// The store was made for another version of the model; these entities differ.
    case otherModel(entities: [String])
  }

  /// The options of a store that nobody writes: no lock is needed, no file is made beside it, and nothing is migrated.
  private static func readOnlyDescription(for url: URL) -> NSPersistentStoreDescription {
    let description = NSPersistentStoreDescription(url: url)
    description.isReadOnly = true
    description.shouldMigrateStoreAutomatically = false
    description.shouldInferMappingModelAutomatically = false
    // Core Data asks for a write-ahead log otherwise, which a read-only file cannot have.
    description.setValue("DELETE" as NSString, forPragmaNamed: "journal_mode")
    return description
  }

  /// The file in the app's bundle.
  func bundledURL(in bundle: Bundle = .main) throws -> URL {
    guard let url = bundle.url(forResource: name, withExtension: "sqlite") else { throw Failure.missing(name) }
    return url
  }

  /// Opens the file where it lies in the bundle. This is the usual way: nothing is copied, and an update of the app brings its successor.
  func openInPlace(in bundle: Bundle = .main) throws -> NSPersistentContainer {
    try open(Self.readOnlyDescription(for: bundledURL(in: bundle)))
  }

  /// Opens a copy in `folder`, which is made when there is none or when the bundle's file is another edition. For a file that is also replaced between
  /// two versions of the app, or that other processes of an app group read.
  func openCopy(in folder: URL, bundle: Bundle = .main) throws -> NSPersistentContainer {
    let source = try bundledURL(in: bundle)
    let copy = folder.appendingPathComponent(name).appendingPathExtension("sqlite")
    if identifier(of: copy) != identifier(of: source) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try replace(copy, with: source)
    }
    return try open(Self.readOnlyDescription(for: copy))
  }

  /// Puts another edition, such as a downloaded one, in the place of a copy. No container may have the copy open.
  ///
  /// The edition is checked first; if it does not fit the model, the copy stays as it is.
  func replace(_ copy: URL, with edition: URL) throws {
    try requireCompatibility(of: edition)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    // Replaces the support folder with external binary data too, and is done completely or not at all.
    try coordinator.replacePersistentStore(
      at: copy,
      destinationOptions: nil,
      withPersistentStoreFrom: edition,
      sourceOptions: [NSReadOnlyPersistentStoreOption: true],
      ofType: NSSQLiteStoreType
    )
  }

  /// Compares the version hashes in the file with the model's, which Core Data does too, but without saying which entity differs.
  func requireCompatibility(of url: URL) throws {
    let metadata = try Self.metadata(of: url)
    guard !model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) else { return }
    let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
    let wanted = model.entityVersionHashesByName
    let names = Set(stored.keys).union(wanted.keys).filter { stored[$0] != wanted[$0] }
    throw Failure.otherModel(entities: names.sorted())
  }

  /// The edition of a file: Studbook derives a store's UUID from its content, so two files with one UUID hold the same objects.
  func identifier(of url: URL) -> String? { (try? Self.metadata(of: url))?[NSStoreUUIDKey] as? String }

  private static func metadata(of url: URL) throws -> [String: Any] {
    try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSSQLiteStoreType,
      at: url,
      options: [NSReadOnlyPersistentStoreOption: true]
    )
  }

  private func open(_ description: NSPersistentStoreDescription) throws -> NSPersistentContainer {
    if let url = description.url { try requireCompatibility(of: url) }
    let container = NSPersistentContainer(name: name, managedObjectModel: model)
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    // Without `shouldAddStoreAsynchronously` the handler is called before the method returns.
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    return container
  }
}
