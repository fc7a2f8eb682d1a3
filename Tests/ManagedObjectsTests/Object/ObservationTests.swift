import Dispatch
import ManagedObjects
import Observation
import StoreConformance
import Synchronization
import Testing

/// Swift's observation of single objects.
@Suite struct ObservationTests {
  private let stack: ConformanceStack
  private let context: ManagedObjectContext
  private let breed, group: ManagedObject

  init() throws {
    stack = try ConformanceStack.inMemory()
    context = stack.context()
    group = try context.make("Group", ["name": "Hound"])
    breed = try context.make("Breed", ["name": "Beagle", "group": group])
    try context.save()
    context.isObservable = true
  }

  /// How often `change` is told to somebody who has read what `read` reads.
  private func tellings(reading read: () -> Void, _ change: () throws -> Void) rethrows -> Int {
    let count = Counter()
    withObservationTracking(read) { count.value.add(1, ordering: .relaxed) }
    try change()
    return count.value.load(ordering: .relaxed)
  }

  private final class Counter: Sendable {
    let value = Atomic<Int>(0)
  }

  @Test func aChangeOfAPropertyThatWasReadIsToldOnce() throws {
    let told = try tellings(reading: { _ = breed.text("name") }) {
      try breed.setValue("Bigle", forKey: "name")
      try breed.setValue("Basset", forKey: "name")
    }
    #expect(told == 1)
  }

  @Test func otherPropertiesAndOtherObjectsAreNotTold() throws {
    let other = try context.make("Breed", ["name": "Akita"])
    let told = try tellings(reading: { _ = breed.text("name") }) {
      try breed.setValue(3, forKey: "popularity")
      try other.setValue("Shiba", forKey: "name")
      try group.setValue("Hounds", forKey: "name")
    }
    #expect(told == 0)
  }

  @Test func bothEndsOfARelationshipAreTold() throws {
    #expect(try tellings(reading: { _ = group.members("breeds") }) { try breed.setValue(nil, forKey: "group") } == 1)
    #expect(try tellings(reading: { _ = breed.related("group") }) { try breed.setValue(group, forKey: "group") } == 1)
    let ann = try context.make("Person", ["name": "Ann"])
    let dogs = try ["Rex", "Ace"].map { try context.make("Dog", ["name": $0]) }
    let list = { _ = ann.list("dogs") }
    #expect(try tellings(reading: list) { try ann.setValue(dogs, forKey: "dogs") } == 1)
    #expect(try tellings(reading: list) { try ann.setValue([dogs[1], dogs[0]], forKey: "dogs") } == 1)
  }

  @Test func undoRefreshMergeDeletionAndResetAreTold() throws {
    let read = { _ = breed.text("name") }
    context.undoManager = UndoManager()
    try breed.setValue("Bigle", forKey: "name")
    context.processPendingChanges()
    #expect(tellings(reading: read) { context.undo() } == 1 && breed.text("name") == "Beagle")
    #expect(tellings(reading: read) { context.refresh(breed, mergeChanges: false) } == 1)
    let saved = SavedObjectIDs(updated: [breed.objectID])
    #expect(tellings(reading: read) { context.mergeChanges(fromContextDidSave: saved) } == 1)
    #expect(tellings(reading: read) { context.delete(breed) } == 1)
    context.rollback()
    #expect(tellings(reading: read) { context.reset() } == 1)
  }

  @Test func nothingIsNotedWhileTheContextIsNotObservable() throws {
    context.isObservable = false
    #expect(try tellings(reading: { _ = breed.text("name") }) { try breed.setValue("Bigle", forKey: "name") } == 0)
    #expect(!context.isObservable)
  }

  @Test func typedAccessorsOfSubclassesAreWatched() throws {
    let stack = try ConformanceStack.inMemory(objectClasses: ["Bird": Bird.self])
    let context = stack.context()
    context.isObservable = true
    let bird = try #require(try context.make("Bird", ["name": "Robin"]) as? Bird)
    #expect(tellings(reading: { _ = bird.name }) { bird.name = "Wren" } == 1)
    #expect(tellings(reading: { _ = bird.name }) { bird.setAttribute("wingspan", to: 0.2) } == 0)
  }

  private final class Bird: ManagedObject {
    var name: String? {
      get { attribute("name") }
      set { setAttribute("name", to: newValue) }
    }
  }
}
