import ManagedObjects
import StoreConformance
import Testing

@Suite struct NotificationSetTests {
  @Test func everyNotificationNamesTheObjectsInItsThreeSets() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    nonisolated(unsafe) let akita = try context.make("Breed", ["name": "Akita"])
    nonisolated(unsafe) let beagle = try context.make("Breed", ["name": "Beagle"])
    try context.save()
    nonisolated(unsafe) var told: [String] = []
    nonisolated(unsafe) var wrong: [String] = []
    nonisolated(unsafe) var new: ManagedObject?
    let tokens = [ContextNotification.Name.objectsDidChange, .willSave, .didSave].map { name in
      context.observe(name) { notification in
        told.append("\(notification.name)")
        if notification.insertedObjects != Set([new].compactMap { $0 }) || notification.updatedObjects != [akita]
          || notification.deletedObjects != [beagle]
        {
          wrong.append("\(notification.name)")
        }
        // A deleted object is whole until its deletion has been saved.
        if notification.name != .didSave, beagle.text("name") != "Beagle" { wrong.append("values") }
      }
    }
    new = try context.make("Breed", ["name": "Corgi"])
    try akita.setValue("Shiba", forKey: "name")
    let deletedID = beagle.objectID
    context.delete(beagle)
    try context.save()
    #expect(told == ["objectsDidChange", "willSave", "didSave"] && wrong.isEmpty)
    #expect(deletedID.isTemporaryID == false)
    for token in tokens { token.cancel() }
  }

  @Test func aSaveThatFailsIsAnnouncedAndNotReported() throws {
    let context = try ConformanceStack.inMemory().context()
    nonisolated(unsafe) var told: [ContextNotification.Name] = []
    let tokens = [ContextNotification.Name.willSave, .didSave].map { name in
      context.observe(name) { told.append($0.name) }
    }
    try context.make("Breed")
    #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(told == [.willSave])
    for token in tokens { token.cancel() }
  }

  @Test func whatAnObserverOfWillSaveChangesIsSaved() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    nonisolated(unsafe) let breed = try context.make("Breed", ["name": "Akita"])
    let token = context.observe(.willSave) { _ in try? breed.setValue(1, forKey: "popularity") }
    try context.save()
    #expect(try stack.context().all("Breed").first?.number("popularity") == 1)
    token.cancel()
  }

  @Test func objectsAreAskedToSaveAfterTheObserversAndSeeWhatTheyChanged() throws {
    let stack = try ConformanceStack.inMemory(objectClasses: ["Breed": SavingBreed.self])
    let context = stack.context()
    nonisolated(unsafe) let breed = try context.make("Breed", ["name": "Akita"])
    let token = context.observe(.willSave) { _ in try? breed.setValue("Shiba", forKey: "name") }
    try context.save()
    #expect((breed as? SavingBreed)?.seen == ["Shiba"])
    token.cancel()
  }

  @Test func refreshedObjectsAreToldApartFromChangedOnes() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    let akita = try context.make("Breed", ["name": "Akita"])
    try context.save()
    nonisolated(unsafe) var last: ContextNotification?
    let token = context.observe(.objectsDidChange) { last = $0 }
    context.refresh(akita, mergeChanges: false)
    context.processPendingChanges()
    #expect(last?.refreshedObjects == [akita] && last?.updatedObjects.isEmpty == true)
    token.cancel()
  }

  @Test func aSaveOfAChildTellsTheParentsObserversWhatChanged() throws {
    let stack = try ConformanceStack.inMemory()
    let parent = stack.context()
    let child = stack.context(parent: parent)
    nonisolated(unsafe) var told: [String] = []
    let tokens = [ContextNotification.Name.objectsDidChange, .didSave].map { name in
      parent.observe(name) { told.append("\($0.name) \($0.insertedObjects.names)") }
    }
    try child.make("Breed", ["name": "Akita"])
    try child.save()
    #expect(told == ["objectsDidChange [\"Akita\"]"])
    try parent.save()
    #expect(told.last == "didSave [\"Akita\"]")
    for token in tokens { token.cancel() }
  }
}

/// Remembers its name at each `willSave`.
private final class SavingBreed: ManagedObject {
  var seen: [String?] = []
  override func willSave() { seen.append(text("name")) }
}
