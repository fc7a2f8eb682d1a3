extension RuleCatalogue {
  /// Rules about the inside of a store as `studbook verify` checks it; the codes are those of `StoreProblem.Kind`.
  ///
  /// The examples show the rows of a table as SQLite prints them, with the names of the columns first.
  static let storeRules: [RuleDescription] =
    storeFileRules + storeReferenceRules + storeValueRules + storeContentRules

  private static let storeFileRules: [RuleDescription] = [
    RuleDescription(
      "store.integrity",
      "Damaged store",
      "Copy the file again, or build it again from its sources.",
      explanation: """
        SQLite's own check finds pages that contradict each other, or the file is no SQLite database at all. Rows of a damaged file say \
        nothing, so they are not checked.
        """,
      example: RuleExample(
        "Towns.sqlite",
        wrong: "<html>not found</html>",
        marked: "<html>",
        message: "Towns.sqlite is no SQLite database, but a text",
        mended: "SQLite format 3"
      )
    ),
    RuleDescription(
      "store.schema",
      "Table, column or index that is not as the model asks",
      "Verify with the model that the store was made with, or build the store again.",
      explanation: """
        Core Data derives the tables, columns, indexes and triggers of a store from its model and relies on finding them. A missing table or \
        column means that the store belongs to another model, or that another program changed it. Rows are checked only where all tables \
        and columns are there.
        """,
      example: RuleExample(
        "schema.sql",
        wrong: "CREATE TABLE ZTOWN ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )",
        marked: "ZTOWN",
        message: "The table ZTOWN lacks ZNAME",
        mended: "CREATE TABLE ZTOWN ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )"
      )
    ),
    RuleDescription(
      "store.version-hash",
      "Store of another version of the model",
      "Build the store again with the app's model, or give the app the model of the store.",
      explanation: """
        The store holds a version hash of every entity. Core Data opens a store only if all of them are those of its model; otherwise it has \
        to migrate the store, and a read-only file cannot be migrated.
        """,
      example: RuleExample(
        "Towns.sqlite",
        wrong: "Country 9807272d586bca77\nTown    55c1d0e1e0fb1a0c",
        marked: "55c1d0e1e0fb1a0c",
        message: "The version hash of Town is not that of the model",
        mended: "Country 9807272d586bca77\nTown    f50396dc0f1b9c18"
      )
    ),
    RuleDescription(
      "store.primary-key",
      "Z_PRIMARYKEY that disagrees with the tables",
      "Build the store again; if another program added the rows, save them through Studbook instead.",
      explanation: """
        The table `Z_PRIMARYKEY` gives each entity its number and its parent's, and holds the greatest key in use. Core Data takes the next \
        key from there, so a number that is too small would give a new object the key of an old one.
        """,
      example: RuleExample(
        "Towns.sqlite",
        wrong: "Z_ENT|Z_NAME|Z_SUPER|Z_MAX\n1|Country|0|2\n2|Town|0|6",
        marked: "6",
        message: "Z_PRIMARYKEY: the greatest key of ZTOWN is 7, but Z_MAX is 6",
        mended: "Z_ENT|Z_NAME|Z_SUPER|Z_MAX\n1|Country|0|2\n2|Town|0|7"
      )
    ),
    RuleDescription(
      "store.unproven",
      "Feature whose storage is inferred",
      "Open the store once with Core Data to be sure, or model it in another way.",
      severity: .warning,
      explanation: """
        Apple does not publish how Core Data lays out a store. For most of what a model can hold, the layout is known from stores that Core \
        Data wrote; for this feature it is concluded from similar ones.
        """,
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<relationship name=\"sights\" toMany=\"YES\" ordered=\"YES\" destinationEntity=\"Sight\"/>",
        marked: "sights",
        message: "Town: an ordered relationship without an inverse",
        mended:
          "<relationship name=\"sights\" toMany=\"YES\" ordered=\"YES\" destinationEntity=\"Sight\" inverseName=\"town\"/>"
      )
    ),
    RuleDescription(
      "store.more",
      "More problems of a kind than are listed",
      "Mend what is listed, and verify again.",
      severity: .note,
      explanation: """
        When something is wrong with the whole of a store, every row may have the same problem. Only the first of each kind are listed, and \
        this note counts the others.
        """,
      example: RuleExample(
        "Towns.sqlite",
        wrong: "Z_PK|Z_ENT|ZNAME\n…\n100|2|\n101|2|",
        marked: "101|2|",
        message: "1 more problems of the kind store.required",
        mended: "Z_PK|Z_ENT|ZNAME\n…\n100|2|Bern\n101|2|Thun"
      )
    ),
  ]

  private static let storeReferenceRules: [RuleDescription] = [
    RuleDescription(
      "store.entity-number",
      "Row of no entity",
      "Delete the row or give it the number of its entity, or build the store again.",
      explanation: """
        A table holds the objects of an entity and of its sub-entities, and the column `Z_ENT` says which a row is of. This number is that of \
        no entity with objects in the table, so Core Data cannot make an object of the row.
        """,
      example: RuleExample(
        "Towns.sqlite",
        wrong: "Z_PK|Z_ENT|ZNAME\n7|5|Bern",
        marked: "5",
        message: "ZTOWN 7: the row is of no entity of the model (Z_ENT is 5)",
        mended: "Z_PK|Z_ENT|ZNAME\n7|2|Bern"
      )
    ),
    RuleDescription(
      "store.dangling-reference",
      "Reference to a row that does not exist",
      "Restore the row that is referred to, or empty the reference.",
      explanation: """
        A relationship holds the key of a row that its table does not have, most often because the row was deleted by a program that does \
        not know the model. An app that follows the relationship fails there. Files with such references are not published.
        """,
      example: RuleExample(
        "Towns.sqlite",
        wrong: "Z_PK|Z_ENT|ZCOUNTRY|ZNAME\n7|2|9|Bern",
        marked: "9",
        message: "ZTOWN 7: ZCOUNTRY refers to Country 9, which is not there",
        mended: "Z_PK|Z_ENT|ZCOUNTRY|ZNAME\n7|2|1|Bern"
      )
    ),
    RuleDescription(
      "store.wrong-destination",
      "Reference to an object of the wrong entity",
      "Let the relationship lead to an object of its destination, or build the store again.",
      explanation: """
        The row that the relationship leads to is there, but it is not of the destination or one of its sub-entities, or not of the entity \
        that stands beside the key. The app would get an object without the properties that it expects.
        """,
      example: RuleExample(
        "Towns.sqlite",
        wrong: "Z_PK|Z_ENT|ZCAPITAL|ZNAME\n1|1|2|Switzerland\n2|1||Austria\n3|3||Bern",
        marked: "2",
        message:
          "ZPLACE 1: capital leads to 2, an object of another entity than the relationship or its own column says",
        mended: "Z_PK|Z_ENT|ZCAPITAL|ZNAME\n1|1|3|Switzerland\n2|1||Austria\n3|3||Bern"
      )
    ),
    RuleDescription(
      "store.inverse",
      "One-to-one relationship that does not lead back",
      "Let both sides hold each other's key, or build the store again.",
      explanation: """
        Each side of a one-to-one relationship has a column of its own, and Core Data keeps the two in agreement. Here one side leads to an \
        object whose inverse leads elsewhere or nowhere, so the answer depends on the side that is asked.
        """,
      example: RuleExample(
        "Towns.sqlite",
        wrong: "Z_PK|Z_ENT|ZCAPITALOF|ZNAME\n7|2||Bern",
        marked: "7|2||Bern",
        message: "ZCOUNTRY 1: capital leads to 7, whose capitalOf does not lead back",
        mended: "Z_PK|Z_ENT|ZCAPITALOF|ZNAME\n7|2|1|Bern"
      )
    ),
  ]
}
