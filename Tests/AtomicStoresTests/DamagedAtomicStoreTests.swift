import AtomicStores
import Foundation
import ManagedObjects
import ObjectModel
import TestSupport
import Testing

/// XML and binary stores that were changed at random: opening them ends, with objects or with an error that says what is wrong.
@Suite struct DamagedAtomicStoreTests {
  private func sample(_ type: StoreType) throws -> Data {
    AtomicStore.register()
    let folder = try TemporaryFolder()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: FormModel.make())
    try coordinator.addPersistentStore(type: type, at: folder.file("Store"))
    try FormModel.fill(coordinator)
    return try Data(contentsOf: URL(fileURLWithPath: folder.file("Store")))
  }

  /// How many files are tried; a variable asks for more than the suite has time for.
  private static let rounds = ProcessInfo.processInfo.environment["STUDBOOK_DAMAGED_STORES"].flatMap(Int.init) ?? 150

  @Test(arguments: [StoreType.xml, .binary]) func endsWhateverBytesAreChanged(_ type: StoreType) throws {
    let bytes = try sample(type)
    let folder = try TemporaryFolder()
    let path = folder.file("damaged")
    let model = FormModel.make()
    var numbers = SeededGenerator(18)
    var outcomes: Set<String> = []
    for round in 0..<Self.rounds {
      var damaged = bytes
      let first = Int.random(in: 0..<damaged.count, using: &numbers)
      switch round % 5 {
      case 0: damaged[first] = UInt8.random(in: .min ... .max, using: &numbers)
      case 1: damaged[first] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
      case 2: damaged.removeLast(first)
      case 3: damaged.removeSubrange(first..<min(first + 9, damaged.count))
      default: damaged.insert(contentsOf: damaged[first..<min(first + 200, damaged.count)], at: first)
      }
      try damaged.write(to: URL(fileURLWithPath: path))
      do {
        let store: AtomicStore =
          type == .xml ? try XMLStore.open(at: path, model: model) : try BinaryStore.open(at: path, model: model)
        for entity in model.entities {
          for row in try store.rows(for: StoreFetch(entity: entity)) {
            for slot in row.objectID.entity.layout.toManyRelationships.indices {
              _ = try store.members(of: row.objectID, toManySlot: slot)
            }
          }
        }
        outcomes.insert("read")
      } catch let error as AtomicStoreError {
        #expect(!error.description.isEmpty)
        outcomes.insert("refused")
      }
    }
    #expect(outcomes == ["read", "refused"])
  }
}
