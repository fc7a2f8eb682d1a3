import Dispatch
import Foundation
import ManagedObjects
import ObjectModel
import StoreConformance
import Testing

#if DEBUG
  /// Debug builds stop when a context or an object is used where its context is not.
  @Suite struct ConfinementTests {
    static func context(_ type: ManagedObjectContext.ConcurrencyType) throws -> ManagedObjectContext {
      let coordinator = PersistentStoreCoordinator(managedObjectModel: ConformanceModel.make())
      try coordinator.addPersistentStore(InMemoryStore())
      return ManagedObjectContext(type, persistentStoreCoordinator: coordinator)
    }

    /// A queue that is waited for may run its block on the thread that waits.
    static func onAnotherThread(_ body: @escaping () -> Void) {
      let work = UncheckedWork(body: body)
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        work.body()
        done.signal()
      }
      done.wait()
    }

    private struct UncheckedWork: @unchecked Sendable {
      let body: () -> Void
    }

    @Test func aMainQueueContextOffTheMainThreadStops() async {
      await #expect(processExitsWith: .failure) {
        let context = try ConfinementTests.context(.mainQueue)
        ConfinementTests.onAnotherThread { _ = try? context.all("Breed") }
      }
    }

    @Test func anObjectOfAPrivateContextOffItsQueueStops() async {
      await #expect(processExitsWith: .failure) {
        let context = try ConfinementTests.context(.privateQueue)
        try context.performAndWait {
          let breed = try context.make("Breed", ["name": "Akita"])
          ConfinementTests.onAnotherThread { _ = breed.value(forKey: "name") }
        }
      }
    }

    @Test func savingOffTheQueueStops() async {
      await #expect(processExitsWith: .failure) { try ConfinementTests.context(.privateQueue).save() }
    }

    @Test func everyUseInsideABlockIsAllowed() throws {
      let context = try ConfinementTests.context(.privateQueue)
      try context.performAndWait {
        let breed = try context.make("Breed", ["name": "Akita"])
        try context.save()
        context.refresh(breed, mergeChanges: false)
        #expect(try context.all("Breed").names == ["Akita"])
        context.delete(breed)
        context.rollback()
        context.reset()
      }
    }
  }
#endif
