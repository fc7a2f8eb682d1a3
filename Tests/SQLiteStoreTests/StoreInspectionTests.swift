import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

struct StoreInspectionTests {
  /// People with a passport each, in a store where nothing is wrong.
  private func soundStore() throws -> Kennel {
    let person = EntityDescription(name: "Person")
    let child = EntityDescription(name: "Child")
    let passport = EntityDescription(name: "Passport")
    let age = KennelModel.attribute("age", .integer16)
    age.constraints.maximum = .integer(120)
    person.declaredProperties = [
      KennelModel.attribute("name", .string, optional: false), age, KennelModel.external("portrait"),
      KennelModel.relationship("passport", to: passport),
    ]
    passport.declaredProperties = [
      KennelModel.attribute("number", .integer64), KennelModel.relationship("holder", to: person),
    ]
    person.subentities = [child]
    passport.uniquenessConstraints = [["number"]]
    KennelModel.inverse(person, "passport", passport, "holder")
    let kennel = try Kennel(model: ManagedObjectModel(entities: [person, child, passport]))
    for index in 1...3 {
      let id = try kennel.insert("Passport", ["number": .integer(Int64(index))]).objectID
      let holder = try kennel.insert(
        index == 3 ? "Child" : "Person",
        ["name": .string("P\(index)"), "age": .integer(30)],
        toOne: ["passport": id]
      ).objectID
      var row = try #require(try kennel.store.row(for: id))
      row.toOne = [holder]
      try kennel.save { $0.updated = [row] }
    }
    try kennel.store.close()
    return kennel
  }

  struct Fault: CustomTestStringConvertible, Sendable {
    var kind: StoreProblem.Kind
    var sql: String
    var table: String?
    var key: Int64?
    var property: String?
    var testDescription: String { "\(kind.rawValue): \(sql)" }
  }

  static let faults = [
    Fault(kind: .schema, sql: "DROP INDEX Z_Passport_UNIQUE_number", table: "ZPASSPORT"),
    Fault(kind: .schema, sql: "ALTER TABLE ZPERSON DROP COLUMN ZAGE", table: "ZPERSON"),
    Fault(kind: .schema, sql: "DROP TABLE ZPASSPORT", table: "ZPASSPORT"),
    Fault(kind: .primaryKey, sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Person'", table: "Z_PRIMARYKEY"),
    Fault(kind: .primaryKey, sql: "UPDATE Z_PRIMARYKEY SET Z_ENT = 9 WHERE Z_NAME = 'Child'", table: "Z_PRIMARYKEY"),
    Fault(kind: .entityNumber, sql: "UPDATE ZPERSON SET Z_ENT = 7 WHERE Z_PK = 2", table: "ZPERSON", key: 2),
    Fault(
      kind: .danglingReference,
      sql: "UPDATE ZPERSON SET ZPASSPORT = 99 WHERE Z_PK = 1",
      table: "ZPERSON",
      key: 1,
      property: "passport"
    ),
    Fault(
      kind: .wrongDestination,
      sql: "UPDATE ZPASSPORT SET Z2_HOLDER = 2 WHERE ZHOLDER = 3",
      table: "ZPASSPORT",
      key: 3,
      property: "holder"
    ),
    Fault(
      kind: .inverse,
      sql: "UPDATE ZPERSON SET ZPASSPORT = 2 WHERE Z_PK = 1",
      table: "ZPERSON",
      key: 1,
      property: "passport"
    ),
    Fault(
      kind: .required,
      sql: "UPDATE ZPERSON SET ZNAME = NULL WHERE Z_PK = 3",
      table: "ZPERSON",
      key: 3,
      property: "name"
    ),
    Fault(
      kind: .validation,
      sql: "UPDATE ZPERSON SET ZAGE = 150 WHERE Z_PK = 2",
      table: "ZPERSON",
      key: 2,
      property: "age"
    ),
    Fault(
      kind: .uniqueness,
      sql: "DROP INDEX Z_Passport_UNIQUE_number; UPDATE ZPASSPORT SET ZNUMBER = 1 WHERE Z_PK = 2",
      table: "ZPASSPORT",
      key: 2,
      property: "number"
    ),
    Fault(
      kind: .storageClass,
      sql: "UPDATE ZPERSON SET ZAGE = 'old' WHERE Z_PK = 1",
      table: "ZPERSON",
      key: 1,
      property: "age"
    ),
    Fault(
      kind: .externalData,
      sql:
        "UPDATE ZPERSON SET ZPORTRAIT = CAST(x'02' || '00112233-4455-6677-8899-AABBCCDDEEFF' || x'00' AS BLOB) WHERE Z_PK = 1",
      table: "ZPERSON",
      key: 1,
      property: "portrait"
    ),
  ]

  @Test(arguments: faults) func findsAPlantedFaultAndItsPlace(_ fault: Fault) throws {
    let kennel = try soundStore()
    #expect(try StoreInspection.verify(kennel.path, model: kennel.model).isEmpty)
    let connection = try SQLiteConnection(path: kennel.path)
    for statement in fault.sql.split(separator: ";") { try connection.execute(String(statement)) }
    connection.close()
    let problems = try StoreInspection.verify(kennel.path, model: kennel.model)
    let found = problems.filter {
      $0.kind == fault.kind && $0.table == fault.table && $0.key == fault.key && $0.property == fault.property
    }
    #expect(!found.isEmpty, "\(problems)")
  }

  @Test func findsAnotherVersionOfTheModel() throws {
    let kennel = try Kennel()
    try kennel.store.close()
    let other = KennelModel.make()
    other.entitiesByName["Walk"]?.declaredProperties += [KennelModel.attribute("length", .double)]
    let problems = try StoreInspection.verify(kennel.path, model: other)
    #expect(problems.contains { $0.kind == .versionHash && $0.entity == "Walk" })
    #expect(problems.contains { $0.kind == .schema && $0.table == "ZWALK" })
    let error = #expect(throws: SQLiteStoreError.self) { try SQLiteStore.open(at: kennel.path, model: other) }
    guard case .incompatibleModel(let differing, [], [])? = error?.kind else {
      Issue.record("the hashes differ")
      return
    }
    #expect(differing.contains("Walk"))
  }

  @Test func saysWhatAStoreHolds() throws {
    let kennel = try Kennel()
    try kennel.insert("Dog", ["name": "A"])
    try kennel.insert("Cat", ["name": "B"])
    kennel.store.metadata.userValues["edition"] = .integer(4)
    try kennel.store.saveMetadata()
    let info = try StoreInspection.info(kennel.path)
    #expect(info.entities.map(\.name) == ["Animal", "Cat", "Dog", "Owner", "Walk"])
    #expect(info.entities.map(\.count) == [0, 1, 1, 0, 0])
    #expect(info.entities.map(\.greatestKey) == [2, nil, nil, 0, 0])
    #expect(info.entities[1].parent == "Animal")
    #expect(info.entities[1].table == "ZANIMAL")
    #expect(info.frameworkVersion == 1526)
    #expect(info.journalMode == "delete")
    #expect(info.applicationKeys == ["edition"])
    #expect(info.identifier == kennel.store.identifier)
    let copy = try JSONDecoder().decode(StoreInfo.self, from: try JSONEncoder().encode(info))
    #expect(copy == info)
  }
}
