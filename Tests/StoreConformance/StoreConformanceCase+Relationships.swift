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
    StoreConformanceCase("an object whose inverse alone changed is not written") { stack in
      let context = stack.context()
      let group = try context.make("Group", ["name": "Hound"])
      try context.save()
      let other = stack.context()
      let known = other.object(with: group.objectID)
      _ = try other.make("Breed", ["name": "Beagle", "group": known])
      #expect(known.isFault)
      try other.save()
      #expect(try stack.store.row(for: group.objectID)?.version == 1)
      #expect(known.members("breeds").names == ["Beagle"])
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
