import BenchmarkSupport
import CObjectPeer
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ModelReading
import ObjectModel
import SQLiteStore

/// A dog that sees to itself when it is made and before it is saved, so that imports have to make objects.
private final class HookedDog: ManagedObject {
  nonisolated(unsafe) static var madeCount = 0
  nonisolated(unsafe) static var savedCount = 0

  override func awakeFromInsert() {
    super.awakeFromInsert()
    Self.madeCount += 1
  }

  override func willSave() {
    super.willSave()
    Self.savedCount += 1
  }
}

/// An import of the import benchmark's records through objects with hooks into a new store with four indexes, against C that is written for this file and table.
struct HookedImport {
  /// The import benchmark's folder of a number of records.
  let folder: String
  /// Where the stores are made.
  let work: String

  /// What is measured.
  var title: String { "import through hooks" }

  /// Measures both in turn.
  ///
  /// - Throws: `PeerFailure` if they do not make as many objects; the import's errors.
  func measure(runs: Int) throws -> (ours: [Cost], peers: [Cost]) {
    ManagedObjectClasses.register(HookedDog.self, named: "Dog")
    var (ours, peers): ([Cost], [Cost]) = ([], [])
    for _ in 0..<runs {
      (HookedDog.madeCount, HookedDog.savedCount) = (0, 0)
      var cost = Cost()
      let count = try cost.add { try importRecords() }
      guard count > 0, HookedDog.madeCount == count, HookedDog.savedCount == count else { throw PeerFailure() }
      ours.append(cost)
      peers.append(try importByPeer(count))
    }
    return (ours, peers)
  }

  private func importRecords() throws -> Int {
    let model = try ModelReader.read("\(folder)/Bench.xcdatamodeld")
    let recipe = try RecipeReader.read(path: "\(folder)/Bench.recipe.yml")
    let plan = try ImportPlanner.plan(recipe, model: model, folder: folder)
    let path = "\(work)/hooks.sqlite"
    try? FileManager.default.removeItem(atPath: path)
    var options = SQLiteStoreOptions()
    options.bulkLoading = true
    let store = try SQLiteStore.create(at: path, model: model, options: options)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let run = ImportRun(plan: plan, context: context, store: store, options: ImportOptions())
    let result = try run.run { try store.finishBulkLoading() }
    try store.close()
    return result.entities.first { $0.entity == "Dog" }?.inserted ?? 0
  }

  private func importByPeer(_ count: Int) throws -> Cost {
    let path = "\(work)/hooks-peer.sqlite"
    try? FileManager.default.removeItem(atPath: path)
    let model = try ModelReader.read("\(folder)/Bench.xcdatamodeld")
    try SQLiteStore.create(at: path, model: model, options: SQLiteStoreOptions()).close()
    let names = try String(contentsOfFile: "\(folder)/groups.csv", encoding: .utf8).split(separator: "\n").dropFirst()
    let groups = names.map { strdup(String($0)) }
    defer { for group in groups { free(group) } }
    var pointers = groups.map { UnsafePointer($0) }
    var cost = Cost()
    let code = cost.add { peer_import(path, "\(folder)/dogs.csv", &pointers, Int32(groups.count)) }
    let store = try SQLiteStore.open(at: path, model: model)
    defer { try? store.close() }
    guard code == 0, let dog = model.entitiesByName["Dog"], try store.count(for: StoreFetch(entity: dog)) == count
    else {
      throw PeerFailure()
    }
    return cost
  }
}
