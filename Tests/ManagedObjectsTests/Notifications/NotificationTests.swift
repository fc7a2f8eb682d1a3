import Dispatch
import ManagedObjects
import StoreConformance
import Testing

@Suite struct NotificationTests {
  private final class Log: @unchecked Sendable {
    // `@unchecked`: used by one thread at a time.
    var entries: [String] = []
    var saved = SavedObjectIDs()
    func note(_ notification: ContextNotification) {
      var entry = "\(notification.name)"
      for (label, objects) in [
        ("inserted", notification.insertedObjects), ("updated", notification.updatedObjects),
        ("deleted", notification.deletedObjects), ("refreshed", notification.refreshedObjects),
      ] where !objects.isEmpty {
        entry += " \(label) \(objects.count)"
      }
      if notification.invalidatedAllObjects { entry += " all" }
      entries.append(entry)
      if notification.name == .didSave { saved = notification.identifiers }
    }
  }

  @Test func aMergeIsToldWithTheIDsThatWereMerged() throws {
    let stack = try ConformanceStack.inMemory()
    let writer = stack.context()
    let reader = stack.context()
    nonisolated(unsafe) var merged: [SavedObjectIDs] = []
    let token = reader.observe(.didMergeChanges) { merged.append($0.identifiers) }
    let breed = try writer.make("Breed", ["name": "Beagle"])
    try writer.save()
    #expect(merged.isEmpty)
    reader.mergeChanges(fromContextDidSave: SavedObjectIDs(inserted: [breed.objectID]))
    #expect(merged.map(\.inserted) == [[breed.objectID]])
    token.cancel()
  }

