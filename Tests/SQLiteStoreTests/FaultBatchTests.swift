import ManagedObjects
import ObjectModel
import PredicateLanguage
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

/// What a fetch with a batch size asks the database.
@Suite struct FaultBatchTests {
  private let folder: TemporaryFolder
  private let store: SQLiteStore
  private let coordinator: PersistentStoreCoordinator
  private let context: ManagedObjectContext

  init() throws {
    folder = try TemporaryFolder()
    let model = ConformanceModel.make()
    store = try SQLiteStore.create(at: folder.file("Store.sqlite"), model: model)
    coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    for number in 0..<1000 { try context.make("Breed", ["name": "Breed \(number)", "popularity": number]) }
    try context.save()
    context.reset()
  }

  private var request: FetchRequest<ManagedObject> {
    var request = FetchRequest<ManagedObject>(entityName: "Breed")
    request.sortDescriptors = [SortKey("popularity", ascending: false)]
    request.fetchBatchSize = 100
    return request
  }

  @Test func aThousandObjectsByHundredsTakeOneStatementAndTenMore() throws {
    var breeds: [ManagedObject] = []
    let fetching = try store.statements { breeds = try context.fetch(request) }
    #expect(fetching.count == 1 && fetching[0].hasPrefix("SELECT t0.Z_PK, t0.Z_ENT FROM ZBREED"))
    #expect(store.statements { _ = breeds[512].text("name") }.count == 1)
    #expect(store.statements { for breed in breeds[500..<600] { _ = breed.text("name") } }.isEmpty)
    #expect(store.statements { for breed in breeds { _ = breed.text("name") } }.count == 9)
    #expect(breeds.map { $0.number("popularity") } == (0..<1000).reversed())
    context.refreshAllObjects()
    #expect(store.statements { _ = (breeds[0].text("name"), breeds[99].text("name")) }.count == 1)
  }

  @Test func aCollectionOfBatchesTakesAsManyAndKeepsFewObjects() throws {
    let breeds = try context.fetchInBatches(request)
    #expect(store.statements { _ = breeds[512].text("name") }.count == 1)
    var greatest = 0
    let statements = store.statements {
      for breed in breeds {
        _ = breed.text("name")
        greatest = max(greatest, context.registeredObjects.count)
      }
    }
    #expect(statements.count == 10 && greatest <= 300)
  }

  @Test func findingByAnAttributeIsOneStatement() throws {
    let predicate = try ObjectPredicate(format: "name == 'Breed 7'")
    var found: [ManagedObject] = []
    let statements = try store.statements { found = try context.all("Breed") { $0.predicate = predicate } }
    #expect(statements.count == 1 && found.map { $0.number("popularity") } == [7])
  }
}
