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
  /// The columns of members' numbers in ordered relationships, by their place in `sources`, with the slots of the relationships to the owners.
  private let orders: [Int: (order: MemberOrder, slot: Int)]
  /// Asked for every row.
  private let hasOrders: Bool

  /// - Parameter orders: The orders that rows of the table have places in, by the columns of the numbers.
  init(_ entity: StoreEntity, in schema: StoreSchema, orders: [Int: MemberOrder]) {
    table = entity.table
    number = entity.number
    columns = EntityColumns(entity, in: schema)
    var sources = [ParameterSource?](repeating: nil, count: columns.table.columns.count)
    for (index, source) in zip(columns.indexes, columns.sources) { sources[index] = source }
    let keyCount = StoreTable.keyColumns.count
    self.sources = Array(sources.dropFirst(keyCount))
    var places: [Int: (order: MemberOrder, slot: Int)] = [:]
    for (slot, storage) in entity.toOne.enumerated() {
      guard let column = storage?.orderColumn, let order = orders[column] else { continue }
      places[column - keyCount] = (order, slot)
    }
    self.orders = places
    hasOrders = !places.isEmpty
  }

  /// Whether a row can be encoded before it has its key, and with no more than the keys of related objects: none of its values may go to a file, whose
  /// name follows from the key, and none of its relationships may lead to objects of several entities. It may not be related to an owner that keeps its
  /// members in order either, because its place there follows from the rows before it; that is the caller's to know.
  var encodesWithoutKeys: Bool {
    !columns.hasExternalColumns && !sources.contains { if case .toOneEntity = $0 { true } else { false } }
  }

  /// Adds a row to a batch of its table, which gives it its key later. It has no place in an order.
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
    if hasOrders {
      for (_, slot) in orders.values { precondition(toOne[slot] == 0, "A packed row has no place in an order.") }
    }
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

  /// Adds a row to a batch of its table. An object that comes to another owner, in an ordered relationship, goes to the end of that owner's members.
  ///
  /// - Parameter old: The row in whose place it comes, if there is one.
  /// - Throws: `SealedPagesError`; `SQLiteStoreError` if a value cannot be written to its file.
  /// - Complexity: O(bytes of the row); allocates nothing for rows without decimals, URIs and composites.
  func encode(
    _ row: borrowing StoreRow,
    replacing old: RowView? = nil,
    into batch: RowBatch,
    files: ExternalDataFolder
  ) throws {
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
      } else if hasOrders, let (order, slot) = orders[position] {
        append(order, ofMemberOf: toOne[slot], replacing: old, to: batch)
      } else {
        batch.appendNull()
      }
    }
    try batch.endRow()
  }

  /// Adds a member's number.
  private func append(
    _ order: MemberOrder,
    ofMemberOf owner: ManagedObjectID?,
    replacing old: RowView?,
    to batch: RowBatch
  ) {
    if let old, !old.isNull(order.ownerColumn) {
      if old.integer(order.ownerColumn) == owner?.reference { return batch.append(order.column, of: old) }
      order.noteDeparture()
    }
    if let owner { batch.append(order.numberOfNext(of: owner.reference)) } else { batch.appendNull() }
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
