import Findings
import ManagedObjects
import ModelReading
import ObjectModel
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// Stores of models that nobody has thought of: whatever the model, the store is sound, and all who look at it agree.
@Suite struct RandomModelStoreTests {
  private func model(_ seed: UInt64, foreign: Bool = false) throws -> ManagedObjectModel {
    let text = RandomModelText.contents(seed: seed, allowsForeignNames: foreign)
    return try ModelReader.parse(Array(text.utf8), file: "contents").model
  }

  private func create(_ model: ManagedObjectModel, era: StoreEra, in folder: TemporaryFolder) throws -> String {
    var options = SQLiteStoreOptions()
    options.era = era
    options.synchronous = .off
    let path = folder.file("\(era.frameworkVersion).sqlite")
    try SQLiteStore.create(at: path, model: model, options: options).close()
    return path
  }

  @Test(arguments: Seeds.range(1...20)) func makesASoundStoreInEveryEra(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    for era in [StoreEra.modern, .legacy, StoreEra(frameworkVersion: 320)] {
      let path = try create(model(seed), era: era, in: folder)
      let problems = try StoreInspection.verify(path, model: try model(seed)).filter { $0.rule != .storeUnproven }
      #expect(problems.map(\.message) == [])
      let store = try SQLiteStore.open(at: path, model: try model(seed))
      try store.close()
    }
  }

  @Test(arguments: UInt64(1)...20) func makesASoundStoreOfForeignNames(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let path = try create(model(seed, foreign: true), era: .modern, in: folder)
    // An entity with such a name has no hash that is known; everything else has to be right.
    let problems = try StoreInspection.verify(path, model: try model(seed, foreign: true))
    #expect(problems.filter { ![.storeUnproven, .storeVersionHash].contains($0.rule) }.map(\.message) == [])
  }

  @Test(arguments: UInt64(1)...40) func carriesTheModel(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let path = try create(model(seed), era: .modern, in: folder)
    let carried = try #require(try SQLiteStore.model(ofStoreAt: path))
    let differences = try ModelComparison.differences(from: model(seed), to: carried).filter { $0.aspect != "class" }
    #expect(differences.map(\.description) == [])
    #expect(try StoreInspection.verify(path, model: carried).filter { $0.rule != .storeUnproven }.map(\.message) == [])
    // The carried model asks for the same tables and indexes as the file it came from.
    #expect(StoreSchema(model: carried).indexStatements == StoreSchema(model: try model(seed)).indexStatements)
    #expect(StoreSchema(model: carried).tableStatements == StoreSchema(model: try model(seed)).tableStatements)
  }

  @Test(arguments: UInt64(1)...40) func givesEveryPropertyAColumnOfItsOwn(_ seed: UInt64) throws {
    let schema = StoreSchema(model: try model(seed))
    for table in schema.tables {
      let names = table.columns.map { $0.name.lowercased() }
      #expect(Set(names).count == names.count)
    }
    var used: Set<String> = []
    for entity in schema.entities {
      for property in entity.entity.declaredProperties where !property.isTransient {
        guard let slot = entity.entity.layout.attributes.firstIndex(where: { $0 === property }) else { continue }
        guard case .column(let column) = entity.attributes[slot] else {
          Issue.record("\(entity.entity.name).\(property.name) has no column")
          continue
        }
        #expect(used.insert("\(entity.table) \(column.index)").inserted)
      }
    }
    #expect(Set(schema.indexes.map { $0.name.lowercased() }).count == schema.indexes.count)
    #expect(schema.entities.map(\.number) == (1...Int64(schema.entities.count)).map { $0 })
  }
}
