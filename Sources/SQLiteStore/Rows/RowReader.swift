internal import AttributeValues
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
  ///
  /// - Complexity: O(bytes of the row); allocates the two arrays and what the values need.
  func row(in statement: SQLiteStatement) throws -> StoreRow? {
    guard let entity = layout(number: statement.integer(1)) else { return nil }
    var attributes: [AttributeValue] = []
    attributes.reserveCapacity(entity.attributes.count)
    for storage in entity.attributes { attributes.append(try value(storage, in: statement)) }
    var toOne: [ManagedObjectID?] = []
    toOne.reserveCapacity(entity.toOne.count)
    for (slot, storage) in entity.toOne.enumerated() {
      toOne.append(storage.flatMap { destination($0, of: entity, slot: slot, in: statement) })
    }
    return StoreRow(
      objectID: ManagedObjectID(entity: entity.entity, storeNumber: storeNumber, reference: statement.integer(0)),
      version: statement.integer(2),
      attributes: attributes,
      toOne: toOne
    )
  }

  /// Where an entity's values stand; a class, so that a row does not copy the entity's arrays.
  private final class Layout {
    let number: Int64
    let entity: EntityDescription
    let attributes: [AttributeStorage]
    let toOne: [ToOneStorage?]

    init(number: Int64, _ entity: StoreEntity) {
      self.number = number
      self.entity = entity.entity
      attributes = entity.attributes
      toOne = entity.toOne
    }
  }

  /// The layout of the last row's entity, which is mostly the next one's.
  private var lastLayout: Layout?

  private func layout(number: Int64) -> Layout? {
    if let lastLayout, lastLayout.number == number { return lastLayout }
    lastLayout = entityIndex(number: number).map { Layout(number: number, schema.entities[$0]) }
    return lastLayout
  }

  private func entityIndex(number: Int64) -> Int? {
    if let index = schema.index(ofNumber: number), schema.entities[index].table == table { return index }
    // A table of one entity says by itself whose rows it holds.
    return schema.tables[table].isShared ? nil : schema.index(of: root)
  }

  private func value(_ storage: AttributeStorage, in statement: SQLiteStatement) throws -> AttributeValue {
    switch storage {
    case .none: return .null
    case .column(let column): return try statement.attributeValue(column.index, as: column, files: files)
    case .composite(let elements):
      var values: [String: AttributeValue] = [:]
      for element in elements {
        let value = try value(element.storage, in: statement)
        if !value.isNull { values[element.name] = value }
      }
      // A composite without any value is no value: that is how it is stored.
      return values.isEmpty ? .null : .composite(values)
    }
  }

  private func destination(
    _ storage: ToOneStorage,
    of entity: Layout,
    slot: Int,
    in statement: SQLiteStatement
  ) -> ManagedObjectID? {
    guard !statement.isNull(storage.column) else { return nil }
    var destination = entity.entity.layout.toOneRelationships[slot].destinationEntity
    if let column = storage.entityColumn, let index = schema.index(ofNumber: statement.integer(column)) {
      destination = schema.entities[index].entity
    }
    return destination.map {
      ManagedObjectID(entity: $0, storeNumber: storeNumber, reference: statement.integer(storage.column))
    }
  }
}
