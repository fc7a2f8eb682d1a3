internal import FoundationEssentials
public import ManagedObjects
public import ObjectModel
internal import SystemErrors

extension AtomicStore: LocatedPersistentStore {
  /// The key under which a store description's options may have the models (`[ManagedObjectModel]`) that the store may have been made for, to migrate from.
  public static let sourceModelsKey = "AtomicStoreSourceModels"
  /// The key under which they may have mappings (`[MappingModel]`); the first that leads from the store's model to the coordinator's is carried out, before
  /// one is worked out.
  public static let mappingModelsKey = "AtomicStoreMappingModels"
  /// The key under which they may have a `StagedMigration`, which then says all; Core Data's `NSPersistentStoreStagedMigrationManagerOptionKey`.
  public static let stagedMigrationKey = "NSPersistentStoreStagedMigrationManagerOptionKey"

  /// Lets coordinators and containers open XML and binary stores by their descriptions; to be called once, before the first is.
  public static func register() {
    PersistentStoreCoordinator.registerStoreClass(XMLStore.self, type: .xml)
    PersistentStoreCoordinator.registerStoreClass(BinaryStore.self, type: .binary)
  }

  /// Opens the store that `description` names, or makes it. One that was made for another version of the model is migrated first, if the description
  /// allows it.
  ///
  /// - Throws: `AtomicStoreError`; `PersistentStoreError.migrationImpossible`.
  /// - Complexity: O(bytes of the file).
  public static func load(
    _ description: PersistentStoreDescription,
    model: ManagedObjectModel
  ) throws -> any PersistentStore {
    let path = description.location
    guard try exists(path) else {
      if description.isReadOnly { throw AtomicStoreError(.cannotOpen(reason: "there is no such file"), path: path) }
      return try create(at: path, model: model, configuration: description.configuration)
    }
    func open() throws -> AtomicStore {
      try self.open(
        at: path,
        model: model,
        configuration: description.configuration,
        isReadOnly: description.isReadOnly
      )
    }
    do {
      return try open()
    } catch let error as AtomicStoreError where error.kind.isAboutTheModel {
      guard !description.isReadOnly, try migrate(description, to: model) else { throw error }
      return try open()
    }
  }

  /// Makes an empty store, and its file.
  ///
  /// - Parameters:
  ///   - path: The new file; there must be none.
  ///   - model: The model; it is frozen.
  ///   - configuration: The configuration whose entities the store holds; `nil` for all.
  ///   - identifier: The store's UUID; a random one if `nil`.
  /// - Throws: `AtomicStoreError`.
  public static func create(
    at path: String,
    model: ManagedObjectModel,
    configuration: String? = nil,
    identifier: String? = nil
  ) throws -> Self {
    if try exists(path) { throw AtomicStoreError(.alreadyExists, path: path) }
    let store = try empty(at: path, model: model, configuration: configuration, identifier: identifier)
    try store.write()
    return store
  }

  /// An empty store whose first save makes the file, or takes the place of the one with this stamp.
  static func empty(
    at path: String,
    model: ManagedObjectModel,
    configuration: String?,
    identifier: String?,
    replacing stamp: FileStamp? = nil
  ) throws -> Self {
    model.freeze()
    var metadata = StoreMetadata()
    metadata.frameworkVersion = StoreEntries.frameworkVersion
    metadata.versionIdentifiers = model.versionIdentifiers.sorted()
    let hashes = model.entityVersionHashesByName
    for entity in model.entities(forConfiguration: configuration) {
      var next: EntityDescription? = entity
      while let entity = next {
        metadata.versionHashes[entity.name] = hashes[entity.name]
        next = entity.superentity
      }
    }
    let identifier = (identifier ?? UUID().uuidString).uppercased()
    let memory = InMemoryStore(configurationName: configuration, identifier: identifier, name: path)
    let header = StoreHeader(identifier: identifier, metadata: metadata, lastNumber: format.numberBeforeFirst)
    return Self(memory: memory, header: header, model: model, location: path, stamp: stamp)
  }

  /// Opens the store at `path`.
  ///
  /// - Throws: `AtomicStoreError`.
  /// - Complexity: O(bytes of the file).
  public static func open(
    at path: String,
    model: ManagedObjectModel,
    configuration: String? = nil,
    isReadOnly: Bool = false
  ) throws -> Self {
    model.freeze()
    let (bytes, stamp) = try StoreFormat.read(path)
    let header = try format.header(of: bytes, path: path)
    try requireCompatibility(of: header, with: model, configuration: configuration, path: path)
    let content = try format.content(of: bytes, model: model, header: header, path: path)
    let memory = InMemoryStore(
      configurationName: configuration,
      identifier: header.identifier,
      name: path,
      isReadOnly: isReadOnly
    )
    var loader = ContentLoader(into: memory, path: path)
    try loader.load(content.objects)
    return Self(memory: memory, header: content.header, model: model, location: path, stamp: stamp)
  }

