package import FoundationEssentials
package import ManagedObjects
package import ObjectModel
internal import SQLiteAccess
internal import SealedPages
internal import SystemErrors

/// A store that is written once, page by page, straight into the file that becomes the release: it takes new objects, changes of those entities of which it
/// was said that they would change, and can be read when it is finished.
///
/// The rows of a table have to come in the order of their keys, those of one save in any order. Rows that may change wait in a working form, where they can be
/// read by key, until the store is finished. Everything that does not depend on the rows comes from an empty store
/// in memory (the template), which libsqlite3 makes as any other: tables, indexes, triggers, metadata, the model cache. The
/// file says the same as one that libsqlite3 has filled and `VACUUM` has written.
package final class SealingStore: PersistentStore, PackedRowStore, RowKeepingStore {
  /// What the store can do now.
  private enum Phase {
    case filling
    case failed
    case finished(SealedFileProof)
    case closed
  }

  package let location: String
  let template: SQLiteStore
  private let writer: DatabaseWriter
  private let settings: DatabaseSettings
  let encoders: [EntityEncoder]
  private var decoders: [EntityDecoder?]
  /// The writers of the tables of entities, with the rows that the current save gives them, by the table's index in the schema.
  let tables: [EntityTable]
  /// The links of each join table.
  var links: [WaitingLinks]
  /// The greatest key of each table.
  private var greatestKeys: [Int64]
  /// How many rows each entity has, without those of its sub-entities.
  private var rowCounts: [Int]
  private var phase = Phase.filling
  /// Whether rows of an earlier file are taken over; the whole file is then written, read back and hashed at the end.
  private let takesOver: Bool
  /// The size and the SHA-256 of the finished file, in lower-case hexadecimal digits, where it has been read back.
  package private(set) var digest: (bytes: Int, sha256: String)?
  /// The finished file, once somebody reads it.
  private var reader: SQLiteStore?

  /// A table of entities.
  struct EntityTable {
    let writer: TableWriter
    /// The rows that the current save gives it.
    let batch: RowBatch
    /// For reading rows that wait for changes; `nil` if they do not.
    let view: RowView?
    /// The orders of ordered relationships whose members are rows of the table.
    let orders: [MemberOrder]
  }

  /// How many bytes of encoded rows go to a table at once.
  static let batchSize = 64 << 10

  /// Begins a store.
  ///
  /// - Parameters:
  ///   - path: The new file, which is none before `finish(identifiedBy:)`; one that is there is replaced.
  ///   - model: The model; it is frozen.
  ///   - streamed: The root entities whose rows go into the file as they come; only the rows of one table may come at a time. Those of others wait,
  ///     in memory or in a working file, so that the pages of a table stand together whatever the saves.
  ///   - updated: The root entities whose objects may change; their rows wait in any case.
  ///   - savingTime: What `now()` gives in derived attributes; `nil` for the clock.
  ///   - earlier: A file that was written for the same model, with entities whose rows are taken over where that is asked for.
  /// - Throws: `SealedPagesError.unsupported` if only libsqlite3 can write a store of this model; nothing has been made then. `SQLiteStoreError`.
  package init(
    at path: String,
    model: ManagedObjectModel,
    streaming streamed: [EntityDescription],
    updating updated: [EntityDescription] = [],
    savingTime: Date? = nil,
    reusing earlier: EarlierStore? = nil
  ) throws {
    var options = SQLiteStoreOptions()
    options.savingTime = savingTime
    location = path
    template = try SQLiteStore.template(ofStoreAt: path, model: model, options: options)
    let schema = template.database.schema
    if template.derived.followsRelationships || !schema.derivationTriggers.isEmpty {
      throw SealedPagesError.unsupported("a derived attribute that follows from related objects")
    }
    func tableNames(_ entities: [EntityDescription]) -> Set<String> {
      Set(entities.compactMap { schema.index(of: $0) }.map { schema.tables[schema.entities[$0].table].name })
    }
    // Join tables are written when all else is.
    let streamedTables = tableNames(streamed).union(schema.joinTables.map(\.name))
    let updatedTables = tableNames(updated)
    let contents = try DatabaseSchema.read(from: template.database.connection) {
      updatedTables.contains($0) ? .replaceable : streamedTables.contains($0) ? .asTheyCome : .together
    }
    settings = DatabaseSettings()
    let writer: DatabaseWriter
    let kept = tableNames(earlier?.entities ?? []).sorted()
    do throws(SealedPagesError) {
      let database = try earlier?.database(keeping: kept, settings)
      takesOver = database != nil
      writer = try DatabaseWriter(path: path, schema: contents, settings: settings, reusing: database)
    } catch {
      throw Self.translated(error)
    }
    self.writer = writer
    let orders = Self.orders(in: schema)
    encoders = schema.entities.map { EntityEncoder($0, in: schema, orders: orders[$0.table]) }
    links = schema.joinTables.map { WaitingLinks(of: $0) }
    tables = try zip(schema.tables, orders).map { table, orders in
      guard let writer = writer.table(table.name) else {
        throw SealedPagesError.unsupported("the table \(table.name)")
      }
      let definition = writer.definition
      let view = definition.placement == .replaceable ? RowView(of: definition) : nil
      return EntityTable(
        writer: writer,
        batch: RowBatch(for: definition),
        view: view,
        orders: orders.values.sorted { $0.column < $1.column }
      )
    }
    decoders = Array(repeating: nil, count: schema.entities.count)
    greatestKeys = Array(repeating: 0, count: schema.tables.count)
    rowCounts = Array(repeating: 0, count: schema.entities.count)
  }

  /// The orders that rows have places in, for each table by the columns of the numbers.
  private static func orders(in schema: StoreSchema) -> [[Int: MemberOrder]] {
    var orders: [[Int: MemberOrder]] = Array(repeating: [:], count: schema.tables.count)
    for entity in schema.entities {
      for case let storage? in entity.toOne {
        guard let column = storage.orderColumn, orders[entity.table][column] == nil else { continue }
        orders[entity.table][column] = MemberOrder(ownerColumn: storage.column, column: column)
      }
    }
    return orders
  }

  // MARK: Filling

  package func obtainPermanentIDs(for entity: EntityDescription, count: Int) throws -> [ManagedObjectID] {
    try template.obtainPermanentIDs(for: entity, count: count)
  }

  /// Writes new objects, those that change, and new members of many-to-many relationships, each of which has to be named once. Members of ordered
  /// relationships are in the order in which they come, those of a save in the order of their keys after those that change.
  ///
  /// - Throws: `SealingStoreError`, `SealedPagesError`, `SQLiteStoreError`, `FileWriteError`; the store cannot be finished then.
  /// - Complexity: O(bytes of the rows); allocates nothing per row.
  package func save(_ request: StoreSaveRequest) throws {
    guard case .filling = phase else { throw SealingStoreError.closed }
    guard request.deleted.isEmpty else { throw SealingStoreError.takesNewObjectsOnly }
    let now = (template.options.savingTime ?? Date()).timeIntervalSinceReferenceDate
    var obsoleteFiles: [String] = []
    do {
      obsoleteFiles = try update(template.derived.deriving(request.updated, now: now, in: template))
      try write(inOrder(template.derived.deriving(request.inserted, now: now, in: template)))
      for change in request.toManyChanges { try link(change) }
    } catch {
      phase = .failed
      template.files.rollBack()
      throw Self.translated(error)
    }
    template.files.commit(replaced: obsoleteFiles)
  }

  private func write(_ rows: [StoreRow]) throws {
    var current: (entity: EntityDescription, index: Int)?
    let span = rows.span
    for position in span.indices {
      // Rows of one entity come together, so the encoder is looked up once for each run of them.
      let entity = span[position].objectID.entity
      let index = try current?.entity === entity ? current?.index ?? 0 : template.database.entityIndex(entity)
      current = (entity, index)
      try encode(span[position], ofEntity: index)
      rowCounts[index] += 1
      greatestKeys[encoders[index].table] = span[position].objectID.reference
    }
    for table in tables where table.batch.count > 0 { try Self.flush(table) }
  }

  /// Adds a row to its table's batch, which goes to the table when it is full.
  ///
  /// - Parameter old: The row in whose place it comes, if there is one.
  func encode(_ row: borrowing StoreRow, ofEntity index: Int, replacing old: RowView? = nil) throws {
    let encoder = encoders[index]
    let table = tables[encoder.table]
    try encoder.encode(row, replacing: old, into: table.batch, files: template.files)
    if table.batch.byteCount >= Self.batchSize { try Self.flush(table) }
  }

  static func flush(_ table: EntityTable) throws {
    try table.writer.append(table.batch)
    table.batch.removeAll()
  }

  /// What makes rows of an entity of encoded ones.
  func decoder(_ index: Int) -> EntityDecoder {
    if let decoder = decoders[index] { return decoder }
    let schema = template.database.schema
    let decoder = EntityDecoder(schema.entities[index], in: schema)
    decoders[index] = decoder
    return decoder
  }

  /// Whether the store is still being filled.
  var isFilling: Bool { if case .filling = phase { true } else { false } }

  /// The rows with their keys rising: a record may make several objects, and the one that it is about has its key first.
  private func inOrder(_ rows: [StoreRow]) throws -> [StoreRow] {
    var last = greatestKeys
    for row in rows {
      let table = encoders[try template.database.entityIndex(row.objectID.entity)].table
      guard row.objectID.reference > last[table] else {
        return rows.sorted { $0.objectID.reference < $1.objectID.reference }
      }
      last[table] = row.objectID.reference
    }
    return rows
  }

  // MARK: Packed rows

  /// `nil` for entities with derived attributes, or with values that may be kept in files of their own, whose names follow from the keys.
  package func packedRows(of entity: EntityDescription) -> (any PackedRows)? {
    guard let index = template.database.schema.index(of: entity), encoders[index].encodesWithoutKeys,
      !template.derived.derivesAlone(ofEntity: index)
    else { return nil }
    let encoder = encoders[index]
    return PackedEntityRows(entity: index, encoder: encoder, table: tables[encoder.table].writer.definition)
  }

  package func insert(_ rows: any PackedRows, _ chosen: [(row: Int, key: Int64)]) throws {
    guard case .filling = phase else { throw SealingStoreError.closed }
    guard let rows = rows as? PackedEntityRows else { preconditionFailure("The rows are those of another store.") }
    guard let last = chosen.last else { return }
    do {
      let table = encoders[rows.entity].table
      try tables[table].writer.append(chosen, of: rows.batch)
      rowCounts[rows.entity] += chosen.count
      greatestKeys[table] = last.key
    } catch {
      phase = .failed
      throw Self.translated(error)
    }
  }

  package func keepRows(of entity: EntityDescription, through key: Int64, count: Int) throws {
    guard case .filling = phase else { throw SealingStoreError.closed }
    let index = try template.database.entityIndex(entity)
    let table = encoders[index].table
    do {
      try tables[table].writer.keep(through: key, count: count)
      rowCounts[index] += count
      greatestKeys[table] = key
    } catch {
      phase = .failed
      throw Self.translated(error)
    }
  }

  // MARK: Finishing

  /// Writes all that is left, so that the file is whole; it can be read from now on.
  ///
  /// - Parameter identifier: Gives the store's UUID. It is asked when the objects' tables and their indexes have been written.
  /// - Returns: What the file has to hold.
  /// - Throws: `StoreConflictError` if two objects have the same values in a uniqueness constraint's attributes; `SealedPagesError`,
  ///   `SQLiteStoreError`, `FileWriteError`; what `identifier` throws. There is no store then.
  /// - Complexity: O(*n* log *n*) in the rows, for sorting the indexes.
  package func finish(identifiedBy identifier: () throws -> String) throws -> SealedFileProof {
    guard case .filling = phase else { throw SealingStoreError.closed }
    phase = .failed
    do {
      for (table, greatestKey) in zip(tables, greatestKeys) {
        try closeGaps(in: table, greatestKey: greatestKey)
        try table.writer.finish()
      }
      try writeLinks()
      try template.setIdentifier(identifier())
      try writeBooks()
      let proof = SealedFileProof(
        path: location,
        schema: writer.schema,
        settings: settings,
        summary: try finishFile()
      )
      phase = .finished(proof)
      return proof
    } catch {
      throw conflict(error) ?? Self.translated(error)
    }
  }

  private func finishFile() throws -> DatabaseSummary {
    guard takesOver else { return try writer.finish() }
    let hasher = StreamHasher()
    let summary = try writer.finish(taking: { hasher.add($0) })
    digest = hasher.digest
    return summary
  }

  /// Copies the rows of Core Data's own tables from the template.
  private func writeBooks() throws {
    for (table, key) in greatestKeys.enumerated() { template.keys.noteInsertion(of: key, inTable: table) }
    let connection = template.database.connection
    try connection.transaction { try template.keys.write() }
    for table in template.database.schema.bookkeepingTables {
      try writer.table(table)?.copyRows(from: connection)
    }
  }

  /// The store's error for keys that are twice in a unique index.
  private func conflict(_ error: any Error) -> StoreConflictError? {
    guard case SealedPagesError.notUnique(let index, let name, let key, let holder)? = error as? SealedPagesError,
      let table = template.database.schema.tables.firstIndex(where: { $0.name == name })
    else { return nil }
    let schema = template.database.schema
    guard let entity = schema.index(ofNumber: schema.tables[table].rootNumber).map({ schema.entities[$0].entity })
    else { return nil }
    func objectID(_ key: Int64) -> ManagedObjectID {
      ManagedObjectID(entity: entity, storeNumber: number, reference: key)
    }
    return StoreConflictError(conflicts: [
      .uniqueness(
        objectID: objectID(max(key, holder)),
        constraint: schema.indexes.first { $0.name == index }?.uniqueAttributes ?? [],
        holder: objectID(min(key, holder))
      )
    ])
  }

  /// A file that cannot be written is the caller's file, whoever writes it.
  private static func translated(_ error: any Error) -> any Error {
    if case SealedPagesError.file(let error)? = error as? SealedPagesError { error } else { error }
  }

  package func close() throws {
    phase = .closed
    try reader?.close()
    try template.close()
  }

  // MARK: What the store is

  package var type: StoreType { .sqlite }
  package var number: UInt32 { template.number }
  package var identifier: String { template.identifier }
  package var isReadOnly: Bool { false }
  package var configurationName: String? { nil }
  /// Changes are written when the store is finished.
  package var metadata: StoreMetadata {
    get { template.metadata }
    set { template.metadata = newValue }
  }

  func tableWriter(_ name: String) -> TableWriter? { writer.table(name) }

  // MARK: Parts for reading

  /// The finished file.
  ///
  /// - Throws: `SealingStoreError.unreadable` before it is finished.
  func readable() throws -> SQLiteStore {
    if let reader { return reader }
    guard case .finished = phase else { throw SealingStoreError.unreadable }
    var options = SQLiteStoreOptions()
    options.isImmutable = true
    options.checksVersionHashes = false
    let store = try SQLiteStore.open(at: location, model: template.model, options: options, number: number)
    reader = store
    return store
  }

  /// How many objects there are of an entity, and of those below it if wanted.
  func rowCount(of entity: EntityDescription, includingSubentities: Bool) throws -> Int {
    let schema = template.database.schema
    let index = try template.database.entityIndex(entity)
    guard includingSubentities else { return rowCounts[index] }
    return schema.entities[index].subtreeNumbers.compactMap { schema.index(ofNumber: $0) }
      .reduce(0) { $0 + rowCounts[$1] }
  }
}
