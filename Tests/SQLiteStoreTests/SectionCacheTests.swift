import Foundation
import ManagedObjects
import ObjectModel
import PredicateLanguage
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

/// The sections of a fetched results controller that are kept from one launch to the next.
@Suite(.serialized) struct SectionCacheTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("Groups.sqlite")
    SectionCaches.folder = folder.file("caches")
    let model = ConformanceModel.make()
    let (_, context) = try stack(over: try SQLiteStore.create(at: path, model: model), model)
    for (name, code) in [("Akita", "A"), ("Beagle", "B"), ("Basset", "B"), ("Collie", "C")] {
      try context.make("Group", ["name": name, "code": code])
    }
    try context.save()
    try close(context)
  }

  private func stack(
    over store: any PersistentStore,
    _ model: ManagedObjectModel
  ) throws -> (CountingStore, ManagedObjectContext) {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let counting = CountingStore(store)
    try coordinator.addPersistentStore(counting)
    return (counting, ManagedObjectContext(persistentStoreCoordinator: coordinator))
  }

  private func close(_ context: ManagedObjectContext) throws {
    for store in context.persistentStoreCoordinator.persistentStores {
      try context.persistentStoreCoordinator.remove(store)
    }
  }

  /// Opens the file as another launch does, and how often the store was asked to show the sections.
  private func launch(
    cacheName: String? = "groups",
    sectionedBy keyPath: String = "code",
    _ configure: (inout FetchRequest<ManagedObject>) throws -> Void = { _ in },
    change: (ManagedObjectContext) throws -> Void = { _ in }
  ) throws -> (sections: [String], requests: Int) {
    let model = ConformanceModel.make()
    let (store, context) = try stack(over: try SQLiteStore.open(at: path, model: model), model)
    var request = FetchRequest<ManagedObject>(entityName: "Group")
    request.sortDescriptors = [SortKey("code"), SortKey("name")]
    request.fetchBatchSize = 1
    try configure(&request)
    try change(context)
    let controller = FetchedResultsController(
      fetchRequest: request,
      managedObjectContext: context,
      sectionNameKeyPath: keyPath,
      cacheName: cacheName
    )
    let requests = try store.count { try controller.performFetch() }
    let sections = controller.sections.map { section in
      "\(section.name): \(section.objects.compactMap { $0.text("name") }.joined(separator: " "))"
    }
    try close(context)
    return (sections, requests)
  }

  private let all = ["A: Akita", "B: Basset Beagle", "C: Collie"]

  @Test func theSecondLaunchTakesTheSectionsFromTheCacheWithoutReadingAnObject() throws {
    let first = try launch()
    #expect(first.sections == all && first.requests > 1)
    let second = try launch()
    #expect(second.sections == all && second.requests == 1)
  }

  @Test func withoutANameNothingIsKept() throws {
    _ = try launch(cacheName: nil)
    #expect(!FileManager.default.fileExists(atPath: SectionCaches.folder))
    #expect(try launch(cacheName: nil).requests > 1)
  }

  @Test func deletingACacheMakesTheNextFetchWorkTheSectionsOut() throws {
    _ = try launch()
    _ = try launch(cacheName: "others/of them")
    FetchedResultsController<ManagedObject>.deleteCache(withName: "groups")
    #expect(try launch(cacheName: "others/of them").requests == 1)
    #expect(try launch().requests > 1)
    FetchedResultsController<ManagedObject>.deleteCache(withName: nil)
    #expect(try launch(cacheName: "others/of them").requests > 1)
  }

  @Test func anotherPredicateOrderOrSectionKeyPathInvalidatesTheCache() throws {
    _ = try launch()
    let some = try launch({ $0.predicate = try ObjectPredicate(format: "code != 'B'") })
    #expect(some.sections == ["A: Akita", "C: Collie"] && some.requests > 1)
    let backwards = try launch({ $0.sortDescriptors = [SortKey("code", ascending: false), SortKey("name")] })
    #expect(backwards.sections == all.reversed() && backwards.requests > 1)
    let byName = try launch(sectionedBy: "name")
    #expect(byName.sections.count == 4 && byName.requests > 1)
    #expect(try launch().requests > 1)
  }

  @Test func aSaveInvalidatesTheCacheAndUnsavedChangesPassItBy() throws {
    _ = try launch()
    let saved = try launch(change: { context in
      try context.make("Group", ["name": "Briard", "code": "B"])
      try context.save()
    })
    #expect(saved.sections == ["A: Akita", "B: Basset Beagle Briard", "C: Collie"])
    #expect(try launch().sections == saved.sections)
    let unsaved = try launch(change: { try $0.make("Group", ["name": "Dingo", "code": "D"]) })
    #expect(unsaved.sections.last == "D: Dingo")
    let after = try launch()
    #expect(after.sections == saved.sections && after.requests == 1)
  }

  @Test func aDamagedCacheIsWorkedOutAnew() throws {
    _ = try launch()
    for file in try FileManager.default.contentsOfDirectory(atPath: SectionCaches.folder) {
      try Data("{".utf8).write(to: URL(filePath: SectionCaches.folder + "/" + file))
    }
    let repaired = try launch()
    #expect(repaired.sections == all && repaired.requests > 1)
    #expect(try launch().requests == 1)
  }

  @Test func aPredicateThatDependsOnTheTimeIsNotKept() throws {
    for _ in 0..<2 {
      let now = try launch({ $0.predicate = try ObjectPredicate(format: "now() > CAST(0, 'NSDate')") })
      #expect(now.sections == all && now.requests > 1)
    }
  }
}
