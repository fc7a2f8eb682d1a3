internal import AttributeValues
internal import FoundationEssentials
public import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

/// A store in Core Data's SQLite format: written as Apple's framework writes it, and able to read what it has written.
///
/// Like every store it is called from one thread at a time.
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
  let files: ExternalDataFolder
  private var writers: [EntityWriter?]
  private var readers: [RowReader?]
  /// The statements of earlier fetches.
  var queries = QueryCache()

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
    number: UInt32 = StoreNumber.next()
  ) {
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
    // What cannot be read cannot be written back either, so only a store that is not written may lack a file.
    files = ExternalDataFolder(
      storePath: location,
      threshold: options.externalStorageThreshold ?? Int.max,
      requiresFiles: !isReadOnly
    )
    writers = Array(repeating: nil, count: schema.entities.count)
    readers = writers.map { _ in nil }
  }

  /// The writer of an entity's rows.
  func writer(_ index: Int) -> EntityWriter {
    if let writer = writers[index] { return writer }
    let entity = database.schema.entities[index]
    let derived = database.schema.keptDerivations(of: entity) + self.derived.relatedSlots(ofEntity: index)
    let writer = EntityWriter(
      entity: entity,
      schema: database.schema,
      connection: database.connection,
      derivedSlots: bulkLoad.isActive ? [] : Set(derived)
    )
    writers[index] = writer
    return writer
  }

  /// The reader of an entity's rows and those of its descendants, for queries that call the table `t0`.
  func reader(_ index: Int) -> RowReader {
    if let reader = readers[index] { return reader }
    let reader = RowReader(
      entity: database.schema.entities[index],
      schema: database.schema,
      storeNumber: number,
      alias: "t0",
      files: files
    )
    readers[index] = reader
    return reader
  }

  /// Forgets the writers, after something has changed that they depend on.
  func forgetWriters() { writers = writers.map { _ in nil } }

  var schema: StoreSchema { database.schema }
  var connection: SQLiteConnection { database.connection }

  public func close() throws {
    database.close {
      forgetWriters()
      queries.removeAll()
    }
  }
}
