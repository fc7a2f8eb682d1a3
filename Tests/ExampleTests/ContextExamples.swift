import AttributeValues
import ManagedObjects
import ObjectModel
import PredicateLanguage
import Testing

/// Contexts: changing, saving, undoing, merging.
@Suite struct ContextExamples {
  private let showcase: Showcase
  private let context: ManagedObjectContext

  init() throws {
    showcase = try Showcase()
    context = showcase.context
  }

  @Test func insertsAndSaves() throws {
    let coordinator = showcase.coordinator
    // example: ManagedObjectContext
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let pug = ManagedObjectContext.insertNewObject(forEntityName: "Breed", into: context)
    try pug.setValue("Pug", forKey: "name")
    try pug.setValue(33.0, forKey: "heightMax")
    try context.save()
    let count = try context.count(for: FetchRequest<ManagedObject>(entityName: "Breed"))
    // end
    #expect(count == 6 && !context.hasChanges && !pug.objectID.isTemporaryID)
  }

  @Test func everythingThatIsWrongIsReportedAtOnce() throws {
    var messages: [String] = []
    // example: ValidationError, ValidationErrors
    let pug = ManagedObjectContext.insertNewObject(forEntityName: "Breed", into: context)
    try pug.setValue(330.0, forKey: "heightMax")
    do {
      try context.save()
    } catch let failure as ValidationErrors {
      let missing = failure.errors.filter { (error: ValidationError) in error.code == .missingMandatoryProperty }
      messages = missing.compactMap(\.key)  // "name"; the height is another error
    }
    // end
    #expect(messages == ["name"])
  }

  @Test func aConflictNamesItsObjects() throws {
    var conflicting: [ManagedObjectID] = []
    let coordinator = showcase.coordinator
    // example: SaveConflictError, StoreConflictError
    let other = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try showcase.breed("Beagle").setValue("England", forKey: "country")
    try showcase.breed("Beagle", in: other).setValue("Scotland", forKey: "country")
    try context.save()
    do {
      try other.save()
    } catch let error as SaveConflictError {
      for case StoreConflictError.Conflict.version(let objectID, _, _) in error.conflicts {
        conflicting.append(objectID)
      }
    }
    // end
    #expect(conflicting == [try showcase.breed("Beagle").objectID])
  }

  @Test func aMergePolicySettlesConflicts() throws {
    let other = ManagedObjectContext(persistentStoreCoordinator: showcase.coordinator)
    try showcase.breed("Beagle").setValue("England", forKey: "country")
    try showcase.breed("Beagle", in: other).setValue("Scotland", forKey: "country")
    try context.save()
    // example: MergePolicy
    other.mergePolicy = MergePolicy.mergeByPropertyObjectTrump
    try other.save()  // what was changed here wins, property by property
    // end
    context.refreshAllObjects()
    #expect(try showcase.breed("Beagle").value(forKey: "country") as? String == "Scotland")
  }

  @Test func aPolicyOfOnesOwnSettlesConflicts() throws {
    let other = ManagedObjectContext(persistentStoreCoordinator: showcase.coordinator)
    try showcase.breed("Beagle").setValue(40.0, forKey: "heightMax")
    try showcase.breed("Beagle", in: other).setValue(42.0, forKey: "heightMax")
    try context.save()
    // example: CustomMergePolicy, SaveConflict
    let greatest = CustomMergePolicy { (conflict: SaveConflict, breed: ManagedObject) in
      // Copies of what the context wants to save, and of what somebody else has saved meanwhile.
      guard case .value(.double(let mine))? = conflict.objectSnapshot["heightMax"],
        case .value(.double(let theirs))? = conflict.persistedSnapshot?["heightMax"]
      else { return .error }
      return mine > theirs ? .mergeByPropertyObjectTrump : .mergeByPropertyStoreTrump
    }
    other.mergePolicy = .custom(greatest)
    try other.save()
    // end
    context.refreshAllObjects()
    #expect(try showcase.breed("Beagle").value(forKey: "heightMax") as? Double == 42)
  }

