extension RuleCatalogue {
  /// Rules about the values in a store's rows.
  static let storeValueRules: [RuleDescription] = [
    RuleDescription(
      "store.required",
      "Required value or object missing in the store",
      "Fill in the value in its source and build again, or make the property optional in the model.",
      explanation: """
        The model says that the attribute or relationship is not optional, and the row has nothing for it. Swift code that was made from the \
        model may rely on a value and stop where there is none.
        """,
      example: RuleExample(
        "Towns.sqlite",
        wrong: "Z_PK|Z_ENT|ZNAME\n7|2|",
        marked: "7|2|",
        message: "ZTOWN 7: name is required and has no value",
        mended: "Z_PK|Z_ENT|ZNAME\n7|2|Bern"
      )
    ),
    RuleDescription(
      "store.validation",
      "Value in the store that breaks the model's rules",
      "Mend the value in its source and build again, or widen the limit in the model.",
      explanation: """
        The value is outside the limits that the model gives it, does not match its pattern, or a relationship has too few or too many \
        objects. An app could not save the object again.
        """,
      example: RuleExample(
        "Towns.sqlite",
        wrong: "Z_PK|Z_ENT|ZHEIGHT|ZNAME\n7|2|54000|Bern",
        marked: "54000",
        message: "ZTOWN 7: height is greater than 9000",
        mended: "Z_PK|Z_ENT|ZHEIGHT|ZNAME\n7|2|540|Bern"
      )
    ),
    RuleDescription(
      "store.uniqueness",
      "Objects that should differ and do not",
      "Remove one of the two, or correct the value that they share.",
      explanation: """
        A uniqueness constraint of the model allows each value, or each combination of values, only once, and two objects have the same. \
        Whoever looks an object up by it gets either of them.
        """,
      example: RuleExample(
        "Towns.sqlite",
        wrong: "Z_PK|Z_ENT|ZNAME\n7|2|Bern\n8|2|Bern",
        marked: "Bern",
        after: "8|2|",
        message: "ZTOWN 8: name is the same as that of 7",
        mended: "Z_PK|Z_ENT|ZNAME\n7|2|Bern\n8|2|Thun"
      )
    ),
    RuleDescription(
      "store.storage-class",
      "Value of the wrong kind in a column",
      "Build the store again; if another program wrote the value, let it write what the attribute's type asks for.",
      explanation: """
        SQLite takes any kind of value in any column, but Core Data writes and reads one kind for each type of attribute: numbers for \
        numbers and dates, text for strings, bytes for binary data.
        """,
      example: RuleExample(
        "Towns.sqlite",
        wrong: "Z_PK|Z_ENT|ZHEIGHT|ZNAME\n7|2|'five hundred'|Bern",
        marked: "'five hundred'",
        message: "ZTOWN 7: height holds a value of SQLite's class text",
        mended: "Z_PK|Z_ENT|ZHEIGHT|ZNAME\n7|2|540|Bern"
      )
    ),
    RuleDescription(
      "store.external-data",
      "File of a value not found",
      "Copy the hidden support folder together with the store, or build the store again.",
      explanation: """
        Large binary values may be kept in files of their own, in a hidden folder beside the store, and the store holds only the file's name. \
        Copying the store alone leaves them behind.
        """,
      example: RuleExample(
        "Release",
        wrong: ".Towns_SUPPORT/_EXTERNAL_DATA\nTowns.sqlite",
        marked: ".Towns_SUPPORT/_EXTERNAL_DATA",
        message:
          "ZTOWN 7: photo is kept in the file 6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11, which is not there",
        mended: ".Towns_SUPPORT/_EXTERNAL_DATA/6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11\nTowns.sqlite"
      )
    ),
  ]
}
