import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import PredicateLanguage
import Testing

/// Fetch requests and what they return.
@Suite struct FetchingExamples {
  private let showcase: Showcase
  private let context: ManagedObjectContext

  init() throws {
    showcase = try Showcase()
    context = showcase.context
  }

  @Test func fetchesObjectsByPredicateAndOrder() throws {
    // example: FetchRequest
    var request = FetchRequest<ManagedObject>(entityName: "Breed")
    request.predicate = try ObjectPredicate(format: "heightMax > 50 AND group.name == %@", "Hound Group")
    request.sortDescriptors = [SortKey("heightMax", ascending: false)]
    request.fetchLimit = 10
    let largeHounds = try context.fetch(request)
    // end
    #expect(largeHounds.map { $0.value(forKey: "name") as? String } == ["Borzoi", "Whippet"])
  }

  @Test func sortsByTwoKeys() throws {
    var request = FetchRequest<ManagedObject>(entityName: "Breed")
    // example: SortKey
    request.sortDescriptors = [
      SortKey("group.name", ascending: false),
      SortKey("name", comparison: .localizedStandard),
    ]
    // end
    let names = try context.fetch(request).map { $0.value(forKey: "name") as? String }
    #expect(names == ["Airedale Terrier", "Border Terrier", "Beagle", "Borzoi", "Whippet"])
  }

  private final class Breed: ManagedObject {
    var name: String { attribute("name") ?? "" }
    var initial: String { String(name.prefix(1)) }
    var heightMax: Double? { attribute("heightMax") }
    var group: ManagedObject? { related("group") }
  }

  /// A context whose breeds are of the class.
  private func typedContext() throws -> ManagedObjectContext {
    let coordinator = PersistentStoreCoordinator(
      managedObjectModel: Showcase.model(),
      objectClasses: ["Breed": Breed.self]
    )
    try coordinator.addPersistentStore(InMemoryStore())
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try Showcase.addBreeds(to: context)
    return context
  }

