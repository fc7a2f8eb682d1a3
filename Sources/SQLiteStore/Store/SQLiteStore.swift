public import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

/// A store in Core Data's SQLite format: written as Apple's framework writes it, and able to read what it has written.
///
/// ```swift
/// let store = try SQLiteStore.create(at: path, model: model)
/// let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
/// try coordinator.addPersistentStore(store)
/// let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
/// ```
///
/// Like every store it is called from one thread at a time.
///
/// The store itself holds settings and connects the parts that do its work, each of which keeps its own state.
public final class SQLiteStore: PersistentStore {
  public let type = StoreType.sqlite
  public var number: UInt32 { database.number }
  public var location: String { database.location }
  public var isReadOnly: Bool { database.isReadOnly }
  public let configurationName: String?
  /// The decimals that saves through this store could not keep to the last digit; the first `InexactDecimal.greatestCount` of them.
  public var inexactDecimals: [InexactDecimal] { inexact.decimals }

  let model: ManagedObjectModel
  let options: SQLiteStoreOptions

  // MARK: Parts

  /// The open file.
  let database: StoreDatabase
  /// Loading in bulk, as long as it lasts.
  let bulkLoad: BulkLoad
  /// The keys of new rows.
  let keys: KeyAllocator
  /// The metadata and the UUID.
  let metadataTable: MetadataTable
  /// The model that the file carries.
  let modelCache: ModelCacheTable
  /// What the store records of its saves.
  let history: StoreHistory
  /// The decimals that could not be kept to the last digit.
  let inexact: InexactDecimalList
  /// The attributes that the store works out itself.
  let derived: DerivedAttributes
  /// The values that are kept in files of their own.
  let files: ExternalDataFolder
  /// What writes and reads rows.
  let entityRows: EntityRows
  /// What answers fetches.
  let queries: StoreQueries

  init(
    location: String,
    model: ManagedObjectModel,
    schema: StoreSchema,
    configuration: String?,
    options: SQLiteStoreOptions,
    connection: SQLiteConnection,
    identifier: String,
    metadata: StoreMetadata,
    history: HistoryTables?,
    isLoadingInBulk: Bool = false,
    isView: Bool = false,
    number: UInt32 = StoreNumber.next()
  ) throws {
    let isReadOnly = options.isReadOnly || options.isImmutable
    database = StoreDatabase(
      location: location,
      number: number,
      isReadOnly: isReadOnly,
      schema: schema,
      connection: connection
    )
    self.model = model
    configurationName = configuration
    self.options = options
    bulkLoad = BulkLoad(database: database, isActive: isLoadingInBulk)
    keys = KeyAllocator(database: database, bulkLoad: bulkLoad)
    metadataTable = MetadataTable(database: database, bulkLoad: bulkLoad, identifier: identifier, metadata: metadata)
    derived = DerivedAttributes(database: database, bulkLoad: bulkLoad)
    modelCache = ModelCacheTable(database: database)
    self.history = StoreHistory(database: database, tables: history, author: options.transactionAuthor)
    inexact = InexactDecimalList(database: database)
    // What cannot be read cannot be written back either, so only a store that is not written may lack a file; a view lacks those that others have removed.
    files = try ExternalDataFolder(
      storePath: location,
      threshold: options.externalStorageThreshold ?? Int.max,
      requiresFiles: !isReadOnly || isView
    )
    entityRows = EntityRows(database: database, bulkLoad: bulkLoad, derived: derived, files: files)
    queries = StoreQueries(database: database, entityRows: entityRows)
  }

  public func close() throws {
    database.close {
      entityRows.forgetWriters()
      queries.removeAll()
    }
    files.removeReplaced()
  }
}
