internal import AttributeValues
package import ManagedObjects
package import ObjectModel
internal import SealedPages

extension SealingStore: RowEditingStore {
  package func editor(of entity: EntityDescription, slots: [Int]) throws -> (any RowEditor)? {
    let index = try template.database.entityIndex(entity)
    guard isFilling, !template.derived.derivesAlone(ofEntity: index) else { return nil }
    return SealedRowEditor(self, entity: index, slots: slots)
  }
}

/// Changes some columns of encoded rows and copies the others as they stand.
final class SealedRowEditor: RowEditor {
  private let writer: TableWriter
  private let view: RowView
  private let batch: RowBatch
  private let columnCount: Int
  private let entityNumber: Int64
  private let decoder: EntityDecoder
  private let files: ExternalDataFolder
  /// The columns of the attributes, by slot.
  private let columns: [AttributeColumn?]
  private var reference: Int64 = 0
  /// By column, the place of the new value among those that are given; -1 where the old one stays.
  private let places: UnsafeMutablePointer<Int>

  /// `nil` if rows of the entity do not wait for changes, or if one of the attributes is not in one column with its value.
  init?(_ store: SealingStore, entity index: Int, slots: [Int]) {
    let schema = store.template.database.schema
    let entity = schema.entities[index]
    let table = store.tables[entity.table]
    guard table.view != nil else { return nil }
    var columns = [AttributeColumn?](repeating: nil, count: entity.attributes.count)
    for slot in slots {
      guard case .column(let column) = entity.attributes[slot], !column.allowsExternalStorage else { return nil }
      columns[slot] = column
    }
    self.columns = columns
    writer = table.writer
    view = RowView(of: table.writer.definition)
    batch = RowBatch(for: table.writer.definition)
    columnCount = schema.tables[entity.table].columns.count
    entityNumber = entity.number
    decoder = store.decoder(index)
    files = store.template.files
    places = .allocate(capacity: columnCount)
    places.initialize(repeating: -1, count: columnCount)
  }

  deinit { places.deallocate() }

  func look(at reference: Int64) throws -> Bool {
    guard let record = try writer.record(reference), view.look(at: record) else { return false }
    self.reference = reference
    return EntityDecoder.entityNumber(of: view) == entityNumber
  }

  func value(_ slot: Int) throws -> AttributeValue {
    try columns[slot].map { try decoder.value($0, in: view, files: files) } ?? .null
  }

  func hasValue(_ slot: Int) -> Bool { columns[slot].map { !view.isNull($0.index) } ?? false }

  func has(_ value: borrowing AttributeValue, _ slot: Int) throws -> Bool {
    guard let column = columns[slot], case .string(let text) = copy value else {
      return try self.value(slot) == copy value
    }
    guard view.storageClass(column.index) == .text else { return false }
    var new = text
    let (isSame, areASCII) = new.withUTF8 { new in
      view.withBytes(column.index) { old in
        if new.count == old.count, new.elementsEqual(old) { return (true, true) }
        return (false, new.allSatisfy { $0 < 0x80 } && old.allSatisfy { $0 < 0x80 })
      }
    }
    // Texts beyond ASCII may be the same in other bytes.
    return isSame || !areASCII && text == view.text(column.index)
  }

  func replace(_ values: [(slot: Int, value: AttributeValue)]) throws {
    for (place, value) in values.enumerated() {
      if let column = columns[value.slot] { places[column.index] = place }
    }
    batch.removeAll()
    batch.beginRow(reference)
    for column in 0..<columnCount {
      if places[column] >= 0 {
        try batch.bind(values[places[column]].value, at: column)
        places[column] = -1
      } else {
        batch.append(column, of: view)
      }
    }
    try batch.endRow()
    try writer.append(batch)
  }
}
