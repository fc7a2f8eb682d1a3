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

  /// Whether a row can be encoded before it has its key, and with no more than the keys of related objects: none of its values may go to a file, whose
  /// name follows from the key, and none of its relationships may lead to objects of several entities.
  var encodesWithoutKeys: Bool {
    !columns.hasExternalColumns && !sources.contains { if case .toOneEntity = $0 { true } else { false } }
  }

  /// Adds a row to a batch of its table, which gives it its key later.
  ///
  /// - Parameters:
  ///   - attributes: The values by slot.
  ///   - texts: Texts by slot, as UTF-8, in place of values.
  ///   - toOne: The keys of related objects by slot, 0 for none.
  /// - Throws: `SealedPagesError`.
  /// - Complexity: O(bytes of the row); allocates nothing for rows without decimals, URIs and composites.
  func encode(
    attributes: Span<AttributeValue>,
    texts: Span<UnsafeRawBufferPointer>,
    toOne: Span<Int64>,
    into batch: RowBatch
  ) throws {
    batch.beginRow()
    batch.appendNull()
    batch.append(number)
    batch.append(1 as Int64)
    for (position, source) in sources.enumerated() {
      switch source {
      case .attribute(let slot):
        if texts[slot].baseAddress != nil {
          batch.appendText(texts[slot])
        } else {
          try batch.bind(attributes[slot], at: position)
        }
      case .toOne(let slot):
        if toOne[slot] == 0 { batch.appendNull() } else { batch.append(toOne[slot]) }
      case .compositeLeaf(let slot, let path):
        try batch.bind(columns.leaf(path, of: attributes[slot]), at: position)
      // No packed row has a value here.
      case .externalBinary, .toOneEntity, nil: batch.appendNull()
      }
    }
    try batch.endRow()
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
