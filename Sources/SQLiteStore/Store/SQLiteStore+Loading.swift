internal import FoundationEssentials
public import ManagedObjects
public import ObjectModel
internal import SQLiteAccess
package import SystemErrors

extension SQLiteStore: LocatedPersistentStore {
  /// The key in a store description's options under which this class looks for `SQLiteStoreOptions`.
  public static let optionsKey = "SQLiteStoreOptions"
  /// The key under which it looks for the models (`[ManagedObjectModel]`) that the store may have been made for, to migrate from. The model that the store itself
  /// carries is tried first.
  public static let sourceModelsKey = "SQLiteStoreSourceModels"
  /// The key under which it looks for mappings (`[MappingModel]`); the first that leads from the store's model to the coordinator's is carried out, before one
  /// is worked out.
  public static let mappingModelsKey = "SQLiteStoreMappingModels"
  /// The key under which it looks for a `StagedMigration`, which then says all; Core Data's `NSPersistentStoreStagedMigrationManagerOptionKey`.
  public static let stagedMigrationKey = "NSPersistentStoreStagedMigrationManagerOptionKey"

  /// Lets coordinators and containers open SQLite stores by their descriptions; to be called once, before the first is.
  public static func register() { PersistentStoreCoordinator.registerStoreClass(SQLiteStore.self, type: .sqlite) }

  /// Opens the store that `description` names, or makes it, in WAL mode unless the options say otherwise. One that was made for another version of
  /// the model is migrated first, if the description allows it.
  ///
  /// - Throws: `SQLiteStoreError`; `PersistentStoreError.migrationImpossible`.
  public static func load(
    _ description: PersistentStoreDescription,
    model: ManagedObjectModel
  ) throws -> any PersistentStore {
    let path = description.location
    let given = description.options[optionsKey] as? SQLiteStoreOptions
    var options = given ?? SQLiteStoreOptions()
    if description.isReadOnly { options.isReadOnly = true }
    if given == nil { options.busyTimeout = description.timeout }
    guard try translatingErrors(path: path, { try Files.exists(path) }) else {
      if options.isReadOnly { throw SQLiteStoreError(.cannotOpen(reason: "there is no such file"), path: path) }
      if given == nil { options.journalMode = .wal }
      return try create(at: path, model: model, configuration: description.configuration, options: options)
    }
    do {
      return try open(at: path, model: model, configuration: description.configuration, options: options)
    } catch let error as SQLiteStoreError where error.kind.isAboutTheModel {
      guard !options.isReadOnly, try migrate(description, to: model) else { throw error }
      return try open(at: path, model: model, configuration: description.configuration, options: options)
    }
  }

  /// Removes the file with its side files and external values. A store that is damaged is one, too; a file, a folder or a device that is no store stays.
  ///
  /// - Throws: `SQLiteStoreError`: `cannotOpen` if there is no file, `notADatabase` or `foreignDatabase` for one that is no store, `busy` while others use it.
  public static func destroy(at path: String) throws {
    try withdraw(path) {}?.close()
    try removeFiles(ofStoreAt: path)
  }

  /// Removes the file with its side files and external values, whatever it is.
  ///
  /// - Parameter isAlone: Whether no other store can have the same folder of external values, because the name was made for this one.
  static func removeFiles(ofStoreAt path: String, isAlone: Bool = false) throws {
    for file in files(ofStoreAt: path, isAlone: isAlone) { try remove(file, path: path) }
  }

  /// Takes care that a store that is or will be at `path` does not outlive what it is needed for.
  package static func temporaryItems(ofStoreAt path: String) -> [TemporaryItem] {
    files(ofStoreAt: path).map { TemporaryItem($0) }
  }

  /// The file, its side files and the folder of its external values, whether they are there or not; without a folder that another store uses, too.
  private static func files(ofStoreAt path: String, isAlone: Bool = false) -> [String] {
    let files = ["", "-wal", "-shm", "-journal"].map { path + $0 }
    return !isAlone && sharesSupportFolder(path) ? files : files + [ExternalDataFolder.supportFolder(ofStoreAt: path)]
  }

  /// The folder beside a store, `.Name_SUPPORT`, that has its external values; beside the file itself if the path is a symbolic link.
  ///
  /// - Throws: `SQLiteStoreError` if the system cannot tell where the file is.
  package static func supportFolder(ofStoreAt path: String) throws -> String {
    ExternalDataFolder.supportFolder(ofStoreAt: try file(ofStoreAt: path))
  }

  /// Whether another database in the store's folder has the same name but for its extension, and so the same folder of external values.
  private static func sharesSupportFolder(_ path: String) -> Bool {
    let folder = ExternalDataFolder.supportFolder(ofStoreAt: path)
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = parts.popLast() ?? ""
    let parent = parts.joined(separator: "/")
    do {
      return try (Files.names(in: parts.isEmpty ? "." : parent.isEmpty ? "/" : parent) ?? []).contains { other in
        let file = parts.isEmpty ? other : "\(parent)/\(other)"
        guard other != name, ExternalDataFolder.supportFolder(ofStoreAt: file) == folder else { return false }
        return try FileBeginning(path: file)?.firstBytes(16).starts(with: "SQLite format 3".utf8) ?? false
      }
    } catch {
      // Nothing is removed that may be another's.
      return true
    }
  }

