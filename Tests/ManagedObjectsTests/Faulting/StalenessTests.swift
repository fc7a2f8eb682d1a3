import ManagedObjects
import StoreConformance
import Testing

@Suite struct StalenessTests {
  private let stack: ConformanceStack
  private let writer: ManagedObjectContext
  private let akita: ManagedObject
  private let reader: ManagedObjectContext

  init() throws {
    stack = try ConformanceStack.inMemory()
    writer = stack.context()
    akita = try writer.make("Breed", ["name": "Akita"])
    try writer.save()
    reader = stack.context()
  }

  private func renameAkita() throws {
    try akita.setValue("Shiba", forKey: "name")
    try writer.save()
  }

  @Test func byDefaultAFaultTakesTheValuesThatWereReadWithIt() throws {
    #expect(reader.stalenessInterval == -1)
    let seen = try #require(try reader.all("Breed").first)
    try renameAkita()
    #expect(seen.text("name") == "Akita")
  }

  @Test func withAnIntervalOfZeroEveryFaultReadsItsRow() throws {
    reader.stalenessInterval = 0
    let seen = try #require(try reader.all("Breed").first)
    try renameAkita()
    #expect(seen.isFault && seen.text("name") == "Shiba")
  }

  @Test func valuesOlderThanTheIntervalAreReadAgain() throws {
    let start = ContinuousClock.now
    let clock = Clock(now: start)
    reader.now = { clock.now }
    reader.stalenessInterval = 10
    let seen = try #require(try reader.all("Breed").first)
    try renameAkita()
    clock.now = start + .seconds(10)
    #expect(seen.text("name") == "Akita")
    reader.refresh(seen, mergeChanges: false)
    let again = try #require(try reader.all("Breed").first)
    try akita.setValue("Kai", forKey: "name")
    try writer.save()
    clock.now = start + .seconds(21)
    #expect(again === seen && again.text("name") == "Kai")
  }

  @Test func objectsThatAreFetchedWithTheirValuesAreNotReadTwice() throws {
    let store = CountingStore()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: ConformanceModel.make())
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    for number in 1...5 { try context.make("Breed", ["name": "Breed \(number)"]) }
    try context.save()
    context.stalenessInterval = 0
    let requests = try store.count {
      let breeds = try context.all("Breed") { $0.returnsObjectsAsFaults = false }
      #expect(breeds.compactMap { $0.text("name") }.count == 5)
    }
    #expect(requests == 1)
  }

  private final class Clock {
    var now: ContinuousClock.Instant
    init(now: ContinuousClock.Instant) { self.now = now }
  }
}
