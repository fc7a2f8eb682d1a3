/// A schema that can be written: every tree with the page of its root.
///
/// The roots are the first pages of the file, as SQLite needs them in a file with a pointer map: it makes and drops tables by moving what stands there.
struct SchemaPlan: Sendable {
  let schema: DatabaseSchema
  private(set) var tables: [TablePlan] = []
  /// The last page that is a root; 1 if there is no tree but the schema's.
  private(set) var lastRoot: UInt32 = 1
  /// The page of each object of the schema, 0 for those that have none.
  private(set) var roots: [UInt32] = []

  /// Plans a schema.
  ///
  /// - Throws: `SealedPagesError` for what only libsqlite3 can write.
  init(_ schema: DatabaseSchema, settings: DatabaseSettings) throws(SealedPagesError) {
    self.schema = schema
    guard settings.hasValidPageSize else { throw .unsupported("pages of \(settings.pageSize) bytes") }
    let numbers = settings.numbers
    var tableNumbers: [String: Int] = [:]
    for object in schema.objects {
      var root: UInt32 = 0
      switch object {
      case .table(let table):
        try Self.check(table)
        lastRoot = numbers.next(after: lastRoot)
        root = lastRoot
        guard tableNumbers.updateValue(tables.count, forKey: table.name.lowercased()) == nil else {
          throw .unsupported("two tables \(table.name)")
        }
        tables.append(TablePlan(definition: table, root: root))
      case .index(let index):
        guard let number = tableNumbers[index.table.lowercased()] else {
          throw .unsupported("the index \(index.name) before its table \(index.table)")
        }
        lastRoot = numbers.next(after: lastRoot)
        root = lastRoot
        let terms = try Self.terms(of: index, in: tables[number].definition)
        tables[number].indexes.append(IndexPlan(definition: index, terms: terms, root: root))
      case .other: break
      }
      roots.append(root)
    }
  }

  private static func check(_ table: TableDefinition) throws(SealedPagesError) {
    switch table.kind {
    case .rowid: break
    case .withoutRowID: throw .unsupported("the table \(table.name), which is WITHOUT ROWID")
    case .virtual: throw .unsupported("the virtual table \(table.name)")
    }
    if let column = table.columns.first(where: \.isGenerated) {
      throw .unsupported("the generated column \(table.name).\(column.name)")
    }
    guard !table.columns.isEmpty, table.columns.count <= 2_000 else {
      throw .unsupported("the table \(table.name) with \(table.columns.count) columns")
    }
    if let column = table.rowIDColumn, !table.columns.indices.contains(column) {
      throw .unsupported("the row number of \(table.name) in column \(column)")
    }
  }

  private static func terms(of index: IndexDefinition, in table: TableDefinition) throws(SealedPagesError) -> [KeyTerm]
  {
    if index.isPartial { throw .unsupported("the partial index \(index.name)") }
    var terms: [KeyTerm] = []
    for term in index.terms {
      guard let collation = Collation(rawValue: term.collation.uppercased()) else {
        throw .unsupported("the collation \(term.collation) of the index \(index.name)")
      }
      var column: Int?
      switch term.source {
      case .column(let number):
        guard table.columns.indices.contains(number) else {
          throw .unsupported("the index \(index.name) over column \(number) of \(table.name)")
        }
        column = number == table.rowIDColumn ? nil : number
      case .rowID: column = nil
      case .expression: throw .unsupported("the index \(index.name) over an expression")
      }
      terms.append(KeyTerm(column: column, collation: collation, isDescending: term.isDescending))
    }
    if terms.isEmpty { throw .unsupported("the index \(index.name) without columns") }
    return terms
  }
}

// MARK: The schema as rows

extension SchemaPlan {
  /// The table of the schema itself.
  static let schemaTable = TableDefinition(
    name: "sqlite_schema",
    sql: "",
    columns: [
      ColumnDefinition(name: "type", affinity: .text), ColumnDefinition(name: "name", affinity: .text),
      ColumnDefinition(name: "tbl_name", affinity: .text), ColumnDefinition(name: "rootpage", affinity: .integer),
      ColumnDefinition(name: "sql", affinity: .text),
    ]
  )

  /// The rows of `sqlite_schema`.
  ///
  /// - Throws: `SealedPagesError` if a statement is larger than a row may be.
  func schemaRows() throws(SealedPagesError) -> RowBatch {
    let batch = RowBatch(for: Self.schemaTable)
    for (object, root) in zip(schema.objects, roots) {
      let (type, name, table, sql): (String, String, String, String?) =
        switch object {
        case .table(let table): ("table", table.name, table.name, table.sql)
        case .index(let index): ("index", index.name, index.table, index.sql)
        case .other(let type, let name, let table, let sql): (type, name, table, sql)
        }
      batch.beginRow()
      batch.append(type)
      batch.append(name)
      batch.append(table)
      batch.append(Int64(root))
      if let sql { batch.append(sql) } else { batch.appendNull() }
      try batch.endRow()
    }
    return batch
  }
}
