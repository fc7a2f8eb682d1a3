import AttributeValues
import ObjectModel
import SQLiteStore
import Testing

struct StoreSchemaTests {
  @Test func laysOutTablesAndColumnsAsCoreDataDoes() {
    let schema = StoreSchema(model: KennelModel.make())
    #expect(
      schema.tableStatements == [
        """
        CREATE TABLE ZANIMAL ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZOWNER INTEGER, Z4FAVOURITES INTEGER, \
        ZLIVES INTEGER, ZWEIGHT INTEGER, Z5PHOTOSOF INTEGER, ZCHIP INTEGER, ZISVACCINATED INTEGER, ZLITTER INTEGER, \
        Z_FOK_OWNER INTEGER, ZBORN TIMESTAMP, ZHEIGHT FLOAT, ZWEIGHT1 FLOAT, ZPRICE DECIMAL, ZNAME VARCHAR, ZHOME VARCHAR, \
        ZTAG BLOB, ZNOTES BLOB, ZPHOTO BLOB, ZSCAN BLOB )
        """,
        """
        CREATE TABLE Z_3WALKS ( Z_3DOGS INTEGER, Z_5WALKS INTEGER, Z_FOK_3DOGS INTEGER, PRIMARY KEY (Z_3DOGS, Z_5WALKS) )
        """,
        """
        CREATE TABLE ZOWNER ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, Z4FRIENDS INTEGER, ZSTREET VARCHAR, \
        ZCITY VARCHAR, ZEMAIL VARCHAR, ZPHONE VARCHAR )
        """,
        "CREATE TABLE ZWALK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPLACE VARCHAR )",
      ]
    )
  }

  @Test func makesTheIndexesOfTheModernEra() {
    let schema = StoreSchema(model: KennelModel.make())
    #expect(
      schema.indexStatements == [
        "CREATE INDEX ZANIMAL_ZOWNER_INDEX ON ZANIMAL (ZOWNER)",
        "CREATE INDEX ZANIMAL_Z4FAVOURITES_INDEX ON ZANIMAL (Z4FAVOURITES)",
        "CREATE INDEX ZANIMAL_Z5PHOTOSOF_INDEX ON ZANIMAL (Z5PHOTOSOF)",
        "CREATE INDEX ZANIMAL_Z_ENT_INDEX ON ZANIMAL (Z_ENT)",
        "CREATE INDEX Z_3WALKS_Z_5WALKS_INDEX ON Z_3WALKS (Z_5WALKS, Z_3DOGS)",
        "CREATE INDEX Z_Dog_byWeight ON ZANIMAL (ZWEIGHT1 COLLATE BINARY DESC, ZNAME COLLATE BINARY ASC)",
        "CREATE INDEX ZOWNER_Z4FRIENDS_INDEX ON ZOWNER (Z4FRIENDS)",
        "CREATE UNIQUE INDEX Z_Owner_UNIQUE_email ON ZOWNER (ZEMAIL COLLATE BINARY ASC)",
      ]
    )
  }

  @Test func putsUniquenessIntoTheTableInTheLegacyEra() {
    let schema = StoreSchema(model: KennelModel.make(), era: .legacy)
    #expect(
      schema.tableStatements[2] == """
        CREATE TABLE ZOWNER ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, Z4FRIENDS INTEGER, ZSTREET VARCHAR, \
        ZCITY VARCHAR, ZEMAIL VARCHAR, ZPHONE VARCHAR, CONSTRAINT ZEMAIL UNIQUE (ZEMAIL))
        """
    )
    #expect(!schema.indexes.contains { $0.isExplicit })
  }

  @Test func numbersEntitiesWithoutRegardToCaseAndParentsFirst() {
    let entities = ["b", "A", "C", "aa"].map { EntityDescription(name: $0) }
    entities[0].subentities = [entities[3]]
    let schema = StoreSchema(model: ManagedObjectModel(entities: entities))
    #expect(schema.entities.map(\.entity.name) == ["A", "b", "aa", "C"])
    #expect(schema.entities.map(\.superNumber) == [0, 0, 2, 0])
  }

  @Test func quotesNamesThatAreNoWords() {
    let entity = EntityDescription(name: "Dog \"show\"")
    entity.declaredProperties = [KennelModel.attribute("place, date", .string)]
    let schema = StoreSchema(model: ManagedObjectModel(entities: [entity]))
    #expect(
      schema.tableStatements == [
        "CREATE TABLE \"ZDOG \"\"SHOW\"\"\" ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \"ZPLACE, DATE\" VARCHAR )"
      ]
    )
  }

  @Test func givesEveryTableANameOfItsOwn() {
    let entities = ["Dog", "DOG", "_metadata"].map { EntityDescription(name: $0) }
    let schema = StoreSchema(model: ManagedObjectModel(entities: entities))
    #expect(schema.tables.map(\.name) == ["Z_METADATA1", "ZDOG", "ZDOG1"])
    #expect(schema.unprovenFeatures.map(\.entity) == ["_metadata", "Dog"])
  }

  @Test func numbersTheColumnsOfSiblingsWithTheSameProperty() {
    let animal = EntityDescription(name: "Animal")
    let (cat, dog) = (EntityDescription(name: "Cat"), EntityDescription(name: "Dog"))
    cat.declaredProperties = [KennelModel.attribute("size", .string), KennelModel.relationship("friend", to: dog)]
    dog.declaredProperties = [KennelModel.attribute("size", .double), KennelModel.relationship("friend", to: animal)]
    animal.subentities = [dog, cat]
    let schema = StoreSchema(model: ManagedObjectModel(entities: [animal, dog, cat]))
    #expect(
      schema.tableStatements == [
        "CREATE TABLE ZANIMAL ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFRIEND INTEGER, ZFRIEND1 INTEGER, "
          + "Z1_FRIEND INTEGER, ZSIZE1 FLOAT, ZSIZE VARCHAR )"
      ]
    )
    #expect(
      schema.indexes.map(\.name) == ["ZANIMAL_ZFRIEND_INDEX", "ZANIMAL_ZFRIEND1_INDEX", "ZANIMAL_Z_ENT_INDEX"]
    )
  }

  @Test func keepsACountWithFiveTriggers() throws {
    let book = EntityDescription(name: "Book")
    let page = EntityDescription(name: "Page")
    book.declaredProperties = [
      DerivedAttributeDescription(name: "pagesCount", type: .integer32, derivationExpressionText: "pages.@count"),
      KennelModel.relationship("pages", to: page, many: true),
    ]
    page.declaredProperties = [KennelModel.relationship("book", to: book)]
    KennelModel.inverse(book, "pages", page, "book")
    let triggers = StoreSchema(model: ManagedObjectModel(entities: [book, page])).triggerStatements
    try #require(triggers.count == 5)
    #expect(
      triggers[0] == """
        CREATE TRIGGER Z_DA_ZPAGE_Book_pagesCount_PARAMETER_INSERT AFTER INSERT ON ZPAGE FOR EACH ROW WHEN (NEW.ZBOOK NOT NULL) \
        BEGIN UPDATE ZBOOK SET ZPAGESCOUNT = IFNULL(ZPAGESCOUNT, 0) + 1 WHERE Z_PK = NEW.ZBOOK; SELECT \
        NSCoreDataDATriggerUpdatedAffectedObjectValue('ZBOOK', Z_ENT, Z_PK, 'pagesCount', ZPAGESCOUNT) FROM ZBOOK WHERE Z_PK = \
        NEW.ZBOOK; END
        """
    )
    #expect(
      triggers[2] == """
        CREATE TRIGGER Z_DA_ZPAGE_Book_pagesCount_PARAMETER_UPDATE_DECREMENT AFTER UPDATE OF ZBOOK ON ZPAGE FOR EACH ROW WHEN \
        (OLD.ZBOOK NOT NULL) BEGIN UPDATE ZBOOK SET ZPAGESCOUNT = ZPAGESCOUNT - 1 WHERE Z_PK = OLD.ZBOOK; SELECT \
        NSCoreDataDATriggerUpdatedAffectedObjectValue('ZBOOK', Z_ENT, Z_PK, 'pagesCount', ZPAGESCOUNT) FROM ZBOOK WHERE Z_PK = \
        OLD.ZBOOK; END
        """
    )
    #expect(
      triggers[4] == """
        CREATE TRIGGER Z_DA_ZBOOK_Book_pagesCount_SOURCE_INSERT AFTER INSERT ON ZBOOK FOR EACH ROW BEGIN UPDATE ZBOOK SET \
        ZPAGESCOUNT = (SELECT IFNULL(COUNT(ZBOOK), 0) FROM ZPAGE WHERE ZBOOK = NEW.Z_PK) WHERE Z_PK = NEW.Z_PK; SELECT \
        NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZBOOK', Z_ENT, Z_PK, 'pagesCount', ZPAGESCOUNT) FROM ZBOOK WHERE \
        Z_PK = NEW.Z_PK; END
        """
    )
  }

  struct Condition: CustomTestStringConvertible, Sendable {
    var predicate: String
    var sql: String?
    var isProven = true
    var testDescription: String { predicate }
  }

  static let conditions = [
    Condition(predicate: "state != 4", sql: "ZSTATE <> 4"),
    Condition(
      predicate: "faceCrop == nil AND duration == 0 AND (centerX != 0 OR bodyCenterX == 0)",
      sql: "(ZFACECROP IS NULL AND ZDURATION = 0 AND (ZCENTERX <> 0 OR ZBODYCENTERX = 0))"
    ),
    Condition(predicate: "(state == YES) && name != NULL", sql: "(ZSTATE = 1 AND ZNAME IS NOT NULL)"),
    Condition(predicate: "name == 'O, dear'", sql: "ZNAME = 'O, dear'"),
    Condition(predicate: "state IN {1, 2}", sql: "ZSTATE IN (1, 2)", isProven: false),
    Condition(predicate: "state BETWEEN {1, 2.5}", sql: "ZSTATE BETWEEN 1 AND 2.5", isProven: false),
    Condition(predicate: "NOT (state == 1 OR state > -2)", sql: "NOT ((ZSTATE = 1 OR ZSTATE > -2))", isProven: false),
    Condition(predicate: "name == 'it\\'s'", sql: "ZNAME = 'it''s'"),
    Condition(predicate: "ANY state == 1", sql: nil),
    Condition(predicate: "name ==[c] 'a'", sql: nil),
    Condition(predicate: "name BEGINSWITH 'a'", sql: nil),
    Condition(predicate: "state == $LEAST", sql: nil),
    Condition(predicate: "state > nil", sql: nil),
    Condition(predicate: "unknown == 1", sql: nil),
    Condition(predicate: "state ==", sql: nil),
  ]

  @Test(arguments: conditions) func writesTheConditionOfAPartialIndex(_ condition: Condition) {
    let names = ["state", "faceCrop", "duration", "centerX", "bodyCenterX", "name"]
    let entity = EntityDescription(name: "Face")
    entity.declaredProperties = names.map { KennelModel.attribute($0, .integer16) }
    entity.indexes = [
      FetchIndexDescription(
        name: "some",
        elements: [.init(propertyName: "state")],
        partialIndexPredicateText: condition.predicate
      )
    ]
    let schema = StoreSchema(model: ManagedObjectModel(entities: [entity]))
    #expect(schema.indexes.first?.condition == condition.sql)
    #expect(schema.unprovenFeatures.isEmpty == (condition.sql != nil && condition.isProven))
  }
}
