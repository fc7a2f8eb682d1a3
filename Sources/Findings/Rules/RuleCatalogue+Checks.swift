extension RuleCatalogue {
  /// Rules about records beside each other, which a recipe's checks ask for.
  static let recordCheckRules: [RuleDescription] = [
    RuleDescription(
      .recordRepeated,
      "Name that stands twice in different spellings",
      "Merge the records, or tell the two apart in their names.",
      severity: .warning,
      explanation: """
        The recipe asks for distinct values of this attribute. Compared without case, accents, spaces and punctuation, another object \
        has the same one, so that readers will take the two for one.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,country\nSaint-Denis,France\nsaint denis,France",
        marked: "saint denis",
        message: "“saint denis” is the same as “Saint-Denis” but for spelling",
        suggestion: "Saint-Denis",
        mended: "name,country\nSaint-Denis,France"
      )
    ),
    RuleDescription(
      .recordSimilar,
      "Name that is almost another's",
      "Mend the misspelt name; if both are right, leave the finding out by a suppression.",
      severity: .warning,
      explanation: """
        The recipe asks for near-duplicates of this attribute. The value differs from another object's by a letter or two that were left \
        out, added, replaced or exchanged. Values that differ in digits only are not compared. The suggestion is the spelling that more objects have, else the \
        one that stood first. Characters that cannot be seen are shown by their numbers.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,country\nWinterthur,Switzerland\nWinterhtur,Switzerland",
        marked: "Winterhtur",
        message: "“Winterhtur” is almost “Winterthur”",
        suggestion: "Winterthur",
        mended: "name,country\nWinterthur,Switzerland"
      )
    ),
    RuleDescription(
      .recordDisagreement,
      "Two sources that do not agree",
      "Find out which is right and mend the other; until then the recipe says which one counts.",
      severity: .warning,
      explanation: """
        Two records speak of the same object and give an attribute different values, further apart than the recipe allows. The finding \
        names both places and says which value was taken.
        """,
      example: RuleExample(
        "survey.csv",
        wrong: "name,height\nBern,504",
        marked: "504",
        message: "height is 504 here and 540 in towns.csv, line 2; the latter was taken",
        suggestion: "540",
        mended: "name,height\nBern,540"
      )
    ),
  ]

  /// Rules about relationships, which a recipe's checks ask for.
  static let referenceCheckRules: [RuleDescription] = [
    RuleDescription(
      .referenceUnused,
      "Object that nothing refers to",
      "Add what belongs to it, or remove the object.",
      severity: .warning,
      explanation: """
        The recipe says how many related objects there have to be at least, and this object has none: a group without members, a country \
        without towns. It is checked after the last source.
        """,
      example: RuleExample(
        "countries.csv",
        wrong: "name\nSwitzerland\nAtlantis",
        marked: "Atlantis",
        message: "Country Atlantis has no towns",
        mended: "name\nSwitzerland"
      )
    )
  ]

  /// Rules about the tidiness of texts, which a recipe's checks ask for.
  static let textRules: [RuleDescription] = [
    RuleDescription(
      .textSpaces,
      "Spaces where none belong",
      "Remove the spaces; studbook fix does it.",
      severity: .warning,
      explanation: """
        The text begins or ends with white space, or has two spaces in a row. Such spaces cannot be seen, but they make two texts \
        different, and lists look ragged.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,country\nBad  Ragaz,Switzerland",
        marked: "Bad  Ragaz",
        message: "“Bad  Ragaz” has needless spaces",
        suggestion: "Bad Ragaz",
        mended: "name,country\nBad Ragaz,Switzerland"
      )
    ),
    RuleDescription(
      .textInvisible,
      "Character that looks like another or like nothing",
      "Replace it by the plain character; studbook fix does it.",
      severity: .warning,
      explanation: """
        The text holds a no-break space or another space that is not the usual one, a character without width, a soft hyphen or a \
        control character. Searching and comparing fail without anybody seeing why.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,country\nBad\u{A0}Ragaz,Switzerland",
        marked: "Bad\u{A0}Ragaz",
        message: "The text holds U+00A0 (no-break space)",
        suggestion: "Bad Ragaz",
        mended: "name,country\nBad Ragaz,Switzerland"
      )
    ),
    RuleDescription(
      .textScripts,
      "Word of letters from several scripts",
      "Type the word again on one keyboard layout.",
      severity: .warning,
      explanation: """
        A word holds letters of the Latin script beside Cyrillic or Greek ones. Many of them look the same, so the word reads well and \
        is never found. The suggestion has the look-alikes of the script that most letters are in.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,country\nB\u{435}rn,Switzerland",
        marked: "B\u{435}rn",
        message: "“B\u{435}rn” mixes Latin and Cyrillic letters",
        suggestion: "Bern",
        mended: "name,country\nBern,Switzerland"
      )
    ),
    RuleDescription(
      .textPunctuation,
      "Punctuation at the end",
      "Remove the punctuation mark, or complete the text.",
      severity: .warning,
      explanation: """
        The text ends with a comma, a semicolon, a colon or a hyphen, as when a list was cut off.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,country\n\"Bern,\",Switzerland",
        marked: "\"Bern,\"",
        message: "“Bern,” ends with a punctuation mark",
        suggestion: "Bern",
        mended: "name,country\nBern,Switzerland"
      )
    ),
    RuleDescription(
      .textPlaceholder,
      "Placeholder that was never replaced",
      "Fill in the real text, or leave the field empty.",
      severity: .warning,
      explanation: """
        The text is a word that people type until they know better: TBD, TODO, xxx, n/a, unknown, a question mark, lorem ipsum.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,mayor\nBern,TBD",
        marked: "TBD",
        message: "“TBD” is a placeholder",
        mended: "name,mayor\nBern,A. Muster"
      )
    ),
    RuleDescription(
      .textCapitals,
      "Text in capitals",
      "Write the text in upper and lower case.",
      severity: .warning,
      explanation: """
        The text has at least five letters and all of them are capitals. Abbreviations are shorter; a list in which some names shout \
        looks careless.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,country\nLUGANO,Switzerland",
        marked: "LUGANO",
        message: "“LUGANO” is all capitals",
        suggestion: "Lugano",
        mended: "name,country\nLugano,Switzerland"
      )
    ),
  ]
}

