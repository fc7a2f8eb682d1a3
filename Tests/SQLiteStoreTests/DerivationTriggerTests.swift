import AttributeValues
import ObjectModel
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// Triggers of derived attributes that no real store shows: their text is our own, so it is what they do that is tested.
@Suite struct DerivationTriggerTests {
  private func model(_ expression: String, type: AttributeType = .double) -> ManagedObjectModel {
    let shelf = EntityDescription(name: "Shelf")
    let book = EntityDescription(name: "Book")
    let page = EntityDescription(name: "Page")
    shelf.declaredProperties = [
      KennelModel.attribute("room", .string), KennelModel.relationship("books", to: book, many: true),
    ]
    book.declaredProperties = [
      DerivedAttributeDescription(name: "derived", type: type, derivationExpressionText: expression),
      KennelModel.relationship("pages", to: page, many: true), KennelModel.relationship("shelf", to: shelf),
      KennelModel.attribute("title", .string),
    ]
    page.declaredProperties = [
      KennelModel.relationship("book", to: book), KennelModel.attribute("words", .integer32),
      DerivedAttributeDescription(name: "place", type: .string, derivationExpressionText: "book.shelf.room"),
    ]
    KennelModel.inverse(book, "pages", page, "book")
    KennelModel.inverse(shelf, "books", book, "shelf")
    return ManagedObjectModel(entities: [shelf, book, page])
  }

  /// A database with the model's tables and triggers, in which Core Data's functions do nothing.
  private func database(_ schema: StoreSchema) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: nil)
    for name in [
      "NSCoreDataDATriggerUpdatedAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
    ] {
      try connection.registerFunction(name, argumentCount: -1) { _ in .null }
    }
    for statement in schema.tableStatements + schema.triggerStatements { try connection.execute(statement) }
    return connection
  }

  struct Statistic: CustomTestStringConvertible, Sendable {
    var expression: String
    var values: [SQLiteValue]
    var testDescription: String { expression }
  }

  /// The value without pages, with pages of 3 and 5 words, after 5 became 10, after 3 was taken away, after the other moved to another book.
  static let statistics = [
    Statistic(expression: "pages.@sum.words", values: [.real(0), .real(8), .real(13), .real(10), .real(0)]),
    Statistic(expression: "sum:(pages.words)", values: [.real(0), .real(8), .real(13), .real(10), .real(0)]),
    Statistic(expression: "pages.@min.words", values: [.null, .real(3), .real(3), .real(10), .null]),
    Statistic(expression: "pages.@max.words", values: [.null, .real(5), .real(10), .real(10), .null]),
    Statistic(expression: "pages.@avg.words", values: [.null, .real(4), .real(6.5), .real(10), .null]),
  ]

  @Test(arguments: statistics) func keepsAStatisticOfRelatedObjects(_ example: Statistic) throws {
    let schema = StoreSchema(model: model(example.expression))
    #expect(schema.unprovenFeatures.map(\.property).contains("derived"))
    let database = try database(schema)
    var values: [SQLiteValue] = []
    let steps = [
      ["INSERT INTO ZBOOK (Z_PK, Z_ENT) VALUES (1, 1), (2, 1)"],
      ["INSERT INTO ZPAGE (Z_PK, ZBOOK, ZWORDS) VALUES (1, 1, 3), (2, 1, 5), (3, NULL, 99), (4, 2, 98)"],
      ["UPDATE ZPAGE SET ZWORDS = 10 WHERE Z_PK = 2"], ["DELETE FROM ZPAGE WHERE Z_PK = 1"],
      ["UPDATE ZPAGE SET ZBOOK = 2 WHERE Z_PK = 2"],
    ]
    for step in steps {
      for statement in step { try database.execute(statement) }
      values.append(try #require(try database.firstValue("SELECT ZDERIVED FROM ZBOOK WHERE Z_PK = 1")))
    }
    #expect(values == example.values)
  }

  @Test func followsALongKeyPath() throws {
    let schema = StoreSchema(model: model("shelf.room", type: .string))
    let database = try database(schema)
    func places() throws -> [String?] {
      try database.rows("SELECT ZPLACE FROM ZPAGE ORDER BY Z_PK").map { $0[0].text }
    }
    try database.execute("INSERT INTO ZSHELF (Z_PK, ZROOM) VALUES (1, 'hall'), (2, 'attic')")
    try database.execute("INSERT INTO ZBOOK (Z_PK, ZSHELF) VALUES (1, 1)")
    try database.execute("INSERT INTO ZPAGE (Z_PK, ZBOOK) VALUES (1, 1), (2, NULL)")
    #expect(try places() == ["hall", nil])
    try database.execute("UPDATE ZSHELF SET ZROOM = 'cellar' WHERE Z_PK = 1")
    #expect(try places() == ["cellar", nil])
    try database.execute("UPDATE ZBOOK SET ZSHELF = 2")
    #expect(try places() == ["attic", nil])
    try database.execute("UPDATE ZPAGE SET ZBOOK = 1 WHERE Z_PK = 2")
    #expect(try places() == ["attic", "attic"])
    try database.execute("UPDATE ZPAGE SET ZBOOK = NULL WHERE Z_PK = 1")
    #expect(try places() == [nil, "attic"])
  }

  @Test func copiesAnAttributeOfTheObject() throws {
    let schema = StoreSchema(model: model("title", type: .string))
    let database = try database(schema)
    try database.execute("INSERT INTO ZBOOK (Z_PK, ZTITLE) VALUES (1, 'Emma')")
    #expect(try database.firstValue("SELECT ZDERIVED FROM ZBOOK")?.text == "Emma")
    try database.execute("UPDATE ZBOOK SET ZTITLE = 'Ema'")
    #expect(try database.firstValue("SELECT ZDERIVED FROM ZBOOK")?.text == "Ema")
  }

  @Test(arguments: [
    "now()", "canonical:(title)", "uppercase:(title)", "pages.@median.words", "pages.words", "1 + 1", "(((",
  ])
  func makesNoTriggerWhereItKnowsNone(_ expression: String) {
    let schema = StoreSchema(model: model(expression))
    #expect(!schema.derivationTriggers.contains { $0.name.contains("_derived_") })
    #expect(
      schema.unprovenFeatures.contains { $0.property == "derived" && $0.explanation.hasSuffix("no trigger is made") }
    )
  }
}
