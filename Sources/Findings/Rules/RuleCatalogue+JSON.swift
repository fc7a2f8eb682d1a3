extension RuleCatalogue {
  /// Rules about JSON and JSON Lines.
  static let jsonRules: [RuleDescription] = [
    RuleDescription(
      .jsonSyntax,
      "JSON that is not well-formed",
      "Mend the text at the place, or say `syntax: tolerant` if it only has comments, trailing commas or the like.",
      explanation: """
        JSON has few forms (RFC 8259), and where a text has another one, nobody can tell what follows. Of a document the records before the \
        place have been read, those after it have not. In JSON Lines only the line is rejected.
        """,
      example: RuleExample(
        "towns.json",
        wrong: """
          [
            {"name": "Bern", "height": 540},
            {"name": "Oslo" "height": 23}
          ]
          """,
        marked: "\"",
        after: "\"Oslo\" ",
        message: "“\"” stands where a comma or “}” is expected",
        mended: """
          [
            {"name": "Bern", "height": 540},
            {"name": "Oslo", "height": 23}
          ]
          """
      )
    ),
    RuleDescription(
      .jsonExtension,
      "More than JSON has",
      "Remove it, so that other programs can read the file too.",
      severity: .warning,
      explanation: """
        With `syntax: tolerant`, comments, commas after the last value, `NaN` and `Infinity`, and control characters in texts are read as they \
        are meant, although JSON does not have them; `NaN` and `Infinity` become no value. A byte order mark is passed over in any mode.
        """,
      example: RuleExample(
        "towns.json",
        wrong: "[{\"name\": \"Bern\"}, // the capital\n {\"name\": \"Oslo\"}]",
        marked: "// the capital",
        message: "A comment, which JSON does not have",
        mended: "[{\"name\": \"Bern\"},\n {\"name\": \"Oslo\"}]"
      )
    ),
    RuleDescription(
      .jsonDuplicateName,
      "Name that stands twice in an object",
      "Remove one of the members, or give it the name that it was meant to have.",
      explanation: """
        An object has each name once. Where one stands twice, programs disagree about which value counts, so that the record is rejected. With \
        `syntax: tolerant` the last one counts, and this is a warning.
        """,
      example: RuleExample(
        "towns.json",
        wrong: "[{\"name\": \"Bern\", \"name\": \"Berne\"}]",
        marked: "\"name\"",
        after: "\"Bern\", ",
        message: "The name \"name\" stands twice in its object",
        mended: "[{\"name\": \"Bern\", \"alias\": \"Berne\"}]"
      )
    ),
    RuleDescription(
      .jsonSurrogate,
      "Half of a character",
      "Write the whole character, or both of its halves.",
      explanation: """
        A character beyond U+FFFF can be escaped in two halves, such as `\\ud83d\\udc15`. One half alone is no character and cannot be stored. \
        Usually a program cut a text in the middle of a character. With `syntax: tolerant` it becomes U+FFFD, and this is a warning.
        """,
      example: RuleExample(
        "dogs.json",
        wrong: "[{\"name\": \"Rex \\ud83d\"}]",
        marked: "\\ud83d",
        message: "\\ud83d is half of a character",
        mended: "[{\"name\": \"Rex \\ud83d\\udc15\"}]"
      )
    ),
    RuleDescription(
      .jsonKind,
      "Value of another kind than the field needs",
      "Mend the value, or make the field's path lead to a text, number or truth value.",
      explanation: """
        A field's path asks for a member of what is no object, for an element of what is no array, or leads to an object or array where one \
        value is needed. The value cannot be read, and leaving it out would lose it silently, so the record is rejected.
        """,
      example: RuleExample(
        "towns.json",
        wrong: "[{\"name\": \"Bern\", \"height\": [540, 860]}]",
        marked: "[540, 860]",
        message:
          "“height” is an array, not a text; take its elements with “height[*]”, or take its text with “json(height)”",
        mended: "[{\"name\": \"Bern\", \"height\": 540}]"
      )
    ),
  ]
}
