import AttributeValues
import ManagedObjects
import ObjectModel
import ReferenceExport
import SQLiteAccess
import TestSupport
import Testing

/// The plain layout for older versions of SQLite, and its search tables.
@Suite struct PlainVersionTests {
  private static func export(_ change: (inout PlainOptions) throws -> Void = { _ in }) throws -> PlainExport {
    var options = PlainOptions()
    try change(&options)
    let model = try LibraryModel.model()
    return try PlainExport(model: model, store: try LibraryModel.store(of: model), options: options)
  }

  private static func written(_ change: (inout PlainOptions) throws -> Void = { _ in }) throws -> SQLiteConnection {
    let folder = try TemporaryFolder()
    try export(change).write(to: folder.file("plain.sqlite"))
    let connection = try SQLiteConnection(path: folder.file("plain.sqlite"), mode: .readOnly)
    _ = try connection.rows("SELECT 1 FROM sqlite_schema")
    return connection
  }

  @Test(arguments: [
    ("3.32", SQLiteVersion(3, 32)), ("3.7.13", SQLiteVersion(3, 7, 13)), ("3", nil), ("3.x", nil), ("3.7.1.2", nil),
    ("", nil), ("-3.2", nil),
  ])
  func readsVersions(_ text: String, _ version: SQLiteVersion?) {
    #expect(SQLiteVersion(text) == version)
  }

  @Test func ordersVersionsByTheirNumbers() {
    #expect(SQLiteVersion(3, 9) < SQLiteVersion(3, 32) && SQLiteVersion(3, 32) < SQLiteVersion(3, 32, 1))
  }

  /// What a version does not know, by the word that would stand in the schema.
  @Test(arguments: [
    (SQLiteVersion(3, 37), [""]),
    (SQLiteVersion(3, 36), ["STRICT"]),
    (SQLiteVersion(3, 26), ["STRICT", "remove_diacritics 2"]),
    (SQLiteVersion(3, 8, 11), ["STRICT", "remove_diacritics 2", "fts5"]),
    (SQLiteVersion(3, 8, 1), ["STRICT", "remove_diacritics 2", "fts5", "WITHOUT ROWID"]),
    (SQLiteVersion(3, 7, 12), ["STRICT", "remove_diacritics", "fts5", "WITHOUT ROWID", "unicode61"]),
  ])
  func leavesOutWhatAVersionDoesNotKnow(_ version: SQLiteVersion, _ words: [String]) throws {
    let export = try Self.export { $0.version = version }
    let schema = export.schemaStatements.joined(separator: ";\n")
    for word in ["STRICT", "remove_diacritics 2", "fts5", "WITHOUT ROWID", "unicode61"] {
      #expect(schema.contains(word) != words.contains { word.hasPrefix($0) && !$0.isEmpty }, "\(word) for \(version)")
    }
    // That of a name is left out by all versions.
    #expect((export.leftOut.count == 1) == (words == [""]), "\(export.leftOut)")
  }

