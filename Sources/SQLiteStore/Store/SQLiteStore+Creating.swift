internal import FoundationEssentials
internal import ManagedObjects
public import ObjectModel
internal import SQLiteAccess
internal import SystemErrors

extension SQLiteStore {
  /// Makes an empty store and opens it.
  ///
  /// - Parameters:
  ///   - path: The new file; there must be none.
  ///   - model: The model; it is frozen.
  ///   - configuration: The configuration whose entities the store holds; `nil` for all.
  ///   - identifier: The store's UUID; a random one if `nil`. `setIdentifier(_:)` changes it later.
  ///   - options: How the file is made and used.
  /// - Throws: `SQLiteStoreError`. A file that was begun is removed.
  public static func create(
    at path: String,
    model: ManagedObjectModel,
    configuration: String? = nil,
    identifier: String? = nil,
    options: SQLiteStoreOptions = SQLiteStoreOptions()
  ) throws -> SQLiteStore {
    if try translatingErrors(path: path, { try Files.exists(path) }) {
      throw SQLiteStoreError(.alreadyExists, path: path)
    }
    do {
      return try translatingErrors(path: path) {
        try create(
          emptyFileAt: path,
          model: model,
          configuration: configuration,
          identifier: identifier?.uppercased() ?? UUID().uuidString,
          options: options
        )
      }
    } catch {
      // What failed is the error to say.
      for ending in ["", "-journal", "-wal", "-shm"] { try? Files.removeFile(path + ending) }
      throw error
    }
  }

  /// Makes an empty store in memory, with everything that one at `path` has before its first object; its external values go where those of that one would.
  ///
  /// - Throws: `SQLiteStoreError`.
  static func template(
    ofStoreAt path: String,
    model: ManagedObjectModel,
    options: SQLiteStoreOptions
  ) throws -> SQLiteStore {
    try translatingErrors(path: path) {
      try create(
        on: SQLiteConnection(path: nil),
        location: path,
        model: model,
        configuration: nil,
        identifier: UUID().uuidString,
        options: options
      )
    }
  }

  private static func create(
    emptyFileAt path: String,
    model: ManagedObjectModel,
    configuration: String?,
    identifier: String,
    options: SQLiteStoreOptions
  ) throws -> SQLiteStore {
    guard !options.tracksHistory || options.era.hasHistoryStrings else {
      throw SQLiteStoreError(.historyTracking(reason: "how Core Data of its era recorded one is not known"), path: path)
    }
    let connection = try SQLiteConnection(
      path: path,
      mode: .create,
      busyTimeoutMilliseconds: options.busyTimeoutMilliseconds
    )
    return try create(
      on: connection,
      location: path,
      model: model,
      configuration: configuration,
      identifier: identifier,
      options: options
    )
  }

  private static func create(
    on connection: SQLiteConnection,
    location path: String,
    model: ManagedObjectModel,
    configuration: String?,
    identifier: String,
    options: SQLiteStoreOptions
  ) throws -> SQLiteStore {
    var options = options
    options.isReadOnly = false
    options.isImmutable = false
    let count = configuration.map { model.entities(forConfiguration: $0).count } ?? model.entities.count
    guard count <= StoreSchema.mostEntities else {
      throw SQLiteStoreError(.tooManyEntities(count: count), path: path)
    }
    let schema = StoreSchema(model: model, era: options.era, configuration: configuration)
    // These two must be set before the first page is written.
    try connection.setPragma("page_size", to: "4096")
    try connection.setPragma("auto_vacuum", to: "2")
    try connection.setPragma("encoding", to: "'UTF-8'")
    let store = try SQLiteStore(
      location: path,
      model: model,
      schema: schema,
      configuration: configuration,
      options: options,
      connection: connection,
      identifier: identifier,
      metadata: StoreMetadata(model: model, schema: schema),
      history: nil,
      isLoadingInBulk: options.bulkLoading
    )
    try store.configureConnection()
    try connection.transaction {
      for statement in schema.tableStatements { try connection.execute(statement) }
      if !options.bulkLoading { try store.finishSchema() }
      if options.tracksHistory, !options.bulkLoading { try store.history.makeTables() }
    }
    try RangeIndexTriggers.trust(in: connection, schema: schema)
    return store
  }

