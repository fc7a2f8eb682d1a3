import AttributeValues
import CompiledModels
import Findings
import Foundation
import ManagedObjects
import ObjectModel
import PropertyLists
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// Stores in shapes that Apple's own software leaves, which are sound (issue 17).
@Suite struct UntidyStoreTests {
  /// A store of people with friends, devices that trust each other, tags, passports and marks, with a few objects.
  private func store(era: StoreEra = .modern) throws -> Kennel {
    let person = EntityDescription(name: "Person")
    let device = EntityDescription(name: "Device")
    let passport = EntityDescription(name: "Passport")
    let tag = EntityDescription(name: "Tag")
    let rank = KennelModel.attribute("rank", .integer16, optional: false)
    rank.defaultValue = .integer(7)
    person.declaredProperties = [
      KennelModel.attribute("name", .string, optional: false), rank,
      KennelModel.relationship("friends", to: person, many: true),
      KennelModel.relationship("passport", to: passport),
      KennelModel.relationship("tags", to: tag, many: true),
    ]
    device.declaredProperties = [
      KennelModel.relationship("trusted", to: device, many: true),
      KennelModel.relationship("trustedBy", to: device, many: true),
    ]
    passport.declaredProperties = [
      KennelModel.attribute("number", .string), KennelModel.relationship("holder", to: person),
    ]
    tag.declaredProperties = [KennelModel.relationship("people", to: person, many: true)]
    KennelModel.inverse(person, "friends", person, "friends")
    KennelModel.inverse(person, "passport", passport, "holder")
    KennelModel.inverse(person, "tags", tag, "people")
    KennelModel.inverse(device, "trusted", device, "trustedBy")
    passport.uniquenessConstraints = [["number"]]
    var options = SQLiteStoreOptions()
    options.era = era
    let kennel = try Kennel(
      model: ManagedObjectModel(entities: [person, device, passport, tag]),
      options: options
    )
    let first = try kennel.insert("Person", ["name": "Ada", "rank": .integer(1)]).objectID
    let second = try kennel.insert("Person", ["name": "Grace", "rank": .integer(2)]).objectID
    let devices = try (0..<2).map { _ in try kennel.insert("Device", [:]).objectID }
    _ = try kennel.insert("Passport", ["number": "1"], toOne: ["holder": first])
    try kennel.link(first, "friends", "Person", [second])
    try kennel.link(devices[0], "trusted", "Device", [devices[1]])
    let tag1 = try kennel.insert("Tag", [:]).objectID
    try kennel.link(first, "tags", "Person", [tag1])
    try kennel.store.close()
    let connection = try SQLiteConnection(path: kennel.path)
    try connection.execute("UPDATE ZPERSON SET ZPASSPORT = 1 WHERE Z_PK = 1")
    connection.close()
    return kennel
  }

  /// What the verification says after a few statements in the store.
  private func findings(_ kennel: Kennel, after statements: String...) throws -> [String] {
    let connection = try SQLiteConnection(path: kennel.path)
    for statement in statements { try connection.execute(statement) }
    connection.close()
    return try StoreInspection.verify(kennel.path, model: kennel.model)
      .filter { $0.rule != .storeUnproven }
      .map { "\($0.severity)[\($0.rule)] \($0.message)" }
  }

  @Test func aReflexiveTableMayBeNamedFromTheOtherSide() throws {
    let kennel = try store()
    let statements = [
      "ALTER TABLE Z_1TRUSTEDBY RENAME TO Z_1TRUSTED", "DROP INDEX Z_1TRUSTEDBY_Z_1TRUSTEDBY_INDEX",
      "CREATE INDEX Z_1TRUSTED_Z_1TRUSTEDBY_INDEX ON Z_1TRUSTED (Z_1TRUSTEDBY, Z_1TRUSTED)",
    ]
    #expect(try findings(kennel, after: statements[0], statements[1], statements[2]) == [])
    let reopened = try kennel.reopened()
    let entity = try reopened.entity("Device")
    let device = ManagedObjectID(entity: entity, storeNumber: reopened.store.number, reference: 1)
    let slot = try reopened.toManySlot("trusted", "Device")
    #expect(try reopened.store.members(of: device, toManySlot: slot).map(\.reference) == [2])
  }