  @Test func changesAreToldOncePerEventAndSavesTwice() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    let log = Log()
    let tokens = [ContextNotification.Name.objectsDidChange, .willSave, .didSave].map {
      context.observe($0, using: log.note)
    }
    let group = try context.make("Group", ["name": "Hound"])
    let breed = try context.make("Breed", ["name": "Beagle", "group": group])
    #expect(log.entries.isEmpty)
    try context.save()
    #expect(log.entries == ["objectsDidChange inserted 2", "willSave inserted 2", "didSave inserted 2"])
    log.entries = []
    try breed.setValue("Bigle", forKey: "name")
    try breed.setValue("Beagle", forKey: "name")
    context.processPendingChanges()
    context.processPendingChanges()
    #expect(log.entries == ["objectsDidChange updated 1"])
    log.entries = []
    context.delete(group)
    try context.save()
    #expect(log.entries == ["objectsDidChange deleted 2", "willSave deleted 2", "didSave deleted 2"])
    log.entries = []
    context.reset()
    #expect(log.entries == ["objectsDidChange all"])
    for token in tokens { token.cancel() }
    try context.make("Group", ["name": "Toy"])
    try context.save()
    #expect(log.entries.count == 1)
  }

  @Test func anotherContextMergesWhatWasSaved() throws {
    let stack = try ConformanceStack.inMemory()
    let writer = stack.context()
    let log = Log()
    let token = writer.observe(.didSave, using: log.note)
    let group = try writer.make("Group", ["name": "Hound"])
    let beagle = try writer.make("Breed", ["name": "Beagle", "group": group])
    let pug = try writer.make("Breed", ["name": "Pug", "group": group])
    try writer.save()
    let reader = stack.context()
    let seen = reader.object(with: beagle.objectID)
    let seenPug = reader.object(with: pug.objectID)
    let seenGroup = reader.object(with: group.objectID)
    #expect(seen.text("name") == "Beagle" && seenPug.text("name") == "Pug")
    #expect(seenGroup.members("breeds").count == 2)
    try seen.setValue(7, forKey: "popularity")
    try beagle.setValue("Bigle", forKey: "name")
    writer.delete(pug)
    try writer.make("Breed", ["name": "Basset", "group": group])
    try writer.save()
    reader.mergeChanges(fromContextDidSave: log.saved)
    #expect(seen.text("name") == "Bigle" && seen.number("popularity") == 7)
    #expect(seenPug.isDeleted)
    #expect(seenGroup.members("breeds").filter { !$0.isDeleted }.names == ["Basset", "Bigle"])
    try reader.save()
    #expect(try stack.context().all("Breed").names == ["Basset", "Bigle"])
    token.cancel()
  }

  @Test func aSaveOfAnotherCoordinatorIsMergedByURI() throws {
    let (own, other) = (try stack(identifier: "KENNEL"), try stack(identifier: "KENNEL"))
    let (reader, writer) = (own.context(), other.context())
    let breed = try reader.make("Breed", ["name": "Beagle"])
    try reader.save()
    let twin = try writer.make("Breed", ["name": "Beagle"])
    try writer.save()
    #expect(twin.objectID != breed.objectID && "\(twin.objectID)" == "\(breed.objectID)")
    let bird = try writer.make("Bird", ["name": "Robin"])
    try writer.save()
    nonisolated(unsafe) var merged = SavedObjectIDs()
    let token = reader.observe(.didMergeChanges) { merged = $0.identifiers }
    reader.mergeChanges(
      fromContextDidSave: SavedObjectIDs(inserted: [bird.objectID], updated: [twin.objectID], deleted: [twin.objectID])
    )
    token.cancel()
    #expect(merged.updated == [breed.objectID] && merged.inserted.map(\.description) == [bird.objectID.description])
    #expect(breed.isDeleted)
    try reader.save()
  }

  @Test func whatAnotherCoordinatorsSaveNamesAndThisOneLacksIsTold() throws {
    let (own, other) = (try stack(identifier: "KENNEL"), try stack(identifier: "ELSEWHERE"))
    let (reader, writer) = (own.context(), other.context())
    let breed = try writer.make("Breed", ["name": "Beagle"])
    let temporary = breed.objectID
    try writer.save()
    let foreign = SavedObjectIDs(inserted: [temporary], updated: [breed.objectID], deleted: [breed.objectID])
    nonisolated(unsafe) var unmerged: [ManagedObjectID] = []
    let token = reader.observe(.didMergeChanges) { unmerged = $0.unmergedIdentifiers }
    reader.mergeChanges(fromContextDidSave: foreign)
    token.cancel()
    #expect(unmerged == [temporary, breed.objectID, breed.objectID])
    #expect(throws: PersistentStoreError.foreignObject(temporary.description)) { try reader.save() }
    // It is said once and stands in nobody's way.
    try reader.make("Breed", ["name": "Akita"])
    try reader.save()
    #expect(try reader.all("Breed").names == ["Akita"])
  }

  // MARK: Events of the main context

  /// Waits until the main queue has done what stands on it now.
  @MainActor private func nextTurn() async {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }

  @MainActor private func mainContext() throws -> ManagedObjectContext {
    try ManagedObjectContext(.mainQueue, persistentStoreCoordinator: ConformanceStack.inMemory().coordinator)
  }

  @MainActor @Test func theMainContextTellsOfAnEventAtTheNextTurnOfTheMainActor() async throws {
    let context = try mainContext()
    let log = Log()
    let token = context.observe(.objectsDidChange, using: log.note)
    let group = try context.make("Group", ["name": "Hound"])
    let breed = try context.make("Breed", ["name": "Beagle", "group": group])
    #expect(log.entries.isEmpty)
    await nextTurn()
    #expect(log.entries == ["objectsDidChange inserted 2"])
    try breed.setValue("Bigle", forKey: "name")
    try group.setValue("Hounds", forKey: "name")
    await nextTurn()
    #expect(log.entries.dropFirst() == ["objectsDidChange updated 2"])
    try breed.setValue("Beagle", forKey: "name")
    context.processPendingChanges()
    await nextTurn()
    #expect(log.entries.dropFirst(2) == ["objectsDidChange updated 1"])
    context.delete(group)
    await nextTurn()
    #expect(log.entries.dropFirst(3) == ["objectsDidChange deleted 2"])
    token.cancel()
  }

  @MainActor @Test func theMainContextFollowsDeleteRulesAtTheNextTurnThoughNobodyListens() async throws {
    let context = try mainContext()
    let group = try context.make("Group", ["name": "Hound"])
    let breed = try context.make("Breed", ["name": "Beagle", "group": group])
    try context.save()
    context.delete(group)
    #expect(!breed.isDeleted)
    await nextTurn()
    #expect(breed.isDeleted)
  }

  @MainActor @Test func eachTurnOfTheMainActorIsOneUndo() async throws {
    let context = try mainContext()
    context.undoManager = UndoManager()
    let breed = try context.make("Breed", ["name": "Akita"])
    await nextTurn()
    try breed.setValue("Beagle", forKey: "name")
    try breed.setValue(3, forKey: "popularity")
    await nextTurn()
    try breed.setValue("Corgi", forKey: "name")
    await nextTurn()
    context.undo()
    #expect(breed.text("name") == "Beagle")
    context.undo()
    #expect(breed.text("name") == "Akita" && breed.number("popularity") == nil)
  }

  @MainActor @Test func fetchedResultsOfTheMainContextArriveWithoutASave() async throws {
    let context = try mainContext()
    var request = FetchRequest<ManagedObject>(entityName: "Breed")
    request.sortDescriptors = [SortKey("name")]
    let controller = FetchedResultsController(fetchRequest: request, managedObjectContext: context)
    try controller.performFetch()
    var calls = 0
    controller.onMainActorChange = { _ in calls += 1 }
    for name in ["Beagle", "Akita"] { try context.make("Breed", ["name": name]) }
    #expect(controller.fetchedObjects.isEmpty)
    await nextTurn()
    #expect(controller.fetchedObjects.compactMap { $0.text("name") } == ["Akita", "Beagle"] && calls == 1)
  }

  @MainActor @Test func aMainContextThatGoesBeforeTheTurnIsNotKept() async throws {
    var context: ManagedObjectContext? = try mainContext()
    weak let gone = context
    let token = context?.observe(.objectsDidChange) { _ in }
    try context?.make("Group", ["name": "Hound"])
    context = nil
    #expect(gone == nil)
    await nextTurn()
    token?.cancel()
  }

  private func stack(identifier: String) throws -> ConformanceStack {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: ConformanceModel.make())
    let store = CountingStore(InMemoryStore(identifier: identifier))
    try coordinator.addPersistentStore(store)
    return ConformanceStack(store: store, coordinator: coordinator)
  }
}

