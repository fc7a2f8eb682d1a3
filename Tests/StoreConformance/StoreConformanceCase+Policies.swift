internal import ManagedObjects
internal import ObjectModel
internal import Testing

extension StoreConformanceCase {
  /// What each merge policy leaves in the store.
  static let policyCases: [StoreConformanceCase] =
    versionOutcomes.map { policy, outcome in
      StoreConformanceCase("the policy \(policy) resolves a version conflict to \(outcome)") { stack in
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
        try context.save()
        let stored = try #require(try stack.context().all("Breed").first)
        #expect(picture(stored) == outcome && picture(mine) == outcome)
        #expect(!context.hasChanges)
        // The object goes on from the version that it has now.
        try mine.setValue("Again", forKey: "name")
        try context.save()
      }
    }
    + uniquenessOutcomes.map { policy, outcome in
      StoreConformanceCase("the policy \(policy) resolves a new object's taken unique value to \(outcome)") { stack in
        let writer = stack.context()
        try writer.make("Tag", ["name": "calm", "weight": 1])
        try writer.save()
        let context = stack.context()
        context.mergePolicy = policy
        try context.make("Tag", ["name": "calm", "weight": 5])
        try context.save()
        #expect(!context.hasChanges)
        #expect(try tags(stack) == outcome)
      }
    }
    + renamingOutcomes.map { policy, outcome in
      StoreConformanceCase("the policy \(policy) resolves a changed object's taken unique value to \(outcome)") {
        stack in
        let writer = stack.context()
        try writer.make("Tag", ["name": "calm", "weight": 1])
        let lively = try writer.make("Tag", ["name": "lively", "weight": 2])
        try writer.save()
        let context = stack.context()
        context.mergePolicy = policy
        try context.object(with: lively.objectID).setValue("calm", forKey: "name")
        try context.save()
        #expect(!context.hasChanges)
        #expect(try tags(stack) == outcome)
      }
    }
    + [
      StoreConformanceCase("conflicts of several objects are resolved in one save") { stack in
        let writer = stack.context()
        let breeds = try (1...5).map { try writer.make("Breed", ["name": "Breed \($0)"]) }
        try writer.save()
        let context = stack.context()
        context.mergePolicy = .mergeByPropertyObjectTrump
        for breed in breeds { try context.object(with: breed.objectID).setValue(7, forKey: "popularity") }
        for breed in breeds { try breed.setValue(2.0, forKey: "weight") }
        try writer.save()
        try context.save()
        let stored = try stack.context().all("Breed")
        #expect(stored.allSatisfy { $0.number("popularity") == 7 && $0.value(forKey: "weight") as? Float == 2 })
      },
      StoreConformanceCase("the error policy names every conflict of a save") { stack in
        let writer = stack.context()
        let breeds = try (1...3).map { try writer.make("Breed", ["name": "Breed \($0)"]) }
        try writer.save()
        let context = stack.context()
        for breed in breeds { try context.object(with: breed.objectID).setValue(7, forKey: "popularity") }
        for breed in breeds { try breed.setValue(2.0, forKey: "weight") }
        try writer.save()
        let error = #expect(throws: SaveConflictError.self) { try context.save() }
        #expect(error?.conflicts.count == 3)
        #expect(error?.description.contains("was read at version 1 and is stored at version 2 now") == true)
      },
    ]

  private static let versionOutcomes: [(MergePolicy, String)] = [
    (.mergeByPropertyStoreTrump, "Theirs 2 65.0"), (.mergeByPropertyObjectTrump, "Mine 2 65.0"),
    (.overwrite, "Mine 1 65.0"), (.rollback, "Theirs 2 60.0"),
  ]
  private static let uniquenessOutcomes: [(MergePolicy, [String])] = [
    (.mergeByPropertyStoreTrump, ["calm 1"]), (.mergeByPropertyObjectTrump, ["calm 5"]), (.overwrite, ["calm 5"]),
    (.rollback, ["calm 1"]),
  ]
  private static let renamingOutcomes: [(MergePolicy, [String])] = [
    (.mergeByPropertyStoreTrump, ["calm 1", "lively 2"]), (.mergeByPropertyObjectTrump, ["calm 2"]),
    (.overwrite, ["calm 2"]), (.rollback, ["calm 1", "lively 2"]),
  ]

  private static func picture(_ breed: ManagedObject) -> String {
    "\(breed.text("name") ?? "") \(breed.number("popularity") ?? 0) \(breed.value(forKey: "height") as? Double ?? 0)"
  }

  private static func tags(_ stack: ConformanceStack) throws -> [String] {
    try stack.context().all("Tag").map { "\($0.text("name") ?? "") \($0.number("weight") ?? 0)" }.sorted()
  }
}
