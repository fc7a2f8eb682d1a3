import ManagedObjects
import StoreConformance
import Testing

/// What the conformance cases of the policies leave open, which run against every store.
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
