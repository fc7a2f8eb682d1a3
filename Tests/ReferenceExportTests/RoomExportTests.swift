import AttributeValues
import ManagedObjects
import ObjectModel
import ReferenceExport
import SQLiteAccess
import TestSupport
import Testing

/// Files for Android's Room, by a schema as Room exports it.
@Suite struct RoomExportTests {
  private static func schema(_ change: (String) -> String = { $0 }) throws -> RoomSchema {
    try RoomSchema(Array(change(RoomFixture.library).utf8), name: "3.json")
  }

  private static func export(
    _ schema: RoomSchema,
    names: [String: String] = [:]
  ) throws -> RoomExport {
    let model = try LibraryModel.model()
    return try RoomExport(schema, model: model, store: try LibraryModel.store(of: model), names: names)
  }

  /// Writes and seals a file, and opens it.
  private static func written(_ schema: RoomSchema, names: [String: String] = [:]) throws -> SQLiteConnection {
    let folder = try TemporaryFolder()
    let export = try export(schema, names: names)
    try export.write(to: folder.file("work"))
    try ReferenceSealer.seal(folder.file("work"), as: folder.file("room.db"), userVersion: export.version)
    let connection = try SQLiteConnection(path: folder.file("room.db"), mode: .immutable)
    _ = try connection.rows("SELECT 1 FROM sqlite_schema")
    return connection
  }

  /// What does not fit, when the schema is changed.
  private static func problems(
    names: [String: String] = [:],
    _ change: (String) -> String = { $0 }
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    do {
      try export(try schema(change), names: names).write(to: folder.file("work"))
      return []
    } catch let error as RoomError {
      return error.problems
    }
  }

  @Test func hasTheVersionAndTheIdentityHash() throws {
    let database = try Self.written(try Self.schema())
    #expect(try database.firstValue("PRAGMA user_version") == 3)
    #expect(try database.rows("SELECT * FROM room_master_table") == [[42, "0123456789abcdef0123456789abcdef"]])
    #expect(try database.firstValue("PRAGMA journal_mode")?.text == "delete")
  }