/// What of the main actor's may be told, and how.
@Suite struct MainActorNotificationTests {
  @MainActor private final class Screen {
    var lines: [String] = []
    var token: ContextObservation?

    func watch(_ context: ManagedObjectContext) {
      token = context.observeOnMainActor(.objectsDidChange) { self.lines += $0.insertedObjects.names }
    }
  }

  @MainActor @Test func anObserverOfTheMainActorIsCalledOnIt() async throws {
    let stack = try ConformanceStack.inMemory()
    let context = ManagedObjectContext(.mainQueue, persistentStoreCoordinator: stack.coordinator)
    let screen = Screen()
    screen.watch(context)
    // A change that another task makes reaches the screen on the main actor, too.
    try await Task.detached {
      try await context.perform {
        try context.make("Breed", ["name": "Beagle"])
        context.processPendingChanges()
      }
    }.value
    #expect(screen.lines == ["Beagle"])
    screen.token?.cancel()
  }

  @Test func aContextWithAPrivateQueueIsNotObservedOnTheMainActor() async {
    await #expect(processExitsWith: .failure) {
      let stack = try ConformanceStack.inMemory()
      let context = ManagedObjectContext(.privateQueue, persistentStoreCoordinator: stack.coordinator)
      await MainActor.run { _ = context.observeOnMainActor(.didSave) { _ in } }
    }
  }
}
