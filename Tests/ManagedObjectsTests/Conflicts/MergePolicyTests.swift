import AttributeValues
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

  @Test func aCustomPolicyDecidesConflictByConflict() throws {
    let (stack, mine) = try conflict(.error)
    let context = try #require(mine.managedObjectContext)
    context.mergePolicy = .custom(
      CustomMergePolicy { conflict, object in
        #expect(conflict.objectID == object.objectID && conflict.oldVersion == 1 && conflict.newVersion == 2)
        #expect(conflict.originalSnapshot?["name"] == .value(.string("Akita")))
        #expect(conflict.objectSnapshot["name"] == .value(.string("Mine")))
        #expect(conflict.persistedSnapshot?["popularity"] == .value(.integer(2)))
        // Both names are kept.
        try object.setValue("Theirs or Mine", forKey: "name")
        return .mergeByPropertyObjectTrump
      }
    )
    try context.save()
    #expect(try stored(stack) == "Theirs or Mine 2 65.0")
  }

  @Test(arguments: [(MergePolicy.mergeByPropertyStoreTrump, "Theirs 2 65.0"), (.overwrite, "Mine 1 65.0")])
  func aCustomPolicyMayLeaveAConflictToAnother(_ choice: MergePolicy, _ outcome: String) throws {
    let (stack, mine) = try conflict(.custom(CustomMergePolicy { _, _ in choice }))
    try mine.managedObjectContext?.save()
    #expect(try stored(stack) == outcome)
  }

  @Test func aCustomPolicyMayFailInItsOwnWords() throws {
    struct Refusal: Error {}
    let (stack, mine) = try conflict(.custom(CustomMergePolicy { _, _ in throw Refusal() }))
    let context = try #require(mine.managedObjectContext)
    #expect(throws: Refusal.self) { try context.save() }
    let endless = CustomMergePolicy { _, _ in .custom(CustomMergePolicy { _, _ in .overwrite }) }
    context.mergePolicy = .custom(endless)
    #expect(throws: SaveConflictError.self) { try context.save() }
    #expect(context.hasChanges && context.mergePolicy == .custom(endless))
    #expect(try stored(stack) == "Theirs 2 60.0")
  }

  @Test func aCustomPolicySettlesTakenValuesAndVanishedRows() throws {
    let stack = try ConformanceStack.inMemory()
    let writer = stack.context()
    let calm = try writer.make("Tag", ["name": "calm", "weight": 1])
    let breed = try writer.make("Breed", ["name": "Akita"])
    try writer.save()
    let context = stack.context()
    try context.object(with: breed.objectID).setValue("Mine", forKey: "name")
    try context.make("Tag", ["name": "calm", "weight": 5])
    writer.delete(breed)
    try writer.save()
    let (tag, gone) = (calm.objectID, breed.objectID)
    context.mergePolicy = .custom(
      CustomMergePolicy { conflict, _ in
        if conflict.constraint == ["name"] {
          #expect(conflict.holder == tag && conflict.originalSnapshot == nil)
          #expect(conflict.persistedSnapshot?["weight"] == .value(.integer(1)))
          return .mergeByPropertyObjectTrump
        }
        #expect(conflict.objectID == gone && conflict.persistedSnapshot == nil && conflict.newVersion == nil)
        return .rollback
      }
    )
    try context.save()
    let read = stack.context()
    #expect(try read.all("Tag").map { $0.number("weight") } == [5] && read.all("Breed").isEmpty)
  }

  @Test func anErrorHasCopiesOfWhatIsInConflict() throws {
    let (stack, mine) = try conflict(.error)
    let context = try #require(mine.managedObjectContext)
    let error = #expect(throws: SaveConflictError.self) { try context.save() }
    let detail = try #require(error?.details.first)
    try mine.setValue("Later", forKey: "name")
    #expect(error?.details.count == 1 && detail.objectID == mine.objectID)
    #expect(detail.objectSnapshot["name"] == .value(.string("Mine")))
    #expect(detail.originalSnapshot?["name"] == .value(.string("Akita")))
    #expect(detail.persistedSnapshot?["name"] == .value(.string("Theirs")))
    #expect(detail.objectSnapshot["group"] == .value(.null) && detail.objectSnapshot.count == 7)
    #expect(try stored(stack) == "Theirs 2 60.0")
  }
}
