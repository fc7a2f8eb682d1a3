internal import SQLiteAccess

/// The writers and readers of the entities' rows, each made when it is first needed.
final class EntityRows {
  /// The folder of values that are not in the file.
  let files: ExternalDataFolder
  private let database: StoreDatabase
  private let bulkLoad: BulkLoad
  private let derived: DerivedAttributes
  private var writers: [EntityWriter?]
  private var readers: [RowReader?]

  init(database: StoreDatabase, bulkLoad: BulkLoad, derived: DerivedAttributes, files: ExternalDataFolder) {
    self.database = database
    self.bulkLoad = bulkLoad
    self.derived = derived
    self.files = files
    writers = Array(repeating: nil, count: database.schema.entities.count)
    readers = writers.map { _ in nil }
  }

  /// The writer of an entity's rows.
  func writer(_ index: Int) -> EntityWriter {
    if let writer = writers[index] { return writer }
    let entity = database.schema.entities[index]
    let slots = database.schema.keptDerivations(of: entity) + derived.relatedSlots(ofEntity: index)
    let writer = EntityWriter(
      entity: entity,
      schema: database.schema,
      connection: database.connection,
      derivedSlots: bulkLoad.isActive ? [] : Set(slots)
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
      storeNumber: database.number,
      alias: "t0",
      files: files
    )
    readers[index] = reader
    return reader
  }

  /// Forgets the writers, after something has changed that they depend on.
  func forgetWriters() { writers = writers.map { _ in nil } }
}
