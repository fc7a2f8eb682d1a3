import Dispatch
import Foundation
import ManagedObjects
import StoreConformance
import Testing

@Suite struct PerformingTests {
  private func container() throws -> PersistentContainer {
    try PersistentContainer(
      name: "Kennel",
      managedObjectModel: ConformanceModel.make(),
      stores: [InMemoryStore()],
      viewContextType: .confinement
    )
  }

  @Test func performRunsOnTheContextsQueueAndReturnsItsValue() async throws {
    let context = try container().newBackgroundContext()
    let objectID = try await context.perform {
      let breed = try context.make("Breed", ["name": "Akita"])
      try context.save()
      return breed.objectID
    }
    let name = await context.perform { context.object(with: objectID).text("name") }
    #expect(name == "Akita")
  }

  @Test func performAndWaitMayBeNested() throws {
    let context = try container().newBackgroundContext()
    let count = try context.performAndWait {
      try context.performAndWait {
        try context.make("Breed", ["name": "Akita"])
        try context.save()
      }
      return try context.all("Breed").count
    }
    #expect(count == 1)
  }

  @Test func performAndWaitThrowsWhatTheBlockThrows() throws {
    let context = try container().newBackgroundContext()
    #expect(throws: ValidationErrors.self) {
      try context.performAndWait {
        try context.make("Breed")
        try context.save()
      }
    }
  }

  @Test func contextsOnManyQueuesShareACoordinator() async throws {
    let container = try container()
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for task in 0..<8 {
        tasks.addTask {
          try await container.performBackgroundTask { context in
            for number in 0..<50 { try context.make("Breed", ["name": "Breed \(task) \(number)"]) }
            try context.save()
          }
        }
      }
      try await tasks.waitForAll()
    }
    #expect(try container.viewContext.count(for: FetchRequest<ManagedObject>(entityName: "Breed")) == 400)
  }

  @Test func aChildOfAPrivateContextSavesOnTheParentsQueue() async throws {
    let parent = try container().newBackgroundContext()
    let child = ManagedObjectContext(.privateQueue, parent: parent)
    try await child.perform {
      let group = try child.make("Group", ["name": "Hound"])
      try child.make("Breed", ["name": "Beagle", "group": group])
      try child.save()
    }
    let names = try await parent.perform {
      try parent.save()
      return try parent.all("Breed").compactMap { $0.related("group")?.text("name") }
    }
    #expect(names == ["Hound"])
    let seen = try await child.perform { try child.all("Group").first?.members("breeds").names }
    #expect(seen == ["Beagle"])
  }

  @Test func savesAreMergedIntoContextsThatAskForIt() async throws {
    let container = try container()
    let reader = container.newBackgroundContext()
    let writer = container.newBackgroundContext()
    let objectID = try await writer.perform {
      let breed = try writer.make("Breed", ["name": "Akita"])
      try writer.save()
      return breed.objectID
    }
    await reader.perform {
      reader.automaticallyMergesChangesFromParent = true
      reader.retainsRegisteredObjects = true
      #expect(reader.object(with: objectID).text("name") == "Akita")
    }
    try await writer.perform {
      try writer.object(with: objectID).setValue("Shiba", forKey: "name")
      try writer.save()
    }
    let name = await reader.perform { reader.object(with: objectID).text("name") }
    #expect(name == "Shiba")
  }

  @Test func aChildMergesWhatItsSiblingSaves() async throws {
    let parent = try container().newBackgroundContext()
    let first = ManagedObjectContext(.privateQueue, parent: parent)
    let second = ManagedObjectContext(.privateQueue, parent: parent)
    let objectID = try await parent.perform {
      let breed = try parent.make("Breed", ["name": "Akita"])
      try parent.save()
      return breed.objectID
    }
    await second.perform {
      second.automaticallyMergesChangesFromParent = true
      second.retainsRegisteredObjects = true
      #expect(second.object(with: objectID).text("name") == "Akita")
    }
    try await first.perform {
      try first.object(with: objectID).setValue("Shiba", forKey: "name")
      try first.save()
    }
    let name = await second.perform { second.object(with: objectID).text("name") }
    #expect(name == "Shiba")
  }

  // MARK: Nesting

  /// A container whose view context belongs to the main queue, with one saved breed.
  private func mainContainer() throws -> PersistentContainer {
    let container = try PersistentContainer(
      name: "Kennel",
      managedObjectModel: ConformanceModel.make(),
      stores: [InMemoryStore()]
    )
    let writer = container.newBackgroundContext()
    try writer.performAndWait {
      try writer.make("Breed", ["name": "Akita"])
      try writer.save()
    }
    return container
  }

  @MainActor @Test func aChildOfTheMainContextMayBeUsedFromTheMainThread() throws {
    let main = try mainContainer().viewContext
    let child = ManagedObjectContext(.privateQueue, parent: main)
    let grandchild = ManagedObjectContext(.privateQueue, parent: child)
    try child.performAndWait {
      #expect(try child.all("Breed").names == ["Akita"])
      try child.make("Breed", ["name": "Beagle"])
      try child.save()
      try grandchild.performAndWait {
        try grandchild.make("Breed", ["name": "Corgi"])
        try grandchild.save()
      }
      try child.save()
      #expect(main.performAndWait { main.insertedObjects.names } == ["Beagle", "Corgi"])
    }
    try main.save()
    #expect(try main.all("Breed").names == ["Akita", "Beagle", "Corgi"])
  }

  @MainActor @Test func aChildOnTheMainQueueMayBeUsedInsideItsParentsBlock() throws {
    let parent = try mainContainer().newBackgroundContext()
    let main = ManagedObjectContext(.mainQueue, parent: parent)
    let names = try parent.performAndWait {
      try main.performAndWait {
        try main.make("Breed", ["name": "Beagle"])
        try main.save()
        return try main.all("Breed").names
      }
    }
    #expect(names == ["Akita", "Beagle"])
  }

  @Test func aChildMayBeUsedInsideItsParentsBlock() async throws {
    let parent = try mainContainer().newBackgroundContext()
    let child = ManagedObjectContext(.privateQueue, parent: parent)
    @Sendable func readAndSave(_ name: String) throws -> [String] {
      try child.performAndWait {
        try child.make("Breed", ["name": name])
        try child.save()
        return try parent.performAndWait { try child.performAndWait { try child.all("Breed").names } }
      }
    }
    #expect(try parent.performAndWait { try readAndSave("Beagle") } == ["Akita", "Beagle"])
    #expect(try await parent.perform { try readAndSave("Corgi") } == ["Akita", "Beagle", "Corgi"])
  }

  @Test func independentContextsMayBeNestedInAnyOrder() throws {
    let container = try mainContainer()
    let (first, second) = (container.newBackgroundContext(), container.newBackgroundContext())
    let names = try first.performAndWait {
      try second.performAndWait {
        try first.performAndWait {
          try first.make("Breed", ["name": "Beagle"])
          try first.save()
        }
        return try second.all("Breed").names
      }
    }
    #expect(names == ["Akita", "Beagle"])
  }

  @MainActor @Test func aDidSaveHandlerMayUseEveryContextOfTheChain() throws {
    let container = try mainContainer()
    let main = container.viewContext
    let writer = ManagedObjectContext(.privateQueue, persistentStoreCoordinator: container.persistentStoreCoordinator)
    let parent = ManagedObjectContext(.privateQueue, parent: main)
    let child = ManagedObjectContext(.privateQueue, parent: parent)
    nonisolated(unsafe) var seen: [[String]] = []
    @Sendable func lookEverywhere(_ notification: ContextNotification) {
      for context in [main, parent, child, writer] {
        seen.append(context.performAndWait { (try? context.all("Breed").names) ?? [] })
      }
    }
    let tokens = [writer, main, parent, child].map { context in
      context.performAndWait { context.observe(.didSave, using: lookEverywhere) }
    }
    try writer.performAndWait {
      try writer.make("Breed", ["name": "Beagle"])
      try writer.save()
    }
    #expect(seen == Array(repeating: ["Akita", "Beagle"], count: 4))
    seen = []
    try child.performAndWait {
      try child.make("Breed", ["name": "Corgi"])
      try child.save()
    }
    try parent.performAndWait { try parent.save() }
    try main.save()
    #expect(seen.last == ["Akita", "Beagle", "Corgi"] && seen.count == 12)
    for (token, context) in zip(tokens, [writer, main, parent, child]) { context.performAndWait { token.cancel() } }
  }

  /// The parent's objects are changed on the main queue, while the child's own thread waits.
  @Test func aHandlerOfTheParentMayUseTheChildThatIsBeingSaved() async throws {
    let main = try mainContainer().viewContext
    let child = ManagedObjectContext(.privateQueue, parent: main)
    let token = await MainActor.run {
      let token = main.observe(.objectsDidChange) { _ in
        child.performAndWait { _ = child.insertedObjects.names }
        main.userInfo["seen"] = child.performAndWait { child.insertedObjects.names }
      }
      return Held(token)
    }
    try await child.perform {
      try child.make("Breed", ["name": "Beagle"])
      try child.save()
    }
    let seen = await MainActor.run {
      token.value.cancel()
      return main.userInfo["seen"] as? [String]
    }
    #expect(seen == ["Beagle"])
  }

  @Test func aBlockWaitsForTheOneThatIsRunningOnAnotherThread() async throws {
    let context = try mainContainer().newBackgroundContext()
    await withTaskGroup(of: Void.self) { tasks in
      for _ in 0..<8 {
        tasks.addTask {
          for _ in 0..<200 {
            context.performAndWait { context.userInfo["count"] = (context.userInfo["count"] as? Int ?? 0) + 1 }
          }
        }
      }
    }
    #expect(context.performAndWait { context.userInfo["count"] as? Int } == 1600)
  }

  // MARK: On the coordinator

  @Test func aBlockOfTheCoordinatorKeepsOthersFromItsStores() async throws {
    let container = try mainContainer()
    let coordinator = container.persistentStoreCoordinator
    coordinator.name = "kennel"
    let reader = container.newBackgroundContext()
    let counts = try await coordinator.perform {
      try coordinator.performAndWait {
        let before = try reader.performAndWait { try reader.all("Breed").count }
        let writer = container.newBackgroundContext()
        writer.perform {
          _ = try? writer.make("Breed", ["name": "Beagle"])
          try? writer.save()
        }
        Thread.sleep(forTimeInterval: 0.05)
        return [before, try reader.performAndWait { try reader.all("Breed").count }]
      }
    }
    #expect(counts == [1, 1] && coordinator.name == "kennel")
    await #expect(throws: PersistentStoreError.missingObject("nobody")) {
      try await coordinator.perform { throw PersistentStoreError.missingObject("nobody") }
    }
  }

  /// Carries what belongs to the main queue through code that does not touch it.
  private struct Held<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  #if DEBUG
    @Test func useOffTheQueueStopsADebugBuild() async {
      await #expect(processExitsWith: .failure) {
        let coordinator = PersistentStoreCoordinator(managedObjectModel: ConformanceModel.make())
        try coordinator.addPersistentStore(InMemoryStore())
        let context = ManagedObjectContext(.privateQueue, persistentStoreCoordinator: coordinator)
        _ = ManagedObjectContext.insertNewObject(forEntityName: "Breed", into: context)
      }
    }
  #endif
}
