extension RuleCatalogue {
  /// Rules about how records are told apart and matched with objects.
  static let recordRules: [RuleDescription] = [
    RuleDescription(
      .recordFieldCount,
      "Wrong number of fields",
      "Check the record for a missing or surplus value or delimiter, or for a field that needs quotes.",
      explanation: """
        A record has to have as many fields as the header has names. With one too few or too many, values would slip into the wrong \
        columns without anyone noticing, so the whole record is rejected. A comma in a field that is not quoted is the usual reason.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,country,height\nWashington, D.C.,United States,2",
        marked: "Washington, D.C.,United States,2",
        message: "4 fields where 3 are expected",
        mended: "name,country,height\n\"Washington, D.C.\",United States,2"
      )
    ),
    RuleDescription(
      .recordQuoting,
      "Broken quoting",
      "Close the quoted field, and double each quote inside it.",
      explanation: """
        A field that holds the delimiter, a quote or a line break stands in quotes, and quotes inside it are doubled (RFC 4180). A single \
        quote in the middle ends the field too early.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,motto\nNew York,\"The \"Big\" Apple\"",
        marked: "Big\" Apple\"",
        message: "Text after the closing quote of a field",
        mended: "name,motto\nNew York,\"The \"\"Big\"\" Apple\""
      )
    ),
    RuleDescription(
      .recordDuplicate,
      "Record with a key that is already taken",
      "Remove one of the records, or give them different keys.",
      explanation: """
        The model or the recipe says that no two objects share this value, or these values and related objects together, and an object has them that \
        an earlier record has made or changed. That record is imported, this one is not; if both are of one source, the finding names both places. Two \
        records of one source about the same object are fine with “repeats: merge”.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,country\nBern,Switzerland\nBern,Schweiz",
        marked: "Bern",
        after: "Switzerland",
        message: "There already is a Town whose name is “Bern” (first in line 2)",
        mended: "name,country\nBern,Switzerland"
      )
    ),
    RuleDescription(
      .recordUnmatched,
      "Record that matches no object",
      "Mend the key, add the missing object to its own source, or add the name to the lookup table.",
      explanation: """
        A source in the mode `update` adds facts to objects that other sources have made. This record's key is not the key of any object. \
        Often two registries spell a name in different ways; a lookup table translates between them.
        """,
      example: RuleExample(
        "heights.csv",
        wrong: "town,height\nBerne,540",
        marked: "Berne",
        message: "There is no Town whose name is “Berne”",
        suggestion: "Bern",
        mended: "town,height\nBern,540"
      )
    ),
  ]
}
