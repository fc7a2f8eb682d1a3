internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

/// Makes rows of a table's records: which columns a query selects for an entity and its descendants, and which slots they fill.
///
/// The result's columns are the table's columns in their own order, from column 0 on.
final class RowReader {
  /// The table's columns as a query has to select them, separated by commas.
  let selection: String
  private let schema: StoreSchema
  private let storeNumber: UInt32
  private let table: Int
  private let root: EntityDescription
  private let files: ExternalDataFolder?

  /// - Parameters:
  ///   - entity: The entity that is read, with its descendants.
  ///   - alias: The name of the table in the query.
  init(entity: StoreEntity, schema: StoreSchema, storeNumber: UInt32, alias: String, files: ExternalDataFolder?) {
    self.schema = schema
    self.storeNumber = storeNumber
    self.files = files
    table = entity.table
    root = entity.entity
    selection = schema.tables[entity.table].columns.map { "\(alias).\(SQLIdentifier.spelled($0.name))" }.joined(
      separator: ", "
    )
  }

  /// The ID of the current record; `nil` if its entity number is not one of the table's.
  func objectID(in statement: SQLiteStatement) -> ManagedObjectID? {
    entityIndex(number: statement.integer(1)).map {
      ManagedObjectID(entity: schema.entities[$0].entity, storeNumber: storeNumber, reference: statement.integer(0))
    }
  }

  /// The current record; `nil` if its entity number is not one of the table's.
  func row(in statement: SQLiteStatement) throws -> StoreRow? {
    guard let layout = layout(number: statement.integer(1)) else { return nil }
    var memory: PackedValues?
    return FetchedRow(try layout.read(statement, files: files, reusing: &memory)).storeRow
  }

  /// Calls `body` with every record that a statement goes to, until it returns `false`; records whose entity number is not one of the table's are
  /// left out.
  ///
  /// - Complexity: O(bytes of the rows); allocates once for each row that `body` keeps.
  func forEachRow(in statement: SQLiteStatement, _ body: (borrowing FetchedRow) throws -> Bool) throws {
    var memory: PackedValues?
    guard try statement.step() else { return }
    while true {
      let number = statement.integer(1)
      guard let layout = layout(number: number) else {
        guard try statement.step() else { return }
        continue
      }
      // The layout of one row is mostly the next one's.
      repeat {
        let values = try layout.read(statement, files: files, reusing: &memory)
        guard try body(FetchedRow(values)) else { return }
        memory = values
        guard try statement.step() else { return }
      } while statement.integer(1) == number
    }
  }

  /// The layouts of the entities whose rows have been read, by the entities' places in the schema.
  private var layouts: [Int: RowLayout] = [:]

  private func layout(number: Int64) -> RowLayout? {
    guard let index = entityIndex(number: number) else { return nil }
    if let known = layouts[index] { return known }
    let layout = RowLayout(schema.entities[index], schema: schema, storeNumber: storeNumber)
    layouts[index] = layout
    return layout
  }

  private func entityIndex(number: Int64) -> Int? {
    if let index = schema.index(ofNumber: number), schema.entities[index].table == table { return index }
    // A table of one entity says by itself whose rows it holds.
    return schema.tables[table].isShared ? nil : schema.index(of: root)
  }
}
