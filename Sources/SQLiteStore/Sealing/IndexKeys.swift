package import SQLiteAccess
package import SealedPages

/// The keys of a database's indexes, counted and hashed: as they stand in the indexes, or as the rows of the tables ask for them.
///
/// The same keys on both sides prove that each index holds exactly its table's rows. Each index and each table is read once, from its beginning to its end, where
/// `PRAGMA integrity_check` looks up every row in every index.
package struct IndexKeys: Sendable {
  /// The keys by the names of the indexes.
  private var keys: [String: MultisetHash] = [:]
  /// What is wrong with the order of the keys, or with keys that are twice in a unique index.
  package private(set) var problems: [String] = []

  private static let batchSize = 64 << 10

  /// An index that can be read, with the table that it belongs to.
  private struct Subject {
    let index: IndexDefinition
    let table: TableDefinition
    /// What reads a key's values, as in `"ZNAME", "ZGROUP", rowid`.
    let selection: String
    let areReal: [Bool]
  }

  /// The keys that stand in the indexes.
  ///
  /// - Parameter connection: To a database of texts in UTF-8.
  /// - Throws: `SQLiteError`, `SealedPagesError`.
  /// - Complexity: O(bytes of the indexes).
  package static func standing(in schema: DatabaseSchema, of connection: SQLiteConnection) throws -> IndexKeys {
    var result = IndexKeys()
    for subject in subjects(of: schema) {
      let name = subject.index.name
      let counter = try KeyCounter(subject.index, of: subject.table, isInOrder: true)
      try read("INDEXED BY \(SQLIdentifier.quoted(name))", of: [subject], counters: [counter], connection)
      result.keys[name] = counter.keys
      if let problem = counter.problem { result.problems.append("the index \(name) \(problem)") }
    }
    return result
  }

  /// The keys that the rows of the tables ask for.
  ///
  /// - Throws: `SQLiteError`, `SealedPagesError`.
  /// - Complexity: O(bytes of the tables).
  package static func wanted(by schema: DatabaseSchema, of connection: SQLiteConnection) throws -> IndexKeys {
    var result = IndexKeys()
    let tables = Dictionary(grouping: subjects(of: schema)) { $0.table.name }
    for table in schema.tables {
      guard let subjects = tables[table.name] else { continue }
      let counters = try subjects.map { try KeyCounter($0.index, of: $0.table, isInOrder: false) }
      try read("NOT INDEXED", of: subjects, counters: counters, connection)
      for (subject, counter) in zip(subjects, counters) { result.keys[subject.index.name] = counter.keys }
    }
    return result
  }

  /// The keys that were cut from rows while a file was written.
  package static func written(_ summary: DatabaseSummary) -> IndexKeys {
    var result = IndexKeys()
    for index in summary.indexes { result.keys[index.name] = index.keys }
    return result
  }

  /// What is wrong with indexes that hold these keys while `wanted` are asked for; empty if nothing is.
  package func problems(comparedWith wanted: IndexKeys) -> [String] {
    problems
      + keys.keys.sorted().filter { keys[$0] != wanted.keys[$0] }
      .map { "the index \($0) does not hold what its table does" }
  }

  /// What is wrong with the indexes of a database; empty if each holds exactly its table's rows, in order, as far as they can be compared: those that are
  /// partial, over expressions or with collations of their own are left out, and those of tables without row numbers.
  ///
  /// - Throws: `SQLiteError`.
  /// - Complexity: reads every table that has an index and every index once.
  package static func problems(of connection: SQLiteConnection) throws -> [String] {
    guard try connection.pragma("encoding")?.text == "UTF-8" else { return [] }
    let schema = try DatabaseSchema.read(from: connection) { _ in .asTheyCome }
    return try standing(in: schema, of: connection).problems(comparedWith: wanted(by: schema, of: connection))
  }

  // MARK: Reading

  private static func subjects(of schema: DatabaseSchema) -> [Subject] {
    schema.indexes.compactMap { index in
      guard let table = schema.tables.first(where: { $0.name.lowercased() == index.table.lowercased() }),
        (try? KeyCounter(index, of: table, isInOrder: false)) != nil, let rowID = table.rowIDName
      else { return nil }
      var names: [String] = []
      var areReal: [Bool] = []
      for term in index.terms {
        if case .column(let number) = term.source {
          names.append(SQLIdentifier.quoted(table.columns[number].name))
          areReal.append(table.columns[number].affinity == .real)
        } else {
          names.append(rowID)
          areReal.append(false)
        }
      }
      let selection = (names + [rowID]).joined(separator: ", ")
      return Subject(index: index, table: table, selection: selection, areReal: areReal + [false])
    }
  }

  /// Reads the keys of indexes of one table, side by side.
  private static func read(
    _ way: String,
    of subjects: [Subject],
    counters: [KeyCounter],
    _ connection: SQLiteConnection
  ) throws {
    let selection = subjects.map(\.selection).joined(separator: ", ")
    let statement = try connection.prepare(
      "SELECT \(selection) FROM \(SQLIdentifier.quoted(subjects[0].table.name)) \(way)"
    )
    let batches = counters.map { RowBatch(for: $0.definition) }
    while try statement.step() {
      var column = 0
      for ((subject, counter), batch) in zip(zip(subjects, counters), batches) {
        batch.beginRow()
        for isReal in subject.areReal {
          batch.append(statement, column, isReal: isReal)
          column += 1
        }
        try batch.endRow()
        guard batch.byteCount >= batchSize else { continue }
        counter.add(batch)
        batch.removeAll()
      }
    }
    for (counter, batch) in zip(counters, batches) { counter.add(batch) }
  }
}

extension SealedFileProof {
  /// What is wrong with the indexes of the database that the file is a copy of; empty if they hold what the copy's do.
  package func problems(ofOriginal keys: IndexKeys) -> [String] { keys.problems(comparedWith: .written(summary)) }
}
