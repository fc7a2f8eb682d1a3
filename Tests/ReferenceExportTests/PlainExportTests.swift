import AttributeValues
import ManagedObjects
import ModelReading
import ObjectModel
import ReferenceExport
import SQLiteAccess
import TestSupport
import Testing

@Suite struct PlainExportTests {
  @Test func makesNaturalTablesWithKeysChecksIndexesViewsAndSearch() throws {
    let model = try LibraryModel.model()
    let export = try PlainExport(model: model, store: try LibraryModel.store(of: model))
    #expect(
      export.schemaStatements.joined(separator: ";\n") == """
        CREATE TABLE "Author" (
          "objectID" INTEGER PRIMARY KEY REFERENCES "Person" ("objectID") ON DELETE CASCADE,
          "penName" TEXT
        ) STRICT;
        CREATE TABLE "Book" (
          "id" INTEGER PRIMARY KEY,
          "title" TEXT NOT NULL CHECK (length("title") >= 1) CHECK (length("title") <= 80),
          "pages" INTEGER CHECK ("pages" BETWEEN 1 AND 5000),
          "price" REAL,
          "weight" REAL,
          "isLent" INTEGER NOT NULL CHECK ("isLent" IN (0, 1)),
          "published" TEXT,
          "isbn" TEXT,
          "cover" BLOB,
          "link" TEXT,
          "rank" TEXT,
          "authorID" INTEGER NOT NULL REFERENCES "Author" ("objectID") ON DELETE CASCADE,
          "authorPosition" INTEGER
        ) STRICT;
        CREATE TABLE "Person" (
          "objectID" INTEGER PRIMARY KEY,
          "id" TEXT NOT NULL,
          "name" TEXT NOT NULL
        ) STRICT;
        CREATE TABLE "Tag" (
          "id" INTEGER PRIMARY KEY,
          "word" TEXT NOT NULL
        ) STRICT;
        CREATE TABLE "BookTags" (
          "bookID" INTEGER NOT NULL REFERENCES "Book" ("id") ON DELETE CASCADE,
          "tagID" INTEGER NOT NULL REFERENCES "Tag" ("id") ON DELETE CASCADE,
          "position" INTEGER,
          PRIMARY KEY ("bookID", "tagID")
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX "Book.isbn" ON "Book" ("isbn");
        CREATE INDEX "Book.pages" ON "Book" ("pages" DESC);
        CREATE INDEX "Book.authorID" ON "Book" ("authorID");
        CREATE UNIQUE INDEX "Tag.word" ON "Tag" ("word");
        CREATE INDEX "BookTags.tagID" ON "BookTags" ("tagID");
        CREATE VIEW "AuthorView" AS
        SELECT t0."objectID", t0."penName", t1."id", t1."name"
        FROM "Author" AS t0
          JOIN "Person" AS t1 USING ("objectID");
        CREATE VIEW "BookView" AS
        SELECT t0."id", t0."title", t0."pages", t0."price", t0."weight", t0."isLent", t0."published", t0."isbn", t0."cover", t0."link", t0."rank", t0."authorID", r1."name" AS "author", t0."authorPosition"
        FROM "Book" AS t0
          LEFT JOIN "Person" AS r1 ON r1."objectID" = t0."authorID";
        CREATE VIEW "PersonView" AS
        SELECT t0."objectID", t0."id", t0."name"
        FROM "Person" AS t0;
        CREATE VIEW "TagView" AS
        SELECT t0."id", t0."word"
        FROM "Tag" AS t0;
        CREATE VIRTUAL TABLE "AuthorSearch" USING fts5("penName", "name", content="AuthorView", content_rowid="objectID", tokenize='unicode61 remove_diacritics 2');
        CREATE VIRTUAL TABLE "Author_fts" USING fts5("penName", content="Author", content_rowid="objectID", tokenize='unicode61 remove_diacritics 2');
        CREATE VIRTUAL TABLE "BookSearch" USING fts5("title", "isbn", content="Book", content_rowid="id", tokenize='unicode61 remove_diacritics 2');
        CREATE VIRTUAL TABLE "PersonSearch" USING fts5("name", content="Person", content_rowid="objectID", tokenize='unicode61 remove_diacritics 2');
        CREATE VIRTUAL TABLE "TagSearch" USING fts5("word", content="Tag", content_rowid="id", tokenize='unicode61 remove_diacritics 2')
        """
    )
  }

  @Test func fileHasTheSchemaThatItsStatementsMake() throws {
    let model = try LibraryModel.model()
    let export = try PlainExport(model: model, store: try LibraryModel.store(of: model))
    let folder = try TemporaryFolder()
    let made = try SQLiteConnection(path: folder.file("made.sqlite"), mode: .create)
    for statement in export.schemaStatements { try made.execute(statement) }
    let objects = "SELECT type, name, tbl_name, rootpage = 0, sql FROM sqlite_schema ORDER BY name"
    let expected = try made.rows(objects)
    #expect(try exported().rows(objects) == expected)
    #expect(expected.count { $0.first == "view" } == 4)
  }

  @Test func writesValuesAsPeopleReadThem() throws {
    let database = try exported()
    #expect(
      try database.rows(#"SELECT * FROM "Book" WHERE id = 1"#) == [
        [
          1, "Das Rätsel", 320, 19.95, 0.1, 1, "2024-05-01T12:00:00.250Z", "1", .blob([0, 255]), .null, "high", 1, 2,
        ]
      ]
    )
    #expect(
      try database.rows(#"SELECT * FROM "Person""#) == [[1, "01020304-0506-0708-090A-0B0C0D0E0F10", "Žižka, Ána"]]
    )
    #expect(try database.rows(#"SELECT * FROM "Author""#) == [[1, .null]])
  }

  @Test func keepsTheOrderOfOrderedRelationships() throws {
    let database = try exported()
    #expect(
      try database.rows(#"SELECT title FROM "Book" ORDER BY authorPosition"#) == [
        ["Third"], ["Das Rätsel"], ["Second"],
      ]
    )
    #expect(
      try database.rows(#"SELECT word FROM "BookTags" JOIN "Tag" ON "Tag".id = tagID ORDER BY position"#)
        == [["old"], ["crime"]]
    )
  }

  @Test func viewsShowInheritedAttributesAndTheNamesOfRelatedObjects() throws {
    let database = try exported()
    #expect(
      try database.rows(#"SELECT title, authorID, author FROM "BookView" WHERE pages > 100"#)
        == [["Das Rätsel", 1, "Žižka, Ána"]]
    )
    #expect(try database.rows(#"SELECT objectID, name, penName FROM "AuthorView""#) == [[1, "Žižka, Ána", .null]])
  }

  @Test func findsWordsWithoutRegardToCaseAndAccents() throws {
    let database = try exported()
    #expect(try database.rows(#"SELECT rowid FROM "BookSearch" WHERE "BookSearch" MATCH 'ratsel'"#) == [[1]])
    #expect(try database.rows(#"SELECT rowid FROM "AuthorSearch" WHERE "AuthorSearch" MATCH 'zizka'"#) == [[1]])
  }

  @Test func sealsToTheSameBytesTwice() throws {
    let folder = try TemporaryFolder()
    var digests: Set<String> = []
    for run in 1...2 {
      let model = try LibraryModel.model()
      let work = folder.file("work-\(run).sqlite")
      try PlainExport(model: model, store: try LibraryModel.store(of: model)).write(to: work)
      try ReferenceSealer.seal(work, as: folder.file("sealed-\(run).sqlite"))
      digests.insert(try FileDigest(of: folder.file("sealed-\(run).sqlite"), as: "").sha256)
    }
    #expect(digests.count == 1)
  }

  @Test func saysWhichObjectIsNotAsTheModelWantsIt() throws {
    let error = try #require(throws: PlainExportError.self) {
      _ = try exported { request in request.inserted[2].attributes[0] = .null }
    }
    #expect(
      error.description
        == "cannot export: Book 2 is not as the model wants it (NOT NULL constraint failed: Book.title); "
        + "‘studbook verify’ lists every such place"
    )
    let outOfRange = try #require(throws: PlainExportError.self) {
      _ = try exported { request in request.inserted[2].attributes[1] = .integer(9_999) }
    }
    #expect(outOfRange.reason == "CHECK constraint failed: pages")
  }

  /// Stores of Apple's own software lack a required value here and there; the model's default serves (issue 17).
  @Test func writesTheDefaultOfARequiredAttributeThatHasNoValue() throws {
    let database = try exported { request in
      guard case .attribute(let slot)? = request.inserted[1].objectID.entity.layout.slot(named: "isLent") else {
        return
      }
      request.inserted[1].attributes[slot] = .null
    }
    #expect(try database.rows(#"SELECT "isLent" FROM "Book" WHERE id = 1"#) == [[.integer(0)]])
  }

  private static func statements(_ contents: String) throws -> [String] {
    let model = try ModelReader.parse(Array("<model>\(contents)</model>".utf8), file: "contents").model
    return try PlainExport(model: model, store: InMemoryStore()).schemaStatements
  }

  /// SQLite's names are the same where they differ in case only.
  @Test func aColumnWhoseNameWasTakenHasItsIndexes() throws {
    let statements = try Self.statements(
      """
      <entity name="Dog">
        <attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="Name" optional="YES" attributeType="String"/>
        <attribute name="groupID" optional="YES" attributeType="String"/>
        <relationship name="group" optional="YES" maxCount="1" destinationEntity="Dog"/>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="Name"/><constraint value="group"/></uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      """
    )
    #expect(statements.contains(#"CREATE UNIQUE INDEX "Dog.Name2.groupID2" ON "Dog" ("Name2", "groupID2")"#))
    #expect(statements.contains(#"CREATE INDEX "Dog.groupID2" ON "Dog" ("groupID2")"#), "\(statements)")
  }

  @Test func textsInCompositesAreSearched() throws {
    let statements = try Self.statements(
      """
      <entity name="Dog">
        <attribute name="home" optional="YES" attributeType="Composite">
          <attribute name="city" optional="YES" attributeType="String"/>
          <attribute name="floor" optional="YES" attributeType="Integer 16"/>
        </attribute>
      </entity>
      """
    )
    #expect(
      statements.contains { $0.hasPrefix(#"CREATE VIRTUAL TABLE "DogSearch" USING fts5("homeCity", content="Dog","#) },
      "\(statements)"
    )
  }

  @Test func danglingReferenceKeepsTheFileFromBeingSealed() throws {
    let folder = try TemporaryFolder()
    let model = try LibraryModel.model()
    let store = try LibraryModel.store(of: model) { request in
      let author = try #require(request.inserted[0].objectID.entity as EntityDescription?)
      request.inserted[3].toOne[0] = ManagedObjectID(entity: author, storeNumber: 1, reference: 77)
      request.toManyChanges.removeFirst()
    }
    let work = folder.file("work.sqlite")
    try PlainExport(model: model, store: store).write(to: work)
    let error = try #require(throws: PublicationError.self) {
      try ReferenceSealer.seal(work, as: folder.file("sealed.sqlite"))
    }
    #expect(error.kind == .unsoundDatabase(problems: ["Book row 3 refers to a row of Author that does not exist"]))
  }

  @Test(arguments: [
    (0.0, "2001-01-01T00:00:00Z"), (-1.0, "2000-12-31T23:59:59Z"), (-0.5, "2000-12-31T23:59:59.500Z"),
    (736_257_600.000_001, "2024-05-01T12:00:00.000001Z"), (-978_307_200.0, "1970-01-01T00:00:00Z"),
    (-63_113_990_400.0, "0000-12-31T00:00:00Z"), (252_423_993_600.0, "+010000-01-01T00:00:00Z"),
    // The nearest number to a millisecond, so far away that the next one is 15 microseconds off.
    (135_862_012_799.123, "6306-04-19T23:59:59.123Z"), (-0.000_5, "2000-12-31T23:59:59.999500Z"),
  ])
  func writesDatesInISO8601(_ seconds: Double, _ text: String) throws {
    let database = try exported { request in
      guard case .attribute(let slot)? = request.inserted[1].objectID.entity.layout.slot(named: "published") else {
        return
      }
      request.inserted[1].attributes[slot] = .date(seconds)
    }
    #expect(try database.rows(#"SELECT published FROM "Book" WHERE id = 1"#) == [[.text(text)]])
  }

  private func exported(change: (inout StoreSaveRequest) throws -> Void = { _ in }) throws -> SQLiteConnection {
    let folder = try TemporaryFolder()
    let model = try LibraryModel.model()
    let path = folder.file("plain.sqlite")
    try PlainExport(model: model, store: try LibraryModel.store(of: model, change: change)).write(to: path)
    // The open file outlives its folder.
    let connection = try SQLiteConnection(path: path, mode: .readOnly)
    _ = try connection.rows("SELECT 1 FROM sqlite_schema")
    return connection
  }
}
