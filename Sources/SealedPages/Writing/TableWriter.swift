/// A table that is being written, from its first row to its last.
package final class TableWriter {
  package let definition: TableDefinition
  private let file: PageFile
  private let tree: TableTree
  private let indexes: [IndexWriter]
  /// The same; each row would count a reference to each of them.
  private let uncountedIndexes: [Unmanaged<IndexWriter>]
  private let spool: RowSpool?
  private let log: RowLog?
  private let layout: RecordLayout
  private let rows = MultisetHasher()
  /// What takes over rows of an earlier file, with the changes of the indexes; `nil` if the table is written anew.
  private let rewriting: (rows: TableRewriter, indexes: [IndexRewriter])?
  /// How many rows a table has that is rewritten.
  private var rewrittenCount = 0
  private let oldLayout: RecordLayout
  private var summary: (table: DatabaseSummary.Table, indexes: [DatabaseSummary.Index])?

  /// - Throws: `SealedPagesError` if the earlier file's rows cannot be taken over.
  init(
    _ plan: TablePlan,
    file: PageFile,
    memory: WorkingMemory,
    runSize: Int,
    spoolLimit: Int,
    earlier: EarlierDatabase?
  ) throws(SealedPagesError) {
    definition = plan.definition
    self.file = file
    let tree = TableTree(file: file, root: plan.root)
    self.tree = tree
    if let earlier, earlier.keptTables.contains(plan.definition.name.lowercased()) {
      guard plan.definition.placement == .asTheyCome else {
        throw earlier.unusable("the rows of \(plan.definition.name) wait")
      }
      var indexes: [IndexRewriter] = []
      for index in plan.indexes { indexes.append(try IndexRewriter(index, of: earlier)) }
      rewriting = (try TableRewriter(tree, of: earlier, root: plan.root), indexes)
    } else {
      rewriting = nil
    }
    oldLayout = RecordLayout(columns: plan.definition.columns.count)
    indexes = plan.indexes.map { IndexWriter($0, memory: memory, runSize: runSize) }
    uncountedIndexes = indexes.map(Unmanaged.passUnretained)
    spool = plan.definition.placement == .together ? RowSpool(limit: spoolLimit, path: memory.path) : nil
    log =
      plan.definition.placement == .replaceable
      ? RowLog(table: plan.definition.name, limit: spoolLimit, memory: memory) : nil
    layout = RecordLayout(columns: plan.definition.columns.count)
  }

  /// Whether all rows have come.
  package var isFinished: Bool { summary != nil }

  /// Adds the rows of a batch, whose numbers have to rise within the batch and from one to the next, but for a table whose rows can be replaced: there
  /// they come in any order, and the last one with a number counts. The batch keeps its rows.
  ///
  /// - Throws: `SealedPagesError`; nothing can be added to the database then. For a table whose pages stand together, what is wrong with its rows is
  ///   found by `finish()`.
  /// - Complexity: O(*n*) in bytes.
  package func append(_ batch: RowBatch) throws(SealedPagesError) {
    precondition(!isFinished, "The table \(definition.name) is finished.")
    precondition(batch.tableName == definition.name, "The rows are those of \(batch.tableName).")
    try add(batch.bytes)
  }

  /// Adds some rows of a batch, with the numbers that they get here; the numbers have to rise.
  ///
  /// - Parameter chosen: The rows, by the order in which they were added to the batch and in that order, none of which was added before.
  /// - Throws: `SealedPagesError`, as `append(_:)`.
  /// - Complexity: O(*n*) in bytes.
  package func append(_ chosen: [(row: Int, key: Int64)], of batch: RowBatch) throws(SealedPagesError) {
    precondition(!isFinished, "The table \(definition.name) is finished.")
    precondition(batch.tableName == definition.name, "The rows are those of \(batch.tableName).")
    for (row, key) in chosen {
      try add(batch.number(row, as: key))
    }
  }

  /// Takes over rows of the earlier file, from the one behind the last to one that it has.
  ///
  /// - Parameter count: How many these are.
  /// - Throws: `SealedPagesError`; nothing can be added to the database then.
  /// - Complexity: O(pages of the rows), and nothing of most pages is read.
  package func keep(through last: Int64, count: Int) throws(SealedPagesError) {
    guard count > 0 else { return }
    guard let rewriting else { preconditionFailure("The table \(definition.name) is written anew.") }
    try rewriting.rows.keep(through: last)
    rewrittenCount += count
  }

  private func add(_ rows: UnsafeRawBufferPointer) throws(SealedPagesError) {
    if let spool { return try spool.append(rows) }
    if let log { return try log.append(rows) }
    try write(rows)
  }

  /// The row with a number as it is now, for a table whose rows can be replaced; `nil` if there is none. The bytes are valid until the table is used again.
  ///
  /// - Throws: `SealedPagesError`.
  /// - Complexity: O(1).
  package func record(_ rowID: Int64) throws(SealedPagesError) -> UnsafeRawBufferPointer? {
    try log?.record(rowID)
  }

  /// Ends the table: writes what is left of it, and its indexes.
  ///
  /// The database's `finish()` does it for those that are left, in the order of the schema; done here, it frees memory before.
  ///
  /// - Throws: `SealedPagesError`.
  package func finish() throws(SealedPagesError) { _ = try finished() }

  func finished() throws(SealedPagesError) -> (table: DatabaseSummary.Table, indexes: [DatabaseSummary.Index]) {
    if let summary { return summary }
    try spool?.read { bytes throws(SealedPagesError) in try write(bytes) }
    try log?.forEachRun { bytes throws(SealedPagesError) in try write(bytes) }
    log?.removeAll()
    if let rewriting {
      try rewriting.rows.finish()
      try tree.finish()
      var finished: [DatabaseSummary.Index] = []
      for index in rewriting.indexes { finished.append(try index.finish(in: file, rowCount: rewrittenCount)) }
      let table = DatabaseSummary.Table(name: definition.name, rows: MultisetHash(count: rewrittenCount))
      summary = (table, finished)
      return (table, finished)
    }
    for index in indexes { try index.endRows() }
    try tree.finish()
    var finished: [DatabaseSummary.Index] = []
    for index in indexes { finished.append(try index.finish(in: file)) }
    let summary = (table: DatabaseSummary.Table(name: definition.name, rows: rows.hash), indexes: finished)
    self.summary = summary
    return summary
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(SealedPagesError) {
    guard let base = bytes.baseAddress else { return }
    var position = 0
    while position < bytes.count {
      let row = base + position
      let record = UnsafeRawBufferPointer(start: row + RowFormat.headerSize, count: RowFormat.size(row))
      position += RowFormat.headerSize + record.count
      let last = tree.lastRowID
      let rowID = RowFormat.rowID(row) ?? (last == .max ? .max : (last ?? 0) + 1)
      if let last, rowID <= last { throw .rowOutOfOrder(table: definition.name, rowID: rowID) }
      if let rewriting {
        try rewrite(rowID, record, rewriting.rows, rewriting.indexes)
        continue
      }
      try tree.append(rowID: rowID, record: record)
      rows.add(record, seed: UInt64(bitPattern: rowID))
      guard !uncountedIndexes.isEmpty else { continue }
      guard layout.read(record) else {
        throw .wrongValueCount(table: definition.name, expected: definition.columns.count, found: layout.count)
      }
      for number in 0..<uncountedIndexes.count {
        try uncountedIndexes[number].uncounted { index throws(SealedPagesError) in
          try index.add(record: record, layout: layout, rowID: rowID)
        }
      }
    }
  }

  /// Writes a row in the place of the one with its number, or behind all others.
  private func rewrite(
    _ rowID: Int64,
    _ record: UnsafeRawBufferPointer,
    _ rows: TableRewriter,
    _ indexes: [IndexRewriter]
  ) throws(SealedPagesError) {
    let old = try rows.take(rowID)
    try tree.append(rowID: rowID, record: record)
    rewrittenCount += 1
    guard layout.read(record) else {
      throw .wrongValueCount(table: definition.name, expected: definition.columns.count, found: layout.count)
    }
    guard let old else {
      for index in indexes { try index.note(rowID, old: nil, new: (record, layout)) }
      return
    }
    try old.withRawBytes { bytes throws(SealedPagesError) in
      guard oldLayout.read(bytes) else { throw .earlierFile("row \(rowID) of \(definition.name) is damaged") }
      for index in indexes { try index.note(rowID, old: (bytes, oldLayout), new: (record, layout)) }
    }
  }
}
