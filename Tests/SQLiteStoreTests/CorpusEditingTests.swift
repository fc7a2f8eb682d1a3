import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

@Suite(.enabled(if: !StorePair.withStore.isEmpty, Comment(rawValue: Corpus.absence)))
struct CorpusEditingTests {
  /// Every cell of every table, with its storage class, by table, row and column.
  private func cells(_ path: String) throws -> [String: SQLiteValue] {
    let connection = try SQLiteConnection.reading(path)
    var cells: [String: SQLiteValue] = [:]
    for row in try connection.rows("SELECT type, name, sql FROM sqlite_master ORDER BY rowid") {
      guard let type = row[0].text, let name = row[1].text else { continue }
      cells["\(type) \(name)"] = row[2]
      guard type == "table" else { continue }
      let columns = try connection.rows("SELECT name FROM pragma_table_info(?1)", [.text(name)]).compactMap {
        $0[0].text
      }
      for values in try connection.rows("SELECT rowid, * FROM \"\(name)\"") {
        for (column, value) in zip(columns, values.dropFirst()) {
          cells["\(name) \(values[0].integer ?? 0) \(column)"] = value
        }
      }
    }
    for pragma in ["page_size", "auto_vacuum", "encoding", "user_version", "application_id"] {
      cells[pragma] = try connection.pragma(pragma)
    }
    return cells
  }

  /// Another value that an attribute may have; `nil` for types that are left alone.
  private func other(_ value: AttributeValue) -> AttributeValue? {
    switch value {
    case .string(let text): .string(text + "*")
    case .integer(let number): .integer(number ^ 1)
    case .boolean(let flag): .boolean(!flag)
    case .double(let number): .double(number + 0.5)
    case .date(let seconds): .date(seconds + 0.5)
    default: nil
    }
  }

  @Test(arguments: CorpusReadingTests.writable) func changesNothingButTheCellThatChanged(_ pair: StorePair) throws {
    let folder = try TemporaryFolder()
    let path = try pair.copyOfStore(in: folder)
    let model = try pair.model()
    let before = try cells(path)
    let store = try SQLiteStore.open(at: path, model: model)
    var edited: (row: StoreRow, attribute: AttributeDescription)?
    for root in model.entities where root.superentity == nil {
      var fetch = StoreFetch(entity: root)
      fetch.limit = 50
      for row in try store.rows(for: fetch) {
        for (slot, attribute) in row.objectID.entity.layout.attributes.enumerated()
        where !(attribute is DerivedAttributeDescription) && !attribute.isTransient {
          guard edited == nil, let value = other(row.attributes[slot]) else { continue }
          var row = row
          row.attributes[slot] = value
          edited = (row, attribute)
        }
      }
    }
    guard let (row, attribute) = edited else {
      // An empty store has nothing that could change.
      #expect(try model.entities.allSatisfy { try store.count(for: StoreFetch(entity: $0)) == 0 })
      return
    }
    var request = StoreSaveRequest()
    request.updated = [row]
    try store.save(request)
    try store.close()

    let after = try cells(path)
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    let table = "Z" + row.objectID.entity.rootEntity.name.uppercased()
    let place = "\(table) \(row.objectID.reference)"
    let cells = changed.filter { $0.hasPrefix(place + " ") }
    #expect(cells.contains("\(place) Z_OPT"))
    #expect(cells.contains { $0.hasPrefix("\(place) Z\(attribute.name.uppercased())") })
    #expect(cells.count == 2, "\(cells)")
    let others = changed.subtracting(cells)
    if store.recordsHistory {
      #expect(others.allSatisfy { $0.hasPrefix("A") || $0.hasPrefix("Z_PRIMARYKEY 1600") }, "\(others)")
    } else {
      #expect(others.isEmpty, "\(others)")
    }
  }

  @Test(arguments: StorePair.withStore) func leavesNoTraceOfReading(_ pair: StorePair) throws {
    let folder = try TemporaryFolder()
    let path = try pair.copyOfStore(in: folder)
    func contents() throws -> [String: Data] {
      try folder.names().reduce(into: [:]) { $0[$1] = try Data(contentsOf: URL(fileURLWithPath: folder.file($1))) }
    }
    let before = try contents()
    _ = try StoreInspection.info(path)
    _ = try SQLiteStore.metadata(ofStoreAt: path)
    let model = try pair.model()
    _ = try StoreInspection.verify(path, model: model)
    if CorpusSchemaTests.known[pair.name]?.reason != .otherRevision {
      var options = SQLiteStoreOptions()
      options.isReadOnly = true
      let store = try SQLiteStore.open(at: path, model: model, options: options)
      for entity in model.entities { _ = try store.count(for: StoreFetch(entity: entity)) }
      #expect(try contents() == before)
      try store.close()
    }
    #expect(try contents() == before)
  }
}
