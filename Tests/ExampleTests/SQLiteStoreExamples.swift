import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import SQLiteStore
import TestSupport
import Testing

/// Stores in SQLite files.
@Suite struct SQLiteStoreExamples {
  private let folder: TemporaryFolder
  private let path: String
  private let model = Showcase.model()

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("DogBreeds.sqlite")
  }

  @Test func makesAStore() throws {
    // example: SQLiteStore
    let store = try SQLiteStore.create(at: path, model: model)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    // end
    try Showcase.addBreeds(to: context)
    try coordinator.remove(store)
    #expect(try SQLiteStore.open(at: path, model: model).identifier == store.identifier)
  }

  @Test func makesAStoreForOlderSystems() throws {
    // example: SQLiteStoreOptions, StoreEra
    var options = SQLiteStoreOptions()
    options.era = StoreEra.legacy  // what iOS 10 and macOS 10.12 wrote
    options.journalMode = .delete
    options.tracksHistory = false
    let store = try SQLiteStore.create(at: path, model: model, options: options)
    // end
    #expect(store.metadata.frameworkVersion == StoreEra.legacy.frameworkVersion)
  }

  @Test func aFileThatIsNoStoreIsNamed() throws {
    try folder.write("name,group\nBeagle,Hound Group\n", to: "DogBreeds.sqlite")
    var content: FileContent?
    // example: SQLiteStoreError, FileContent
    do {
      _ = try SQLiteStore.open(at: path, model: model)
    } catch let error as SQLiteStoreError {
      if case .notADatabase(let found) = error.kind { content = found }  // FileContent.text
      print(error)
    }
    // end
    #expect(content == FileContent.text)
  }

  @Test func tellsWhoChangedWhat() throws {
    var options = SQLiteStoreOptions()
    options.tracksHistory = true
    let store = try SQLiteStore.create(at: path, model: model, options: options)
    let showcase = try Showcase(store, model: model)
    var inserted: [ManagedObjectID] = []
    // example: PersistentHistoryChangeRequest, PersistentHistoryTransaction, PersistentHistoryChange
    let request = PersistentHistoryChangeRequest.fetchHistory(after: nil)
    let transactions: [PersistentHistoryTransaction] = try store.execute(request)
    for change: PersistentHistoryChange in transactions.flatMap(\.changes) where change.changeType == .insert {
      inserted.append(change.changedObjectID)
    }
    // end
    #expect(try inserted.count == 7 && inserted.contains(showcase.breed("Beagle").objectID))
  }

  @Test func tellsWhichDecimalsItCouldNotKeep() throws {
    let price = try #require(Decimal(string: "12345678901234567.89"))
    let puppy = EntityDescription(name: "Puppy")
    puppy.declaredProperties = [AttributeDescription(name: "price", type: .decimal)]
    let model = ManagedObjectModel(entities: [puppy])
    let store = try SQLiteStore.create(at: path, model: model)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try context.insert(puppy).setValue(price, forKey: "price")
    var lines: [String] = []
    // example: InexactDecimal
    try context.save()
    for decimal: InexactDecimal in store.inexactDecimals {
      lines.append("\(decimal.attribute) \(decimal.value) is kept as \(decimal.kept)")
    }
    // end
    #expect(lines == ["price 12345678901234567.89 is kept as 12345678901234568"])
  }
}