  @Test func saysWhatIsLeftOut() throws {
    let export = try Self.export { $0.version = SQLiteVersion(3, 8) }
    #expect(
      export.leftOut == [
        "STRICT tables, which refuse values of other types (SQLite 3.37)",
        "WITHOUT ROWID, which makes tables of links smaller (SQLite 3.8.2)",
        "search by FTS5; the search tables are FTS4's (SQLite 3.9)",
        "search without regard to several accents on one letter (remove_diacritics 2) (SQLite 3.27)",
        "search in Book.rank, named as the search module's own columns are",
        "one search table for all texts of Author; FTS4 finds those that are inherited by the table that has them",
      ]
    )
  }

  @Test func anOlderFileHasTheSameRows() throws {
    let tables = ["Author", "Book", "Person", "Tag", "BookTags"]
    let (new, old) = (try Self.written(), try Self.written { $0.version = SQLiteVersion(3, 7, 4) })
    for table in tables {
      let sql = "SELECT * FROM \"\(table)\" ORDER BY 1, 2"
      #expect(try new.rows(sql) == old.rows(sql))
    }
  }

  // MARK: Search

  /// As Datasette and sqlite-utils look for the search table of a table.
  private static func searchTable(of table: String, in database: SQLiteConnection) throws -> [String?] {
    try database.rows(
      "SELECT name FROM sqlite_master WHERE rootpage = 0 AND sql LIKE ?1",
      [.text("%VIRTUAL TABLE%USING FTS%content=\"\(table)\"%")]
    ).map { $0[0].text }
  }

  @Test func otherToolsFindTheSearchTableOfEachTable() throws {
    for module in [SearchModule.fts5, .fts4] {
      let database = try Self.written { $0.search = module }
      #expect(try Self.searchTable(of: "Book", in: database) == ["BookSearch"])
      #expect(try Self.searchTable(of: "Person", in: database) == ["PersonSearch"])
      let own = module == .fts5 ? "Author_fts" : "AuthorSearch"
      #expect(try Self.searchTable(of: "Author", in: database) == [own])
      #expect(try database.rows(#"SELECT rowid FROM "BookSearch" WHERE "BookSearch" MATCH 'ratsel'"#) == [[1]])
    }
  }

  @Test func noSearchTablesWhereNoneAreWanted() throws {
    let schema = try Self.export { $0.search = .off }.schemaStatements
    #expect(!schema.contains { $0.contains("VIRTUAL") })
  }

  @Test func tokenizersAreOfAllOrOfOneEntity() throws {
    let database = try Self.written {
      $0.tokenizer = try SearchTokenizer("porter unicode61 remove_diacritics 2")
      $0.tokenizers = ["Tag": try SearchTokenizer("trigram")]
    }
    #expect(try database.rows(#"SELECT rowid FROM "TagSearch" WHERE "TagSearch" MATCH 'rim'"#) == [[1]])
    #expect(try database.rows(#"SELECT rowid FROM "BookSearch" WHERE "BookSearch" MATCH 'seconds'"#) == [[2]])
  }

  @Test func aTokenizerOfAParentServesItsSubEntities() throws {
    let schema = try Self.export { $0.tokenizers = ["Person": try SearchTokenizer("ascii")] }.schemaStatements
    #expect(schema.filter { $0.contains("tokenize='ascii'") }.count == 3)
  }

  @Test(arguments: [
    ("porter", "porter"),
    ("unicode61 remove_diacritics 0 tokenchars '-_'", "unicode61 remove_diacritics 0 tokenchars '-_'"),
    ("trigram case_sensitive 1", "trigram case_sensitive 1"),
    ("unicode61 categories 'L* N*'", "unicode61 categories 'L* N*'"),
  ])
  func writesTokenizersForFTS5(_ text: String, _ written: String) throws {
    let schema = try Self.export { $0.tokenizer = try SearchTokenizer(text) }.schemaStatements
    let quoted = written.replacing("'", with: "''")
    #expect(schema.contains { $0.contains("tokenize='\(quoted)'") }, "\(schema.last ?? "")")
    _ = try Self.written { $0.tokenizer = try SearchTokenizer(text) }
  }

  @Test func writesTokenizersForFTS4() throws {
    let change: (inout PlainOptions) throws -> Void = {
      $0.search = .fts4
      $0.tokenizer = try SearchTokenizer("unicode61 remove_diacritics 2 tokenchars '-'")
    }
    let schema = try Self.export(change).schemaStatements
    #expect(schema.last?.contains(#"tokenize=unicode61 "remove_diacritics=2" "tokenchars=-""#) == true)
    _ = try Self.written(change)
  }

  @Test(arguments: [
    ("", "a tokenizer needs a name"),
    ("icu", "FTS5 has no tokenizer ‘icu’; it has unicode61, ascii, porter, trigram"),
    (
      "unicode61 remove_diacritics 3",
      "the option remove_diacritics of the tokenizer unicode61 is one of 0, 1, 2, not ‘3’"
    ),
    ("unicode61 remove_diacritics", "the option remove_diacritics of the tokenizer unicode61 needs a value"),
    (
      "trigram tokenchars x",
      "the tokenizer trigram has no option ‘tokenchars’; it has case_sensitive, remove_diacritics"
    ),
    ("ascii tokenchars '-", "a quote in the tokenizer ‘ascii tokenchars '-’ is not closed"),
    ("simple x", "FTS4's tokenizer simple has no options, so ‘x’ cannot stand behind it"),
  ])
  func refusesTokenizersThatThereAreNot(_ text: String, _ problem: String) {
    let error = #expect(throws: SearchTokenizer.Problem.self) { try SearchTokenizer(text) }
    #expect(error?.description == problem)
  }

  @Test func refusesTokenizersThatTheVersionOrTheModuleDoesNotHave() throws {
    let version = #expect(throws: PlainExportError.self) {
      try Self.export {
        $0.version = SQLiteVersion(3, 32)
        $0.tokenizer = try SearchTokenizer("trigram")
      }
    }
    #expect(version?.description == "cannot export: the tokenizer trigram needs SQLite 3.34")
    let module = #expect(throws: PlainExportError.self) {
      try Self.export {
        $0.search = .fts4
        $0.tokenizer = try SearchTokenizer("trigram")
      }
    }
    #expect(module?.description == "cannot export: FTS4 has no tokenizer ‘trigram’; it has unicode61, simple, porter")
    let entity = #expect(throws: PlainExportError.self) {
      try Self.export { $0.tokenizers = ["Bok": try SearchTokenizer("porter")] }
    }
    #expect(entity?.description == "cannot export: the model has no entity Bok, for which a tokenizer is told")
  }
}
