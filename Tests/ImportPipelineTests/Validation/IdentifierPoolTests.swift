import ManagedObjects
import ObjectModel
import Testing
import TestSupport

@testable import ImportPipeline

@Suite("Keys of new objects")
struct IdentifierPoolTests {
  private let animal = EntityDescription(name: "Animal")
  private let dog = EntityDescription(name: "Dog")
  private let house = EntityDescription(name: "House")

  init() {
    animal.subentities = [dog]
    // A coordinator freezes the model.
    _ = PersistentStoreCoordinator(managedObjectModel: ManagedObjectModel(entities: [animal, dog, house]))
  }

  @Test func givesTheKeysOfARejectedRecordToTheNextOne() throws {
    let pool = IdentifierPool(nil)
    #expect(try [pool.take(animal), pool.take(dog), pool.take(house)].map(\.reference) == [1, 2, 1])
    pool.putBack()
    // A hierarchy is one table, so that it has one row of keys.
    #expect(try [pool.take(dog), pool.take(house)].map(\.reference) == [1, 1])
    pool.keep()
    // What is kept is not put back by the next record.
    #expect(try pool.take(animal).reference == 2)
    pool.putBack()
    #expect(try [pool.take(animal), pool.take(dog)].map(\.reference) == [2, 3])
    let objectID = try pool.take(house)
    #expect(objectID.entity === house && objectID.storeNumber == 0 && objectID.reference == 2)
  }

  @Test(arguments: Seeds.range(1...20))
  func leavesNoGaps(_ seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let pool = IdentifierPool(nil)
    var kept: [EntityDescription: [Int64]] = [:]
    for _ in 0..<300 {
      var taken: [(EntityDescription, Int64)] = []
      for _ in 0..<random.number(below: 5) {
        let entity = random.pick([animal, dog, house])
        taken.append((entity.rootEntity, try pool.take(entity).reference))
      }
      if random.once(in: 3) {
        pool.putBack()
      } else {
        pool.keep()
        for (root, reference) in taken { kept[root, default: []].append(reference) }
      }
    }
    for (root, references) in kept {
      #expect(references == (1...Int64(references.count)).map { $0 }, "\(root.name)")
    }
  }
}
