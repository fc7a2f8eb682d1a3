import AttributeValues
import CompiledModels
import Foundation
import ManagedObjects
import ObjectModel
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// Files that were changed at random: whatever is wrong with them, looking at them ends, with an answer or with an error that says what is wrong.
struct DamagedStoreTests {
  /// A store with its model in it, a few objects of every kind, and its bytes.
  private func sample() throws -> (kennel: Kennel, bytes: Data) {
    let group = EntityDescription(name: "Group")
    let breed = EntityDescription(name: "Breed")
    let rare = EntityDescription(name: "RareBreed")
    breed.declaredProperties = [
      KennelModel.attribute("name", .string), KennelModel.attribute("height", .double),
      KennelModel.attribute("tag", .uuid), KennelModel.attribute("page", .uri),
      KennelModel.attribute("price", .decimal),
      KennelModel.attribute("notes", .transformable), KennelModel.external("photo"),
      KennelModel.relationship("group", to: group), KennelModel.relationship("ancestors", to: breed, many: true),
      KennelModel.relationship("descendants", to: breed, many: true),
    ]
    group.declaredProperties = [
      KennelModel.attribute("name", .string), KennelModel.relationship("breeds", to: breed, many: true),
    ]
    breed.subentities = [rare]
    KennelModel.inverse(breed, "group", group, "breeds")
    KennelModel.inverse(breed, "ancestors", breed, "descendants")
    KennelModel.ordered(group, "breeds")
    let kennel = try Kennel(model: ManagedObjectModel(entities: [group, breed, rare]))
    let herding = try kennel.insert("Group", ["name": "Herding"]).objectID
    var breeds: [ManagedObjectID] = []
    for index in 0..<6 {
      breeds.append(
        try kennel.insert(
          index % 3 == 0 ? "RareBreed" : "Breed",
          [
            "name": .string("Breed \(index)"), "height": .double(Double(index) * 10.5), "tag": .uuid(UUID()),
            "photo": .binary(Data(repeating: UInt8(index), count: 40)), "price": .decimal(Decimal(index)),
            "notes": .transformable(TransformableValue(bytes: Data("bplist00".utf8))),
          ],
          toOne: ["group": herding]
        ).objectID
      )
    }
    try kennel.order(herding, "breeds", "Group", breeds)
    try kennel.link(breeds[0], "ancestors", "Breed", [breeds[1], breeds[2]])
    try kennel.store.close()
    return (kennel, try Data(contentsOf: URL(fileURLWithPath: kennel.path)))
  }

  /// Looks at a file in every way; what is thrown has to be one of the errors that people can read.
  private func look(at path: String, model: ManagedObjectModel) throws -> Set<String> {
    var outcomes: Set<String> = []
    func attempt(_ body: () throws -> Void) throws {
      do {
        try body()
        outcomes.insert("read")
      } catch let error as SQLiteStoreError {
        #expect(!error.description.isEmpty)
        outcomes.insert("refused")
      } catch is CompiledModelError {
        outcomes.insert("refused")
      }
    }
    try attempt { _ = try StoreInspection.info(path) }
    try attempt { _ = try StoreInspection.verify(path, model: model) }
    try attempt { _ = try SQLiteStore.model(ofStoreAt: path) }
    try attempt {
      var options = SQLiteStoreOptions()
      options.isReadOnly = true
      let store = try SQLiteStore.open(at: path, model: model, options: options)
      for entity in model.entities {
        for row in try store.rows(for: StoreFetch(entity: entity)) {
          for slot in row.objectID.entity.layout.toManyRelationships.indices {
            _ = try store.members(of: row.objectID, toManySlot: slot)
          }
        }
      }
    }
    return outcomes
  }

  /// How many files are tried; a variable asks for more than the suite has time for.
  static let rounds = ProcessInfo.processInfo.environment["STUDBOOK_DAMAGED_STORES"].flatMap(Int.init) ?? 120

