internal import FoundationEssentials
public import ManagedObjects
public import ObjectModel
internal import SQLiteAccess
internal import SystemErrors

extension SQLiteStore {
  /// Makes the store at `path` one of another version of its model, by the mapping that the two versions suggest. The store keeps its UUID and its
  /// application's metadata.
  ///
  /// The new store is made beside the old one and takes its place at the end, with its permissions; a symbolic link leads to it then.
  ///
  /// - Throws: `PersistentStoreError.migrationImpossible`; `SQLiteStoreError`. The old store is intact then.
  /// - Complexity: O(rows).
  public static func migrate(
    storeAt path: String,
    from source: ManagedObjectModel,
    to model: ManagedObjectModel,
    configuration: String? = nil
  ) throws {
    try migrate(storeAt: path, with: MappingModel.inferred(from: source, to: model), configuration: configuration)
  }

  /// Makes the store at `path` one of another version of its model, as a mapping says.
  ///
  /// - Throws: As `migrate(storeAt:from:to:configuration:)` does; what the mapping's functions and policies throw.
  /// - Complexity: O(rows). All objects are in memory if anything was said about a property.
  public static func migrate(
    storeAt path: String,
    with mapping: MappingModel,
    configuration: String? = nil
  ) throws {
    let stage = MigrationStage(from: mapping.sourceModel, to: mapping.destinationModel, mapping: mapping)
    try StoreMigration(path: path, configuration: configuration).run([stage])
  }

  /// Takes the store at `path` from the version of the model that it was made with through all later stages. Nothing happens to a store of the last version.
  ///
  /// - Throws: As `migrate(storeAt:with:configuration:)` does; `PersistentStoreError.migrationImpossible` where no stage begins with the store's model, or one does
  ///   not begin where the one before ends; what the stages' functions throw.
  public static func migrate(
    storeAt path: String,
    through migration: StagedMigration,
    configuration: String? = nil
  ) throws {
    func isOne(of model: ManagedObjectModel) throws -> Bool {
      try isStore(at: path, of: model, configuration: configuration)
    }
    if let last = migration.stages.last, try isOne(of: last.destination) { return }
    guard let start = try migration.stages.firstIndex(where: { try isOne(of: $0.source) }) else {
      throw PersistentStoreError.migrationImpossible(reason: "no stage begins with the model of the store")
    }
    let stages = migration.stages[start...]
    for (one, next) in zip(stages, stages.dropFirst())
    where one.destination !== next.source
      && one.destination.entityVersionHashesByName != next.source.entityVersionHashesByName
    {
      throw PersistentStoreError.migrationImpossible(reason: "a stage does not begin with the model of the one before")
    }
    try StoreMigration(path: path, configuration: configuration).run(Array(stages))
  }

  /// Whether a store was made with this version of a model: by version hashes, and by its tables where these are not all known.
  ///
  /// - Throws: `SQLiteStoreError` for a file that is no store.
  package static func isStore(
    at path: String,
    of model: ManagedObjectModel,
    configuration: String? = nil
  ) throws -> Bool {
    let stored = try metadata(ofStoreAt: path).metadata
    do {
      try stored.requireCompatibility(with: model, configuration: configuration, path: path)
      if model.entityVersionHashesByName.count < model.entities.count {
        var options = SQLiteStoreOptions()
        options.isReadOnly = true
        try open(at: path, model: model, configuration: configuration, options: options).close()
      }
      return true
    } catch let error as SQLiteStoreError where error.kind.isAboutTheModel {
      return false
    }
  }

  /// Migrates the store that was made for another version of `model`, as the description asks for.
  ///
  /// - Returns: Whether the description asks for it, and says how.
  static func migrate(_ description: PersistentStoreDescription, to model: ManagedObjectModel) throws -> Bool {
    let (path, configuration) = (description.location, description.configuration)
    let request = try description.requestedMigration(
      to: model,
      stagesKey: stagedMigrationKey,
      mappingsKey: mappingModelsKey
    ) { try isStore(at: path, of: $0, configuration: configuration) }
    switch request {
    case nil: return false
    case .stages(let stages): try migrate(storeAt: path, through: stages, configuration: configuration)
    case .mapping(let mapping): try migrate(storeAt: path, with: mapping, configuration: configuration)
    case .inferred:
      guard
        let source = try Self.model(
          ofStoreAt: path,
          among: description.options[sourceModelsKey] as? [ManagedObjectModel] ?? [],
          configuration: configuration
        )
      else { return false }
      try migrate(storeAt: path, from: source, to: model, configuration: configuration)
    }
    return true
  }

  /// The model that the store at `path` was made with: the one that it carries, else the first of `candidates` that fits; `nil` if none does.
  ///
  /// - Throws: `SQLiteStoreError` for a file that is no store; `CompiledModelError` for a carried model that cannot be read.
  package static func model(
    ofStoreAt path: String,
    among candidates: [ManagedObjectModel],
    configuration: String? = nil
  ) throws -> ManagedObjectModel? {
    if let carried = try model(ofStoreAt: path) { return carried }
    return try candidates.first { try isStore(at: path, of: $0, configuration: configuration) }
  }
}

/// One migration of a file: the stages are carried out on files beside it, and the last of these takes its place at the end.
private struct StoreMigration {
  let path: String
  let configuration: String?

  /// - Throws: `SQLiteStoreError` if the system cannot tell where the file is.
  init(path: String, configuration: String?) throws {
    self.path = try SQLiteStore.file(ofStoreAt: path)
    self.configuration = configuration
  }

