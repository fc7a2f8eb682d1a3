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
  public let number: UInt32
  public let location: String
  public let isReadOnly: Bool
  public let configurationName: String?
  public internal(set) var identifier: String
  public var metadata: StoreMetadata {
    didSet { if metadata != oldValue { metadataChanged = true } }
  }

  /// Why a new store does not carry its model: a feature whose archived form is not established. `nil` when it does, or need not.
  public internal(set) var modelCacheProblem: String?

  /// The decimals that saves through this store could not keep to the last digit; the first `InexactDecimal.greatestCount` of them.
  public internal(set) var inexactDecimals: [InexactDecimal] = []

  let model: ManagedObjectModel
  let schema: StoreSchema
  let options: SQLiteStoreOptions
  let connection: SQLiteConnection
  let files: ExternalDataFolder
  var metadataChanged = false
  /// The last key that was handed out in each table.
  var lastKeys: [Int64]
  /// The last key of each table that `Z_PRIMARYKEY` has.
  var savedLastKeys: [Int64]
  /// Keys of each table that were handed out here and that another connection has used first.
  var lostKeys: [Int: [ClosedRange<Int64>]] = [:]
  /// SQLite's number for the state of the file that `lastKeys` was read from.
  var dataVersion: Int64 = 0
  /// Whether tables are still without indexes, triggers and books.
  var isLoadingInBulk: Bool
  /// Whether a row has been changed since loading in bulk began.
  var hasUpdatedInBulk = false
  /// Whether members have been put in order since.
  var hasOrderedInBulk = false
  /// The join tables whose links have changed since, by their index in the schema.
  var joinTablesInBulk: Set<Int> = []
  /// The tables of the store's history; `nil` if it records none.
  var history: HistoryTables?
  /// Why the store cannot be used any more.
  var unusableReason: String?
  private var writers: [EntityWriter?]
  private var readers: [RowReader?]
  /// Whether the model has decimals.
  private(set) lazy var hasDecimals = schema.entities.contains { entity in
    entity.entity.layout.attributes.contains { $0.attributeType == .decimal }
  }
  /// The derived attributes that no trigger keeps.
  private(set) lazy var derivations = ComputedDerivations(schema: schema)
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
    number: UInt32 = StoreNumber.next()
  ) {
    self.number = number
    self.location = location
    self.model = model
    self.schema = schema
    configurationName = configuration
    self.options = options
    self.connection = connection
    self.identifier = identifier
    self.metadata = metadata
    self.history = history
    isReadOnly = options.isReadOnly || options.isImmutable
    isLoadingInBulk = false
    // What cannot be read cannot be written back either, so only a store that is not written may lack a file.
    files = ExternalDataFolder(
      storePath: location,
      threshold: options.externalStorageThreshold ?? Int.max,
      requiresFiles: !(options.isReadOnly || options.isImmutable)
    )
    lastKeys = Array(repeating: 0, count: schema.tables.count)
    savedLastKeys = lastKeys
    writers = Array(repeating: nil, count: schema.entities.count)
    readers = writers.map { _ in nil }
  }

  /// The writer of an entity's rows.
  func writer(_ index: Int) -> EntityWriter {
    if let writer = writers[index] { return writer }
    let entity = schema.entities[index]
    let derived = schema.keptDerivations(of: entity) + derivations.related[index].map(\.slot)
    let writer = EntityWriter(
      entity: entity,
      schema: schema,
      connection: connection,
      derivedSlots: isLoadingInBulk ? [] : Set(derived)
    )
    writers[index] = writer
    return writer
  }

  /// The reader of an entity's rows and those of its descendants, for queries that call the table `t0`.
  func reader(_ index: Int) -> RowReader {
    if let reader = readers[index] { return reader }
    let reader = RowReader(
      entity: schema.entities[index],
      schema: schema,
      storeNumber: number,
      alias: "t0",
      files: files
    )
    readers[index] = reader
    return reader
  }

  /// Forgets the writers, after something has changed that they depend on.
  func forgetWriters() { writers = writers.map { _ in nil } }

  /// The index of an entity in the schema.
  ///
  /// - Throws: `SQLiteStoreError.unknownEntity`.
  func entityIndex(_ entity: EntityDescription) throws -> Int {
    guard let index = schema.index(of: entity) else {
      throw SQLiteStoreError(.unknownEntity(entity.name), path: location)
    }
    return index
  }

  /// Throws if the store was closed or spoiled.
  func requireUsable() throws {
    if let unusableReason { throw SQLiteStoreError(.unusable(reason: unusableReason), path: location) }
  }

  public func close() throws {
    guard unusableReason == nil else { return }
    forgetWriters()
    queries.removeAll()
    connection.close()
    unusableReason = "it is closed"
  }
}
