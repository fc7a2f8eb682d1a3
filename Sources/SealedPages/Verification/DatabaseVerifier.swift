internal import Dispatch
internal import Synchronization

/// Reads a finished file once and finds what is wrong with it, without SQLite.
///
/// It finds: a wrong header or schema; pages of the wrong kind, used twice or by nobody; cells that do not fit; rows out of order; keys out of order or twice in a
/// unique index; an index that does not hold exactly the keys of its table's rows; broken overflow chains; wrong entries of the pointer map; bytes
/// where there should be none. A value that was changed and that no index holds is found only where a summary is given to compare with; with one, every changed
/// byte is found.
package struct DatabaseVerifier: Sendable {
  private let path: String
  private let settings: DatabaseSettings
  private let plan: SchemaPlan
  private let threads: Int

  /// - Parameters:
  ///   - schema: What the file was written for; with `sqlite_stat1`, if the writer added it.
  ///   - threads: How many trees are read at the same time.
  /// - Throws: `SealedPagesError` for a schema that cannot have been written.
  package init(
    path: String,
    schema: DatabaseSchema,
    settings: DatabaseSettings = DatabaseSettings(),
    threads: Int = 2
  ) throws(SealedPagesError) {
    self.path = path
    self.settings = settings
    self.threads = threads
    plan = try SchemaPlan(schema, settings: settings)
  }

  /// What is wrong with the file, at most one thing of each tree; empty if nothing is.
  ///
  /// - Parameter summary: What the writer counted, and proved as it wrote. A file that holds the very same rows, and the very same keys in the same order,
  ///   needs no other proof.
  /// - Throws: `SealedPagesError` if the file cannot be read.
  /// - Complexity: reads every page once; twice if it is not as it was written.
  package func problems(comparedWith summary: DatabaseSummary? = nil) throws(SealedPagesError) -> [String] {
    if let summary, try problems(comparedWith: summary, looks: .atHashes).isEmpty { return [] }
    return try problems(comparedWith: summary, looks: .closely)
  }

  /// How trees are looked at.
  private enum Look {
    /// Whether they are those that the summary speaks of.
    case atHashes
    /// What is wrong with each.
    case closely
  }

  private func problems(
    comparedWith summary: DatabaseSummary?,
    looks look: Look
  ) throws(SealedPagesError) -> [String] {
    do throws(VerificationStop) {
      let reader = try PageReader(path: path, pageSize: settings.pageSize)
      try checkHeader(reader)
      let visits = PageVisits(pageCount: reader.pageCount, numbers: settings.numbers)
      try checkSchema(reader, visits: visits)
      var problems = try trees(visits: visits, comparedWith: summary, looks: look)
      guard problems.isEmpty else { return problems }
      if let page = visits.firstUnused() { problems.append("nothing leads to page \(page)") }
      try walk(reader, visits: visits, isIndex: false).checkReservedPages()
      return problems
    } catch {
      switch error {
      case .damage(let problem): return [problem]
      case .unreadable(let error): throw error
      }
    }
  }

  private func walk(_ reader: PageReader, visits: PageVisits, isIndex: Bool) -> TreeWalk {
    TreeWalk(reader, visits: visits, numbers: settings.numbers, isIndex: isIndex)
  }

  // MARK: Header and schema

  private func checkHeader(_ reader: PageReader) throws(VerificationStop) {
    guard reader.pageCount >= 1, reader.fileSize == reader.pageCount * settings.pageSize else {
      throw .damage("the file has no whole number of pages")
    }
    let page = ByteBuffer(capacity: settings.pageSize)
    try reader.read(1, into: page.room(for: settings.pageSize))
    let expected = settings.header(pageCount: UInt32(reader.pageCount), lastRoot: plan.lastRoot)
    page.advance(by: expected.count)
    guard page.bytes.elementsEqual(expected) else { throw .damage("the file's header is not the one that was written") }
  }

  private func checkSchema(_ reader: PageReader, visits: PageVisits) throws(VerificationStop) {
    let rows: RowBatch
    do throws(SealedPagesError) { rows = try plan.schemaRows() } catch { throw .unreadable(error) }
    let expected = rows.bytes
    var position = 0
    var count: Int64 = 0
    try walk(reader, visits: visits, isIndex: false).read(root: 1) { rowID, record throws(VerificationStop) in
      count += 1
      guard rowID == count, position < expected.count, let base = expected.baseAddress else {
        throw .damage("the schema is not the one that was written")
      }
      let row = UnsafeRawBufferPointer(
        start: base + position + RowFormat.headerSize,
        count: RowFormat.size(base + position)
      )
      position += RowFormat.headerSize + row.count
      guard row.elementsEqual(record) else { throw .damage("the schema is not the one that was written") }
    }
    guard position == expected.count else { throw .damage("the schema is not the one that was written") }
  }

  // MARK: Trees

  /// What was read of one tree.
  private struct Outcome {
    var stop: VerificationStop?
    var rows = MultisetHash()
    /// What the rows say of the keys of each index of the table.
    var expected: [MultisetHash] = []
    var distinct: [Int] = []
    /// The keys of an index that were looked at by their hashes alone.
    var sequence: SequenceHash?
  }

  private enum Tree {
    case table(TablePlan)
    case index(IndexPlan)
  }

  private func trees(
    visits: PageVisits,
    comparedWith summary: DatabaseSummary?,
    looks look: Look
  ) throws(VerificationStop) -> [String] {
    let trees = plan.tables.flatMap { [Tree.table($0)] + $0.indexes.map { Tree.index($0) } }
    let outcomes = Mutex([Outcome](repeating: Outcome(), count: trees.count))
    let next = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, trees.count))) { _ in
      while true {
        let number = next.withLock { next in
          next += 1
          return next - 1
        }
        guard number < trees.count else { return }
        let outcome = read(trees[number], visits: visits, looks: look)
        outcomes.withLock { $0[number] = outcome }
      }
    }
    return try problems(trees, outcomes.withLock { $0 }, comparedWith: summary)
  }

  private func read(_ tree: Tree, visits: PageVisits, looks look: Look) -> Outcome {
    var outcome = Outcome()
    do throws(VerificationStop) {
      let reader = try PageReader(path: path, pageSize: settings.pageSize)
      switch (tree, look) {
      case (.table(let table), .closely): try read(table, reader, visits: visits, into: &outcome)
      case (.index(let index), .closely): try read(index, reader, visits: visits, into: &outcome)
      case (.table(let table), .atHashes):
        let rows = MultisetHasher()
        try walk(reader, visits: visits, isIndex: false).read(root: table.root) { rowID, record in
          rows.add(record, seed: UInt64(bitPattern: rowID))
        }
        outcome.rows = rows.hash
      case (.index(let index), .atHashes):
        var sequence = SequenceHash()
        try walk(reader, visits: visits, isIndex: true).read(root: index.root) { _, key in sequence.add(ByteHash(key)) }
        outcome.sequence = sequence
      }
    } catch { outcome.stop = error }
    return outcome
  }

  private func read(
    _ table: TablePlan,
    _ reader: PageReader,
    visits: PageVisits,
    into outcome: inout Outcome
  ) throws(VerificationStop) {
    let layout = RecordLayout(columns: table.definition.columns.count)
    let cutters = table.indexes.map { KeyCutter($0.terms) }
    let key = ByteBuffer(capacity: 4096)
    let rows = MultisetHasher()
    let expected = cutters.map { _ in MultisetHasher() }
    try walk(reader, visits: visits, isIndex: false).read(root: table.root) { rowID, record throws(VerificationStop) in
      rows.add(record, seed: UInt64(bitPattern: rowID))
      guard layout.read(record), layout.count == table.definition.columns.count else {
        throw .damage("row \(rowID) is damaged")
      }
      for number in 0..<cutters.count {
        key.removeAll()
        _ = cutters[number].append(record: record, layout: layout, rowID: rowID, to: key)
        expected[number].add(key.bytes)
      }
    }
    outcome.rows = rows.hash
    outcome.expected = expected.map(\.hash)
  }

  private func read(
    _ index: IndexPlan,
    _ reader: PageReader,
    visits: PageVisits,
    into outcome: inout Outcome
  ) throws(VerificationStop) {
    let order = KeyOrder(terms: index.terms)
    let layout = RecordLayout(columns: index.terms.count + 1)
    let scratch = ByteBuffer(capacity: 4096)
    let sequence = KeySequence(order: order, isUnique: index.definition.isUnique)
    let keys = MultisetHasher()
    try walk(reader, visits: visits, isIndex: true).read(root: index.root) { _, key throws(VerificationStop) in
      guard layout.read(key), layout.count == index.terms.count + 1 else { throw .damage("a key is damaged") }
      do throws(KeySequence.Fault) { try sequence.add(key, prefix: order.prefix(of: key, scratch: scratch)) } catch {
        throw .damage("a key is \(error == .notRising ? "out of order" : "damaged or not unique")")
      }
      keys.add(key)
    }
    outcome.rows = keys.hash
    outcome.distinct = sequence.distinct
  }

  private func problems(
    _ trees: [Tree],
    _ outcomes: [Outcome],
    comparedWith summary: DatabaseSummary?
  ) throws(VerificationStop) -> [String] {
    var problems: [String] = []
    var expected: ArraySlice<MultisetHash> = []
    var isTableRead = false
    for (tree, outcome) in zip(trees, outcomes) {
      let name =
        switch tree {
        case .table(let table): table.definition.name
        case .index(let index): index.definition.name
        }
      if case .table = tree {
        expected = outcome.expected[...]
        isTableRead = outcome.stop == nil
      }
      let wanted = if case .index = tree { expected.popFirst() } else { MultisetHash?.none }
      switch outcome.stop {
      case .unreadable: throw outcome.stop ?? .damage(name)
      case .damage(let problem): problems.append("\(name): \(problem)")
      case nil:
        if case .index = tree, isTableRead, outcome.sequence == nil, wanted != outcome.rows {
          problems.append("\(name): the index does not hold what its table does")
        } else if let summary, !agrees(tree, outcome, with: summary) {
          problems.append("\(name): it does not hold what was written")
        }
      }
    }
    return problems
  }

  private func agrees(_ tree: Tree, _ outcome: Outcome, with summary: DatabaseSummary) -> Bool {
    switch tree {
    case .table(let table):
      summary.tables.contains { $0.name == table.definition.name && $0.rows == outcome.rows }
    case .index(let index):
      summary.indexes.contains { written in
        guard written.name == index.definition.name else { return false }
        if let sequence = outcome.sequence { return written.sequence == sequence }
        return written.keys == outcome.rows && written.distinct == outcome.distinct
      }
    }
  }
}