  @Test func asksInSwift() throws {
    let context = try typedContext()
    var breeds: [Breed] = []
    // example: QueryTranslationError
    do {
      // `initial` is worked out of the name; no store knows it.
      let request = try FetchRequest<Breed>(predicate: #Predicate { $0.initial == "B" })
      breeds = try context.fetch(request)
    } catch let error as QueryTranslationError where error.reason == .notAProperty {
      breeds = try context.fetch(Breed.fetchRequest()).filter { $0.initial == "B" }
    }
    // end
    #expect(Set(breeds.map(\.name)) == ["Beagle", "Border Terrier", "Borzoi"])
    let tall = try FetchRequest<Breed>(
      predicate: #Predicate { ($0.heightMax ?? 0) > 45 },
      sortBy: [SortDescriptor(\.name)]
    )
    #expect(try context.fetch(tall).map(\.name) == ["Airedale Terrier", "Borzoi", "Whippet"])
    var rows = FetchRequest<FetchedDictionary>(entityName: "Breed")
    rows.predicate = try \Breed.name == "Beagle" && \Breed.heightMax > 30
    #expect(try context.fetch(rows).count == 1)
  }

  @Test func theTypeOfARequestSaysWhatItReturns() throws {
    // example: FetchRequestResult
    let breeds = try context.fetch(FetchRequest<ManagedObject>(entityName: "Breed"))
    let identifiers = try context.fetch(FetchRequest<ManagedObjectID>(entityName: "Breed"))
    let rows = try context.fetch(FetchRequest<FetchedDictionary>(entityName: "Breed"))
    // end
    #expect(breeds.count == 5 && Set(identifiers) == Set(breeds.map(\.objectID)) && rows.count == 5)
  }

  @Test func readsRowsOfNamedValues() throws {
    // example: FetchedDictionary
    let rows: [FetchedDictionary] = try context.fetch(FetchRequest<FetchedDictionary>(entityName: "Breed"))
    let names = rows.map { $0["name"]?.anyValue as? String }
    // end
    #expect(Set(names).count == 5 && rows.allSatisfy { $0.names.contains("group") && $0["hair"] == nil })
  }

  @Test func sumsUpGroups() throws {
    // example: FetchedProperty, FetchedValue
    var request = FetchRequest<FetchedDictionary>(entityName: "Breed")
    request.propertiesToGroupBy = ["group.name"]
    let heaviest = FetchedProperty.expression(name: "heaviest", try ObjectExpression(format: "max:(weightMax)"))
    request.propertiesToFetch = ["group.name", heaviest]
    request.sortDescriptors = [SortKey("group.name")]
    for row in try context.fetch(request) {
      if case .value(.double(let weight))? = row["heaviest"] { print(row["group.name"]?.anyValue ?? "", weight) }
    }
    // end
    let rows = try context.fetch(request)
    #expect(rows.map { $0["group.name"]?.anyValue as? String } == ["Hound Group", "Terrier Group"])
    #expect(rows.map { $0["heaviest"] } == [.value(.double(47.6)), .value(.double(31.8))])
  }

  @Test func aMisspelledKeyIsNamed() throws {
    var message = ""
    // example: FetchKeyError
    do {
      var request = FetchRequest<ManagedObject>(entityName: "Breed")
      request.predicate = try ObjectPredicate(format: "hieghtMax > 50")
      _ = try context.fetch(request)
    } catch let error as FetchKeyError {
      message = error.problem.suggestion ?? ""  // "heightMax"
    }
    // end
    #expect(message == "heightMax")
  }

  @Test func readsLongResultsInBatches() throws {
    // example: BatchedObjects
    var request = FetchRequest<ManagedObject>(entityName: "Breed")
    request.fetchBatchSize = 100
    let breeds: BatchedObjects<ManagedObject> = try context.fetchInBatches(request)
    let names = breeds.lazy.map { $0.value(forKey: "name") as? String ?? "" }  // reads 100 rows at a time
    // end
    #expect(breeds.count == 5 && names.sorted().first == "Airedale Terrier")
  }

  @Test func fetchesInTheBackground() async throws {
    let coordinator = showcase.coordinator
    // example: AsynchronousFetchRequest
    let background = ManagedObjectContext(.privateQueue, persistentStoreCoordinator: coordinator)
    let request = AsynchronousFetchRequest(fetchRequest: FetchRequest<ManagedObject>(entityName: "Breed"))
    let names = try await background.results(of: request) { breeds in
      breeds.compactMap { $0.value(forKey: "name") as? String }
    }
    // end
    #expect(names.count == 5)
  }

  @Test func aFetchInTheBackgroundCanBeWatchedAndCancelled() async throws {
    let background = ManagedObjectContext(.privateQueue, persistentStoreCoordinator: showcase.coordinator)
    let counts = AsyncStream<Int> { continuation in
      do {
        // example: AsynchronousFetchResult, FetchProgress
        let all = FetchRequest<ManagedObjectID>(entityName: "Breed")
        var request = AsynchronousFetchRequest(fetchRequest: all) { (result: AsynchronousFetchResult) in
          continuation.yield(result.finalResult?.count ?? 0)
          continuation.finish()
        }
        request.progressHandler = { (progress: FetchProgress) in
          if progress.completedUnitCount > 1_000_000 { progress.cancel() }
        }
        let running = try background.performAndWait { try background.execute(request) }
        // end
        #expect(!running.progress.isCancelled)
      } catch {
        Issue.record(error)
        continuation.finish()
      }
    }
    #expect(await counts.reduce(0, +) == 5)
  }

  @Test func keepsAListUpToDate() throws {
    nonisolated(unsafe) var lines: [String] = []
    // example: FetchedResultsController
    var request = FetchRequest<ManagedObject>(entityName: "Breed")
    request.sortDescriptors = [SortKey("group.name"), SortKey("name")]
    let controller = FetchedResultsController(
      fetchRequest: request,
      managedObjectContext: context,
      sectionNameKeyPath: "group.name"
    )
    controller.onChange = { changes in
      for case .delete(let breed, let path) in changes {
        lines.append("\(path.section).\(path.item) \(breed.objectID)")
      }
    }
    try controller.performFetch()
    let titles = controller.sections.map(\.name)  // "Hound Group", "Terrier Group"
    // end
    #expect(titles == ["Hound Group", "Terrier Group"])
    context.delete(try showcase.breed("Borzoi"))
    context.processPendingChanges()
    #expect(lines.count == 1 && lines.first?.hasPrefix("0.1 ") == true)
  }

  @Test func tellsADelegateOfEachChange() throws {
    var request = FetchRequest<ManagedObject>(entityName: "Breed")
    request.sortDescriptors = [SortKey("name")]
    let controller = FetchedResultsController(fetchRequest: request, managedObjectContext: context)
    try controller.performFetch()
    // example: FetchedResultsControllerDelegate, FetchedResultsChangeType, FetchedResultsSnapshot
    final class Listener: FetchedResultsControllerDelegate {
      var lines: [String] = []
      var shown: FetchedResultsSnapshot?

      func controller(
        _ controller: FetchedResultsController<ManagedObject>,
        didChange object: ManagedObject,
        at indexPath: FetchedResultsController<ManagedObject>.IndexPath?,
        for type: FetchedResultsChangeType,
        newIndexPath: FetchedResultsController<ManagedObject>.IndexPath?
      ) {
        lines.append("\(type) \(object.value(forKey: "name") ?? "")")
      }

      func controller(
        _ controller: FetchedResultsController<ManagedObject>,
        didChangeContentWith snapshot: FetchedResultsSnapshot
      ) {
        shown = snapshot
      }
    }
    let listener = Listener()
    controller.delegate = listener  // which it does not keep alive
    // end
    try showcase.breed("Borzoi").setValue("Zorzoi", forKey: "name")
    context.processPendingChanges()
    #expect(listener.lines == ["move Zorzoi"] && listener.shown?.numberOfItems == 5)
  }

  @Test func aCacheOfSectionsHasAFile() {
    // example: SectionCaches
    let folder = SectionCaches.folder  // …/studbook/sections, unless it is set before the first fetch
    FetchedResultsController<ManagedObject>.deleteCache(withName: "breeds by group")
    // end
    #expect(!folder.isEmpty)
  }
}