  @Test func endsWhateverBytesAreChanged() throws {
    let (kennel, bytes) = try sample()
    let folder = try TemporaryFolder()
    let path = folder.file("damaged.sqlite")
    var numbers = SeededGenerator(seed: 4)
    var outcomes: Set<String> = []
    for round in 0..<Self.rounds {
      var damaged = bytes
      // One byte, a few, or a run of them.
      let first = Int.random(in: 0..<damaged.count, using: &numbers)
      switch round % 3 {
      case 0: damaged[first] = UInt8.random(in: .min ... .max, using: &numbers)
      case 1:
        for _ in 0..<20 {
          damaged[Int.random(in: 0..<damaged.count, using: &numbers)] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
        }
      default:
        for place in first..<min(first + 64, damaged.count) {
          damaged[place] = UInt8.random(in: .min ... .max, using: &numbers)
        }
      }
      try damaged.write(to: URL(fileURLWithPath: path))
      outcomes.formUnion(try look(at: path, model: kennel.model))
    }
    #expect(outcomes == ["read", "refused"])
  }

  @Test func saysThatAFileIsCutOffAfterAnyPage() throws {
    let (kennel, bytes) = try sample()
    let folder = try TemporaryFolder()
    let path = folder.file("cut.sqlite")
    for size in stride(from: 4096, to: bytes.count, by: 4096) {
      for rest in [0, 1000] where size + rest < bytes.count {
        try bytes.prefix(size + rest).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: SQLiteStoreError.self) { try StoreInspection.verify(path, model: kennel.model) }
        #expect(error?.kind == .truncated(expectedBytes: bytes.count, foundBytes: size + rest))
      }
    }
  }

  // MARK: Numbers at their limits (issue 15)

  private func change(_ kennel: Kennel, _ sql: String) throws -> Kennel {
    try kennel.store.close()
    let connection = try SQLiteConnection(path: kennel.path, mode: .readWrite)
    try connection.execute(sql)
    connection.close()
    return try kennel.reopened()
  }

  @Test func aTableWithoutFreeKeysTakesNoMoreRows() throws {
    let kennel = try change(Kennel(), "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775806 WHERE Z_NAME = 'Animal'")
    let dog = try kennel.entity("Dog")
    let error = #expect(throws: SQLiteStoreError.self) { try kennel.store.obtainPermanentIDs(for: dog, count: 2) }
    #expect(error?.kind == .damaged(reason: "the table ZANIMAL has no keys left, for 9223372036854775806 is taken"))
    #expect(try kennel.store.obtainPermanentIDs(for: dog, count: 1).map(\.reference) == [.max])
    try kennel.insert("Owner", ["name": "Ann"])
  }

  @Test func aHistoryWithoutFreeKeysIsRecordedNoMore() throws {
    var options = SQLiteStoreOptions()
    options.tracksHistory = true
    for table in ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"] {
      let kennel = try change(
        Kennel(options: options),
        "INSERT INTO \(table) (Z_PK) VALUES (9223372036854775807)"
      )
      let error = #expect(throws: SQLiteStoreError.self) { try kennel.insert("Owner", ["name": "Ann"]) }
      #expect(error?.kind == .historyTracking(reason: "the table \(table) has no keys left"))
      #expect(try kennel.store.raw("SELECT count(*) FROM ZOWNER") == [[0]])
    }
  }

  @Test func theVersionAfterTheGreatestIsTheFirst() throws {
    var kennel = try Kennel()
    let inserted = try kennel.insert("Dog", ["name": "Rex"])
    kennel = try change(kennel, "UPDATE ZANIMAL SET Z_OPT = 9223372036854775807")
    let coordinator = PersistentStoreCoordinator(managedObjectModel: kennel.model)
    try coordinator.addPersistentStore(kennel.store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let dog = try context.existingObject(with: kennel.id(inserted))
    for name in ["Max", "Bo"] {
      try dog.setValue(name, forKey: "name")
      try context.save()
    }
    #expect(try kennel.store.raw("SELECT Z_OPT, ZNAME FROM ZANIMAL") == [[2, "Bo"]])
  }
}