  /// Puts a copy of the store at `source`, whole whatever others save meanwhile, in the place of the one at `path`.
  ///
  /// The new file has the old one's permissions. A symbolic link stays, and leads to the new file.
  ///
  /// - Throws: `SQLiteStoreError`; the old store is intact then.
  public static func replace(at path: String, withStoreAt source: String) throws {
    try replace(at: file(ofStoreAt: path), withStoreAt: source, newMode: nil) {}
  }

  /// Where the file of the store at `path` is, if the path is a symbolic link: side files and external values are beside it.
  ///
  /// - Throws: `SQLiteStoreError` if the system cannot tell.
  static func file(ofStoreAt path: String) throws -> String {
    try translatingErrors(path: path) {
      guard try Files.status(of: path, followsLinks: false)?.kind == .link else { return path }
      return try Files.realPath(path) ?? path
    }
  }

  /// Does what `replace(at:withStoreAt:)` does at a path that is no symbolic link.
  ///
  /// - Parameters:
  ///   - newMode: The permissions of the file if there was none; what the process's mask leaves for `nil`.
  ///   - confirm: Called when nobody can write the old file any more.
  static func replace(at path: String, withStoreAt source: String, newMode: UInt32?, confirm: () throws -> Void) throws
  {
    let copy = path + ".replacing-" + UUID().uuidString
    do {
      let mode = try Files.status(of: path)?.mode ?? newMode
      // Nobody may read it meanwhile who could not read the old one.
      if mode != nil { try FileWriter.makePrivate(copy, with: []) }
      let item = TemporaryItem(copy)
      defer { item.remove() }
      try translatingErrors(path: source) {
        // What cannot be written can be looked at all the same.
        let connection =
          try (try? StoreFile.connect(to: source, for: .writing)) ?? StoreFile.connect(to: source, for: .inspection)
        _ = try StoreFile.header(of: connection, path: source)
        // The indexes of the copy are sorted by these.
        try TextCollation.register(on: connection)
        do { try connection.vacuum(into: copy) } catch {
          // SQLite leaves it where the copy could not be synced; the error is the one to say.
          try? Files.removeFile(copy + "-journal")
          throw error
        }
      }
      let lock = try Files.exists(path) ? withdraw(path, confirm) : nil
      defer { lock?.close() }
      let own = try ExternalDataFolder.files(ofStoreAt: path)
      let other = try ExternalDataFolder.files(ofStoreAt: source)
      for (name, file) in other where own[name] == nil {
        let folder = try ExternalDataFolder(storePath: path, threshold: 0, requiresFiles: false).path
        do {
          try Files.makeFolder(folder)
          try Files.copy(file, to: folder + "/" + name)
          if let mode { try Files.setMode(mode & 0o666, of: folder + "/" + name) }
        } catch {
          let reason = SystemReason.text(of: error)
          throw SQLiteStoreError(.externalDataUnwritable(file: folder + "/" + name, reason: reason), path: path)
        }
      }
      if let mode { try Files.setMode(mode, of: copy) }
      try FileReplacement.move(copy, to: path)
      item.keep()
      // No row refers to these any more.
      // One that stays takes room and is found by a verification; the store is whole.
      if !sharesSupportFolder(path) {
        for (name, file) in own where other[name] == nil { try? Files.removeFile(file) }
      }
    } catch {
      if let error = error as? FileError { throw SQLiteStoreError(error, path: path) }
      throw error
    }
  }

  /// The identifier and the metadata of the store at `path`, which is not opened for that.
  public static func storedMetadata(at path: String) throws -> (identifier: String, metadata: StoreMetadata) {
    try metadata(ofStoreAt: path)
  }

  // MARK: Files

  /// Makes sure that the file at `path` is a store which nobody uses, and that it has no side files which would be taken for another file's.
  ///
  /// - Parameter confirm: Called when nobody can write the file any more, and before it is changed.
  /// - Returns: The connection that keeps others from the file until it is closed; `nil` for a file that is damaged.
  private static func withdraw(_ path: String, _ confirm: () throws -> Void) throws -> SQLiteConnection? {
    do {
      return try translatingErrors(path: path) {
        let connection = try StoreFile.connect(to: path, for: .writing, busyTimeout: 0.3)
        do {
          _ = try StoreFile.header(of: connection, path: path)
          try connection.setPragma("locking_mode", to: "exclusive")
          try connection.execute("BEGIN EXCLUSIVE")
          try confirm()
          try connection.execute("ROLLBACK")
          try connection.setJournalMode(.delete)
          try connection.execute("BEGIN EXCLUSIVE")
        } catch {
          connection.close()
          throw error
        }
        return connection
      }
    } catch let error as SQLiteStoreError {
      // What can be seen to be a database, and cannot be read, may go: an application begins anew in this way.
      switch error.kind {
      case .truncated, .damaged, .unreadableMetadata: return nil
      default: throw error
      }
    }
  }

  private static func remove(_ file: String, path: String) throws {
    do {
      try Files.removeTree(file)
    } catch {
      throw SQLiteStoreError(
        .cannotOpen(reason: "\(file) cannot be removed: \(SystemReason.text(of: error))"),
        path: path
      )
    }
  }
}

extension SQLiteStoreError.Kind {
  /// Whether another version of the model would open the store.
  var isAboutTheModel: Bool {
    switch self {
    case .incompatibleModel, .schemaMismatch: true
    default: false
    }
  }
}
