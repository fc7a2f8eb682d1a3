import AttributeValues
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import StoreConformance
import Testing
import TestSupport

/// A store that cannot be read ends the run with its error; nothing is taken for an object that is not there.
@Suite("Stores whose reads fail")
struct FailingReadsTests {
  @Test(arguments: [FailingStore.Read.row, .members, .rows], [ImportComparison.Way.memory, .newFile, .file])
  func endTheRunWithTheirError(_ read: FailingStore.Read, _ way: ImportComparison.Way) throws {
    let pack = SmallModel.entity("Pack", SmallModel.attribute("size", .integer16))
    let dog = SmallModel.entity("Dog")
    SmallModel.relate(pack, "dogs*", dog, "pack")
    let model = ManagedObjectModel(entities: [pack, dog])
    let folder = try TemporaryFolder()
    try folder.write("name\nOld\nNew\n", to: "packs.csv")
    try folder.write("name,pack\nRex,Old\n", to: "dogs.csv")
    try folder.write("name,size\nOld,3\nNew,4\n", to: "sizes.csv")
    let recipe = try folder.write(
      """
      model: T.xcdatamodeld
      output: T.sqlite
      batchSize: 1
      sources:
        - { file: packs.csv, entity: Pack, key: name }
        - { file: dogs.csv, entity: Dog, relationships: { pack: { field: pack, matches: name } } }
        - { file: sizes.csv, entity: Pack, key: name, mode: update, unmatched: skip }
      rules:
        - { on: Pack, require: "dogs.@count < 9", severity: warning, message: Too many }
      """,
      to: "test.recipe.yml"
    )
    let plan = try ImportPlanner.plan(RecipeReader.read(path: recipe), model: model, folder: folder.path, rules: [])
    let comparison = ImportComparison(plan: plan, model: model)
    var store: FailingStore?
    #expect(throws: FailingStore.Failure.self) {
      try comparison.run(way, in: folder.path) { base in
        let failing = FailingStore(base, failing: read)
        store = failing
        return failing
      }
    }
    #expect(store?.failures ?? 0 > 0)
    // The same import succeeds where nothing fails.
    let outcome = try comparison.run(way, in: folder.path) { base in
      let store = FailingStore(base, failing: read)
      store.isFailing = false
      return store
    }
    #expect(outcome.result.findings.isEmpty && outcome.result.sources.map(\.records.updated) == [0, 0, 2])
  }
}
