import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

struct SQLiteStoreSavingTests {
  @Test func givesBackEveryKindOfValue() throws {
    let kennel = try Kennel()
    let dog = try kennel.insert(
      "Dog",
      [
        "name": .string("Ærø\0🐕"), "born": .date(-1_234.5), "weight": .double(31.25), "height": .float(0.1),
        "isVaccinated": .boolean(true), "litter": .integer(-32_768), "chip": .integer(.max),
        "price": .decimal(Decimal(string: "10.11") ?? 0),
        "tag": .uuid(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF") ?? UUID()),
        "home": .uri(try #require(URL(string: "https://example.org/a?b=c#d"))), "photo": .binary(Data([0, 255, 1])),
        "notes": .transformable(TransformableValue(bytes: Data([98, 112]))), "scan": .binary(Data([9, 9])),
      ]
    )
    let reopened = try kennel.reopened()
    let row = try #require(try reopened.store.row(for: reopened.id(dog)))
    #expect(row.version == 1)
    #expect(row.objectID.entity.name == "Dog")
    #expect(reopened.values(of: row) == kennel.values(of: try #require(try kennel.store.row(for: dog.objectID))))
    #expect(reopened.values(of: row) == dog.values)
    #expect(
      try reopened.store.raw(
        "SELECT typeof(ZBORN), typeof(ZPRICE), hex(ZTAG), hex(ZSCAN), ZISVACCINATED, length(CAST(ZNAME AS BLOB)) FROM ZANIMAL"
      )
        == [["real", "real", "00112233445566778899AABBCCDDEEFF", "010909", 1, 10]]
    )
  }

  @Test func storesWholeSecondsAsIntegersAsCoreDataDoes() throws {
    let kennel = try Kennel()
    try kennel.insert("Cat", ["name": "A", "born": .date(86_400)])
    #expect(try kennel.store.raw("SELECT typeof(ZBORN), ZBORN FROM ZANIMAL") == [["integer", 86_400]])
  }

  @Test func keepsCompositeValuesInTheColumnsOfTheirLeaves() throws {
    let kennel = try Kennel()
    let address: AttributeValue = .composite(["street": "Hill 1", "city": "Oslo"])
    let owner = try kennel.insert("Owner", ["email": "a@b", "address": address])
    let nobody = try kennel.insert("Owner", ["email": "c@d"])
    #expect(try kennel.store.raw("SELECT ZSTREET, ZCITY FROM ZOWNER") == [["Hill 1", "Oslo"], [.null, .null]])
    #expect(try kennel.value("address", of: owner.objectID) == address)
    #expect(try kennel.value("address", of: nobody.objectID) == .null)
  }

  @Test func keepsTheBooksThatCoreDataReads() throws {
    let kennel = try Kennel()
    try kennel.insert("Cat", ["name": "A"])
    try kennel.insert("Dog", ["name": "B"])
    #expect(
      try kennel.store.raw("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT")
        == [
          [1, "Animal", 0, 2], [2, "Cat", 1, 0], [3, "Dog", 1, 0], [4, "Owner", 0, 0], [5, "Walk", 0, 0],
        ]
    )
    #expect(
      try kennel.store.raw("SELECT Z_PK, Z_ENT, Z_OPT, ZNAME FROM ZANIMAL") == [[1, 2, 1, "A"], [2, 3, 1, "B"]]
    )
    #expect(
      try kennel.reopened().store.obtainPermanentIDs(for: kennel.entity("Dog"), count: 2).map(\.reference) == [3, 4]
    )
  }

  @Test func raisesTheVersionAndRefusesAnOldOne() throws {
    let kennel = try Kennel()
    let cat = try kennel.insert("Cat", ["name": "A"])
    var row = try #require(try kennel.store.row(for: cat.objectID))
    row.attributes[try kennel.slot("name", "Cat")] = "B"
    try kennel.save { $0.updated = [row] }
    #expect(try kennel.store.row(for: cat.objectID)?.version == 2)
    let error = #expect(throws: StoreConflictError.self) { try kennel.save { $0.updated = [row] } }
    guard case .version(let objectID, 1, 2)? = error?.conflicts.first else {
      Issue.record("a conflict of versions was expected")
      return
    }
    #expect(objectID == cat.objectID)
    #expect(try kennel.value("name", of: cat.objectID) == "B")
  }

  @Test func deletesObjectsWithTheirLinks() throws {
    let kennel = try Kennel()
    let dog = try kennel.insert("Dog", ["name": "A"])
    let walk = try kennel.insert("Walk", ["place": "Hill"])
    try kennel.link(dog.objectID, "walks", "Dog", [walk.objectID])
    #expect(try kennel.store.raw("SELECT count(*) FROM Z_3WALKS") == [[1]])
    try kennel.save { $0.deleted = [(dog.objectID, 1)] }
    #expect(try kennel.store.row(for: dog.objectID) == nil)
    #expect(try kennel.store.raw("SELECT count(*) FROM Z_3WALKS") == [[0]])
    let error = #expect(throws: StoreConflictError.self) { try kennel.save { $0.deleted = [(dog.objectID, 1)] } }
    guard case .version(_, 1, nil)? = error?.conflicts.first else {
      Issue.record("the object is gone, which is a conflict of versions")
      return
    }
  }

  @Test func namesTheHolderOfAUniqueValueAndSavesNothing() throws {
    let kennel = try Kennel()
    let first = try kennel.insert("Owner", ["email": "a@b", "phone": "1"])
    let error = #expect(throws: StoreConflictError.self) {
      try kennel.save { request in
        request.inserted = [
          try kennel.row("Owner", ["email": "new@b"]), try kennel.row("Owner", ["email": "a@b"]),
          try kennel.row("Owner", ["email": "a@b"]),
        ]
      }
    }
    #expect(error?.conflicts.count == 2)
    guard case .uniqueness(_, ["email"], let holder)? = error?.conflicts.first else {
      Issue.record("a conflict of uniqueness was expected")
      return
    }
    #expect(holder == first.objectID)
    #expect(try kennel.store.raw("SELECT count(*) FROM ZOWNER") == [[1]])
  }

  @Test func letsObjectsExchangeUniqueValues() throws {
    let kennel = try Kennel()
    let one = try kennel.insert("Owner", ["email": "a"])
    let two = try kennel.insert("Owner", ["email": "b"])
    let slot = try kennel.slot("email", "Owner")
    var rows = [
      try #require(try kennel.store.row(for: one.objectID)), try #require(try kennel.store.row(for: two.objectID)),
    ]
    rows[0].attributes[slot] = "b"
    rows[1].attributes[slot] = "a"
    try kennel.save { $0.updated = rows }
    #expect(try kennel.value("email", of: one.objectID) == "b")
    #expect(try kennel.value("email", of: two.objectID) == "a")
  }

  @Test func givesADeletedObjectsUniqueValueToANewOne() throws {
    let kennel = try Kennel()
    let one = try kennel.insert("Owner", ["email": "a"])
    try kennel.save { request in
      request.deleted = [(one.objectID, 1)]
      request.inserted = [try kennel.row("Owner", ["email": "a"])]
    }
    #expect(try kennel.store.raw("SELECT Z_PK, ZEMAIL FROM ZOWNER") == [[2, "a"]])
  }

  @Test func keepsTheEntityOfADestinationThatHasSubentities() throws {
    let animal = EntityDescription(name: "Animal")
    let dog = EntityDescription(name: "Dog")
    let collar = EntityDescription(name: "Collar")
    collar.declaredProperties = [KennelModel.relationship("wearer", to: animal)]
    animal.subentities = [dog]
    let kennel = try Kennel(model: ManagedObjectModel(entities: [animal, dog, collar]))
    let rex = try kennel.insert("Dog", [:])
    let worn = try kennel.insert("Collar", [:], toOne: ["wearer": rex.objectID])
    #expect(try kennel.store.raw("SELECT ZWEARER, Z1_WEARER FROM ZCOLLAR") == [[1, 2]])
    #expect(try kennel.store.row(for: worn.objectID)?.toOne.first??.entity.name == "Dog")
  }

  @Test func keepsTheOrderOfOrderedRelationships() throws {
    let kennel = try Kennel()
    let owner = try kennel.insert("Owner", ["email": "a"])
    let animals = try (1...3).map {
      try kennel.insert("Dog", ["name": .string("\($0)")], toOne: ["owner": owner.objectID]).objectID
    }
    try kennel.order(owner.objectID, "animals", "Owner", [animals[2], animals[0], animals[1]])
    #expect(try kennel.members("animals", "Owner", owner.objectID) == [animals[2], animals[0], animals[1]])
    #expect(try kennel.store.raw("SELECT Z_FOK_OWNER FROM ZANIMAL ORDER BY Z_PK") == [[4096], [6144], [2048]])
    try kennel.order(owner.objectID, "animals", "Owner", [animals[2], animals[1], animals[0]])
    #expect(try kennel.members("animals", "Owner", owner.objectID) == [animals[2], animals[1], animals[0]])
  }

  @Test func keepsTheOrderOfManyToManyRelationships() throws {
    let kennel = try Kennel()
    let walk = try kennel.insert("Walk", ["place": "Hill"])
    let dogs = try (1...3).map { try kennel.insert("Dog", ["name": .string("\($0)")]).objectID }
    try kennel.link(walk.objectID, "dogs", "Walk", dogs, order: [dogs[1], dogs[2], dogs[0]])
    #expect(try kennel.members("dogs", "Walk", walk.objectID) == [dogs[1], dogs[2], dogs[0]])
    #expect(try kennel.members("walks", "Dog", dogs[0]) == [walk.objectID])
    try kennel.save { request in
      request.toManyChanges = [
        StoreToManyChange(
          owner: walk.objectID,
          slot: try kennel.toManySlot("dogs", "Walk"),
          added: [],
          removed: [dogs[1]],
          order: [dogs[0], dogs[2]]
        )
      ]
    }
    #expect(try kennel.members("dogs", "Walk", walk.objectID) == [dogs[0], dogs[2]])
  }

  @Test func pointsBackFromMembersOfARelationshipWithoutInverse() throws {
    let kennel = try Kennel()
    let owner = try kennel.insert("Owner", ["email": "a"])
    let cat = try kennel.insert("Cat", ["name": "Tom"])
    try kennel.link(owner.objectID, "favourites", "Owner", [cat.objectID])
    #expect(try kennel.store.raw("SELECT Z4FAVOURITES FROM ZANIMAL") == [[1]])
    #expect(try kennel.members("favourites", "Owner", owner.objectID) == [cat.objectID])
  }

  @Test func refusesToSaveWhatIsOpenForReading() throws {
    let kennel = try Kennel()
    try kennel.insert("Cat", ["name": "A"])
    var options = SQLiteStoreOptions()
    options.isImmutable = true
    var request = StoreSaveRequest()
    request.inserted = [try kennel.row("Cat", ["name": "B"])]
    try kennel.store.close()
    let store = try SQLiteStore.open(at: kennel.path, model: kennel.model, options: options)
    let error = #expect(throws: SQLiteStoreError.self) { try store.save(request) }
    #expect(error?.kind == .readOnly)
  }
}
