import ManagedObjects
import StoreConformance
import Testing

@Suite struct MergePolicyTests {
  /// Two contexts change the same breed: the first its name and popularity, the second its name and weight class.
  private func conflict(_ policy: MergePolicy) throws -> (ConformanceStack, ManagedObject) {
    let stack = try ConformanceStack.inMemory()
    let writer = stack.context()
    let breed = try writer.make("Breed", ["name": "Akita", "popularity": 1, "height": 60.0])
    try writer.save()
    let context = stack.context()
    context.mergePolicy = policy
    let mine = context.object(with: breed.objectID)
    try mine.setValue("Mine", forKey: "name")
    try mine.setValue(65.0, forKey: "height")
    try breed.setValue("Theirs", forKey: "name")
    try breed.setValue(2, forKey: "popularity")
    try writer.save()
    return (stack, mine)
  }

  private func stored(_ stack: ConformanceStack) throws -> String {
    let breed = try #require(try stack.context().all("Breed").first)
    let height = breed.value(forKey: "height") as? Double ?? 0
    return "\(breed.text("name") ?? "") \(breed.number("popularity") ?? 0) \(height)"
  }

  static let outcomes: [(MergePolicy, String)] = [
    (.mergeByPropertyStoreTrump, "Theirs 2 65.0"), (.mergeByPropertyObjectTrump, "Mine 2 65.0"),
    (.overwrite, "Mine 1 65.0"), (.rollback, "Theirs 2 60.0"),
  ]

  @Test(arguments: outcomes) func aPolicyResolvesTheConflict(_ policy: MergePolicy, _ outcome: String) throws {
    let (stack, mine) = try conflict(policy)
    let context = try #require(mine.managedObjectContext)
    try context.save()
    #expect(try stored(stack) == outcome)
    #expect(!context.hasChanges)
    let text =
      "\(mine.text("name") ?? "") \(mine.number("popularity") ?? 0) \(mine.value(forKey: "height") as? Double ?? 0)"
    #expect(text == outcome)
    try mine.setValue("Again", forKey: "name")
    try context.save()
  }

  @Test func theErrorPolicyFailsAndKeepsTheChanges() throws {
    let (stack, mine) = try conflict(.error)
    let context = try #require(mine.managedObjectContext)
    let error = #expect(throws: SaveConflictError.self) { try context.save() }
    #expect(error?.description.hasSuffix("was read at version 1 and is stored at version 2 now.") == true)
    #expect(context.hasChanges && mine.text("name") == "Mine")
    #expect(try stored(stack) == "Theirs 2 60.0")
  }

  @Test func aConflictIsDetectedBeforeTheSave() throws {
    let (stack, mine) = try conflict(.error)
    let context = try #require(mine.managedObjectContext)
    #expect(throws: SaveConflictError.self) { try context.detectConflicts(for: mine) }
    context.refresh(mine, mergeChanges: true)
    try context.detectConflicts(for: mine)
    try context.save()
    #expect(try stored(stack) == "Mine 2 65.0")
  }

  /// A new tag takes a name that is stored already; its weight is new.
  private func uniqueness(_ policy: MergePolicy) throws -> [String] {
    let stack = try ConformanceStack.inMemory()
    let writer = stack.context()
    try writer.make("Tag", ["name": "calm", "weight": 1])
    try writer.make("Tag", ["name": "lively"])
    try writer.save()
    let context = stack.context()
    context.mergePolicy = policy
    try context.make("Tag", ["name": "calm", "weight": 5])
    try context.save()
    #expect(!context.hasChanges)
    return try stack.context().all("Tag") { $0.sortDescriptors = [SortKey("name")] }
      .map { "\($0.text("name") ?? "") \($0.number("weight") ?? 0) \($0.objectID.uriRepresentation().suffix(2))" }
  }

  @Test func aUniquenessConflictIsResolvedByThePolicy() throws {
    #expect(try uniqueness(.mergeByPropertyObjectTrump) == ["calm 5 p1", "lively 0 p2"])
    #expect(try uniqueness(.overwrite) == ["calm 5 p1", "lively 0 p2"])
    #expect(try uniqueness(.mergeByPropertyStoreTrump) == ["calm 1 p1", "lively 0 p2"])
    #expect(try uniqueness(.rollback) == ["calm 1 p1", "lively 0 p2"])
    #expect(throws: SaveConflictError.self) { _ = try uniqueness(.error) }
  }

  @Test func aChangeOfADeletedObjectIsResolvedByThePolicy() throws {
    for (policy, names) in [(MergePolicy.overwrite, ["Mine"]), (.mergeByPropertyStoreTrump, []), (.rollback, [])] {
      let stack = try ConformanceStack.inMemory()
      let writer = stack.context()
      let breed = try writer.make("Breed", ["name": "Akita"])
      try writer.save()
      let context = stack.context()
      context.mergePolicy = policy
      try context.object(with: breed.objectID).setValue("Mine", forKey: "name")
      writer.delete(breed)
      try writer.save()
      try context.save()
      #expect(try stack.context().all("Breed").names == names, "\(policy)")
    }
  }
}
