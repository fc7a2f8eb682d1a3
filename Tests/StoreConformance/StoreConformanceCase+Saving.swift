internal import AttributeValues
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import Testing

extension StoreConformanceCase {
  static let savingCases: [StoreConformanceCase] = [
    StoreConformanceCase("a saved object is found by another context with its values") { stack in
      let context = stack.context()
      let breed = try context.make("Breed", ["name": "Akita", "height": 64.0, "popularity": 47, "isRare": true])
      try context.save()
      #expect(!breed.objectID.isTemporaryID)
      #expect(!context.hasChanges)
      let found = try #require(try stack.context().all("Breed").first)
      #expect(found.objectID == breed.objectID)
      #expect(found.text("name") == "Akita")
      #expect(found.value(forKey: "height") as? Double == 64)
      #expect(found.number("popularity") == 47)
      #expect(found.value(forKey: "isRare") as? Bool == true)
      #expect(found.value(forKey: "recognised") == nil)
    },
    StoreConformanceCase("every type of attribute comes back as it was saved") { stack in
      let values = sampleValues
      let context = stack.context()
      let sample = context.insert(try #require(context.entity(named: "Sample")))
      for (key, value) in values { try sample.setValue(value, forKey: key) }
      try context.save()
      let found = try #require(try stack.context().all("Sample").first)
      for (key, value) in values { #expect(found.attributeValue(forKey: key) == value, "\(key)") }
    },
    StoreConformanceCase("absent values of every type come back absent") { stack in
      let context = stack.context()
      _ = try context.make("Sample")
      try context.save()
      let found = try #require(try stack.context().all("Sample").first)
      for name in found.entity.attributesByName.keys { #expect(found.value(forKey: name) == nil, "\(name)") }
    },
    StoreConformanceCase("a changed object has the new values and one more version") { stack in
      let context = stack.context()
      let group = try context.make("Group", ["name": "Hound"])
      try context.save()
      #expect(group.version == 1)
      try group.setValue("Hounds", forKey: "name")
      #expect(context.hasChanges)
      try context.save()
      #expect(group.version == 2)
      let row = try #require(try stack.store.row(for: group.objectID))
      #expect(row.version == 2)
      #expect(try stack.context().all("Group").names == ["Hounds"])
    },
    StoreConformanceCase("a deleted object is gone for every context") { stack in
      let context = stack.context()
      let group = try context.make("Group", ["name": "Hound"])
      try context.save()
      let objectID = group.objectID
      context.delete(group)
      try context.save()
      #expect(try stack.context().all("Group").isEmpty)
      #expect(try stack.store.row(for: objectID) == nil)
      #expect(throws: PersistentStoreError.self) { try stack.context().existingObject(with: objectID) }
    },
    StoreConformanceCase("keys rise and are never handed out twice") { stack in
      let model = stack.coordinator.managedObjectModel
      let entity = try #require(model.entitiesByName["Breed"])
      let first = try stack.store.obtainPermanentIDs(for: entity, count: 3)
      let second = try stack.store.obtainPermanentIDs(for: entity, count: 2)
      let keys = (first + second).map(\.reference)
      #expect(keys == keys.sorted() && Set(keys).count == 5)
      #expect(keys.first.map { $0 > 0 } == true)
    },
    StoreConformanceCase("entities of one hierarchy share their keys") { stack in
      let model = stack.coordinator.managedObjectModel
      let bird = try #require(model.entitiesByName["Bird"])
      let fish = try #require(model.entitiesByName["Fish"])
      let birds = try stack.store.obtainPermanentIDs(for: bird, count: 2)
      let fishes = try stack.store.obtainPermanentIDs(for: fish, count: 2)
      #expect(Set((birds + fishes).map(\.reference)).count == 4)
    },
    StoreConformanceCase("a save that fails in the store leaves the store and the changes as they were") { stack in
      let context = stack.context()
      _ = try context.make("Tag", ["name": "calm"])
      try context.save()
      let other = stack.context()
      _ = try other.make("Tag", ["name": "lively"])
      _ = try other.make("Tag", ["name": "calm"])
      #expect(throws: SaveConflictError.self) { try other.save() }
      #expect(other.insertedObjects.count == 2)
      #expect(try stack.context().all("Tag").names == ["calm"])
    },
    StoreConformanceCase("a text that looks the same in other bytes is another text") { stack in
      let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
      let context = stack.context()
      let group = try context.make("Group", ["name": composed])
      for name in [composed, decomposed] { try context.make("Tag", ["name": name]) }
      try context.save()
      try group.setValue(decomposed, forKey: "name")
      #expect(group.changedValues().keys.contains("name"))
      try context.save()
      let reader = stack.context()
      let found = try reader.all("Group") { $0.predicate = try? ObjectPredicate(format: "name == %@", decomposed) }
      #expect(found.first?.text("name")?.unicodeScalars.count == 5)
    },
    StoreConformanceCase("an object of a sub-entity keeps its entity and its own attributes") { stack in
      let context = stack.context()
      _ = try context.make("Bird", ["name": "Wren", "legs": 2, "wingspan": 0.17])
      _ = try context.make("Fish", ["name": "Cod", "depth": 200.0])
      try context.save()
      let animals = try stack.context().all("Animal")
      #expect(Set(animals.map(\.entity.name)) == ["Bird", "Fish"])
      let bird = try #require(animals.first { $0.entity.name == "Bird" })
      #expect(bird.value(forKey: "wingspan") as? Double == 0.17)
      #expect(bird.number("legs") == 2)
    },
  ]

  private static var sampleValues: [String: AttributeValue] {
    [
      "valueInteger16": .integer(-32768), "valueInteger32": .integer(2_147_483_647),
      "valueInteger64": .integer(.min), "valueDecimal": .decimal(Decimal(string: "12345678.901") ?? 0),
      "valueDouble": .double(-1.5e300), "valueFloat": .float(0.1), "valueString": .string("Ça, \"naïve\"\n🐕"),
      "valueBoolean": .boolean(true), "valueDate": .date(-86_400.5), "valueBinary": .binary(Data([0, 1, 255])),
      "valueUUID": .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
      "valueURI": .uri(URL(string: "https://example.org/a?b=c") ?? URL(filePath: "/")),
      "valueTransformable": .transformable(TransformableValue(bytes: Data([7, 8, 9]))),
    ]
  }
}