extension RuleCode {
  public static let recordRepeated: RuleCode = "record.repeated"
  public static let recordSimilar: RuleCode = "record.similar"
  public static let recordDisagreement: RuleCode = "record.disagreement"
  public static let valueOneOf: RuleCode = "value.one-of"
  public static let valueRequiredWhen: RuleCode = "value.required-when"
  public static let valueWindow: RuleCode = "value.window"
  public static let valueURL: RuleCode = "value.url"
  public static let valueEmail: RuleCode = "value.email"
  public static let valueLanguageTag: RuleCode = "value.language-tag"
  public static let valuePlaceholder: RuleCode = "value.placeholder"
  public static let valueSwapped: RuleCode = "value.swapped"
  public static let valueOrder: RuleCode = "value.order"
  public static let valueGap: RuleCode = "value.gap"
  public static let valueOutlier: RuleCode = "value.outlier"
  public static let valueUnit: RuleCode = "value.unit"
  public static let valueCompleteness: RuleCode = "value.completeness"
  public static let textSpaces: RuleCode = "text.spaces"
  public static let textInvisible: RuleCode = "text.invisible"
  public static let textScripts: RuleCode = "text.scripts"
  public static let textPunctuation: RuleCode = "text.punctuation"
  public static let textPlaceholder: RuleCode = "text.placeholder"
  public static let textCapitals: RuleCode = "text.capitals"
  public static let referenceUnused: RuleCode = "reference.unused"
}
