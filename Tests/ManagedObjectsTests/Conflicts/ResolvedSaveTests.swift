import AttributeValues
import ManagedObjects
import ObjectModel
import StoreConformance
import Testing

/// What a save does after its merge policy has changed the objects.
@Suite struct ResolvedSaveTests {
  /// Breeds, each of which needs a tag, and tags with a unique name; a pug that is calm, and a tag that nobody has.
  private func kennel(classes: [String: ManagedObject.Type] = [:]) throws -> ConformanceStack {
    let (breed, tag) = (EntityDescription(name: "Breed"), EntityDescription(name: "Tag"))
    let breeds = RelationshipDescription(name: "breeds", destination: breed, toMany: true)
    breeds.deleteRule = .nullify
    let tagOfBreed = RelationshipDescription(name: "tag", destination: tag)
    tagOfBreed.isOptional = false
    (breeds.inverseRelationship, tagOfBreed.inverseRelationship) = (tagOfBreed, breeds)
    breed.declaredProperties = [AttributeDescription(name: "name", type: .string), tagOfBreed]
    tag.declaredProperties = [
      AttributeDescription(name: "name", type: .string), AttributeDescription(name: "weight", type: .integer16), breeds,
    ]
    tag.uniquenessConstraints = [["name"]]
    let coordinator = PersistentStoreCoordinator(
      managedObjectModel: ManagedObjectModel(entities: [breed, tag]),
      objectClasses: classes
    )
    let store = CountingStore()
    try coordinator.addPersistentStore(store)
    let stack = ConformanceStack(store: store, coordinator: coordinator)
    let writer = stack.context()
    let calm = try writer.make("Tag", ["name": "calm", "weight": 1])
    try writer.make("Tag", ["name": "lively", "weight": 2])
    try writer.make("Breed", ["name": "Pug", "tag": calm])
    try writer.save()
    return stack
  }

  private func tag(_ name: String, in context: ManagedObjectContext) throws -> ManagedObject {
    try #require(try context.all("Tag").first { $0.text("name") == name })
  }

  /// What the store holds.
  private func stored(_ stack: ConformanceStack) throws -> [String] {
    let context = stack.context()
    let breeds = try context.all("Breed").map { "\($0.text("name") ?? "") \($0.related("tag")?.text("name") ?? "–")" }
    return try breeds + context.all("Tag").map { "\($0.text("name") ?? "") \($0.number("weight") ?? 0)" }.sorted()
  }

  @Test(arguments: [MergePolicy.mergeByPropertyObjectTrump, .overwrite])
  func whatAPolicyChangesIsValidated(_ policy: MergePolicy) throws {
    let stack = try kennel()
    let before = try stored(stack)
    let context = stack.context()
    context.mergePolicy = policy
    let lively = try tag("lively", in: context)
    try lively.setValue("calm", forKey: "name")
    // The tag that is calm would go, and the pug needs it.
    let error = #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(error?.errors.map(\.key) == ["tag"] && error?.errors.map(\.code) == [.missingMandatoryProperty])
    #expect(try stored(stack) == before)
  }

  @Test(arguments: [false, true])
  func aSaveThatFailsAfterAResolutionLeavesTheContextAsItWas(_ isUndoable: Bool) throws {
    let stack = try kennel()
    let context = stack.context()
    context.mergePolicy = .mergeByPropertyObjectTrump
    if isUndoable { context.undoManager = UndoManager() }
    let (lively, calm) = (try tag("lively", in: context), try tag("calm", in: context))
    let pug = try #require(try context.all("Breed").first)
    try lively.setValue("calm", forKey: "name")
    let boxer = try context.make("Breed", ["name": "Boxer", "tag": calm])
    #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(context.insertedObjects == [boxer] && context.deletedObjects.isEmpty)
    #expect(lively.text("name") == "calm" && pug.related("tag") === calm && boxer.related("tag") === calm)
    #expect(calm.members("breeds") == [pug, boxer] && !calm.isDeleted && !pug.hasChanges)
    if isUndoable {
      context.undo()
      #expect(lively.text("name") == "lively" && !context.hasChanges)
      context.redo()
    }
    // It goes on from there.
    try lively.setValue("wild", forKey: "name")
    try context.save()
    #expect(try stored(stack).sorted() == ["Boxer calm", "Pug calm", "calm 1", "wild 2"])
  }

