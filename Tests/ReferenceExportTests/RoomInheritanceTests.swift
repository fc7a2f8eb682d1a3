import AttributeValues
import FoundationEssentials
import ManagedObjects
import ModelReading
import ObjectModel
import ReferenceExport
import SQLiteAccess
import TestSupport
import Testing

/// Room's tables for a model with inheritance, a composite attribute, a reflexive relationship and a text in two forms of a key.
@Suite struct RoomInheritanceTests {
  private static let contents = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
      <entity name="Animal" representedClassName="Animal" syncable="YES">
        <attribute name="chip" attributeType="UUID"/>
        <attribute name="size" optional="YES" attributeType="Composite"><attribute name="height" optional="YES" attributeType="Integer 16"/></attribute>
        <relationship name="friends" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Animal" \
    inverseName="friendOf" inverseEntity="Animal"/>
        <relationship name="friendOf" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Animal" \
    inverseName="friends" inverseEntity="Animal"/>
      </entity>
      <entity name="Dog" representedClassName="Dog" parentEntity="Animal" syncable="YES">
        <attribute name="bark" optional="YES" attributeType="Double"/>
      </entity>
    </model>
    """

  private static let schema = #"""
    {"formatVersion": 1, "database": {"version": 1, "identityHash": "x", "entities": [
      {
        "tableName": "animal",
        "createSql": "CREATE TABLE IF NOT EXISTS `${TABLE_NAME}` (`_id` INTEGER NOT NULL, `chip` BLOB NOT NULL, `size_height` INTEGER, PRIMARY KEY(`_id`))",
        "fields": [
          {"fieldPath": "id", "columnName": "_id", "affinity": "INTEGER", "notNull": true},
          {"fieldPath": "chip", "columnName": "chip", "affinity": "BLOB", "notNull": true},
          {"fieldPath": "size.height", "columnName": "size_height", "affinity": "INTEGER"}
        ],
        "primaryKey": {"autoGenerate": false, "columnNames": ["_id"]}
      },
      {
        "tableName": "DogEntity",
        "createSql": "CREATE TABLE IF NOT EXISTS `${TABLE_NAME}` (`_id` INTEGER NOT NULL, `bark` REAL, PRIMARY KEY(`_id`), FOREIGN KEY(`_id`) REFERENCES `animal`(`_id`) ON UPDATE NO ACTION ON DELETE CASCADE )",
        "fields": [
          {"fieldPath": "id", "columnName": "_id", "affinity": "INTEGER", "notNull": true},
          {"fieldPath": "bark", "columnName": "bark", "affinity": "REAL"}
        ],
        "primaryKey": {"autoGenerate": false, "columnNames": ["_id"]},
        "foreignKeys": [
          {"table": "animal", "onDelete": "CASCADE", "onUpdate": "NO ACTION", "columns": ["_id"], "referencedColumns": ["_id"]}
        ]
      },
      {
        "tableName": "friends",
        "createSql": "CREATE TABLE IF NOT EXISTS `${TABLE_NAME}` (`animal_id` INTEGER NOT NULL, `friend_id` INTEGER NOT NULL, PRIMARY KEY(`animal_id`, `friend_id`))",
        "fields": [
          {"columnName": "animal_id", "affinity": "INTEGER", "notNull": true},
          {"columnName": "friend_id", "affinity": "INTEGER", "notNull": true}
        ],
        "primaryKey": {"columnNames": ["animal_id", "friend_id"]}
      }
    ]}}
    """#

  private static func written() throws -> SQLiteConnection {
    let model = try ModelReader.parse(Array(contents.utf8), file: "Animals.xcdatamodel").model
    model.freeze()
    let animal = try #require(model.entitiesByName["Animal"])
    let dog = try #require(model.entitiesByName["Dog"])
    let store = InMemoryStore()
    let animalID = store.obtainPermanentIDs(for: animal, count: 1)[0]
    let dogID = store.obtainPermanentIDs(for: dog, count: 1)[0]
    guard case .toMany(let slot)? = animal.layout.slot(named: "friends") else { throw RoomTestError() }
    let chip = try #require(AttributeValue.uuid("00010203-0405-0607-0809-0A0B0C0D0E0F"))
    var request = StoreSaveRequest()
    request.inserted = [
      LibraryModel.row(animalID, ["chip": chip, "size": .composite(["height": .integer(3)])]),
      LibraryModel.row(dogID, ["chip": chip, "bark": .double(0.5)]),
    ]
    request.toManyChanges = [StoreToManyChange(owner: dogID, slot: slot, added: [animalID], removed: [], order: nil)]
    try store.save(request)
    let folder = try TemporaryFolder()
    try RoomExport(try RoomSchema(Array(schema.utf8), name: "1.json"), model: model, store: store)
      .write(to: folder.file("room.db"))
    let connection = try SQLiteConnection(path: folder.file("room.db"), mode: .readOnly)
    _ = try connection.rows("SELECT 1 FROM sqlite_schema")
    return connection
  }

  private struct RoomTestError: Error {}

  /// The object of a sub-entity has a row in both tables, under one key.
  @Test func objectsOfSubEntitiesAreInTheTablesOfTheirParents() throws {
    let database = try Self.written()
    let chip = SQLiteValue.blob(Array(0...15))
    #expect(try database.rows("SELECT * FROM animal ORDER BY _id") == [[1, chip, 3], [2, chip, .null]])
    #expect(try database.rows("SELECT * FROM DogEntity") == [[2, 0.5]])
  }

  /// Both columns of the table refer to the same table; the relationship's name tells which is which.
  @Test func linksWithinOneEntityLeadFromOwnerToMember() throws {
    #expect(try Self.written().rows("SELECT animal_id, friend_id FROM friends") == [[2, 1]])
  }
}

extension AttributeValue {
  /// A UUID from its text.
  fileprivate static func uuid(_ text: String) -> AttributeValue? { UUID(uuidString: text).map { .uuid($0) } }
}
