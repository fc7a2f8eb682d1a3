import AttributeValues
import Findings
import Foundation
import ManagedObjects
import ModelReading
import ObjectModel
import PropertyLists
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

@Suite(.enabled(if: !StorePair.withStore.isEmpty, Comment(rawValue: Corpus.absence)))
struct CorpusReadingTests {
  @Test(arguments: StorePair.withStore) func readsEveryObjectOfARealStore(_ pair: StorePair) throws {
    let folder = try TemporaryFolder()
    let path = try pair.copyOfStore(in: folder)
    let model = try pair.model()
    var options = SQLiteStoreOptions()
    options.isReadOnly = true
    if CorpusSchemaTests.known[pair.name]?.reason == .otherRevision {
      let error = #expect(throws: SQLiteStoreError.self) {
        try SQLiteStore.open(at: path, model: model, options: options)
      }
      guard case .incompatibleModel? = error?.kind else {
        Issue.record("the model is another one, and the error has to say so")
        return
      }
      return
    }
    let store = try SQLiteStore.open(at: path, model: model, options: options)
    let connection = try SQLiteConnection(path: path, mode: .readOnly)
    let numbers = try connection.rows("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY")
    for entity in model.entities {
      var fetch = StoreFetch(entity: entity)
      fetch.includesSubentities = false
      let rows = try store.rows(for: fetch)
      if let number = numbers.first(where: { $0[0] == .text(entity.name) })?[1].integer {
        let counted = try connection.firstValue(
          "SELECT count(*) FROM \"Z\(entity.rootEntity.name.uppercased())\" WHERE Z_ENT = \(number)"
        )
        #expect(counted == .integer(Int64(rows.count)), "\(entity.name)")
      }
      #expect(try store.count(for: fetch) == rows.count)
      for row in rows {
        #expect(row.objectID.entity === entity)
        for slot in entity.layout.toManyRelationships.indices {
          _ = try store.members(of: row.objectID, toManySlot: slot)
        }
      }
    }
  }

  /// What Apple wrote is sound; what is untidy in it is a remark (issue 17).
  @Test(arguments: StorePair.withStore) func findsNoErrorInARealStore(_ pair: StorePair) throws {
    let folder = try TemporaryFolder()
    let path = try pair.copyOfStore(in: folder)
    guard let model = try SQLiteStore.model(ofStoreAt: path) else { return }
    let errors = try StoreInspection.verify(path, model: model).filter { $0.severity == .error }
    #expect(errors.map(\.message) == [])
  }

  /// The stores that open with the model beside them and do not record their history.
  static let writable = StorePair.withStore.filter { CorpusSchemaTests.known[$0.name]?.reason != .otherRevision }

  @Test(arguments: writable) func writesBackEveryValueAsItStood(_ pair: StorePair) throws {
    let folder = try TemporaryFolder()
    let path = try pair.copyOfStore(in: folder)
    let model = try pair.model()
    let store = try SQLiteStore.open(at: path, model: model)
    let tables = Set(model.entities.map { "Z" + $0.rootEntity.name.uppercased() }).sorted()
    func contents() throws -> [String: [[SQLiteValue]]] {
      let connection = try SQLiteConnection(path: path, mode: .readOnly)
      var contents: [String: [[SQLiteValue]]] = [:]
      for table in tables {
        let columns = try connection.rows("SELECT name FROM pragma_table_info('\(table)')").compactMap { $0[0].text }
        let list = columns.map { $0 == "Z_OPT" ? "0" : "\"\($0)\"" }.joined(separator: ", ")
        contents[table] = try connection.rows("SELECT \(list) FROM \"\(table)\" ORDER BY Z_PK")
      }
      return contents
    }
    let before = try contents()
    let keys = try store.raw("SELECT * FROM Z_PRIMARYKEY")
    let list = try #require(try store.raw("SELECT Z_PLIST FROM Z_METADATA").first?[0].blob)
    var request = StoreSaveRequest()
    for root in model.entities where root.superentity == nil {
      request.updated += try store.rows(for: StoreFetch(entity: root))
    }
    // The files of external values are not in the corpus, so rows that refer to them cannot be read to be written.
    store.metadata.userValues["edition"] = .integer(1)
    do {
      try store.save(request)
    } catch let error as SQLiteStoreError {
      guard case .historyTracking = error.kind else { throw error }
      return
    }
    #expect(try contents() == before)
    #expect(try store.raw("SELECT * FROM Z_PRIMARYKEY") == keys)
    let after = try #require(try store.raw("SELECT Z_PLIST FROM Z_METADATA").first?[0].blob)
    var entries = try #require(try PropertyList.read(after).dictionary)
    entries["edition"] = nil
    #expect(try PropertyList.read(list).dictionary == entries)
  }

  @Test(arguments: writable) func findsRealStoresSound(_ pair: StorePair) throws {
    let folder = try TemporaryFolder()
    let problems = try StoreInspection.verify(try pair.copyOfStore(in: folder), model: try pair.model())
    let serious = problems.filter { $0.severity == .error }
    if CorpusSchemaTests.known[pair.name] == nil {
      #expect(serious.isEmpty, Comment(rawValue: serious.map(\.message).joined(separator: "\n")))
    } else {
      #expect(serious.allSatisfy { $0.rule == .storeSchema || $0.rule == .storePrimaryKey })
    }
  }

  @Test(arguments: StorePair.withStore) func opensARealStoreThroughTheModelThatItCarries(_ pair: StorePair) throws {
    let folder = try TemporaryFolder()
    let path = try pair.copyOfStore(in: folder)
    let facts = try pair.facts()
    guard let model = try SQLiteStore.model(ofStoreAt: path) else {
      #expect(facts.frameworkVersion < 637)
      return
    }
    #expect(Set(model.entities.map(\.name)) == facts.hashNames)
    let store = try SQLiteStore.open(at: path, model: model)
    for entity in model.entities { _ = try store.rows(for: StoreFetch(entity: entity)) }
  }
}
