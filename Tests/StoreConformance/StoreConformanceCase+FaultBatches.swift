internal import ManagedObjects
internal import ObjectModel
internal import Testing

// Objects that are read in batches as they are touched.
extension StoreConformanceCase {
  private static func saveBreeds(_ count: Int, in stack: ConformanceStack) throws {
    let context = stack.context()
    for number in 0..<count { try context.make("Breed", ["name": "Breed \(number)", "popularity": number]) }
    try context.save()
  }

  private static func inBatches(of size: Int) -> FetchRequest<ManagedObject> {
    var request = FetchRequest<ManagedObject>(entityName: "Breed")
    request.sortDescriptors = [SortKey("popularity")]
    request.fetchBatchSize = size
    return request
  }

  static let faultBatchCases: [StoreConformanceCase] = [
    StoreConformanceCase("touching one object of a batch reads the batch, touching all reads each batch once") {
      stack in
      try saveBreeds(100, in: stack)
      let context = stack.context()
      var breeds: [ManagedObject] = []
      #expect(try stack.store.count { breeds = try context.fetch(inBatches(of: 10)) } == 1)
      #expect(breeds.filter(\.isFault).count == 100)
      #expect(stack.store.count { _ = breeds[42].text("name") } == 1)
      #expect(stack.store.count { for breed in breeds { _ = breed.number("popularity") } } == 9)
      #expect(breeds.map { $0.number("popularity") } == Array(0..<100))
    },
    StoreConformanceCase("objects that became faults again are read in their batches again") { stack in
      try saveBreeds(100, in: stack)
      let context = stack.context()
      let breeds = try context.fetch(inBatches(of: 25))
      #expect(breeds.names.count == 100)
      context.refreshAllObjects()
      #expect(breeds.filter(\.isFault).count == 100)
      #expect(stack.store.count { _ = breeds.names } == 4)
    },
    StoreConformanceCase("a batch reads only those of its objects that somebody still holds") { stack in
      try saveBreeds(20, in: stack)
      let context = stack.context()
      var breeds = try context.fetch(inBatches(of: 10))
      #expect(context.batchedObjectCount == 20)
      breeds.removeFirst(15)
      #expect(context.batchedObjectCount == 5)
      #expect(breeds.map { $0.number("popularity") } == Array(15..<20))
      breeds = []
      #expect(context.batchedObjectCount == 0)
    },
    StoreConformanceCase("a child context reads a batch through its parent at once") { stack in
      try saveBreeds(40, in: stack)
      let parent = stack.context()
      let child = stack.context(parent: parent)
      var breeds: [ManagedObject] = []
      #expect(try stack.store.count { breeds = try child.fetch(inBatches(of: 10)) } == 1)
      #expect(stack.store.count { _ = breeds[3].number("popularity") } == 1)
      #expect(stack.store.count { _ = breeds.names } == 3)
      #expect(breeds.map { $0.number("popularity") } == Array(0..<40))
    },
    StoreConformanceCase("a batch of objects of an entity with sub-entities needs no request for each") { stack in
      let context = stack.context()
      for number in 0..<10 {
        try context.make(number < 5 ? "Bird" : "Fish", ["name": "Animal \(number)", "legs": number])
      }
      try context.save()
      let reader = stack.context()
      var animals: [ManagedObject] = []
      let requests = try stack.store.count {
        animals = try reader.all("Animal") { request in
          request.sortDescriptors = [SortKey("legs")]
          request.fetchBatchSize = 5
        }
        _ = animals.names
      }
      #expect(requests == 3)
      #expect(animals.map(\.entity.name) == Array(repeating: "Bird", count: 5) + Array(repeating: "Fish", count: 5))
      #expect(animals.map { $0.number("legs") } == Array(0..<10))
    },
    StoreConformanceCase("a collection of batches holds IDs and few objects") { stack in
      try saveBreeds(100, in: stack)
      let context = stack.context()
      let breeds = try context.fetchInBatches(inBatches(of: 10))
      #expect(breeds.count == 100 && context.registeredObjects.isEmpty)
      let kept = breeds[7]
      #expect(stack.store.count { _ = (kept.text("name"), breeds[8].text("name")) } == 0)
      #expect(kept.text("name") == "Breed 7" && context.registeredObjects.count == 10)
      var popularities: [Int?] = []
      #expect(stack.store.count { popularities = breeds.map { $0.number("popularity") } } == 9)
      #expect(popularities == Array(0..<100) && context.registeredObjects.count == 21)
      #expect(breeds[7] === kept)
    },
    StoreConformanceCase("a collection of batches has unsaved objects, and keeps them when they are saved") { stack in
      try saveBreeds(3, in: stack)
      let context = stack.context()
      let akita = try context.make("Breed", ["name": "Akita", "popularity": -1])
      let breeds = try context.fetchInBatches(inBatches(of: 2))
      #expect(breeds.count == 4 && breeds[0] === akita)
      try context.save()
      #expect(breeds[0] === akita && breeds.objectIDs.filter(\.isTemporaryID).isEmpty)
      #expect(breeds.map { $0.number("popularity") } == [-1, 0, 1, 2])
    },
  ]
}
