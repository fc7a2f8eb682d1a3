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
    let attributes = try [AttributeValue](unsafeUninitializedCapacity: entity.cells.count) { buffer, count in
      for cell in entity.cells {
        buffer.initializeElement(at: count, to: try value(cell, of: entity, in: statement))
        count += 1
      }
    }
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
    let cells: [Cell]

    init(number: Int64, _ entity: StoreEntity) {
      self.number = number
      self.entity = entity.entity
      attributes = entity.attributes
      toOne = entity.toOne
      cells = entity.attributes.enumerated().map { slot, storage in
        guard case .column(let column) = storage else { return .other(slot: slot) }
        switch column.type {
        case .string: return .text(column: column.index)
        case .integer16, .integer32, .integer64: return .integer(column: column.index)
        case .double: return .real(column: column.index)
        case .date: return .date(column: column.index)
        default: return .other(slot: slot)
        }
      }
    }
  }

  /// How an attribute is read; plain numbers, so that the commonest ones are read without counting references.
  private enum Cell {
    case text(column: Int)
    case integer(column: Int)
    case real(column: Int)
    case date(column: Int)
    /// As the attribute's storage says.
    case other(slot: Int)
  }

  private func value(_ cell: Cell, of layout: Layout, in statement: SQLiteStatement) throws -> AttributeValue {
    switch cell {
    case .text(let column): statement.isNull(column) ? .null : .string(statement.text(column))
    case .integer(let column): statement.isNull(column) ? .null : .integer(statement.integer(column))
    case .real(let column): statement.isNull(column) ? .null : .double(statement.real(column))
    case .date(let column): statement.isNull(column) ? .null : .date(statement.real(column))
    case .other(let slot): try value(layout.attributes[slot], in: statement)
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
