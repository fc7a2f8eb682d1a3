internal import ManagedObjects
internal import PredicateLanguage
internal import Testing

// Child contexts whose parents save to the store: one object for one row, whichever ID it is known by.
extension StoreConformanceCase {
  /// A parent with a child, in which Ann has two dogs, a tag and a partner, and a bird; both are saved.
  private struct Family {
    let parent: ManagedObjectContext
    let child: ManagedObjectContext
    let ann, bob, rex, ace, tag, bird: ManagedObject

    init(_ stack: ConformanceStack, savesParent: Bool = true) throws {
      parent = stack.context()
      child = stack.context(parent: parent)
      rex = try child.make("Dog", ["name": "Rex"])
      ace = try child.make("Dog", ["name": "Ace"])
      tag = try child.make("Tag", ["name": "calm"])
      bob = try child.make("Person", ["name": "Bob"])
      ann = try child.make("Person", ["name": "Ann", "dogs": [rex, ace], "tags": Set([tag]), "partner": bob])
      bird = try child.make("Bird", ["name": "Robin"])
      try child.save()
      if savesParent { try parent.save() }
    }

    var objects: [ManagedObject] { [ann, bob, rex, ace, tag, bird] }
  }

  static let childCases: [StoreConformanceCase] = [
    StoreConformanceCase("a child fetches the very objects that it has inserted, saved by its parent") { stack in
      let family = try Family(stack)
      #expect(family.ann.objectID.isTemporaryID)
      let people = try family.child.all("Person") { $0.sortDescriptors = [SortKey("name")] }
      #expect(people == [family.ann, family.bob])
      let animals = try family.child.all("Animal")
      #expect(animals.count == 1 && animals.first === family.bird)
      #expect(try Set(family.child.all("Dog")) == [family.rex, family.ace])
      #expect(family.objects.allSatisfy { !$0.objectID.isTemporaryID })
      #expect(family.child.registeredObjects == Set(family.objects))
    },
    StoreConformanceCase("a child's object is found by its temporary ID and by its permanent one") { stack in
      let family = try Family(stack, savesParent: false)
      let temporary = family.objects.map(\.objectID)
      try family.parent.save()
      let read = stack.context()
      let bird = try #require(try read.all("Bird").first).objectID
      let people = try read.all("Person") { $0.sortDescriptors = [SortKey("name")] }
      let ann = try #require(people.first)
      #expect(family.child.registeredObject(for: bird) === family.bird)
      #expect(family.child.object(with: ann.objectID) === family.ann)
      #expect(try family.child.existingObject(with: ann.objectID) === family.ann)
      for (identifier, object) in zip(temporary, family.objects) {
        #expect(family.child.object(with: identifier) === object)
        #expect(family.child.registeredObject(for: identifier) === object)
        #expect(try family.child.existingObject(with: identifier) === object)
      }
    },
    StoreConformanceCase("a child's relationships lead to the objects that it has, read anew after the parent's save") {
      stack in
      let family = try Family(stack)
      family.child.refreshAllObjects()
      for object in family.objects { family.child.refresh(object, mergeChanges: false) }
      #expect(family.ann.list("dogs") == [family.rex, family.ace])
      #expect(family.ann.members("tags") == [family.tag] && family.tag.members("people") == [family.ann])
      #expect(family.bob.related("partner") === family.ann && family.rex.related("owner") === family.ann)
      #expect(!family.child.hasChanges && family.child.registeredObjects == Set(family.objects))
    },
    StoreConformanceCase("a child merges its parent's save into the objects that it has") { stack in
      let family = try Family(stack, savesParent: false)
      nonisolated(unsafe) var saved = SavedObjectIDs()
      let token = family.parent.observe(.didSave) { saved = $0.identifiers }
      try #require(family.parent.registeredObject(for: family.ann.objectID)).setValue("Anne", forKey: "name")
      try family.parent.save()
      token.cancel()
      #expect(saved.inserted.count == 6)
      family.child.mergeChanges(fromContextDidSave: saved)
      #expect(family.child.registeredObjects == Set(family.objects))
      #expect(family.ann.text("name") == "Anne" && family.rex.text("name") == "Rex")
    },
    StoreConformanceCase("an object of the parent that a child read before it was saved can be changed after it") {
      stack in
      let parent = stack.context()
      let child = stack.context(parent: parent)
      let ann = try parent.make("Person", ["name": "Ann"])
      let rex = try parent.make("Dog", ["name": "Rex", "owner": ann])
      let dog = try #require(try child.all("Dog").first)
      #expect(dog.objectID == rex.objectID && dog.objectID.isTemporaryID)
      try dog.setValue("Max", forKey: "name")
      try parent.save()
      #expect(dog.related("owner")?.text("name") == "Ann")
      #expect(Set(dog.changedValues().keys) == ["name"])
      try child.save()
      try parent.save()
      #expect(try stack.context().all("Dog").names == ["Max"] && rex.text("name") == "Max")
      #expect(try child.all("Dog").first === dog && child.all("Person").first === dog.related("owner"))
    },
    StoreConformanceCase("a grandchild and its parents have one object each for a row") { stack in
      let top = stack.context()
      let middle = stack.context(parent: top)
      let low = stack.context(parent: middle)
      let dog = try low.make("Dog", ["name": "Rex"])
      try low.save()
      let between = try #require(try middle.all("Dog").first)
      let seen = try top.make("Tag", ["name": "calm"])
      let tag = try #require(try low.all("Tag").first)
      try middle.save()
      try top.save()
      #expect(try low.all("Dog").first === dog && middle.all("Dog").first === between)
      #expect(tag.objectID.isTemporaryID == false && tag.objectID == seen.objectID)
      try tag.setValue("wild", forKey: "name")
      try dog.setValue("Max", forKey: "name")
      try low.save()
      try middle.save()
      try top.save()
      #expect(try stack.context().all("Dog").names == ["Max"] && stack.context().all("Tag").names == ["wild"])
      #expect(low.registeredObjects == [dog, tag])
    },
    StoreConformanceCase("a grandchild's fault reads an unsaved object that its parent has let go") { stack in
      let top = stack.context()
      let middle = stack.context(parent: top)
      let low = stack.context(parent: middle)
      try top.make("Dog", ["name": "Rex"])
      let dog = try #require(try low.all("Dog").first)
      #expect(middle.registeredObjects.isEmpty)
      low.refresh(dog, mergeChanges: false)
      #expect(dog.text("name") == "Rex" && !dog.isDeleted)
      try dog.setValue("Max", forKey: "name")
      try low.save()
      try middle.save()
      #expect(try top.all("Dog").names == ["Max"])
    },
    StoreConformanceCase("a child fetches by objects that it knows under temporary IDs") { stack in
      let family = try Family(stack, savesParent: false)
      let byOwner = try ObjectPredicate(format: "owner == %@", family.ann)
      let ofThese = try ObjectPredicate(format: "SELF IN %@", [family.rex, family.bird])
      try family.parent.save()
      try family.child.make("Dog", ["name": "New", "owner": family.ann])
      #expect(try family.child.all("Dog") { $0.predicate = byOwner }.names == ["Ace", "New", "Rex"])
      #expect(try family.child.all("Dog") { $0.predicate = ofThese }.names == ["Rex"])
      var request = FetchRequest<ManagedObject>(entityName: "Dog")
      request.predicate = byOwner
      #expect(try family.child.count(for: request) == 3)
    },
    StoreConformanceCase("the order of new members of a child's unread relationship is kept") { stack in
      let parent = stack.context()
      let ann = try parent.make("Person", ["name": "Ann"])
      let rex = try parent.make("Dog", ["name": "Rex", "owner": ann])
      try parent.save()
      let child = stack.context(parent: parent)
      let person = child.object(with: ann.objectID)
      let dogs = try ["Ace", "Max", "Zoe"].map { try child.make("Dog", ["name": $0]) }
      for dog in [dogs[2], dogs[0], dogs[1]] { person.mutableOrderedSetValue(forKey: "dogs").add(dog) }
      let tail = try child.make("Dog", ["name": "End"])
      try tail.setValue(person, forKey: "owner")
      try child.save()
      #expect(person.list("dogs").compactMap { $0.text("name") } == ["Rex", "Zoe", "Ace", "Max", "End"])
      #expect(ann.list("dogs").compactMap { $0.text("name") } == ["Rex", "Zoe", "Ace", "Max", "End"])
      try parent.save()
      let read = stack.context().object(with: ann.objectID)
      #expect(read.list("dogs").compactMap { $0.text("name") } == ["Rex", "Zoe", "Ace", "Max", "End"])
      #expect(read.list("dogs").first?.objectID == rex.objectID)
    },
    StoreConformanceCase("a child's unread relationship adds to members that its parent got meanwhile") { stack in
      let parent = stack.context()
      let ann = try parent.make("Person", ["name": "Ann"])
      try parent.save()
      let child = stack.context(parent: parent)
      let person = child.object(with: ann.objectID)
      let dogs = try ["Ace", "Max"].map { try child.make("Dog", ["name": $0]) }
      for dog in dogs.reversed() { try dog.setValue(person, forKey: "owner") }
      try parent.make("Dog", ["name": "Rex", "owner": ann])
      try child.save()
      #expect(ann.list("dogs").compactMap { $0.text("name") } == ["Rex", "Max", "Ace"])
    },
  ]
}
