import ManagedObjects
import PredicateLanguage
import StoreConformance
import Testing

@Suite struct BatchRequestTests {
  @Test func rowsAreInsertedWithoutObjects() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    let rows = (1...2500).map { ["name": "Breed \($0)", "popularity": $0] as [String: Any] }
    var request = BatchInsertRequest(entityName: "Breed", objects: rows)
    request.resultType = .objectIDs
    let result = try context.execute(request)
    #expect(result.count == 2500 && context.registeredObjects.isEmpty)
    let reader = stack.context()
    #expect(try reader.count(for: FetchRequest<ManagedObject>(entityName: "Breed")) == 2500)
    let first = reader.object(with: result.identifiers.inserted[0])
    #expect(first.text("name") == "Breed 1" && first.value(forKey: "isRare") as? Bool == false)
  }

  @Test func aRequestToInsertCanBeCarriedOutTwice() throws {
    let context = try ConformanceStack.inMemory().context()
    let request = BatchInsertRequest(entityName: "Breed", objects: [["name": "Pug"], ["name": "Boxer"]])
    _ = try context.execute(request)
    _ = try context.execute(request)
    #expect(try context.all("Breed").names == ["Boxer", "Boxer", "Pug", "Pug"])
  }

  @Test func rowsAreInsertedFromAnObjectThatIsFilledAgainAndAgain() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    var number = 0
    var failures = 0
    let request = BatchInsertRequest(entityName: "Breed") { (breed: ManagedObject) in
      number += 1
      if number > 1200 { return true }
      do {
        try breed.setValue("Breed \(number)", forKey: "name")
        if number == 1 { try breed.setValue(9, forKey: "popularity") }
      } catch {
        failures += 1
      }
      return false
    }
    #expect(try context.execute(request).result as? Bool == true)
    #expect(failures == 0 && context.registeredObjects.isEmpty && !context.hasChanges)
    let breeds = try context.all("Breed")
    #expect(Set(breeds.names).count == 1200)
    #expect(breeds.compactMap { $0.number("popularity") } == [9])
  }

  @Test func valuesThatDoNotFitAreRefused() throws {
    let context = try ConformanceStack.inMemory()
    let request = BatchInsertRequest(entityName: "Breed", objects: [["popularity": "many"]])
    #expect(throws: PropertyAccessError.self) { try context.context().execute(request) }
  }

  static let upserts: [(MergePolicy, [String])] = [
    (.mergeByPropertyObjectTrump, ["calm 7", "lively 8"]), (.mergeByPropertyStoreTrump, ["calm 1", "lively 2"]),
  ]

  @Test(arguments: upserts) func takenUniqueValuesAreSettledByThePolicy(
    _ policy: MergePolicy,
    _ outcome: [String]
  ) throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    try context.make("Tag", ["name": "calm", "weight": 1])
    try context.save()
    context.mergePolicy = policy
    let rows: [[String: Any]] = [
      ["name": "calm", "weight": 7], ["name": "lively", "weight": 2], ["name": "lively", "weight": 8],
    ]
    _ = try context.execute(BatchInsertRequest(entityName: "Tag", objects: rows))
    let tags = try stack.context().all("Tag") { $0.sortDescriptors = [SortKey("name")] }
    #expect(tags.map { "\($0.text("name") ?? "") \($0.number("weight") ?? 0)" } == outcome)
  }

  @Test func rowsAreChangedAndDeletedByPredicateAndMerged() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    let breeds = try (1...10).map { try context.make("Breed", ["name": "Breed \($0)", "popularity": $0]) }
    try context.save()
    var update = BatchUpdateRequest(
      entityName: "Breed",
      predicate: try ObjectPredicate(format: "popularity > 7"),
      propertiesToUpdate: ["isRare": true, "popularity": nil]
    )
    update.resultType = .objectIDs
    let updated = try context.execute(update)
    #expect(updated.identifiers.updated.count == 3)
    #expect(breeds[9].number("popularity") == 10)
    context.mergeChanges(fromContextDidSave: updated.identifiers)
    #expect(breeds[9].number("popularity") == nil && breeds[9].value(forKey: "isRare") as? Bool == true)
    var selection = FetchRequest<ManagedObjectID>(entityName: "Breed")
    selection.predicate = try ObjectPredicate(format: "isRare == NO")
    var deletion = BatchDeleteRequest(fetchRequest: selection)
    deletion.resultType = .objectIDs
    let deleted = try context.execute(deletion)
    #expect(deleted.identifiers.deleted.count == 7)
    ManagedObjectContext.mergeChanges(fromRemoteContextSave: deleted.identifiers, into: [context])
    #expect(breeds[0].isDeleted && !context.hasChanges)
    #expect(try stack.context().all("Breed").count == 3)
    #expect(try context.execute(BatchDeleteRequest(objectIDs: updated.identifiers.updated)).count == 3)
  }
}