  func run(_ stages: [MigrationStage]) throws {
    var temporary: [String] = []
    do {
      try run(stages, &temporary)
    } catch {
      // What failed is the error to say.
      for file in temporary { try? SQLiteStore.removeFiles(ofStoreAt: file, isAlone: true) }
      throw error
    }
    for file in temporary { try SQLiteStore.removeFiles(ofStoreAt: file, isAlone: true) }
  }

  private func run(_ stages: [MigrationStage], _ temporary: inout [String]) throws {
    var items: [TemporaryItem] = []
    defer { withExtendedLifetime(items) {} }
    func newFile() -> String {
      temporary.append(path + ".migrating-" + UUID().uuidString + ".sqlite")
      items += SQLiteStore.temporaryItems(ofStoreAt: temporary[temporary.count - 1])
      return temporary[temporary.count - 1]
    }
    var current = path
    let before = try states()
    for stage in stages {
      // Before anything is done: what is not clear in a later stage would be found too late.
      if stage.mapping == nil { _ = try MappingModel.inferred(from: stage.source, to: stage.destination) }
    }
    for stage in stages {
      if let willMigrate = stage.willMigrate {
        if current == path {
          let copy = newFile()
          try SQLiteStore.replace(at: copy, withStoreAt: path, newMode: workingMode()) {}
          current = copy
        }
        try perform(willMigrate, on: current, stage.source)
      }
      let next = newFile()
      let mapping = try stage.mapping ?? MappingModel.inferred(from: stage.source, to: stage.destination)
      try make(next, of: current, mapping)
      if let didMigrate = stage.didMigrate { try perform(didMigrate, on: next, stage.destination) }
      current = next
    }
    func requireUnchanged(_ isSame: Bool) throws {
      guard isSame else { throw SQLiteStoreError(.busy(message: "it was changed while it was migrated"), path: path) }
    }
    try requireUnchanged(states() == before)
    // A connection that may not write sees no mode: it takes the file as one that nobody changes.
    let isInWALMode = try StoreFile.isInWALMode(path)
    try SQLiteStore.replace(at: path, withStoreAt: current, newMode: nil) {
      // It takes a while to come here.
      try requireUnchanged(stamps() == before.map(\.stamp))
    }
    if isInWALMode, let model = stages.last?.destination {
      var options = SQLiteStoreOptions()
      options.journalMode = .wal
      try SQLiteStore.open(at: path, model: model, configuration: configuration, options: options).close()
    }
  }

  /// What shows that somebody writes, whose work would be lost: SQLite's change counter in the file's header, sizes and times of change.
  private func states() throws -> [State] {
    try zip(stamps(), [path, path + "-wal"]).map { stamp, file in
      State(stamp: stamp, header: try stamp.flatMap { _ in try FileBeginning(path: file)?.firstBytes(100) })
    }
  }

  /// Sizes and times of change. A log without contents is none: SQLite makes one when it opens the file.
  private func stamps() throws -> [FileStamp?] {
    try [path, path + "-wal"].map { try Files.status(of: $0)?.size == 0 ? nil : FileStamp(path: $0) }
  }

  private struct State: Equatable {
    let stamp: FileStamp?
    let header: [UInt8]?
  }

  /// Makes a new store of another.
  private func make(_ new: String, of old: String, _ mapping: MappingModel) throws {
    var reading = SQLiteStoreOptions()
    reading.isReadOnly = true
    let source = try SQLiteStore.open(
      at: old,
      model: mapping.sourceModel,
      configuration: name(in: mapping.sourceModel),
      options: reading
    )
    // It was only read.
    defer { try? source.close() }
    var writing = SQLiteStoreOptions()
    writing.era = StoreEra(frameworkVersion: source.metadata.frameworkVersion ?? StoreEra.modern.frameworkVersion)
    writing.synchronous = .off
    // What was kept in files of its own stays so.
    let sizes = try ExternalDataFolder.files(ofStoreAt: old).values.compactMap { try Files.status(of: $0)?.size }
    writing.externalStorageThreshold = sizes.min().map { max($0 - 1, 0) }
    let target = try SQLiteStore.create(
      at: new,
      model: mapping.destinationModel,
      configuration: name(in: mapping.destinationModel),
      identifier: source.identifier,
      options: writing
    )
    // All of it has been committed by then.
    defer { try? target.close() }
    try SQLiteStore.translatingErrors(path: path) {
      if let mode = try workingMode() { try Files.setMode(mode, of: new) }
    }
    try mapping.migrate(source, to: target)
    // A connection for reading takes such a value for none; the new store would have lost it for good.
    if let file = source.missingExternalFiles.first {
      throw SQLiteStoreError(.externalDataMissing(file: file), path: path)
    }
    try target.saveMetadata()
    // What was recorded is about entities and columns of the older version; recording goes on.
    if source.recordsHistory, writing.era.hasHistoryStrings { try target.history.makeTables() }
  }

  /// The permissions of files beside the store: who may not read it may not read what is made of it.
  private func workingMode() throws -> UInt32? {
    try SQLiteStore.translatingErrors(path: path) { try Files.status(of: path) }.map { $0.mode | 0o600 }
  }

  /// The configuration, where a version of the model has it.
  private func name(in model: ManagedObjectModel) -> String? {
    configuration.flatMap { model.entityNamesByConfiguration[$0] == nil ? nil : $0 }
  }

  private func perform(
    _ body: @Sendable (ManagedObjectContext) throws -> Void,
    on file: String,
    _ model: ManagedObjectModel
  ) throws {
    let coordinator = PersistentStoreCoordinator(plainObjectsOf: model)
    let store = try SQLiteStore.open(at: file, model: model, configuration: name(in: model))
    try coordinator.addPersistentStore(store)
    // All of it has been saved by then.
    defer { try? coordinator.remove(store) }
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try body(context)
    try context.save()
  }
}