  @Test func aJoinTableMayHaveOldIndexesAndTheOtherNumberAtItsColumn() throws {
    let kennel = try store()
    #expect(
      try findings(
        kennel,
        after: "ALTER TABLE Z_3TAGS RENAME COLUMN Z_3PEOPLE TO Z_3PEOPLE1",
        "DROP INDEX Z_3TAGS_Z_4TAGS_INDEX",
        "CREATE INDEX Z_2TAGS_Z_2TAGS_INDEX ON Z_3TAGS (Z_4TAGS, Z_3PEOPLE1)"
      ) == []
    )
    #expect(
      try findings(kennel, after: "DROP INDEX Z_2TAGS_Z_2TAGS_INDEX")
        == ["error[store.schema] The index Z_3TAGS_Z_4TAGS_INDEX is missing"]
    )
  }

  @Test func anIndexMayNameItsTableInQuotesAndHaveBlanksInARow() throws {
    let kennel = try store()
    #expect(
      try findings(
        kennel,
        after: "DROP INDEX Z_3TAGS_Z_4TAGS_INDEX",
        "CREATE INDEX Z_3TAGS_Z_4TAGS_INDEX ON \"Z_3TAGS\"  (Z_4TAGS, Z_3PEOPLE)"
      ) == []
    )
  }

  @Test func aConstraintMayStandInTheTablesOwnStatement() throws {
    let kennel = try store(era: StoreEra(frameworkVersion: 851))
    #expect(
      try findings(
        kennel,
        after: "ALTER TABLE ZPASSPORT RENAME TO OLD",
        """
        CREATE TABLE ZPASSPORT ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZHOLDER INTEGER, ZNUMBER VARCHAR UNIQUE )
        """,
        "INSERT INTO ZPASSPORT SELECT * FROM OLD",
        "DROP TABLE OLD",
        "CREATE INDEX ZPASSPORT_ZHOLDER_INDEX ON ZPASSPORT (ZHOLDER)"
      ) == []
    )
    #expect(
      try findings(
        kennel,
        after: "ALTER TABLE ZPASSPORT RENAME TO OLD",
        "CREATE TABLE ZPASSPORT AS SELECT * FROM OLD",
        "DROP TABLE OLD",
        "CREATE INDEX ZPASSPORT_ZHOLDER_INDEX ON ZPASSPORT (ZHOLDER)"
      ).contains("error[store.schema] ZPASSPORT: the index Z_Passport_UNIQUE_number is missing")
    )
  }

  @Test func aPairMayBeSetOnOneSide() throws {
    let kennel = try store()
    #expect(
      try findings(kennel, after: "UPDATE ZPERSON SET ZPASSPORT = NULL")
        == ["warning[store.inverse] ZPASSPORT 1: holder leads to 1, whose passport does not lead back"]
    )
  }

  @Test func anEntityMayStandUnderItsOldName() throws {
    let kennel = try store()
    #expect(
      try findings(kennel, after: "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Pass' WHERE Z_NAME = 'Passport'")
        == [
          "warning[store.primary-key] Z_PRIMARYKEY: the number of Passport stands under the name Pass, as a migration leaves it"
        ]
    )
    #expect(
      try findings(kennel, after: "DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Pass'")
        == ["error[store.primary-key] Z_PRIMARYKEY has no row for Passport"]
    )
  }

  @Test func aDefaultServesForARequiredValueThatIsMissing() throws {
    let kennel = try store()
    #expect(
      try findings(
        kennel,
        after: "UPDATE ZPERSON SET ZRANK = NULL WHERE Z_PK = 2"
      ) == ["warning[store.required] ZPERSON 2: rank is required and has no value; the model's default serves"]
    )
  }

  @Test func aLinkToADeletedPartnerIsARemark() throws {
    let kennel = try store()
    #expect(
      try findings(
        kennel,
        after: "INSERT INTO Z_3FRIENDS VALUES (1, 99)"
      ) == ["warning[store.dangling-reference] Z_3FRIENDS 1: REFLEXIVE refers to ZPERSON 99, which is not there"]
    )
    #expect(
      try findings(kennel, after: "DELETE FROM Z_3FRIENDS", "INSERT INTO Z_3TAGS VALUES (1, 99)")
        == ["error[store.dangling-reference] Z_3TAGS 1: Z_4TAGS refers to ZTAG 99, which is not there"]
    )
  }
}
