internal import ManagedObjects
internal import Testing

extension StoreConformanceCase {
  static let relationshipCases: [StoreConformanceCase] = [
    StoreConformanceCase("a to-one relationship is found from both ends") { stack in
      let context = stack.context()
      let group = try context.make("Group", ["name": "Hound"])
      let breed = try context.make("Breed", ["name": "Beagle", "group": group])
      _ = try context.make("Breed", ["name": "Akita"])
      try context.save()
      let other = stack.context()
      let found = other.object(with: breed.objectID)
      #expect((found.value(forKey: "group") as? ManagedObject)?.text("name") == "Hound")
      #expect(other.object(with: group.objectID).members("breeds").names == ["Beagle"])
    },
    StoreConformanceCase("an object whose inverse alone changed is not read, and has one more version") { stack in
      let context = stack.context()
      let group = try context.make("Group", ["name": "Hound"])
      try context.save()
      let other = stack.context()
      let known = other.object(with: group.objectID)
      _ = try other.make("Breed", ["name": "Beagle", "group": known])
      #expect(known.isFault)
      try other.save()
      #expect(try stack.store.row(for: group.objectID)?.version == 2)
      #expect(known.members("breeds").names == ["Beagle"])
    },
    StoreConformanceCase("owners of a moved object have one more version, and can be changed again") { stack in
      let context = stack.context()
      let hound = try context.make("Group", ["name": "Hound"])
      let toy = try context.make("Group", ["name": "Toy"])
      let idle = try context.make("Group", ["name": "Idle"])
      let breed = try context.make("Breed", ["name": "Beagle", "group": hound])
      try context.save()
      try breed.setValue(toy, forKey: "group")
      try context.save()
      func versions(_ objects: [ManagedObject]) throws -> [Int64?] {
        try objects.map { try stack.store.row(for: $0.objectID)?.version }
      }
      #expect(try versions([hound, toy, idle, breed]) == [2, 2, 1, 2])
      // What was changed and changed back is no change.
      try breed.setValue(hound, forKey: "group")
      try breed.setValue(toy, forKey: "group")
      try context.save()
      #expect(try versions([hound, toy, breed]) == [2, 2, 2])
      try toy.setValue("Toys", forKey: "name")
      try hound.setValue("Hounds", forKey: "name")
      try context.save()
      #expect(try versions([hound, toy]) == [3, 3])
      context.delete(breed)
      try context.save()
      #expect(try versions([toy]) == [4])
    },
    StoreConformanceCase("both ends of a many-to-many link have one more version") { stack in
      let context = stack.context()
      let calm = try context.make("Tag", ["name": "calm"])
      let ann = try context.make("Person", ["name": "Ann"])
      try context.save()
      try ann.setValue(Set([calm]), forKey: "tags")
      try context.save()
      #expect(try stack.store.row(for: ann.objectID)?.version == 2)
      #expect(try stack.store.row(for: calm.objectID)?.version == 2)
      // An end that changes itself has one more version, not two.
      try ann.setValue("Anna", forKey: "name")
      try ann.setValue(Set<ManagedObject>(), forKey: "tags")
      try context.save()
      #expect(try stack.store.row(for: ann.objectID)?.version == 3)
      #expect(try stack.store.row(for: calm.objectID)?.version == 3)
      try calm.setValue("quiet", forKey: "name")
      try context.save()
    },
    StoreConformanceCase("who reorders, and who is moved, can be changed again") { stack in
      let context = stack.context()
      let dogs = try ["A", "B", "C"].map { try context.make("Dog", ["name": $0]) }
      let ann = try context.make("Person", ["name": "Ann", "dogs": dogs])
      try context.save()
      let sibling = stack.context()
      let twins = try dogs.map { try sibling.existingObject(with: $0.objectID) }
      #expect(twins.map { $0.text("name") } == ["A", "B", "C"])
      let observation = context.observe(.didSave) { sibling.mergeChanges(fromContextDidSave: $0) }
      try ann.setValue([dogs[2], dogs[0], dogs[1]], forKey: "dogs")
      try context.save()
      #expect(try stack.store.row(for: ann.objectID)?.version == 2)
      for object in dogs + [ann] { try object.setValue((object.text("name") ?? "") + "!", forKey: "name") }
      try context.save()
      #expect(stack.context().object(with: ann.objectID).list("dogs").map { $0.text("name") } == ["C!", "A!", "B!"])
      for twin in twins { try twin.setValue("?", forKey: "name") }
      try sibling.save()
      withExtendedLifetime(observation) {}
    },
    StoreConformanceCase("a moved object leaves the old owner") { stack in
      let context = stack.context()
      let hound = try context.make("Group", ["name": "Hound"])
      let toy = try context.make("Group", ["name": "Toy"])
      let breed = try context.make("Breed", ["name": "Beagle", "group": hound])
      try context.save()
      try breed.setValue(toy, forKey: "group")
      try context.save()
      let other = stack.context()
      #expect(other.object(with: hound.objectID).members("breeds").isEmpty)
      #expect(other.object(with: toy.objectID).members("breeds").names == ["Beagle"])
    },
    StoreConformanceCase("many-to-many links are found from both ends and can be cut") { stack in
      let context = stack.context()
      let calm = try context.make("Tag", ["name": "calm"])
      let lively = try context.make("Tag", ["name": "lively"])
      let ann = try context.make("Person", ["name": "Ann", "tags": [calm, lively]])
      let bob = try context.make("Person", ["name": "Bob", "tags": [calm]])
      try context.save()
      let other = stack.context()
      #expect(other.object(with: calm.objectID).members("people").names == ["Ann", "Bob"])
      #expect(other.object(with: ann.objectID).members("tags").names == ["calm", "lively"])
      try other.object(with: calm.objectID).setValue([other.object(with: bob.objectID)], forKey: "people")
      try other.save()
      #expect(stack.context().object(with: ann.objectID).members("tags").names == ["lively"])
    },
    StoreConformanceCase("a symmetric relationship is found from both objects") { stack in
      let context = stack.context()
      let ann = try context.make("Person", ["name": "Ann"])
      let bob = try context.make("Person", ["name": "Bob", "friends": [ann]])
      let eve = try context.make("Person", ["name": "Eve", "partner": ann])
      try context.save()
      let other = stack.context()
      #expect(other.object(with: ann.objectID).members("friends").names == ["Bob"])
      #expect(other.object(with: bob.objectID).members("friends").names == ["Ann"])
      #expect((other.object(with: ann.objectID).value(forKey: "partner") as? ManagedObject)?.objectID == eve.objectID)
    },
    StoreConformanceCase("an ordered relationship keeps its order") { stack in
      let context = stack.context()
      let dogs = try ["Rex", "Ace", "Max"].map { try context.make("Dog", ["name": $0]) }
      let ann = try context.make("Person", ["name": "Ann", "dogs": dogs])
      try context.save()
      let second = stack.context()
      let read = second.object(with: ann.objectID)
      #expect(read.list("dogs").compactMap { $0.text("name") } == ["Rex", "Ace", "Max"])
      let order = read.list("dogs")
      try read.setValue([order[2], order[0]], forKey: "dogs")
      try second.save()
      let third = stack.context().object(with: ann.objectID)
      #expect(third.list("dogs").compactMap { $0.text("name") } == ["Max", "Rex"])
    },
    StoreConformanceCase("a to-many relationship without inverse keeps its members") { stack in
      let context = stack.context()
      let ann = try context.make("Person", ["name": "Ann"])
      let dog = try context.make("Dog", ["name": "Rex", "sitters": [ann]])
      try context.save()
      #expect(stack.context().object(with: dog.objectID).members("sitters").names == ["Ann"])
    },
    StoreConformanceCase("a member of a to-many relationship without inverse belongs to the last owner that was saved")
    {
      stack in
      let context = stack.context()
      let ann = try context.make("Person", ["name": "Ann"])
      let bob = try context.make("Person", ["name": "Bob"])
      let rex = try context.make("Dog", ["name": "Rex", "sitters": [ann, bob]])
      let max = try context.make("Dog", ["name": "Max"])
      try context.save()
      try max.setValue([ann], forKey: "sitters")
      try context.save()
      let reader = stack.context()
      #expect(reader.object(with: rex.objectID).members("sitters").names == ["Bob"])
      #expect(reader.object(with: max.objectID).members("sitters").names == ["Ann"])
    },
    StoreConformanceCase("deleting an owner deletes what it cascades to") { stack in
      let context = stack.context()
      let group = try context.make("Group", ["name": "Hound"])
      for name in ["Beagle", "Whippet"] { _ = try context.make("Breed", ["name": name, "group": group]) }
      _ = try context.make("Breed", ["name": "Akita"])
      try context.save()
      let other = stack.context()
      other.delete(other.object(with: group.objectID))
      try other.save()
      #expect(try stack.context().all("Breed").names == ["Akita"])
    },
    StoreConformanceCase("deleting a member takes it out of many-to-many links") { stack in
      let context = stack.context()
      let calm = try context.make("Tag", ["name": "calm"])
      let ann = try context.make("Person", ["name": "Ann", "tags": [calm]])
      try context.save()
      context.delete(calm)
      try context.save()
      #expect(stack.context().object(with: ann.objectID).members("tags").isEmpty)
    },
  ]
}