  @Test func objectsThatOnlyAResolutionHasReadAreUnchangedAfterAFailure() throws {
    let stack = try kennel()
    let context = stack.context()
    context.mergePolicy = .overwrite
    let lively = try tag("lively", in: context)
    context.retainsRegisteredObjects = true
    try lively.setValue("calm", forKey: "name")
    #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(context.deletedObjects.isEmpty && context.updatedObjects == [lively])
    context.mergePolicy = .rollback
    try context.save()
    #expect(lively.text("name") == "lively" && !context.hasChanges)
    #expect(try context.all("Breed").map { $0.related("tag")?.text("name") } == ["calm"])
  }

  @Test func aConflictThatCannotBeResolvedTakesTheOthersBack() throws {
    let stack = try kennel()
    let writer = stack.context()
    let context = stack.context()
    let (calm, lively) = (try tag("calm", in: context), try tag("lively", in: context))
    for tag in [calm, lively] { try tag.setValue(7, forKey: "weight") }
    for name in ["calm", "lively"] { try tag(name, in: writer).setValue("\(name) indeed", forKey: "name") }
    try writer.save()
    context.mergePolicy = .custom(
      CustomMergePolicy { _, object in object.text("name") == "calm" ? .rollback : .error }
    )
    let error = #expect(throws: SaveConflictError.self) { try context.save() }
    #expect(error?.conflicts.count == 2 && context.updatedObjects == [calm, lively])
    #expect(calm.number("weight") == 7 && lively.number("weight") == 7)
    context.mergePolicy = .mergeByPropertyObjectTrump
    try context.save()
    #expect(try stored(stack) == ["Pug calm indeed", "calm indeed 7", "lively indeed 7"])
  }

  @Test(arguments: [MergePolicy.mergeByPropertyObjectTrump, .overwrite])
  func anObjectThatIsInsertedAgainKeepsTheLinksThatItHas(_ policy: MergePolicy) throws {
    let stack = try ConformanceStack.inMemory()
    let writer = stack.context()
    // Of friends, the one with the lesser key names the link.
    let bob = try writer.make("Person", ["name": "Bob"])
    let (calm, lively) = (try writer.make("Tag", ["name": "calm"]), try writer.make("Tag", ["name": "lively"]))
    try writer.save()
    let ann = try writer.make("Person", ["name": "Ann", "tags": Set([calm, lively]), "friends": Set([bob])])
    try writer.save()
    let context = stack.context()
    context.mergePolicy = policy
    let mine = context.object(with: ann.objectID)
    #expect(mine.members("tags").count == 2 && mine.members("friends").count == 1)
    try mine.setValue("Anna", forKey: "name")
    writer.delete(ann)
    writer.delete(lively)
    try writer.save()
    try context.save()
    #expect(!context.hasChanges)
    let stored = try #require(try stack.context().all("Person").first { $0.text("name") == "Anna" })
    // What has gone meanwhile cannot be linked to.
    #expect(stored.members("tags").names == ["calm"] && stored.members("friends").names == ["Bob"])
    #expect(mine.members("tags").names == ["calm"])
    #expect(context.object(with: bob.objectID).members("friends") == [mine])
  }

  @Test func anObjectThatIsInsertedAgainIsLinkedFromTheOtherEnd() throws {
    let stack = try ConformanceStack.inMemory()
    let writer = stack.context()
    let calm = try writer.make("Tag", ["name": "calm"])
    let ann = try writer.make("Person", ["name": "Ann", "tags": Set([calm])])
    try writer.save()
    let context = stack.context()
    context.mergePolicy = .overwrite
    let mine = context.object(with: calm.objectID)
    #expect(mine.members("people").names == ["Ann"])
    try mine.setValue(5, forKey: "weight")
    writer.delete(calm)
    try writer.save()
    try context.save()
    #expect(try stack.context().all("Tag").map { $0.members("people").names } == [["Ann"]])
    #expect(stack.context().object(with: ann.objectID).members("tags").names == ["calm"])
  }
}