  @Test func tellsWhatWasSaved() throws {
    nonisolated(unsafe) var inserted: [ManagedObjectID] = []
    // example: ContextNotification, ContextObservation
    let observation: ContextObservation = context.observe(.didSave) { (notification: ContextNotification) in
      inserted += notification.identifiers.inserted
    }
    let pug = ManagedObjectContext.insertNewObject(forEntityName: "Breed", into: context)
    try pug.setValue("Pug", forKey: "name")
    try context.save()
    observation.cancel()
    // end
    #expect(inserted == [pug.objectID])
  }

  @Test func hearsOfOtherProcesses() {
    let coordinator = showcase.coordinator
    // example: RemoteChangeObservation
    let observation: RemoteChangeObservation = coordinator.observeRemoteChanges { storeIdentifier in
      print("Somebody else has saved to \(storeIdentifier).")
    }
    // …
    observation.cancel()
    // end
  }

  @Test func anotherContextTakesSavedChangesOver() throws {
    let other = ManagedObjectContext(persistentStoreCoordinator: showcase.coordinator)
    let otherBeagle = try showcase.breed("Beagle", in: other)
    let beagle = try showcase.breed("Beagle")
    try beagle.setValue("England", forKey: "country")
    try context.save()
    // example: SavedObjectIDs
    let saved = SavedObjectIDs(updated: [beagle.objectID])
    other.mergeChanges(fromContextDidSave: saved)
    // end
    #expect(otherBeagle.value(forKey: "country") as? String == "England")
  }

  @Test func takesChangesBack() throws {
    let beagle = try showcase.breed("Beagle")
    // example: UndoManager
    let undoManager = UndoManager()
    context.undoManager = undoManager
    try beagle.setValue("England", forKey: "country")
    undoManager.setActionName("Change country")
    context.undo()
    let country = beagle.value(forKey: "country") as? String  // "Great Britain"
    context.redo()
    // end
    #expect(country == "Great Britain" && beagle.value(forKey: "country") as? String == "England")
  }

  @Test func changesRowsInTheStore() throws {
    // example: BatchUpdateRequest, BatchRequestResultType, BatchResult
    var request = BatchUpdateRequest(
      entityName: "Breed",
      predicate: try ObjectPredicate(format: "country == 'Great Britain'"),
      propertiesToUpdate: ["country": "United Kingdom"]
    )
    request.resultType = BatchRequestResultType.objectIDs
    let result: BatchResult = try context.execute(request)
    ManagedObjectContext.mergeChanges(fromRemoteContextSave: result.identifiers, into: [context])
    // end
    #expect(result.identifiers.updated.count == 4)
    #expect(try showcase.breed("Beagle").value(forKey: "country") as? String == "United Kingdom")
  }

  @Test func insertsRowsIntoTheStore() throws {
    // example: BatchInsertRequest
    var request = BatchInsertRequest(entityName: "Breed", objects: [["name": "Pug"], ["name": "Affenpinscher"]])
    request.resultType = .count
    let count = try context.execute(request).count
    // end
    #expect(try count == 2 && context.count(for: FetchRequest<ManagedObject>(entityName: "Breed")) == 7)
  }

  @Test func deletesRowsFromTheStore() throws {
    // example: BatchDeleteRequest
    var small = FetchRequest<ManagedObjectID>(entityName: "Breed")
    small.predicate = try ObjectPredicate(format: "weightMax < 10")
    _ = try context.execute(BatchDeleteRequest(fetchRequest: small))
    // end
    #expect(try context.count(for: FetchRequest<ManagedObject>(entityName: "Breed")) == 4)
  }

  @Test func aDeleteRuleDeniesABatch() throws {
    let model = Showcase.model()
    model.entitiesByName["AKCGroup"]?.relationshipsByName["breeds"]?.deleteRule = .deny
    let showcase = try Showcase(model: model)
    let context = showcase.context
    var denied: String?
    // example: BatchDeletionError
    do {
      let groups = FetchRequest<ManagedObjectID>(entityName: "AKCGroup")
      _ = try context.execute(BatchDeleteRequest(fetchRequest: groups))
    } catch BatchDeletionError.denied(_, let relationship) {
      denied = relationship  // "breeds": a group that still has breeds stays
    }
    // end
    #expect(denied == "breeds")
  }
}
