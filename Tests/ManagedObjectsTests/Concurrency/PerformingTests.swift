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
