internal import FoundationEssentials
internal import ManagedObjects
public import ObjectModel
internal import SQLiteAccess

extension SQLiteStore {
  /// Opens a store.
  ///
  /// - Parameters:
  ///   - path: The store's file; a WAL beside it is honoured unless the file is opened as immutable.
  ///   - model: The model the store was made for; it is frozen.
  ///   - configuration: The configuration whose entities the store holds; `nil` for all.
  ///   - options: How the file is opened and used.
  /// - Throws: `SQLiteStoreError` that says why the file is not a store for this model.
  public static func open(
    at path: String,
    model: ManagedObjectModel,
    configuration: String? = nil,
    options: SQLiteStoreOptions = SQLiteStoreOptions()
  ) throws -> SQLiteStore {
    try open(at: path, model: model, configuration: configuration, options: options, number: StoreNumber.next())
  }

  /// Opens a store whose objects' IDs have a given number.
  ///
  /// - Throws: `SQLiteStoreError` that says why the file is not a store for this model.
  static func open(
    at path: String,
    model: ManagedObjectModel,
    configuration: String? = nil,
    options: SQLiteStoreOptions,
    number: UInt32
  ) throws -> SQLiteStore {
    try translatingErrors(path: path) {
      let isReadOnly = options.isReadOnly || options.isImmutable
      let connection = try StoreFile.connect(
        to: path,
        for: options.isImmutable ? .immutableReading : isReadOnly ? .reading : .writing,
        busyTimeout: options.busyTimeout
      )
      let header = try StoreFile.header(of: connection, path: path)
      if options.checksVersionHashes {
        try header.metadata.requireCompatibility(with: model, configuration: configuration, path: path)
      }
      let names = Set(model.entities(forConfiguration: configuration).map(\.name))
      var schema = StoreSchema(
        model: model,
        era: StoreEra(frameworkVersion: header.metadata.frameworkVersion ?? options.era.frameworkVersion),
        configuration: configuration,
        // A store that was migrated may list an entity under its old name; the rule then gives the numbers.
        entityNumbers: names.isSubset(of: header.entityNumbers.keys) ? header.entityNumbers : nil
      )
      try schema.adapt(to: connection, path: path)
      let store = try SQLiteStore(
        location: path,
        model: model,
        schema: schema,
        configuration: configuration,
        options: options,
        connection: connection,
        identifier: header.identifier,
        metadata: header.metadata,
        history: header.history,
        number: number
      )
      try store.configureConnection()
      if !isReadOnly {
        try RangeIndexTriggers.trust(in: connection, schema: schema)
        try store.keys.readIfChanged()
      }
      return store
    }
  }
}
