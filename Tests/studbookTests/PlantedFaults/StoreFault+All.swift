import Findings
import PropertyLists
import SQLiteStore

extension StoreFault {
  /// One or more faults of each kind that `studbook verify` looks for. Each stands in rows of its own, so that all that leave the rows readable can be in
  /// one store.
  static let all = fileFaults + bookFaults + referenceFaults + valueFaults

  private static let fileFaults: [StoreFault] = [
    .sql(.storeSchema, "DROP TABLE ZPHOTO", "ZPHOTO", nil, "Photo", leavesRows: false),
    .sql(.storeSchema, "ALTER TABLE ZPERSON DROP COLUMN ZAGE", "ZPERSON", nil, "Person", leavesRows: false),
    StoreFault(rule: .storeIntegrity, planting: .page(ofIndex: "Z_Passport_UNIQUE_number"), leavesRows: false),
    .sql(.storeSchema, "DROP INDEX Z_Passport_UNIQUE_number", "ZPASSPORT", nil, "Passport"),
    .sql(
      .storeSchema,
      "DROP INDEX ZPHOTO_ZALBUM_INDEX; CREATE INDEX ZPHOTO_ZALBUM_INDEX ON ZPHOTO (ZALBUM DESC)",
      "ZPHOTO",
      nil,
      "Photo"
    ),
    .sql(
      .storeSchema,
      "ALTER TABLE ZALBUM DROP COLUMN ZTITLE; ALTER TABLE ZALBUM ADD COLUMN ZTITLE INTEGER",
      "ZALBUM",
      nil,
      "Album"
    ),
    .sql(.storeSchema, "DROP TRIGGER Z_DA_ZCLUB_Club_teamCount_SOURCE_INSERT", "ZCLUB", nil, "Club", "teamCount"),
    StoreFault(
      rule: .storeOrphanFile,
      planting: .file(".Clubs_SUPPORT/_EXTERNAL_DATA/6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11")
    ),
  ]

  private static let bookFaults: [StoreFault] = [
    .sql(.storePrimaryKey, "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Person'", "Z_PRIMARYKEY", nil, "Person"),
    .sql(.storePrimaryKey, "UPDATE Z_PRIMARYKEY SET Z_ENT = 9 WHERE Z_NAME = 'Photo'", "Z_PRIMARYKEY", nil, "Photo"),
    .sql(.storePrimaryKey, "UPDATE Z_PRIMARYKEY SET Z_SUPER = 1 WHERE Z_NAME = 'Child'", "Z_PRIMARYKEY", nil, "Child"),
    .sql(.storePrimaryKey, "DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Album'", "Z_PRIMARYKEY", nil, "Album"),
    hashes(.storeVersionHash, "Album") { $0["Album"] = .data([UInt8](repeating: 7, count: 32)) },
    hashes(.storeVersionHash, "Club") { $0["Club"] = nil },
    hashes(.storeVersionHash, "Guest") { $0["Guest"] = .data([UInt8](repeating: 1, count: 32)) },
    metadata("NSStoreModelVersionHashesDigest", .string("AAAA")),
    metadata("NSStoreModelVersionChecksumKey", .string("AAAA")),
    metadata("NSStoreType", .string("XML")),
    .sql(.storeMetadata, "UPDATE Z_METADATA SET Z_UUID = 'clubs'", "Z_METADATA"),
    .sql(.storeMetadata, "INSERT INTO Z_METADATA SELECT 2, Z_UUID, Z_PLIST FROM Z_METADATA", "Z_METADATA"),
  ]

