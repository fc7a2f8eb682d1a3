internal import AttributeValues
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess
internal import SealedPages

/// Makes rows of one entity of what `EntityEncoder` has made of them.
final class EntityDecoder {
  private let entity: StoreEntity
  private let schema: StoreSchema
  /// The columns of values that may be kept in files.
  private let externalColumns: [Int]

  init(_ entity: StoreEntity, in schema: StoreSchema) {
    self.entity = entity
    self.schema = schema
    externalColumns = entity.attributes.compactMap { storage in
      if case .column(let column) = storage, column.allowsExternalStorage { column.index } else { nil }
    }
  }

  /// The number of the entity whose object a row is.
  static func entityNumber(of row: RowView) -> Int64 { row.integer(1) }

  /// The row of an object.
  ///
  /// - Throws: `SQLiteStoreError` if a value cannot be read from its file.
  /// - Complexity: O(bytes of the row); allocates the two arrays and what the values need.
  func row(_ objectID: ManagedObjectID, in row: RowView, files: ExternalDataFolder) throws -> StoreRow {
    StoreRow(
      objectID: ManagedObjectID(
        entity: entity.entity,
        storeNumber: objectID.storeNumber,
        reference: objectID.reference
      ),
      version: row.integer(2),
      attributes: try entity.attributes.map { try value($0, in: row, files: files) },
      toOne: entity.toOne.indices.map { destination(slot: $0, in: row, storeNumber: objectID.storeNumber) }
    )
  }

  /// The files that hold values of the row.
  func externalFiles(in row: RowView) -> [String] {
    externalColumns.compactMap { column in
      row.withBytes(column) { ExternalDataFolder.fileName(in: Data($0)) }
    }
  }

  private func value(_ storage: AttributeStorage, in row: RowView, files: ExternalDataFolder) throws -> AttributeValue {
    switch storage {
    case .none: return .null
    case .column(let column): return try value(column, in: row, files: files)
    case .composite(let elements):
      var values: [String: AttributeValue] = [:]
      for element in elements {
        let value = try value(element.storage, in: row, files: files)
        if !value.isNull { values[element.name] = value }
      }
      return values.isEmpty ? .null : .composite(values)
    }
  }

  /// The value of an attribute.
  func value(_ attribute: AttributeColumn, in row: RowView, files: ExternalDataFolder) throws -> AttributeValue {
    let column = attribute.index
    if row.isNull(column) { return .null }
    switch attribute.type {
    case .string: return .string(row.text(column))
    case .integer16, .integer32, .integer64: return .integer(row.integer(column))
    case .boolean: return .boolean(row.integer(column) != 0)
    case .double: return .double(row.real(column))
    case .float: return .float(Float(row.real(column)))
    case .date: return .date(row.real(column))
    case .decimal:
      let isInteger = row.storageClass(column) == .integer
      return .decimal(StoredDecimal.decimal(isInteger ? .integer(row.integer(column)) : .real(row.real(column))))
    case .uuid: return row.withBytes(column) { PackedKind.uuid.value(of: $0) }
    case .uri: return URL(string: row.text(column)).map { .uri($0) } ?? .null
    case .transformable: return .transformable(TransformableValue(bytes: row.withBytes(column) { Data($0) }))
    case .binaryData where attribute.allowsExternalStorage:
      return try ExternalDataFolder.value(of: row.withBytes(column) { Data($0) }, in: files)
    case .binaryData: return .binary(row.withBytes(column) { Data($0) })
    case .undefined, .composite: return .null
    }
  }

  private func destination(slot: Int, in row: RowView, storeNumber: UInt32) -> ManagedObjectID? {
    guard let storage = entity.toOne[slot], !row.isNull(storage.column) else { return nil }
    var destination = entity.entity.layout.toOneRelationships[slot].destinationEntity
    if let column = storage.entityColumn, let index = schema.index(ofNumber: row.integer(column)) {
      destination = schema.entities[index].entity
    }
    return destination.map {
      ManagedObjectID(entity: $0, storeNumber: storeNumber, reference: row.integer(storage.column))
    }
  }
}
