#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// How a database is written.
package struct DatabaseWriterOptions: Sendable, Hashable {
  /// About how many bytes of memory keys and waiting rows take; what is beyond goes to working files beside the database.
  package var memoryBudget = 96 << 20
  /// How many threads sort keys beside the one that adds rows. The file has the same bytes whatever their number.
  package var threads = 2
  /// Whether to add `sqlite_stat1`, with what `ANALYZE` without a limit would find.
  package var countsStatistics = true

  package init() {}
}

/// Writes a SQLite database of file format 4 from its first page to its last, without SQLite: <https://www.sqlite.org/fileformat2.html>.
///
///     let writer = try DatabaseWriter(path: path, schema: schema)
///     let breeds = try writer.table("breed")
///     let batch = RowBatch(for: breeds.definition)
///     batch.beginRow(1); batch.append("Puli"); …; try batch.endRow()
///     try breeds.append(batch)
///     let summary = try writer.finish()
///
/// Every page is written once, in the order of the pages, but for the roots of the trees, which stand first and are written last, and the pages of the
/// pointer map. The file is written at the place that the caller names, which should be a temporary one: it is no database before `finish()`.
///
/// A writer and its tables belong to one thread; batches may be filled on others.
package final class DatabaseWriter {
  private let path: String
  private let settings: DatabaseSettings
  private let plan: SchemaPlan
  private let countsStatistics: Bool
  private let file: PageFile
  private var tables: [String: TableWriter] = [:]
  private var order: [TableWriter] = []

  private static let statisticsTable = TableDefinition(
    name: "sqlite_stat1",
    sql: "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    columns: ["tbl", "idx", "stat"].map { ColumnDefinition(name: $0, affinity: .blob) },
    placement: .together
  )

  /// Begins a database at `path`, replacing a file that is there.
  ///
  /// - Parameter earlier: A file with the same schema and settings whose rows are taken over; nothing is written before `finish()` then.
  /// - Throws: `SealedPagesError`: `unsupported` for what only SQLite can write, before anything is touched.
  package init(
    path: String,
    schema: DatabaseSchema,
    settings: DatabaseSettings = DatabaseSettings(),
    options: DatabaseWriterOptions = DatabaseWriterOptions(),
    reusing earlier: EarlierDatabase? = nil
  ) throws(SealedPagesError) {
    self.path = path
    self.settings = settings
    var schema = schema
    countsStatistics =
      options.countsStatistics && !schema.tables.contains { $0.name.lowercased() == Self.statisticsTable.name }
    if countsStatistics {
      let last = schema.objects.lastIndex { if case .table = $0 { true } else { false } }
      schema.objects.insert(.table(Self.statisticsTable), at: (last ?? -1) + 1)
    }
    plan = try SchemaPlan(schema, settings: settings)
    file = try PageFile(path: path, settings: settings, lastRoot: plan.lastRoot, earlier: earlier)
    let memory = WorkingMemory(budget: options.memoryBudget, threads: options.threads, path: path)
    let indexCount = plan.tables.reduce(0) { $0 + $1.indexes.count }
    let spoolCount = plan.tables.count { $0.definition.placement != .asTheyCome }
    for table in plan.tables {
      let writer = try TableWriter(
        table,
        file: file,
        memory: memory,
        runSize: max(64 << 10, min(8 << 20, options.memoryBudget / (16 * max(indexCount, 1)))),
        spoolLimit: max(16 << 10, options.memoryBudget / (4 * max(spoolCount, 1))),
        earlier: earlier
      )
      tables[table.definition.name.lowercased()] = writer
      order.append(writer)
    }
  }

  /// What is written: the schema that was asked for, with `sqlite_stat1` if it is added.
  package var schema: DatabaseSchema { plan.schema }

  /// The writer of a table, by its name in any case; `nil` if the schema has none.
  package func table(_ name: String) -> TableWriter? { tables[name.lowercased()] }

  /// Ends all tables and writes what is left: statistics, schema, header.
  ///
  /// - Parameters:
  ///   - isDurable: Whether to wait until the disk has the file.
  ///   - take: Where pages of an earlier file are taken over, gets all bytes of the file, as they are read back, in their order and on another thread.
  /// - Throws: `SealedPagesError`; the file is none then.
  package func finish(
    isDurable: Bool = false,
    taking take: (@Sendable (UnsafeRawBufferPointer) -> Void)? = nil
  ) throws(SealedPagesError) -> DatabaseSummary {
    var summary = DatabaseSummary()
    for table in order where !(countsStatistics && table.definition == Self.statisticsTable) {
      let finished = try table.finished()
      summary.tables.append(finished.table)
      summary.indexes += finished.indexes
    }
    if countsStatistics { try writeStatistics(into: &summary) }
    try writeSchema(into: &summary)
    try file.finish(isDurable: isDurable, taking: take)
    return summary
  }

  /// Removes the file; for a database that is not wanted any more.
  package func discard() { unlink(path) }

  // MARK: What is written last

  private func writeStatistics(into summary: inout DatabaseSummary) throws(SealedPagesError) {
    guard let writer = table(Self.statisticsTable.name) else { return }
    let batch = RowBatch(for: writer.definition)
    for table in summary.tables where table.rows.count > 0 && !table.name.lowercased().hasPrefix("sqlite_") {
      let indexes = summary.indexes.filter { $0.table.lowercased() == table.name.lowercased() }
      for index in indexes { try Self.add([table.name, index.name, index.statistics], to: batch) }
      if indexes.isEmpty { try Self.add([table.name, nil, "\(table.rows.count)"], to: batch) }
    }
    try writer.append(batch)
    summary.tables.append(try writer.finished().table)
  }

  private static func add(_ values: [String?], to batch: RowBatch) throws(SealedPagesError) {
    batch.beginRow()
    for value in values { if let value { batch.append(value) } else { batch.appendNull() } }
    try batch.endRow()
  }

  private func writeSchema(into summary: inout DatabaseSummary) throws(SealedPagesError) {
    let tree = TableTree(file: file, root: 1)
    let batch = try plan.schemaRows()
    var rowID: Int64 = 0
    var position = 0
    while position < batch.bytes.count, let base = batch.bytes.baseAddress {
      let size = RowFormat.size(base + position)
      rowID += 1
      position += RowFormat.headerSize
      try tree.append(rowID: rowID, record: UnsafeRawBufferPointer(start: base + position, count: size))
      position += size
    }
    let root = try tree.finishFirstPage()
    try file.link(root, as: 1)
    root.close(headerAt: DatabaseSettings.headerSize)
    try file.finishPages()
    let header = settings.header(pageCount: file.lastPage, lastRoot: plan.lastRoot)
    UnsafeMutableRawBufferPointer(start: root.bytes, count: header.count).copyBytes(from: header)
    try file.write(root.bytes, at: 1)
    summary.pageCount = Int(file.lastPage)
    summary.header = header
  }
}
