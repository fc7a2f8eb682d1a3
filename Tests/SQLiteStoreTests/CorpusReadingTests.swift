import AttributeValues
import Foundation
import ManagedObjects
import ModelReading
import ObjectModel
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
}
