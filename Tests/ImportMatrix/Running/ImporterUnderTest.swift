internal import AttributeValues
package import Findings
internal import Foundation
internal import ImportPipeline
internal import ManagedObjects
internal import ModelReading
internal import ObjectModel
internal import ReferenceExport
internal import SQLiteStore

/// The importer as the matrix runs it. All that the matrix knows of the pipeline stands in this file.
package struct ImporterUnderTest {
  /// What a run did.
  package struct Run: Sendable {
    /// The accounts of the sources, in the order of the recipe.
    package var sources: [RecordCounts] = []
    /// How many objects each entity has afterwards, and how many of them were inserted.
    package var entities: [EntityAccount] = []
    package var findings: [Finding] = []
    package var errorsBesideRecords = 0
    /// Whether `studbook check` would end with 1.
    package var hasErrors = false
    /// The objects; `nil` for a check.
    package var graph: ObjectGraph?
    /// The sealed file; `nil` if none was made.
    package var bytes: [UInt8]?
  }

  private let folder: String
  private let model: ManagedObjectModel
  private let plan: ImportPlan

  /// Plans the case that has been written to a folder.
  package init(folder: String, recipe: String = MatrixCase.recipeName) throws {
    self.folder = folder
    model = try ModelReader.read("\(folder)/Case.xcdatamodeld")
    plan = try ImportPlanner.plan(try RecipeReader.read(path: "\(folder)/\(recipe)"), model: model, folder: folder)
  }

  // MARK: Runs

  /// Imports into a store in memory, as a library's user would.
  package func buildInMemory() throws -> Run {
    let store = InMemoryStore()
    return try run(into: store, threads: 2) {}
  }

  /// Imports into a new file as `studbook build` does, and seals it if wanted.
  package func build(threads: Int, sealed: Bool) throws -> Run {
    let work = "\(folder)/work-\(UUID().uuidString).sqlite"
    let result = "\(work).sealed"
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: work + suffix) }
      try? FileManager.default.removeItem(atPath: result)
    }
    var options = SQLiteStoreOptions()
    options.bulkLoading = true
    options.savingTime = Date(timeIntervalSince1970: 1_700_000_000)
    let store = try SQLiteStore.create(at: work, model: model, options: options)
    let writer = WriteBehindStore(store)
    var run = try run(into: writer, threads: threads) {
      try writer.finish()
      try store.finishBulkLoading()
    }
    try store.setIdentifier("00000000-0000-8000-8000-000000000000")
    try store.close()
    if sealed {
      try ReferenceSealer.seal(work, as: result)
      run.bytes = FileManager.default.contents(atPath: result).map(Array.init)
    }
    return run
  }

  /// Checks as `studbook check` does.
  package func check(threads: Int) throws -> Run {
    var options = ImportOptions()
    options.threads = threads
    if let result = try ImportRun.check(plan, options: options) { return Self.run(result) }
    var run = try build(threads: threads, sealed: false)
    run.graph = nil
    return run
  }

  private func run(into store: any PersistentStore, threads: Int, whenLoaded: () throws -> Void) throws -> Run {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    var options = ImportOptions()
    options.threads = threads
    options.rejectFolder = "\(folder)/rejects"
    options.writesRows = !(store is InMemoryStore)
    let result = try ImportRun(plan: plan, context: context, store: store, options: options).run(whenLoaded: whenLoaded)
    var run = Self.run(result)
    run.graph = try graph(of: store)
    return run
  }

  private static func run(_ result: ImportResult) -> Run {
    var run = Run()
    run.sources = result.sources.map(\.records)
    run.entities = result.entities
    run.findings = result.findings
    run.errorsBesideRecords = result.errorsBesideRecords
    run.hasErrors = result.hasErrors
    return run
  }

  // MARK: Contents

  private func graph(of store: any PersistentStore) throws -> ObjectGraph {
    var rows: [StoreRow] = []
    for entity in model.entities where !entity.isAbstract {
      var fetch = StoreFetch(entity: entity)
      fetch.includesSubentities = false
      rows += try store.rows(for: fetch)
    }
    var places: [ManagedObjectID: Int] = [:]
    for (place, row) in rows.enumerated() { places[row.objectID] = place }
    let nodes = try rows.map { row in
      let layout = row.objectID.entity.layout
      var node = ObjectGraph.Node(entity: row.objectID.entity.name, values: [:], links: [:], ordered: [])
      for (slot, attribute) in layout.attributes.enumerated() { node.values[attribute.name] = row.attributes[slot] }
      for (slot, relationship) in layout.toOneRelationships.enumerated() {
        node.links[relationship.name] = row.toOne[slot].map { [places[$0] ?? -1] } ?? []
      }
      for (slot, relationship) in layout.toManyRelationships.enumerated() {
        node.links[relationship.name] = try store.members(of: row.objectID, toManySlot: slot).map { places[$0] ?? -1 }
        if relationship.isOrdered { node.ordered.insert(relationship.name) }
      }
      return node
    }
    return ObjectGraph(nodes)
  }
}
