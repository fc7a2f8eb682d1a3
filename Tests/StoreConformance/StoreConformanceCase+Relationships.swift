internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel
internal import Testing

extension StoreConformanceCase {
  /// Nodes, of which some are leaves, in branches: an entity that is not abstract and has a sub-entity.
  private static func makeTree() -> ManagedObjectModel {
    let branch = EntityDescription(name: "Branch")
    let node = EntityDescription(name: "Node")
    let leaf = EntityDescription(name: "Leaf")
    let nodes = RelationshipDescription(name: "nodes", destination: node, toMany: true)
    let owner = RelationshipDescription(name: "branch", destination: branch)
    let first = RelationshipDescription(name: "first", destination: node)
    nodes.inverseRelationship = owner
    owner.inverseRelationship = nodes
    branch.declaredProperties = [nodes, first]
    node.declaredProperties = [AttributeDescription(name: "name", type: .string), owner]
    leaf.declaredProperties = [AttributeDescription(name: "colour", type: .string)]
    node.subentities = [leaf]
    return ManagedObjectModel(entities: [branch, node, leaf])
  }

  static let relationshipCases: [StoreConformanceCase] = [
    StoreConformanceCase(
      "an object is known by its ID without a read, whatever entities are below its own",
      model: makeTree
    ) { stack in
      let context = stack.context()
      let branch = try context.make("Branch")
      let nodes = try (0..<5).map { try context.make("Node", ["name": "node \($0)", "branch": branch]) }
      let leaf = try context.make("Leaf", ["name": "leaf", "branch": branch, "colour": "green"])
      try branch.setValue(nodes[0], forKey: "first")
      try context.save()
      let other = stack.context()
      #expect(stack.store.count { _ = other.object(with: nodes[1].objectID) } == 0)
      let known = other.object(with: branch.objectID)
      #expect(stack.store.count { _ = known.related("first") } == 1)
      #expect(known.related("first") === other.object(with: nodes[0].objectID))
      #expect(stack.store.count { _ = known.members("nodes") } == 1)
      #expect(known.members("nodes").names == ["leaf"] + (0..<5).map { "node \($0)" })
      let seen = other.object(with: leaf.objectID)
      #expect(seen.entity.name == "Leaf" && seen.text("colour") == "green")
    },
    StoreConformanceCase("a URI that names an entity above the object's own leads to the object", model: makeTree) {
      stack in
      let context = stack.context()
      let leaf = try context.make("Leaf", ["name": "leaf", "colour": "green"])
      let node = try context.make("Node", ["name": "node"])
      try context.save()
      let other = stack.context()
      for object in [leaf, node] {
        let uri = object.objectID.uriRepresentation().replacing("/Leaf/", with: "/Node/")
        let identifier = try #require(stack.coordinator.managedObjectID(forURIRepresentation: uri))
        #expect(identifier == object.objectID && identifier.entity === object.entity)
        #expect(other.object(with: identifier).text("name") == object.text("name"))
      }
      let nobody = "x-coredata://\(stack.store.identifier)/Node/p99"
      let missing = try #require(stack.coordinator.managedObjectID(forURIRepresentation: nobody))
      #expect(other.object(with: missing).text("name") == nil)
    },
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
