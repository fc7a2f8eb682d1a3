import ManagedObjects
import ObjectModel
import StoreConformance
import Testing

/// A context finds its objects by their IDs while others come and go.
@Suite struct ManyObjectsTests {
  /// Keys that follow one another, up and down, and keys far apart; each in several entities.
  @Test(arguments: [1, 4_099, 1 << 20, -1] as [Int64])
  func objectsAreFoundWhileOthersComeAndGo(_ distance: Int64) throws {
    let keys = (1...3_000).map { distance > 0 ? $0 * distance : 3_001 + $0 * distance }
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    let entities = try ["Group", "Breed", "Person", "Tag"].map { name in
      try #require(context.persistentStoreCoordinator.managedObjectModel.entitiesByName[name])
    }
    func identifier(_ index: Int) -> ManagedObjectID {
      ManagedObjectID(
        entity: entities[index % 4],
        storeNumber: stack.store.number,
        reference: keys[index / 4]
      )
    }
    var objects: [ManagedObject?] = (0..<keys.count * 4).map { context.object(with: identifier($0)) }
    #expect(context.registeredObjects.count == objects.count)
    // Two of three go, in runs and one by one.
    for index in objects.indices where index % 3 != 0 { objects[index] = nil }
    #expect(context.registeredObjects.count == objects.count { $0 != nil })
    for index in objects.indices {
      let found = context.registeredObject(for: identifier(index))
      #expect(found === objects[index] && found?.entity === objects[index]?.entity)
    }
    for index in objects.indices where objects[index] == nil {
      objects[index] = context.object(with: identifier(index))
    }
    #expect(objects.indices.allSatisfy { context.registeredObject(for: identifier($0)) === objects[$0] })
    context.reset()
    #expect(context.registeredObjects.isEmpty && context.registeredObject(for: identifier(0)) == nil)
  }
}