  @Test func convertsValuesByAffinity() throws {
    let database = try Self.written(try Self.schema())
    #expect(
      try database.rows(
        "SELECT id, title, page_count, price, is_lent, published, isbn, cover, language FROM books WHERE id = 1"
      )
        == [[1, "Das Rätsel", 320, "19.95", 1, 1_714_564_800_250, "1", .blob([0, 255]), "und"]]
    )
    #expect(
      try database.rows("SELECT * FROM authors") == [["01020304-0506-0708-090a-0b0c0d0e0f10", "Žižka, Ána", .null]]
    )
  }

  /// The key of an author is a text, so that a book has the text.
  @Test func relationshipsAreTheKeysOfTheOtherTable() throws {
    let database = try Self.written(try Self.schema())
    let key = SQLiteValue.text("01020304-0506-0708-090a-0b0c0d0e0f10")
    #expect(try database.rows("SELECT author_id FROM books ORDER BY id") == [[key], [key], [key]])
    #expect(try database.rows("SELECT id FROM books ORDER BY author_position") == [[3], [1], [2]])
  }

  @Test func manyToManyRelationshipsAreTablesOfLinksInOrder() throws {
    let database = try Self.written(try Self.schema())
    #expect(
      try database.rows("SELECT * FROM book_tag_cross_ref ORDER BY position") == [[1, "old", 0], [1, "crime", 1]]
    )
  }

  @Test func searchTablesAndViewsAreFilled() throws {
    let database = try Self.written(try Self.schema())
    #expect(try database.rows("SELECT docid FROM books_fts WHERE books_fts MATCH 'second'") == [[2]])
    #expect(try database.rows("SELECT tagId FROM tagsFts WHERE tagsFts MATCH 'crime'") == [["crime"]])
    #expect(try database.rows("SELECT count(*) FROM lent_books") == [[1]])
    let triggers = try database.rows("SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
    #expect(triggers == [["room_fts_content_sync_books_fts_BEFORE_UPDATE"]])
  }

  /// An app leads from what it has found to the row of the same number.
  @Test func searchTablesWithTextsOfTheirOwnHaveTheNumbersOfTheRows() throws {
    let schema = try Self.schema {
      $0.replacing(", content=`books`", with: "").replacing(#""contentTable": "books""#, with: #""contentTable": """#)
    }
    let model = try LibraryModel.model()
    let store = try LibraryModel.store(of: model) { request in
      for place in request.inserted.indices {
        let layout = request.inserted[place].objectID.entity.layout
        guard case .attribute(let slot)? = layout.slot(named: "pages") else { continue }
        request.inserted[place].attributes[slot] = .integer(Int64(100 - place))
      }
    }
    let folder = try TemporaryFolder()
    try RoomExport(schema, model: model, store: store, names: ["Book.pages": "id"]).write(to: folder.file("room.db"))
    let database = try SQLiteConnection(path: folder.file("room.db"), mode: .immutable)
    #expect(
      try database.rows(
        "SELECT title FROM books WHERE id = (SELECT docid FROM books_fts WHERE books_fts MATCH 'second')"
      ) == [["Second"]]
    )
  }

  /// Android makes new objects behind the last one.
  @Test func generatedKeysGoOn() throws {
    let database = try Self.written(try Self.schema())
    #expect(try database.rows("SELECT * FROM sqlite_sequence WHERE name = 'books'") == [["books", 3]])
  }

  @Test func theSameStoreGivesTheSameBytes() throws {
    var digests: Set<String> = []
    for _ in 0..<2 {
      let folder = try TemporaryFolder()
      let export = try Self.export(try Self.schema())
      try export.write(to: folder.file("work"))
      try ReferenceSealer.seal(folder.file("work"), as: folder.file("room.db"), userVersion: export.version)
      digests.insert(try FileDigest(of: folder.file("room.db"), as: "").sha256)
    }
    #expect(digests.count == 1)
  }

  @Test func saysWhatIsLeftOutAndWhatStaysEmpty() throws {
    #expect(
      try Self.export(try Self.schema()).notes == [
        "books.language has nothing of its name in Book: it is the default 'und' everywhere",
        "the table recent_queries has nothing of its name in the model, and stays empty",
        "Book.weight has no column, and is left out",
        "Book.link has no column, and is left out",
        "Book.rank has no column, and is left out",
      ]
    )
  }

  // MARK: What does not fit

  @Test func saysEveryTypeThatDoesNotFit() throws {
    let problems = try Self.problems {
      $0.replacing(
        #""columnName": "title", "affinity": "TEXT""#,
        with: #""columnName": "title", "affinity": "INTEGER""#
      )
      .replacing(
        #""columnName": "is_lent", "affinity": "INTEGER""#,
        with: #""columnName": "is_lent", "affinity": "TEXT""#
      )
    }
    #expect(
      problems == [
        "books.title: it is INTEGER, and the attribute is a string",
        "books.is_lent: it is TEXT, and the attribute is a boolean",
      ]
    )
  }

  @Test func saysColumnsThatNothingFills() throws {
    let problems = try Self.problems { $0.replacing(#", "defaultValue": "'und'""#, with: "") }
    #expect(problems == ["books.language is NOT NULL without a default, and nothing of Book has its name"])
  }

  @Test func saysValuesThatAreMissing() throws {
    let problems = try Self.problems {
      $0.replacing("`page_count` INTEGER", with: "`page_count` INTEGER NOT NULL").replacing(
        #""columnName": "page_count", "affinity": "INTEGER", "notNull": false"#,
        with: #""columnName": "page_count", "affinity": "INTEGER", "notNull": true"#
      )
    }
    #expect(
      problems.first
        == "books.page_count is NOT NULL, and 1 objects of Book have no value there, such as the one with the number 3"
    )
  }

  @Test func saysValuesThatAreNotUnique() throws {
    let problems = try Self.problems {
      $0.replacing(
        "CREATE INDEX IF NOT EXISTS `index_books_author_id`",
        with: "CREATE UNIQUE INDEX IF NOT EXISTS `index_books_author_id`"
      )
    }
    #expect(
      problems.first
        == "books (author_id): UNIQUE constraint failed: books.author_id, so the index index_books_author_id cannot be made"
    )
  }

  /// The file's own statements and its description of the tables may disagree; Room compares with the description.
  @Test(arguments: [
    ("`title` TEXT NOT NULL", "`title` TEXT", "books.title has another NOT NULL than the schema says"),
    ("`price` TEXT", "`price` REAL", "books.price has another type than the schema says"),
    ("DEFAULT 'und'", "DEFAULT 'en'", "books.language has another default than the schema says"),
    (
      "ON DELETE CASCADE )\", \"books", "ON DELETE SET NULL )\", \"books",
      "books (author_id): the foreign key to authors is not as the schema says"
    ),
    ("(`word` ASC)", "(`word` DESC)", "tags: the index index_tags_word is not as the schema says"),
  ])
  func holdsTheTablesAgainstTheSchema(_ text: String, _ other: String, _ problem: String) throws {
    let changed =
      text.hasPrefix("ON DELETE")
      ? ("ON UPDATE NO ACTION ON DELETE CASCADE", "ON UPDATE NO ACTION ON DELETE SET NULL") : (text, other)
    let problems = try Self.problems { $0.replacing(changed.0, with: changed.1) }
    #expect(problems.contains(problem), "\(problems)")
  }

  @Test func namesMayBeTold() throws {
    let renamed: (String) -> String = { $0.replacing("books", with: "volumes").replacing("title", with: "heading") }
    let notes = try Self.export(try Self.schema(renamed)).notes
    #expect(notes.contains("the objects of Book have no table, and are left out"), "\(notes)")
    let names = ["Book": "volumes", "Book.title": "heading"]
    #expect(try Self.problems(names: names, renamed) == [])
    #expect(
      try Self.problems(names: ["Bok": "volumes", "Book.titel": "heading", "Book": "nowhere"]).sorted() == [
        "Book has no property titel, for which heading is told",
        "the model has no entity Bok, for which volumes is told",
        "the schema has no table nowhere, which is told for Book",
      ]
    )
  }

  @Test(arguments: [
    ("{}", "3.json is no schema of Room's: it has no “formatVersion”"),
    (#"{"formatVersion": 2}"#, "3.json has version 2 of Room's format, and only 1 is known"),
    (#"{"formatVersion": 1}"#, "3.json is no schema of Room's: “database” is missing"),
    (
      #"{"formatVersion": 1, "database": {"version": "x"}}"#,
      "3.json is no schema of Room's: a value is of another kind than Room writes in database.version"
    ),
  ])
  func refusesWhatIsNoSchema(_ text: String, _ problem: String) {
    let error = #expect(throws: RoomError.self) { try RoomSchema(Array(text.utf8), name: "3.json") }
    #expect(error?.problems == [problem])
  }

  /// The statements of a schema are carried out.
  @Test(arguments: ["ATTACH '/tmp/x' AS x", "PRAGMA writable_schema = 1", "CREATE TEMP TRIGGER x"])
  func refusesStatementsThatMakeNoTable(_ sql: String) throws {
    let error = try #require(throws: RoomError.self) {
      try Self.schema { $0.replacing("CREATE TABLE IF NOT EXISTS `${TABLE_NAME}` (`word`", with: "\(sql) (`word`") }
    }
    #expect(error.problems == ["the statement of the table tags does not begin with CREATE TABLE"])
  }
}
