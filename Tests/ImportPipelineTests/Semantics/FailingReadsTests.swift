import AttributeValues
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import Testing
import TestSupport

/// A store that cannot be read ends the run with its error; nothing is taken for an object that is not there.
@Suite("Stores whose reads fail")
struct FailingReadsTests {
  struct ReadFailure: Error, Equatable {}

  /// A store in front of another, some of whose reads fail.
  final class FailingStore: PersistentStore {
    /// A way to read.
    enum Read: CaseIterable {
      case row, members, rows
    }

    private let base: any PersistentStore
    private let failing: Read
    /// How often it has failed.
    private(set) var failures = 0
    var isFailing = true

    init(_ base: any PersistentStore, failing: Read) {
      self.base = base
      self.failing = failing
    }

    var type: StoreType { base.type }
    var number: UInt32 { base.number }
    var identifier: String { base.identifier }
    var location: String { base.location }
    var isReadOnly: Bool { base.isReadOnly }
    var configurationName: String? { base.configurationName }
    var metadata: StoreMetadata {
      get { base.metadata }
      set { base.metadata = newValue }
    }

    private func fail(_ read: Read) throws {
      guard read == failing, isFailing else { return }
      failures += 1
      throw ReadFailure()
    }

    func obtainPermanentIDs(for entity: EntityDescription, count: Int) throws -> [ManagedObjectID] {
      try base.obtainPermanentIDs(for: entity, count: count)
    }
    func save(_ request: StoreSaveRequest) throws { try base.save(request) }
    func rows(for fetch: StoreFetch) throws -> [StoreRow] { try base.rows(for: fetch) }
    func objectIDs(for fetch: StoreFetch) throws -> [ManagedObjectID] { try base.objectIDs(for: fetch) }
    func count(for fetch: StoreFetch) throws -> Int { try base.count(for: fetch) }
    func row(for objectID: ManagedObjectID) throws -> StoreRow? {
      try fail(.row)
      return try base.row(for: objectID)
    }
    func members(of owner: ManagedObjectID, toManySlot slot: Int) throws -> [ManagedObjectID] {
      try fail(.members)
      return try base.members(of: owner, toManySlot: slot)
    }
    func forEachRow(for fetch: StoreFetch, _ body: (borrowing StoreRow) throws -> Bool) throws {
      try fail(.rows)
      try base.forEachRow(for: fetch, body)
    }
    func canExecute(_ fetch: StoreFetch) -> Bool { base.canExecute(fetch) }
    func close() throws { try base.close() }
  }

  @Test(arguments: FailingStore.Read.allCases, [ImportComparison.Way.memory, .newFile, .file])
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
    #expect(throws: ReadFailure.self) {
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