  /// Sets the connection up as the options ask, and registers what the store's SQL calls.
  func configureConnection() throws {
    try database.connection.setPragma("cache_size", to: "-\(max(options.cacheSize >> 10, 64))")
    if bulkLoad.isActive {
      try database.connection.setPragma("locking_mode", to: "exclusive")
      try database.connection.setPragma("synchronous", to: "off")
      // A journal in memory holds no more than the few pages that a save changes, and lets a refused save be undone.
      try database.connection.setJournalMode(.memory)
    } else if !isReadOnly {
      try database.connection.setPragma("synchronous", to: String(options.synchronous.rawValue))
      if let mode = options.journalMode.flatMap({ SQLiteConnection.JournalMode(rawValue: $0.rawValue) }),
        try database.connection.journalMode() != mode
      {
        try database.connection.setJournalMode(mode)
      }
    }
    try TextCollation.register(on: database.connection)
    try TextTestFunction.register(on: database.connection)
    try ScalarFunction.register(on: database.connection)
    for name in DerivationTrigger.functionNames + [DerivationTrigger.applicationFunctionName] {
      try database.connection.registerFunction(name, argumentCount: -1) { _ in .null }
    }
    try database.connection.registerFunction(DerivationTrigger.clockFunctionName, argumentCount: 0) {
      [time = options.savingTime] _ in
      .real((time ?? Date()).timeIntervalSinceReferenceDate)
    }
  }

  /// Makes indexes, triggers and Core Data's own tables, in this order.
  func finishSchema() throws {
    for statement in database.schema.indexStatements { try database.connection.execute(statement) }
    for statement in database.schema.triggerStatements { try database.connection.execute(statement) }
    try writeBooks()
  }

  /// Makes and fills `Z_PRIMARYKEY`, `Z_METADATA` and `Z_MODELCACHE`.
  func writeBooks() throws {
    for statement in database.schema.bookkeepingStatements { try database.connection.execute(statement) }
    try keys.fillTable()
    try metadataTable.fillTable()
    if database.schema.era.hasModelCache, options.writesModelCache { try modelCache.fillTable(with: model) }
  }

  /// Runs `body` and turns what SQLite refuses into a store's error.
  static func translatingErrors<Result>(path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw SQLiteStoreError(error, path: path)
    } catch let error as FileError {
      throw SQLiteStoreError(error, path: path)
    }
  }
}

extension SQLiteStoreError {
  /// The store's error for one about its file or about one beside it.
  init(_ error: FileError, path: String) {
    self.init(.cannotOpen(reason: error.path == path ? error.reason : error.description), path: path)
  }

  /// The store's error for one of SQLite's.
  init(_ error: SQLiteError, path: String) {
    let missing = "no such function: "
    switch error.code.primary {
    case .SQLITE_ERROR where error.message.hasPrefix(missing):
      self.init(.unknownFunction(String(error.message.dropFirst(missing.count))), path: path)
    case .SQLITE_ERROR where error.message == "unsupported file format":
      self.init(.newerFormat(what: "the form of SQLite's schema"), path: path)
    case .SQLITE_NOTADB: self.init(.notADatabase(.unknown), path: path)
    case .SQLITE_CORRUPT: self.init(.damaged(reason: error.message), path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self.init(.busy(message: error.message), path: path)
    case .SQLITE_CANTOPEN: self.init(.cannotOpen(reason: error.message), path: path)
    default: self.init(.database(code: error.code.description, message: error.message), path: path)
    }
  }
}

extension StoreMetadata {
  /// The metadata of a new store.
  init(model: ManagedObjectModel, schema: StoreSchema) {
    self.init()
    let hashes = model.entityVersionHashesByName
    for entity in schema.entities { versionHashes[entity.entity.name] = hashes[entity.entity.name] }
    // A compiled model without identifiers has one that is empty; a model made in code may have none, and then the list is empty.
    versionIdentifiers = model.versionIdentifiers.sorted(by: NameOrder.properties)
    frameworkVersion = schema.era.frameworkVersion
  }
}
