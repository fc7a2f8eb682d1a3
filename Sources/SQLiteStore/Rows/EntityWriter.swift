internal import AttributeValues
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

/// Writes the rows of one entity: the statements and where their parameters come from, worked out once.
final class EntityWriter {
  let entity: StoreEntity
  let description: EntityDescription
  let tableName: String
  /// The entity's columns in the order of the table, with their sources.
  let sources: [ParameterSource]
  /// The indexes of those columns in the table.
  private let columnIndexes: [Int]
  /// The names from the outside in of each composite leaf that `sources` refers to.
  let paths: [[String]]
  /// Whether some value may be kept in a file.
  let hasExternalColumns: Bool
  private let insertSQL: String
  private let updateSQL: String
  /// The sources of the UPDATE, which leaves out derived attributes.
  private let updatedSources: [ParameterSource]
  /// Which cells an update leaves as they are, and the statement that reads them.
  private let keptCells: KeptCells
  private let schema: StoreSchema
  private let connection: SQLiteConnection
  private var insertStatement: SQLiteStatement?
  private var updateStatement: SQLiteStatement?
  private var deleteStatement: SQLiteStatement?
  private var cellStatement: SQLiteStatement?

  /// - Parameter derivedSlots: The attributes that updates leave alone, because triggers keep them or the store works them out afterwards.
  init(entity: StoreEntity, schema: StoreSchema, connection: SQLiteConnection, derivedSlots: Set<Int>) {
    self.entity = entity
    description = entity.entity
    self.schema = schema
    self.connection = connection
    let table = schema.tables[entity.table]
    tableName = SQLIdentifier.spelled(table.name)
    var columns: [(index: Int, source: ParameterSource, isDerived: Bool)] = []
    var attributeColumns: [Int: AttributeColumn] = [:]
    var paths: [[String]] = []
    var hasExternalColumns = false
    func add(_ storage: AttributeStorage, slot: Int, path: [String], isDerived: Bool) {
      switch storage {
      case .none: break
      case .column(let column) where !path.isEmpty:
        attributeColumns[column.index] = column
        columns.append((column.index, .compositeLeaf(slot: slot, path: paths.count), isDerived))
        paths.append(path)
      case .column(let column):
        attributeColumns[column.index] = column
        if column.allowsExternalStorage { hasExternalColumns = true }
        columns.append(
          (column.index, column.allowsExternalStorage ? .externalBinary(slot: slot) : .attribute(slot: slot), isDerived)
        )
      case .composite(let elements):
        for element in elements { add(element.storage, slot: slot, path: path + [element.name], isDerived: isDerived) }
      }
    }
    for (slot, storage) in entity.attributes.enumerated() {
      add(storage, slot: slot, path: [], isDerived: derivedSlots.contains(slot))
    }
    for (slot, storage) in entity.toOne.enumerated() {
      guard let storage else { continue }
      columns.append((storage.column, .toOne(slot: slot), false))
      if let column = storage.entityColumn { columns.append((column, .toOneEntity(slot: slot), false)) }
    }
    columns.sort { $0.index < $1.index }
    sources = columns.map(\.source)
    columnIndexes = columns.map(\.index)
    updatedSources = columns.filter { !$0.isDerived }.map(\.source)
    self.paths = paths
    self.hasExternalColumns = hasExternalColumns
    let names = columns.map { SQLIdentifier.spelled(table.columns[$0.index].name) }
    let parameters = (0..<names.count).map { ", ?\($0 + 3)" }.joined()
    insertSQL =
      "INSERT INTO \(tableName) (Z_PK, Z_ENT, Z_OPT\(names.map { ", " + $0 }.joined())) VALUES (?1, \(entity.number), ?2\(parameters))"
    let updated = columns.filter { !$0.isDerived }.map { SQLIdentifier.spelled(table.columns[$0.index].name) }
    keptCells = KeptCells(
      selection: updated.joined(separator: ", "),
      columns: columns.filter { !$0.isDerived }.map { attributeColumns[$0.index] }
    )
    updateSQL =
      "UPDATE \(tableName) SET Z_OPT = ?2 % \(Int64.max) + 1\(updated.enumerated().map { ", \($1) = ?\($0 + 3)" }.joined()) "
      + "WHERE Z_PK = ?1 AND Z_OPT = ?2"
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
    try bind(row, sources, to: statement, files: files)
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
      writing: { self.value(self.updatedSources[$0], of: attributes) },
      files: files
    )
  }

  /// The attribute value that a parameter gets; `.null` for relationships.
  private func value(_ source: ParameterSource, of attributes: [AttributeValue]) -> AttributeValue {
    switch source {
    case .attribute(let slot), .externalBinary(let slot): attributes[slot]
    case .compositeLeaf(let slot, let path): leaf(of: attributes[slot], at: paths[path])
    case .toOne, .toOneEntity: .null
    }
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
      switch sources[position] {
      case .attribute(let slot):
        try statement.bind(attributes[slot], at: parameter)
      case .toOne(let slot):
        if let destination = toOne[slot] {
          try statement.bind(destination.reference, at: parameter)
        } else {
          try statement.bindNull(at: parameter)
        }
      case .toOneEntity(let slot):
        if let destination = toOne[slot], let index = schema.index(of: destination.entity) {
          try statement.bind(schema.entities[index].number, at: parameter)
        } else {
          try statement.bindNull(at: parameter)
        }
      case .externalBinary(let slot):
        let key = row.objectID.reference
        try statement.bindExternal(attributes[slot], at: parameter, files: files) {
          ExternalDataFolder.seed(table: tableName, key: key, slot: slot)
        }
      case .compositeLeaf(let slot, let path):
        try statement.bind(leaf(of: attributes[slot], at: paths[path]), at: parameter)
      }
    }
  }

  /// The values that a row gives to columns, as SQLite compares them; columns that the entity does not have are left out.
  func values(of row: StoreRow, columns names: [String]) throws -> [SQLiteValue] {
    let table = schema.tables[entity.table]
    let probe = try connection.prepare("SELECT \((0..<sources.count).map { "?\($0 + 3)" }.joined(separator: ", "))")
    try bind(row, sources, to: probe, files: nil)
    guard try probe.step() else { return [] }
    return names.compactMap { name in
      columnIndexes.firstIndex { table.columns[$0].name == name }.map { probe.value($0) }
    }
  }

  private func leaf(of value: AttributeValue, at path: [String]) -> AttributeValue {
    path.reduce(value) { value, name in
      if case .composite(let elements) = value { elements[name] ?? .null } else { .null }
    }
  }
}
