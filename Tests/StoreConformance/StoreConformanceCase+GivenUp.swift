internal import ManagedObjects
internal import ObjectModel
internal import Testing

extension StoreConformanceCase {
  /// What becomes of relationships and later changes when a save fails, or a merge policy gives changes up.
  static let givenUpCases: [StoreConformanceCase] =
    [MergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback].flatMap { policy in
      [
        StoreConformanceCase("the policy \(policy) keeps the links of a new object whose unique value is taken") {
          stack in
          let writer = stack.context()
          try writer.make("Tag", ["name": "calm"])
          try writer.save()
          let context = stack.context()
          context.mergePolicy = policy
          let calm = try context.make("Tag", ["name": "calm"])
          let ann = try context.make("Person", ["name": "Ann", "tags": Set([calm])])
          try context.save()
          #expect(ann.members("tags").names == ["calm"] && !context.hasChanges)
          #expect(try stack.context().related("people", of: "Tag") == ["calm": ["Ann"]])
        },
        StoreConformanceCase("the policy \(policy) keeps the links of two new objects with the same unique value") {
          stack in
          let context = stack.context()
          context.mergePolicy = policy
          for name in ["Ann", "Bob"] {
            let calm = try context.make("Tag", ["name": "calm"])
            try context.make("Person", ["name": name, "tags": Set([calm])])
          }
          try context.save()
          #expect(try stack.context().related("people", of: "Tag") == ["calm": ["Ann", "Bob"]])
        },
      ]
    } + [
      StoreConformanceCase("what was changed back before a failed save is written when it is changed again") { stack in
        let writer = stack.context()
        let akita = try writer.make("Breed", ["name": "Akita"])
        let beagle = try writer.make("Breed", ["name": "Beagle"])
        try writer.save()
        let context = stack.context()
        let mine = context.object(with: akita.objectID)
        for name in ["X1", "Akita"] { try mine.setValue(name, forKey: "name") }
        try context.object(with: beagle.objectID).setValue("Mine", forKey: "name")
        try beagle.setValue("Theirs", forKey: "name")
        try writer.save()
        #expect(throws: SaveConflictError.self) { try context.save() }
        context.refreshAllObjects()
        try mine.setValue("Shiba", forKey: "name")
        try context.save()
        #expect(try stack.context().all("Breed").names == ["Mine", "Shiba"])
      },
      StoreConformanceCase("a to-one reference that is given up is given up at both ends") { stack in
        try giveUpReference(stack, .rollback) { breed, _ in try breed.setValue("Theirs", forKey: "name") }
      },
      StoreConformanceCase("a to-one reference that both sides have changed is the stored one at both ends") { stack in
        try giveUpReference(stack, .mergeByPropertyStoreTrump) { breed, hound in
          try breed.setValue(hound, forKey: "group")
        }
      },
      StoreConformanceCase("links that are given up are given up at both ends") { stack in
        let writer = stack.context()
        let tags = try ["calm", "lively"].map { try writer.make("Tag", ["name": $0]) }
        let ann = try writer.make("Person", ["name": "Ann", "tags": Set([tags[0]])])
        try writer.save()
        let context = stack.context()
        context.mergePolicy = .rollback
        let (mine, calm, lively) = (
          context.object(with: ann.objectID), context.object(with: tags[0].objectID),
          context.object(with: tags[1].objectID)
        )
        #expect(lively.members("people").isEmpty && calm.members("people") == [mine])
        try mine.setValue(Set([lively]), forKey: "tags")
        try mine.setValue("Mine", forKey: "name")
        try ann.setValue("Theirs", forKey: "name")
        try writer.save()
        try context.save()
        #expect(mine.members("tags") == [calm] && calm.members("people") == [mine])
        #expect(lively.members("people").isEmpty && !context.hasChanges)
        #expect(try stack.context().related("tags", of: "Person") == ["Theirs": ["calm"]])
      },
      StoreConformanceCase("a deletion that is given up leaves the object where it was") { stack in
        let writer = stack.context()
        let hound = try writer.make("Group", ["name": "Hound"])
        let beagle = try writer.make("Breed", ["name": "Beagle", "group": hound])
        try writer.save()
        let context = stack.context()
        context.mergePolicy = .rollback
        let (mine, group) = (context.object(with: beagle.objectID), context.object(with: hound.objectID))
        #expect(group.members("breeds") == [mine])
        context.delete(mine)
        try beagle.setValue("Theirs", forKey: "name")
        try writer.save()
        try context.save()
        #expect(!mine.isDeleted && mine.related("group") === group && group.members("breeds") == [mine])
        #expect(try stack.context().related("breeds", of: "Group") == ["Hound": ["Theirs"]])
      },
      StoreConformanceCase("members that two contexts add to an ordered relationship all stay", model: orderedSitters) {
        stack in
        let writer = stack.context()
        let ann = try writer.make("Person", ["name": "Ann"])
        let rex = try writer.make("Dog", ["name": "Rex", "sitters": [ann]])
        try writer.save()
        let context = stack.context()
        let mine = context.object(with: rex.objectID)
        #expect(mine.list("sitters").count == 1)
        try rex.setValue([ann, try writer.make("Person", ["name": "Bob"])], forKey: "sitters")
        try writer.save()
        try mine.setValue(mine.list("sitters") + [try context.make("Person", ["name": "Cid"])], forKey: "sitters")
        try context.save()
        #expect(try stack.context().related("sitters", of: "Dog")["Rex"]?.sorted() == ["Ann", "Bob", "Cid"])
      },
    ]

  /// Beagle, in Hound, is moved to Toy by a context that gives it up.
  private static func giveUpReference(
    _ stack: ConformanceStack,
    _ policy: MergePolicy,
    _ others: (_ breed: ManagedObject, _ sporting: ManagedObject) throws -> Void
  ) throws {
    let writer = stack.context()
    let groups = try ["Hound", "Toy", "Sporting"].map { try writer.make("Group", ["name": $0]) }
    let beagle = try writer.make("Breed", ["name": "Beagle", "group": groups[0]])
    try writer.save()
    let context = stack.context()
    context.mergePolicy = policy
    let mine = context.object(with: beagle.objectID)
    let own = groups.map { context.object(with: $0.objectID) }
    #expect(own.map { $0.members("breeds").count } == [1, 0, 0])
    try mine.setValue(own[1], forKey: "group")
    try others(beagle, groups[2])
    try writer.save()
    try context.save()
    let stored = try #require(beagle.related("group"))
    #expect(mine.related("group")?.objectID == stored.objectID && !context.hasChanges)
    #expect(own.filter { $0.members("breeds") == [mine] }.map(\.objectID) == [stored.objectID])
    // Nothing follows it that is not its own.
    context.delete(own[1])
    try context.save()
    #expect(try stack.context().all("Breed").count == 1)
  }

  @Sendable private static func orderedSitters() -> ManagedObjectModel {
    let model = ConformanceModel.make()
    (model.entitiesByName["Dog"]?.propertiesByName["sitters"] as? RelationshipDescription)?.isOrdered = true
    return model
  }
}
