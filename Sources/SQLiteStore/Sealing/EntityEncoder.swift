internal import AttributeValues
internal import FoundationEssentials
internal import ManagedObjects
internal import SealedPages

/// Encodes the rows of one entity as they are stored, all columns of the table in their order.
final class EntityEncoder {
  let table: Int
  private let number: Int64
  private let columns: EntityColumns
  /// Where the cells of the table's columns behind the keys come from; `nil` for those of other entities.
  private let sources: [ParameterSource?]

  init(_ entity: StoreEntity, in schema: StoreSchema) {
    table = entity.table
    number = entity.number
    columns = EntityColumns(entity, in: schema)
    var sources = [ParameterSource?](repeating: nil, count: columns.table.columns.count)
    for (index, source) in zip(columns.indexes, columns.sources) { sources[index] = source }
    self.sources = Array(sources.dropFirst(StoreTable.keyColumns.count))
  }

  /// Adds a row to a batch of its table.
  ///
  /// - Throws: `SealedPagesError`; `SQLiteStoreError` if a value cannot be written to its file.
  /// - Complexity: O(bytes of the row); allocates nothing for rows without decimals, URIs and composites.
  func encode(_ row: borrowing StoreRow, into batch: RowBatch, files: ExternalDataFolder) throws {
    let key = row.objectID.reference
    let attributes = row.attributes.span
    let toOne = row.toOne.span
    batch.beginRow(key)
    batch.append(key)
    batch.append(number)
    batch.append(max(row.version, 1))
    for (position, source) in sources.enumerated() {
      if let source {
        try columns.bind(source, attributes, toOne, ofRow: key, to: batch, at: position, files: files)
      } else {
        batch.appendNull()
      }
    }
    try batch.endRow()
  }
}

/// A row that is encoded takes its cells one after another, in the order of its table's columns.
extension RowBatch: CellTarget {
  func bindNull(at place: Int) { appendNull() }

  func bind(_ value: Int64, at place: Int) { append(value) }

  func bind(_ value: Double, at place: Int) { append(value) }

  func bind(_ value: String, at place: Int) { append(value) }

  func bindBlob(_ bytes: UnsafeRawBufferPointer, at place: Int) { appendBlob(bytes) }
}