  /// Compares version hashes. The oldest stores, of the first version of Core Data, have none.
  private static func requireCompatibility(
    of header: StoreHeader,
    with model: ManagedObjectModel,
    configuration: String?,
    path: String
  ) throws {
    guard !header.metadata.versionHashes.isEmpty,
      let difference = header.metadata.difference(from: model, configuration: configuration)
    else { return }
    throw AtomicStoreError(
      .incompatibleModel(
        differing: difference.differing,
        missing: difference.missing,
        unexpected: difference.unexpected
      ),
      path: path
    )
  }

  // MARK: Files

  /// Removes the store's file.
  ///
  /// - Throws: `AtomicStoreError`: also for what is missing or no store of this type, which stays as it is.
  public static func destroy(at path: String) throws {
    try requireStore(at: path)
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw AtomicStoreError(.unwritable(reason: SystemReason.text(of: error)), path: path)
    }
  }

  /// Puts a copy of the store at `source` in the place of the one at `path`.
  ///
  /// - Throws: `AtomicStoreError`; the old store is intact then.
  public static func replace(at path: String, withStoreAt source: String) throws {
    let (bytes, _) = try StoreFormat.read(source)
    _ = try format.header(of: bytes, path: source)
    if try exists(path) { try requireStore(at: path) }
    do {
      try FileWriter.replace(path, with: bytes)
    } catch let error as FileWriteError {
      throw AtomicStoreError(.unwritable(reason: SystemReason.text(of: error)), path: path)
    }
  }

  /// Whether there is something at the path; where the system cannot tell, nothing is put there.
  private static func exists(_ path: String) throws -> Bool {
    do { return try Files.exists(path) } catch {
      throw AtomicStoreError(.cannotOpen(reason: error.reason), path: path)
    }
  }

  /// A file that begins as a store of this type does, damaged or not.
  private static func requireStore(at path: String) throws {
    let (bytes, _) = try StoreFormat.read(path)
    do {
      _ = try format.header(of: bytes, path: path)
    } catch let error as AtomicStoreError {
      // What can be seen to be a store, and cannot be read, may go: an application begins anew in this way.
      if case .damaged = error.kind { return }
      throw error
    }
  }

  /// The identifier and the metadata of the store at `path`, whose objects are not read for that.
  ///
  /// - Throws: `AtomicStoreError`.
  public static func storedMetadata(at path: String) throws -> (identifier: String, metadata: StoreMetadata) {
    let (bytes, _) = try StoreFormat.read(path)
    let header = try format.header(of: bytes, path: path)
    return (header.identifier, header.metadata)
  }

  /// Replaces the metadata of the store at `path`, whose objects stay as they stand there, byte for byte.
  ///
  /// - Throws: `AtomicStoreError`, also if the file is changed meanwhile.
  /// - Complexity: O(bytes of the file).
  public static func setMetadata(_ metadata: StoreMetadata, ofStoreAt path: String) throws {
    try changeMetadata(ofStoreAt: path) { $0 = metadata }
  }

  /// Changes the metadata of the store at `path`, whose objects stay as they stand there, byte for byte.
  ///
  /// - Throws: `AtomicStoreError`, also if the file is changed meanwhile; what `change` throws.
  /// - Complexity: O(bytes of the file).
  package static func changeMetadata(
    ofStoreAt path: String,
    _ change: (inout StoreMetadata) throws -> Void
  ) throws {
    let (bytes, stamp) = try StoreFormat.read(path)
    var header = try format.header(of: bytes, path: path)
    var metadata = header.metadata
    try change(&metadata)
    // Digests are over the hashes of all entities; they stay possible exactly when none is taken away.
    let isComplete =
      !metadata.versionHashes.isEmpty
      && Set(header.metadata.versionHashes.keys).isSubset(of: metadata.versionHashes.keys)
    header.metadata = metadata
    let changed = try format.replacingMetadata(in: bytes, with: header, isComplete: isComplete, path: path)
    do {
      _ = try FileWriter.replace(path, ifStill: stamp) { try $0.write(changed) }
    } catch is FileChangedError {
      throw AtomicStoreError(.changedElsewhere, path: path)
    } catch let error as FileWriteError {
      throw AtomicStoreError(.unwritable(reason: SystemReason.text(of: error)), path: path)
    }
  }

  /// The type of the store at `path`, by its first bytes; `nil` for a file that is none of this class. XML that does not begin with a database is none.
  ///
  /// - Throws: `FileError` if it cannot be read.
  package static func storeType(ofFileAt path: String) throws -> StoreType? {
    guard let beginning = try FileBeginning(path: path), beginning.otherKind == nil else { return nil }
    let bytes = try beginning.firstBytes(4096)
    switch StoreFormat.ofFile(beginning: bytes) {
    case .binary?: return .binary
    case .xml?: return String(decoding: bytes, as: UTF8.self).contains("<database") ? .xml : nil
    case nil: return nil
    }
  }
}
