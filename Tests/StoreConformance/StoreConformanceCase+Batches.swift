internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import Testing

extension StoreConformanceCase {
  static let batchCases: [StoreConformanceCase] = [
    StoreConformanceCase("a batch request returns what its result type asks for") { stack in
      let context = stack.context()
      var insertion = BatchInsertRequest(entityName: "Breed", objects: [["name": "Akita"], ["name": "Beagle"]])
      #expect(try context.execute(insertion).result as? Bool == true)
      insertion = BatchInsertRequest(entityName: "Breed", objects: [["name": "Corgi"]])
      insertion.resultType = .objectIDs
      let corgi = try #require(try context.execute(insertion).result as? [ManagedObjectID])
      #expect(corgi.count == 1 && context.object(with: corgi[0]).text("name") == "Corgi")
      var update = BatchUpdateRequest(entityName: "Breed", propertiesToUpdate: ["popularity": 7])
      update.resultType = .count
      #expect(try context.execute(update).result as? Int == 3)
      #expect(try context.execute(update).identifiers.updated.isEmpty)
      var deletion = BatchDeleteRequest(objectIDs: corgi)
      #expect(try context.execute(deletion).result as? Bool == true)
      deletion = BatchDeleteRequest(fetchRequest: FetchRequest(entityName: "Breed"))
      deletion.resultType = .objectIDs
      #expect((try context.execute(deletion).result as? [ManagedObjectID])?.count == 2)
      #expect(try stack.context().all("Breed").isEmpty)
    },
    StoreConformanceCase("a batch update works values out from each row and sets to-one relationships") { stack in
      let context = stack.context()
      let group = try context.make("Group", ["name": "Hound"])
      for number in 1...3 { try context.make("Breed", ["name": "Breed \(number)", "popularity": number]) }
      try context.save()
      let update = BatchUpdateRequest(
        entityName: "Breed",
        predicate: try ObjectPredicate(format: "popularity > 1"),
        propertiesToUpdate: ["popularity": try ObjectExpression(format: "popularity * 10"), "group": group.objectID]
      )
      _ = try context.execute(update)
      let breeds = try stack.context().all("Breed") { $0.sortDescriptors = [SortKey("name")] }
      #expect(breeds.map { $0.number("popularity") } == [1, 20, 30])
      #expect(breeds.map { $0.related("group")?.text("name") } == [nil, "Hound", "Hound"])
      let wrong = BatchUpdateRequest(entityName: "Breed", propertiesToUpdate: ["group": breeds[0].objectID])
      #expect(throws: PropertyAccessError.self) { try context.execute(wrong) }
    },
    StoreConformanceCase("a batch deletion cascades in the store") { stack in
      let context = stack.context()
      let group = try context.make("Group", ["name": "Hound"])
      for name in ["Beagle", "Whippet"] { try context.make("Breed", ["name": name, "group": group]) }
      try context.make("Breed", ["name": "Akita"])
      try context.save()
      var deletion = BatchDeleteRequest(objectIDs: [group.objectID])
      deletion.resultType = .objectIDs
      let result = try context.execute(deletion)
      #expect(result.count == 1 && result.result as? [ManagedObjectID] == [group.objectID])
      #expect(result.identifiers.deleted.count == 3)
      #expect(try stack.context().all("Breed").names == ["Akita"])
    },
    StoreConformanceCase("a batch deletion lets go of members whose relationship has no inverse") { stack in
      let context = stack.context()
      let ann = try context.make("Person", ["name": "Ann"])
      let rex = try context.make("Dog", ["name": "Rex", "sitters": Set([ann])])
      try context.save()
      _ = try context.execute(BatchDeleteRequest(objectIDs: [rex.objectID]))
      #expect(try stack.store.members(of: rex.objectID, toManySlot: 0).isEmpty)
      let person = try #require(try stack.context().all("Person").first)
      #expect(person.objectID == ann.objectID && person.version == 1)
    },
    StoreConformanceCase("a batch deletion clears the references to what it deletes") { stack in
      let context = stack.context()
      let ann = try context.make("Person", ["name": "Ann"])
      let bob = try context.make("Person", ["name": "Bob", "partner": ann])
      let calm = try context.make("Tag", ["name": "calm", "people": Set([ann, bob])])
      let rex = try context.make("Dog", ["name": "Rex", "owner": ann])
      try context.save()
      var deletion = BatchDeleteRequest(objectIDs: [ann.objectID])
      deletion.resultType = .objectIDs
      let result = try context.execute(deletion)
      #expect(Set(result.identifiers.updated) == [bob.objectID, rex.objectID])
      let reader = stack.context()
      #expect(reader.object(with: bob.objectID).related("partner") == nil)
      #expect(reader.object(with: rex.objectID).related("owner") == nil)
      #expect(reader.object(with: calm.objectID).members("people").names == ["Bob"])
      #expect(try stack.store.row(for: rex.objectID)?.version == 2)
      #expect(try stack.store.row(for: rex.objectID)?.toOne == [nil])
    },
    StoreConformanceCase("a batch deletion that is merged takes members away that are in memory") { stack in
      let context = stack.context()
      let ann = try context.make("Person", ["name": "Ann"])
      let bob = try context.make("Person", ["name": "Bob", "friends": Set([ann])])
      let dogs = try ["Rex", "Ace"].map { try context.make("Dog", ["name": $0, "owner": bob]) }
      try context.save()
      for person in [ann, bob] {
        var deletion = BatchDeleteRequest(objectIDs: [person === ann ? ann.objectID : dogs[0].objectID])
        deletion.resultType = .objectIDs
        let result = try context.execute(deletion)
        context.mergeChanges(fromContextDidSave: result.identifiers)
      }
      #expect(bob.members("friends").isEmpty && bob.list("dogs") == [dogs[1]])
      #expect(!context.hasChanges)
    },
    StoreConformanceCase("a batch deletion by IDs takes objects of one entity") { stack in
      let context = stack.context()
      let group = try context.make("Group", ["name": "Hound"])
      let tag = try context.make("Tag", ["name": "calm"])
      try context.save()
      #expect(throws: PersistentStoreError.self) {
        try context.execute(BatchDeleteRequest(objectIDs: [group.objectID, tag.objectID]))
      }
      #expect(try stack.context().all("Tag").count == 1)
    },
  ]
}
