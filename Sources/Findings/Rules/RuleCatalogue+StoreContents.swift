extension RuleCatalogue {
  /// Rules about what a store holds beside its rows, and about what SQLite lets pass; the codes are those of `StoreProblem.Kind`.
  static let storeContentRules: [RuleDescription] = [
    RuleDescription(
      "store.metadata",
      "Metadata that contradict themselves",
      "Build the store again, or take it from a copy that nobody has edited.",
      explanation: """
        `Z_METADATA` has one row with the store's UUID and a property list, in which digests of the version hashes stand beside the hashes. Core \
        Data compares them before it opens a store.
        """,
      example: RuleExample(
        "Towns.sqlite",
        wrong: "Z_VERSION|Z_UUID\n1|towns",
        marked: "towns",
        message: "Z_METADATA: the store's identifier is no UUID",
        mended: "Z_VERSION|Z_UUID\n1|6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11"
      )
    ),
    RuleDescription(
      "store.orphan-file",
      "File that belongs to no object",
      "Delete the file.",
      severity: .warning,
      explanation: """
        Large binary values may be kept in files of their own, in a hidden folder beside the store. No row refers to this one: a writer was \
        interrupted before it saved the row, or after it deleted it.
        """,
      example: RuleExample(
        "Release",
        wrong: ".Towns_SUPPORT/_EXTERNAL_DATA/6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11\nTowns.sqlite",
        marked: "6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11",
        message: "No row refers to the file 6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11 in ./.Towns_SUPPORT/_EXTERNAL_DATA",
        mended: "Towns.sqlite"
      )
    ),
    RuleDescription(
      "store.order",
      "Place in an ordered relationship",
      "Build the store again; if another program linked the objects, link them through Studbook instead.",
      explanation: """
        An ordered relationship keeps a number for each member, by which Core Data sorts them. Without a number, or with that of another member, \
        the order is left to chance.
        """,
      example: RuleExample(
        "Towns.sqlite",
        wrong: "Z_PK|ZCOUNTRY|Z_FOK_COUNTRY\n7|1|2048\n8|1|2048",
        marked: "2048",
        after: "8|1|",
        message: "ZTOWN 1: towns is ordered, but its members 7 and 8 have the same place",
        mended: "Z_PK|ZCOUNTRY|Z_FOK_COUNTRY\n7|1|2048\n8|1|4096"
      )
    ),
    RuleDescription(
      "store.empty-relationship",
      "Relationship that is not optional and has no object",
      "Make the relationship optional in the model if an empty one is meant.",
      severity: .warning,
      explanation: """
        The relationship leads to many objects and is not optional, and the object has none. SwiftData saves such objects, because its lists are \
        never optional; Core Data's validation refuses them when they are saved again.
        """,
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<relationship name=\"towns\" toMany=\"YES\" destinationEntity=\"Town\"/>",
        marked: "towns",
        message: "ZCOUNTRY 1: towns has fewer than 1 related object",
        mended: "<relationship name=\"towns\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Town\"/>"
      )
    ),
    RuleDescription(
      "store.derivation",
      "Derived attribute that is out of date",
      "Build the store again; if another program changed the rows, change them through Studbook instead.",
      explanation: """
        A derived attribute, such as the number of related objects, stands in a column of its own, and triggers keep it up to date. This one is \
        not what the other rows give: somebody wrote the column, or changed the rows while the triggers were missing.
        """,
      example: RuleExample(
        "Towns.sqlite",
        wrong: "Z_PK|ZTOWNSCOUNT|ZNAME\n1|3|Česko",
        marked: "3",
        message: "ZCOUNTRY 1: townsCount is not what its derivation gives",
        mended: "Z_PK|ZTOWNSCOUNT|ZNAME\n1|2|Česko"
      )
    ),
    RuleDescription(
      "store.precision",
      "Decimal that may have lost digits",
      "Compare the value with its source, and keep numbers of more than fifteen digits as texts.",
      severity: .warning,
      explanation: """
        A store keeps a decimal as the nearest floating-point number of double precision, which is sure of fifteen digits. This one has more, so its last digits \
        may be others than those that were saved.
        """,
      example: RuleExample(
        "Towns.sqlite",
        wrong: "Z_PK|Z_ENT|ZDEBT\n7|2|1.2345678901234568e+16",
        marked: "1.2345678901234568e+16",
        message: "ZTOWN 7: debt has more than fifteen digits, of which the last may be lost",
        mended: "Z_PK|Z_ENT|ZDEBT\n7|2|12345678901234.6"
      )
    ),
    RuleDescription(
      "store.text",
      "Text that is not read as it stands",
      "Mend the value in its source and build again.",
      explanation: """
        A text in a store is UTF-8. Bytes that are not UTF-8 are read as question marks or not at all, and many programs take a NUL for the \
        end of the text.
        """,
      example: RuleExample(
        "Towns.sqlite",
        wrong: "Z_PK|Z_ENT|ZNAME\n7|2|Bern\u{2400}Thun",
        marked: "\u{2400}",
        message: "ZTOWN 7: name holds a NUL, at which other programs end the text",
        mended: "Z_PK|Z_ENT|ZNAME\n7|2|Bern"
      )
    ),
  ]
}
