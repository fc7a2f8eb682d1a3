internal import AttributeValues
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

/// Writes the rows of one entity: the statements and where their parameters come from, worked out once.
final class EntityWriter {
  let entity: StoreEntity
  let description: EntityDescription
  var tableName: String { columns.tableName }
  /// Whether some value may be kept in a file.
  var hasExternalColumns: Bool { columns.hasExternalColumns }
  private let columns: EntityColumns
  private let insertSQL: String
  private let updateSQL: String
  /// The sources of the UPDATE, which leaves out derived attributes.
  private let updatedSources: [ParameterSource]
  /// Which cells an update leaves as they are, and the statement that reads them.
  private let keptCells: KeptCells
  private let connection: SQLiteConnection
  private var insertStatement: SQLiteStatement?
  private var updateStatement: SQLiteStatement?
  private var deleteStatement: SQLiteStatement?
  private var cellStatement: SQLiteStatement?

  /// - Parameter derivedSlots: The attributes that updates leave alone, because triggers keep them or the store works them out afterwards.
  init(entity: StoreEntity, schema: StoreSchema, connection: SQLiteConnection, derivedSlots: Set<Int>) {
    self.entity = entity
    description = entity.entity
    self.connection = connection
    let columns = EntityColumns(entity, in: schema)
    self.columns = columns
    let names = columns.names
    let parameters = (0..<names.count).map { ", ?\($0 + 3)" }.joined()
    insertSQL =
      "INSERT INTO \(columns.tableName) (Z_PK, Z_ENT, Z_OPT\(names.map { ", " + $0 }.joined())) VALUES (?1, \(entity.number), ?2\(parameters))"
    let updated = names.indices.filter { position in
      columns.sources[position].attributeSlot.map { !derivedSlots.contains($0) } ?? true
    }
    updatedSources = updated.map { columns.sources[$0] }
    keptCells = KeptCells(
      selection: updated.map { names[$0] }.joined(separator: ", "),
      columns: updated.map { columns.attributes[$0] }
    )
    let settings = updated.enumerated().map { ", \(names[$1]) = ?\($0 + 3)" }.joined()
    updateSQL =
      "UPDATE \(columns.tableName) SET Z_OPT = ?2 % \(Int64.max) + 1\(settings) WHERE Z_PK = ?1 AND Z_OPT = ?2"
  }

  /// Inserts a row.
  ///
  /// - Complexity: O(bytes of the row); allocates nothing for rows without decimals, URIs and composites.
  func insert(_ row: borrowing StoreRow, files: ExternalDataFolder?) throws {
    let statement: SQLiteStatement
    if let insertStatement {
      statement = insertStatement
    } else {
      statement = try connection.prepare(insertSQL)
      insertStatement = statement
    }
    try statement.bind(row.objectID.reference, at: 1)
    try statement.bind(max(row.version, 1), at: 2)
    try bind(row, columns.sources, to: statement, files: files)
    try statement.run()
  }

  /// Writes a row's values and raises its version; `false` if no row has the key and the version that was read. Cells that hold the same value in
  /// another form stay as they are.
  func update(_ row: borrowing StoreRow, files: ExternalDataFolder?) throws -> Bool {
    let statement = try updateStatement ?? connection.prepare(updateSQL)
    updateStatement = statement
    try statement.bind(row.objectID.reference, at: 1)
    try statement.bind(row.version, at: 2)
    try bind(row, updatedSources, to: statement, files: files, keeping: try cellsToKeep(of: row, files: files))
    try statement.run()
    return connection.changeCount == 1
  }

  private func cellsToKeep(of row: borrowing StoreRow, files: ExternalDataFolder?) throws -> [Int: KeptCell] {
    guard !keptCells.selection.isEmpty else { return [:] }
    let statement =
      try cellStatement ?? connection.prepare("SELECT \(keptCells.selection) FROM \(tableName) WHERE Z_PK = ?1")
    cellStatement = statement
    defer { statement.reset() }
    try statement.bind(row.objectID.reference, at: 1)
    guard try statement.step() else { return [:] }
    let attributes = row.attributes
    return try keptCells.cells(
      in: statement,
      writing: { self.columns.value(self.updatedSources[$0], of: attributes) },
      files: files
    )
  }

  /// Deletes a row; `false` if no row has the key and the version that was read.
  func delete(key: Int64, version: Int64) throws -> Bool {
    let statement = try deleteStatement ?? connection.prepare("DELETE FROM \(tableName) WHERE Z_PK = ?1 AND Z_OPT = ?2")
    deleteStatement = statement
    try statement.bind(key, at: 1)
    try statement.bind(version, at: 2)
    try statement.run()
    return connection.changeCount == 1
  }

  /// Binds the row's values from the third parameter on.
  private func bind(
    _ row: borrowing StoreRow,
    _ sources: [ParameterSource],
    to statement: SQLiteStatement,
    files: ExternalDataFolder?,
    keeping kept: [Int: KeptCell] = [:]
  ) throws {
    let attributes = row.attributes.span
    let toOne = row.toOne.span
    let sources = sources.span
    for position in sources.indices {
      let parameter = position + 3
      if !kept.isEmpty, let cell = kept[position] {
        try statement.bind(cell, at: parameter)
        continue
      }
      try columns.bind(
        sources[position],
        attributes,
        toOne,
        ofRow: row.objectID.reference,
        to: statement,
        at: parameter,
        files: files
      )
    }
  }

  /// The values that a row gives to columns, as SQLite compares them; columns that the entity does not have are left out.
  func values(of row: StoreRow, columns names: [String]) throws -> [SQLiteValue] {
    let probe = try connection.prepare(
      "SELECT \(columns.sources.indices.map { "?\($0 + 3)" }.joined(separator: ", "))"
    )
    try bind(row, columns.sources, to: probe, files: nil)
    guard try probe.step() else { return [] }
    return names.compactMap { name in
      columns.indexes.firstIndex { columns.table.columns[$0].name == name }.map { probe.value($0) }
    }
  }
}