  private static let referenceFaults: [StoreFault] = [
    .sql(.storeEntityNumber, "UPDATE ZPERSON SET Z_ENT = 77 WHERE Z_PK = 8", "ZPERSON", 8, "Person"),
    .sql(
      .storeDanglingReference,
      "UPDATE ZPASSPORT SET ZHOLDER = 999 WHERE Z_PK = 1",
      "ZPASSPORT",
      1,
      "Passport",
      "holder"
    ),
    .sql(.storeDanglingReference, "INSERT INTO Z_2MEMBERS VALUES (1, 999, 7)", "Z_2MEMBERS", 1, "Club", "members"),
    .sql(.storeDanglingReference, "INSERT INTO Z_2MEMBERS VALUES (999, 9, 7)", "Z_2MEMBERS", 9, "Child", "clubs"),
    .sql(.storeDanglingReference, "INSERT INTO Z_2MEMBERS VALUES (1, NULL, 9)", "Z_2MEMBERS", 1, "Club", "members"),
    .sql(.storeDanglingReference, "INSERT INTO Z_2MEMBERS VALUES (NULL, 10, 9)", "Z_2MEMBERS", 10, "Child", "clubs"),
    .sql(
      .storeWrongDestination,
      "UPDATE ZPASSPORT SET Z4_HOLDER = 5 WHERE Z_PK = 2",
      "ZPASSPORT",
      2,
      "Passport",
      "holder"
    ),
    .sql(.storeWrongDestination, "INSERT INTO Z_2MEMBERS VALUES (1, 1, 11)", "Z_2MEMBERS", 1, "Club", "members"),
    .sql(.storeInverse, "UPDATE ZPERSON SET ZPASSPORT = 11 WHERE Z_PK = 12", "ZPERSON", 12, "Child", "passport"),
    .sql(
      .storeOrder,
      "UPDATE Z_2MEMBERS SET Z_FOK_5MEMBERS = 2048 WHERE Z_5MEMBERS IN (9, 10)",
      "Z_2MEMBERS",
      1,
      "Club",
      "members"
    ),
    .sql(.storeOrder, "UPDATE ZCLUB SET Z_FOK_LEAGUE = NULL WHERE Z_PK = 3", "ZCLUB", 1, "Club", "teams"),
    .sql(.storeRequired, "UPDATE ZPHOTO SET ZSUBJECT = NULL WHERE Z_PK = 1", "ZPHOTO", 1, "Photo", "subject"),
  ]

  private static let valueFaults: [StoreFault] = [
    .sql(.storeStorageClass, "UPDATE ZPERSON SET ZAGE = 'old' WHERE Z_PK = 1", "ZPERSON", 1, "Person", "age"),
    .sql(.storeValidation, "UPDATE ZPERSON SET ZAGE = 150 WHERE Z_PK = 2", "ZPERSON", 2, "Person", "age"),
    .sql(
      .storeValidation,
      "UPDATE ZPASSPORT SET ZCOUNTRY = 'Germany' WHERE Z_PK = 5",
      "ZPASSPORT",
      5,
      "Passport",
      "country"
    ),
    .sql(.storeRequired, "UPDATE ZPERSON SET ZNAME = NULL WHERE Z_PK = 3", "ZPERSON", 3, "Person", "name"),
    .sql(.storeText, "UPDATE ZPERSON SET ZNAME = 'A' || char(0) || 'B' WHERE Z_PK = 4", "ZPERSON", 4, "Person", "name"),
    .sql(.storeText, "UPDATE ZPERSON SET ZNAME = CAST(x'41FF' AS TEXT) WHERE Z_PK = 5", "ZPERSON", 5, "Person", "name"),
    .sql(
      .storeExternalData,
      "UPDATE ZPERSON SET ZPORTRAIT = CAST(x'02' || '00112233-4455-6677-8899-AABBCCDDEEFF' || x'00' AS BLOB) WHERE Z_PK = 6",
      "ZPERSON",
      6,
      "Person",
      "portrait"
    ),
    .sql(
      .storePrecision,
      "UPDATE ZPERSON SET ZWEALTH = 0.12345678901234568 WHERE Z_PK = 7",
      "ZPERSON",
      7,
      "Person",
      "wealth"
    ),
    .sql(
      .storeUniqueness,
      "DROP INDEX IF EXISTS Z_Passport_UNIQUE_number; UPDATE ZPASSPORT SET ZNUMBER = 3 WHERE Z_PK = 4",
      "ZPASSPORT",
      4,
      "Passport",
      "number"
    ),
    .sql(.storeDerivation, "UPDATE ZCLUB SET ZTEAMCOUNT = 99 WHERE Z_PK = 2", "ZCLUB", 2, "Club", "teamCount"),
    .sql(.storeDerivation, "UPDATE ZCLUB SET ZMEMBERCOUNT = 99 WHERE Z_PK = 4", "ZCLUB", 4, "Club", "memberCount"),
  ]

  private static func metadata(_ name: String, _ value: PropertyListValue) -> StoreFault {
    StoreFault(rule: .storeMetadata, planting: .metadata(name) { _ in value }, table: "Z_METADATA")
  }

  private static func hashes(
    _ rule: RuleCode,
    _ entity: String,
    _ change: @escaping @Sendable (inout PropertyListDictionary) -> Void
  ) -> StoreFault {
    StoreFault(
      rule: rule,
      planting: .metadata("NSStoreModelVersionHashes") { value in
        var hashes = value?.dictionary ?? PropertyListDictionary()
        change(&hashes)
        return .dictionary(hashes)
      },
      entity: entity
    )
  }
}
