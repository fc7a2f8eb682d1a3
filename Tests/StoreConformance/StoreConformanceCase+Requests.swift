internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import Testing

// What a fetch request says besides its predicate and order, and how often the store is asked for it.
extension StoreConformanceCase {
  /// Saves two groups with three and two breeds.
  private static func saveBreeds(_ stack: ConformanceStack) throws {
    let context = stack.context()
    for (name, breeds) in [("Hound", ["Beagle", "Basset", "Whippet"]), ("Toy", ["Pug", "Papillon"])] {
      let group = try context.make("Group", ["name": name])
      for (index, breed) in breeds.enumerated() {
        try context.make(
          "Breed",
          ["name": breed, "group": group, "popularity": index + 1, "height": 30.0 + Double(index)]
        )
      }
    }
    try context.save()
  }

  static let requestCases: [StoreConformanceCase] = [
    StoreConformanceCase("fetched objects are faults whose values need no further read") { stack in
      try saveBreeds(stack)
      let context = stack.context()
      var breeds: [ManagedObject] = []
      let requests = try stack.store.count {
        breeds = try context.all("Breed")
        #expect(breeds.count == 5 && breeds.allSatisfy(\.isFault))
        #expect(breeds.compactMap { $0.text("name") }.count == 5)
      }
      #expect(requests == 1 && !breeds.contains(where: \.isFault))
    },
    StoreConformanceCase("objects that were not asked for as faults come with their values") { stack in
      try saveBreeds(stack)
      let breeds = try stack.context().all("Breed") { $0.returnsObjectsAsFaults = false }
      #expect(breeds.count == 5 && !breeds.contains(where: \.isFault))
    },
    StoreConformanceCase("without property values each object is read when it is used") { stack in
      try saveBreeds(stack)
      let context = stack.context()
      let requests = try stack.store.count {
        let groups = try context.all("Group") { $0.includesPropertyValues = false }
        #expect(groups.names == ["Hound", "Toy"])
      }
      #expect(requests == 3)
    },
    StoreConformanceCase("a batch of objects is read when one of them is used") { stack in
      try saveBreeds(stack)
      let context = stack.context()
      var breeds: [ManagedObject] = []
      let fetching = try stack.store.count {
        breeds = try context.all("Breed") { request in
          request.fetchBatchSize = 2
          request.sortDescriptors = [SortKey("name")]
        }
      }
      #expect(fetching == 1 && breeds.count == 5)
      #expect(stack.store.count { _ = breeds[3].text("name") } == 1)
      #expect(!breeds[3].isFault && breeds[0].isFault && breeds[4].isFault)
      #expect(stack.store.count { _ = breeds[2].text("name") } == 0)
      #expect(stack.store.count { _ = breeds.names } == 2)
    },
    StoreConformanceCase("an object that is fetched again keeps its values unless it is to be refreshed") { stack in
      try saveBreeds(stack)
      let reader = stack.context()
      let pug = try #require(
        try reader.all("Breed") { $0.predicate = try? ObjectPredicate(format: "name == 'Pug'") }.first
      )
      #expect(pug.number("popularity") == 1)
      let writer = stack.context()
      let other = writer.object(with: pug.objectID)
      try other.setValue(9, forKey: "popularity")
      try writer.save()
      #expect(try reader.all("Breed").count == 5)
      #expect(pug.number("popularity") == 1)
      #expect(try reader.all("Breed") { $0.shouldRefreshRefetchedObjects = true }.count == 5)
      #expect(pug.number("popularity") == 9)
    },
    StoreConformanceCase("a fault that is fetched again has the values that were read last") { stack in
      try saveBreeds(stack)
      let reader = stack.context()
      let breeds = try reader.all("Breed")
      let writer = stack.context()
      for breed in try writer.all("Breed") { try breed.setValue(9, forKey: "popularity") }
      try writer.save()
      #expect(try reader.all("Breed") { $0.shouldRefreshRefetchedObjects = true }.count == 5)
      #expect(breeds.allSatisfy { $0.isFault && $0.number("popularity") == 9 })
    },
    StoreConformanceCase("refreshing refetched objects leaves unsaved changes alone") { stack in
      try saveBreeds(stack)
      let context = stack.context()
      let pug = try #require(
        try context.all("Breed") { $0.predicate = try? ObjectPredicate(format: "name == 'Pug'") }.first
      )
      try pug.setValue(42, forKey: "popularity")
      #expect(try context.all("Breed") { $0.shouldRefreshRefetchedObjects = true }.count == 5)
      #expect(pug.number("popularity") == 42)
    },
    StoreConformanceCase("prefetching a to-one relationship takes one request for all its objects") { stack in
      try saveBreeds(stack)
      let context = stack.context()
      let requests = try stack.store.count {
        let breeds = try context.all("Breed") { $0.relationshipKeyPathsForPrefetching = ["group"] }
        #expect(Set(breeds.compactMap { $0.related("group")?.text("name") }) == ["Hound", "Toy"])
      }
      #expect(requests == 2)
    },
    StoreConformanceCase("prefetching a to-many relationship takes two requests, not one per object") { stack in
      let context = stack.context()
      for number in 1...20 {
        let group = try context.make("Group", ["name": "Group \(number)"])
        for breed in 1...3 { try context.make("Breed", ["name": "Breed \(number).\(breed)", "group": group]) }
      }
      try context.save()
      let reader = stack.context()
      var names: Set<String> = []
      let requests = try stack.store.count {
        for group in try reader.all("Group", { $0.relationshipKeyPathsForPrefetching = ["breeds"] }) {
          #expect(group.members("breeds").count == 3)
          names.formUnion(group.members("breeds").compactMap { $0.text("name") })
        }
      }
      #expect(requests == 3 && names.count == 60)
    },
    StoreConformanceCase("prefetched members are those that are read one by one, ordered ones in order") { stack in
      let context = stack.context()
      let people = try (1...4).map { try context.make("Person", ["name": "Person \($0)"]) }
      for (index, person) in people.enumerated() {
        let dogs = try (0..<index).map {
          try context.make("Dog", ["name": "Dog \(index).\($0)", "sitters": Set(people[..<$0])])
        }
        try person.setValue(Array(dogs.reversed()), forKey: "dogs")
        try person.setValue(Set(people[(index / 2)...].filter { $0 !== person }), forKey: "friends")
      }
      try context.save()
      func picture(_ keyPaths: [String]) throws -> [String] {
        try stack.context().all("Person") { request in
          request.sortDescriptors = [SortKey("name")]
          request.relationshipKeyPathsForPrefetching = keyPaths
        }
        .map { person in
          let sitters = person.list("dogs").map { $0.members("sitters").names }
          return "\(person.list("dogs").compactMap { $0.text("name") }) \(person.members("friends").names) \(sitters)"
        }
      }
      let context2 = stack.context()
      #expect(try context2.all("Dog").count == 6)
      #expect(try picture(["dogs.sitters", "friends"]) == picture([]))
    },
    StoreConformanceCase("a relationship that does not exist cannot be prefetched") { stack in
      try saveBreeds(stack)
      #expect(throws: PersistentStoreError.self) {
        _ = try stack.context().all("Breed") { $0.relationshipKeyPathsForPrefetching = ["name"] }
      }
    },
    StoreConformanceCase("a count is of the objects that limit and offset leave") { stack in
      try saveBreeds(stack)
      var request = FetchRequest<ManagedObject>(entityName: "Breed")
      request.fetchLimit = 3
      #expect(try stack.context().count(for: request) == 3)
      request.fetchOffset = 4
      #expect(try stack.context().count(for: request) == 1)
      request.fetchLimit = 0
      request.fetchOffset = 7
      #expect(try stack.context().count(for: request) == 0)
    },
    StoreConformanceCase("counts, IDs and objects agree about unsaved changes") { stack in
      try saveBreeds(stack)
      let context = stack.context()
      try context.make("Breed", ["name": "Akita", "popularity": 7])
      for breed in try context.all("Breed") where breed.text("name") == "Pug" { context.delete(breed) }
      let predicate = try ObjectPredicate(format: "popularity == 7 OR popularity == 1")
      let objects = try context.all("Breed") { $0.predicate = predicate }
      #expect(objects.names == ["Akita", "Beagle"])
      let found = try identifiers(in: context, predicate)
      let wanted = Set(objects.map(\.objectID))
      #expect(found == wanted)
      let count = try context.count(for: breeds(predicate))
      #expect(count == 2)
      let stored = try identifiers(in: context, predicate, includingPendingChanges: false)
      #expect(stored.count == 2 && stored != wanted)
    },
    StoreConformanceCase("a list of a hundred thousand values selects as a short one does") { stack in
      try saveBreeds(stack)
      let names = (0..<100_000).map { "Nobody \($0)" } + ["Pug", "Beagle"]
      let predicate = try ObjectPredicate(format: "name IN %@", names)
      #expect(try stack.context().all("Breed") { $0.predicate = predicate }.names == ["Beagle", "Pug"])
      let numbers = try ObjectPredicate(format: "popularity IN %@", Array(2...100_001))
      #expect(try stack.context().all("Breed") { $0.predicate = numbers }.names == ["Basset", "Papillon", "Whippet"])
      let none = try ObjectPredicate(format: "NOT name IN %@", names)
      #expect(try stack.context().count(for: breeds(none)) == 3)
    },
    StoreConformanceCase("values in a predicate are values, whatever they say") { stack in
      let context = stack.context()
      let names = ["'; DROP TABLE ZGROUP; --", "\" OR 1=1 --", "%", "_", "?1", "a\\", "\u{0}x", "[\"x\"]"]
      for name in names { try context.make("Group", ["name": name]) }
      try context.save()
      for name in names {
        for format in ["name == %@", "name BEGINSWITH %@", "name IN {%@, 'y'}", "name CONTAINS %@", "name LIKE[c] %@"] {
          let pattern = format.contains("LIKE") ? name.replacing("\\", with: "\\\\").replacing("?", with: "\\?") : name
          let predicate = try ObjectPredicate(format: format, pattern)
          let found = try stack.context().all("Group") { $0.predicate = predicate }
          #expect(found.compactMap { $0.text("name") }.contains(name), "\(format) \(name)")
          #expect(format != "name == %@" || found.count == 1)
        }
        let padding = (0..<60).map { "filler \($0)" }
        let list = try ObjectPredicate(format: "name IN %@", padding + [name])
        #expect(try stack.context().all("Group") { $0.predicate = list }.names == [name])
      }
    },
  ]

  private static func identifiers(
    in context: ManagedObjectContext,
    _ predicate: ObjectPredicate,
    includingPendingChanges: Bool = true
  ) throws -> Set<ManagedObjectID> {
    var request = FetchRequest<ManagedObjectID>(entityName: "Breed")
    request.predicate = predicate
    request.includesPendingChanges = includingPendingChanges
    return Set(try context.fetch(request))
  }

  private static func breeds(_ predicate: ObjectPredicate) -> FetchRequest<ManagedObject> {
    var request = FetchRequest<ManagedObject>(entityName: "Breed")
    request.predicate = predicate
    return request
  }
}
