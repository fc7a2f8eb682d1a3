import Findings

/// One way in which a record can be wrong: which field, what stands in it, and what has to be found there.
struct PlantedKind: Sendable {
  /// The source formats that errors are planted in.
  enum Format: String, Sendable, CaseIterable { case csv, xml, html }

  let name: String
  let rule: RuleCode
  /// The field that is marked.
  let field: String
  /// The fields whose text differs from a clean record's.
  let texts: [String: String]
  let suggestion: String?
  let formats: [Format]

  init(
    _ name: String,
    _ rule: RuleCode,
    _ field: String,
    _ text: String,
    with others: [String: String] = [:],
    suggestion: String? = nil,
    in formats: [Format] = Format.allCases
  ) {
    self.name = name
    self.rule = rule
    self.field = field
    self.texts = others.merging([field: text]) { $1 }
    self.suggestion = suggestion
    self.formats = formats
  }
}

extension PlantedKind {
  static let all = values + shapes + texts + references + peers

  /// What the model and the recipe say about values.
  private static let values: [PlantedKind] = [
    PlantedKind("a word where a number is needed", .valueType, "weight", "heavy"),
    PlantedKind("a decimal comma", .valueType, "weight", "1,5"),
    PlantedKind("a number with its unit", .valueType, "weight", "12kg"),
    PlantedKind("two numbers in a field", .valueType, "weight", "12-15"),
    PlantedKind("a fraction where a whole number is needed", .valueType, "age", "1.5"),
    PlantedKind("a letter in a whole number", .valueType, "age", "1O"),
    PlantedKind("a whole number that is too great for its type", .valueRange, "age", "40000"),
    PlantedKind("a day that does not exist", .valueType, "born", "2024-02-30"),
    PlantedKind("a month that does not exist", .valueType, "born", "2024-13-01"),
    PlantedKind("a date in another form", .valueType, "born", "1.2.2024"),
    PlantedKind("a word where a date is needed", .valueType, "born", "yesterday"),
    PlantedKind("a word that is neither yes nor no", .valueType, "isGood", "maybe"),
    PlantedKind("a number that is neither yes nor no", .valueType, "isGood", "2"),
    PlantedKind("a broken identifier", .valueType, "chip", "123E4567-E89B"),
    PlantedKind("an address with a space", .valueType, "picture", "photo 1.jpg"),
    PlantedKind("a number below the least", .valueRange, "weight", "0.1"),
    PlantedKind("a number above the greatest", .valueRange, "weight", "500"),
    PlantedKind("a text that is too short", .valueLength, "nick", "A"),
    PlantedKind("a text that is too long", .valueLength, "nick", "Bartholomew the Third"),
    PlantedKind("lower case where capitals are needed", .valuePattern, "code", "abc"),
    PlantedKind("a digit in a code", .valuePattern, "code", "A1C"),
    PlantedKind("a code that is too long", .valuePattern, "code", "ABCD"),
    PlantedKind("a missing name", .valueRequired, "name", ""),
    PlantedKind("a missing group", .valueRequired, "group", ""),
    PlantedKind("a value that is not in the list", .valueOneOf, "coat", "feathers"),
    PlantedKind("a misspelt value of the list", .valueOneOf, "coat", "smoth", suggestion: "smooth"),
    PlantedKind("a value of the list in other letters", .valueOneOf, "coat", "Wiry", suggestion: "wiry"),
    PlantedKind(
      "a missing value that is needed in this case",
      .valueRequiredWhen,
      "reason",
      "",
      with: ["isGood": "no"]
    ),
    PlantedKind("a date before its window", .valueWindow, "born", "1019-05-06"),
    PlantedKind("a date after its window", .valueWindow, "born", "2091-05-06"),
    PlantedKind("a number outside its window", .valueWindow, "litter", "31"),
    PlantedKind("a zero for an unknown number", .valuePlaceholder, "litter", "0"),
    PlantedKind("a 999 for an unknown number", .valuePlaceholder, "age", "999"),
    PlantedKind("a minimum above the maximum", .valueSwapped, "low", "20", with: ["high": "10"], suggestion: "10.0"),
    PlantedKind("a condition of the recipe that is not met", .rulePredicate, "teeth", "50"),
    PlantedKind("a translation that the table does not have", .valueLookup, "sex", "feminine"),
    PlantedKind("a misspelt word of the table", .valueLookup, "sex", "femal", suggestion: "female"),
    PlantedKind("a number out of its order", .valueOrder, "entry", "1"),
  ]

  private static let shapes: [PlantedKind] = [
    PlantedKind("an address with another scheme", .valueURL, "page", "ftp://example.org"),
    PlantedKind("an address without a host", .valueURL, "page", "https:///dogs"),
    PlantedKind(
      "an address without its scheme",
      .valueURL,
      "page",
      "www.example.org",
      suggestion: "https://www.example.org"
    ),
    PlantedKind(
      "an address with a space inside",
      .valueURL,
      "page",
      "https://example.org/a b",
      suggestion: "https://example.org/ab"
    ),
    PlantedKind("a mail address without a domain", .valueEmail, "mail", "rex@"),
    PlantedKind("a mail address with a short domain", .valueEmail, "mail", "rex@kennel"),
    PlantedKind(
      "a mail address with its scheme",
      .valueEmail,
      "mail",
      "mailto:rex@example.org",
      suggestion: "rex@example.org"
    ),
    PlantedKind(
      "a mail address hidden from robots",
      .valueEmail,
      "mail",
      "rex(at)example.org",
      suggestion: "rex@example.org"
    ),
    PlantedKind("a language tag with an underscore", .valueLanguageTag, "language", "de_ch", suggestion: "de-CH"),
    PlantedKind("a language by its name", .valueLanguageTag, "language", "Swiss German"),
  ]

  private static let texts: [PlantedKind] = [
    PlantedKind("two spaces", .textSpaces, "temper", "calm  dog", suggestion: "calm dog", in: [.csv, .xml]),
    PlantedKind("a space before", .textSpaces, "temper", " calm", suggestion: "calm", in: [.csv]),
    PlantedKind("a space after", .textSpaces, "temper", "calm ", suggestion: "calm", in: [.csv]),
    PlantedKind("a tab before", .textSpaces, "temper", "\tcalm", suggestion: "calm", in: [.csv]),
    PlantedKind(
      "a no-break space",
      .textInvisible,
      "temper",
      "calm\u{A0}dog",
      suggestion: "calm dog",
      in: [.csv, .xml]
    ),
    PlantedKind("a character without width", .textInvisible, "temper", "ca\u{200B}lm", suggestion: "calm"),
    PlantedKind("a soft hyphen", .textInvisible, "temper", "ca\u{AD}lm", suggestion: "calm"),
    PlantedKind("a thin space", .textInvisible, "temper", "calm\u{2009}dog", suggestion: "calm dog", in: [.csv, .xml]),
    PlantedKind("a byte order mark in the text", .textInvisible, "temper", "calm\u{FEFF}dog", suggestion: "calmdog"),
    PlantedKind("a mark of direction", .textInvisible, "temper", "calm\u{200E}", suggestion: "calm"),
    PlantedKind("a Cyrillic letter in a Latin word", .textScripts, "temper", "c\u{430}lm", suggestion: "calm"),
    PlantedKind(
      "a Greek letter in a Latin word",
      .textScripts,
      "temper",
      "bold and \u{39A}een",
      suggestion: "bold and Keen"
    ),
    PlantedKind("a Latin letter in a Cyrillic word", .textScripts, "temper", "cобака", suggestion: "собака"),
    PlantedKind("a comma at the end", .textPunctuation, "temper", "calm,", suggestion: "calm"),
    PlantedKind("a semicolon at the end", .textPunctuation, "temper", "calm;", suggestion: "calm"),
    PlantedKind("a colon at the end", .textPunctuation, "temper", "calm:", suggestion: "calm"),
    PlantedKind("a dash at the end", .textPunctuation, "temper", "calm –", suggestion: "calm"),
    PlantedKind("TBD", .textPlaceholder, "temper", "TBD"),
    PlantedKind("n/a", .textPlaceholder, "temper", "n/a"),
    PlantedKind("question marks", .textPlaceholder, "temper", "???"),
    PlantedKind("several x", .textPlaceholder, "temper", "xxx"),
    PlantedKind("printers' blind text", .textPlaceholder, "temper", "Lorem ipsum dolor"),
    PlantedKind("a spreadsheet's error", .textPlaceholder, "temper", "#REF!"),
    PlantedKind("capitals", .textCapitals, "temper", "VERY CALM", suggestion: "Very Calm"),
    PlantedKind("an umlaut decoded twice", .valueMojibake, "temper", "gemÃ¼tlich", suggestion: "gemütlich"),
    PlantedKind("an apostrophe decoded twice", .valueMojibake, "temper", "donâ€™t", suggestion: "don’t"),
  ]

  private static let references: [PlantedKind] = [
    PlantedKind("a misspelt group", .referenceUnknown, "group", "Hound", suggestion: "Hounds"),
    PlantedKind("a group in other letters", .referenceUnknown, "group", "toys", suggestion: "Toys"),
    PlantedKind("a group that does not exist", .referenceUnknown, "group", "Zebras and others"),
    PlantedKind("a name that is taken", .recordDuplicate, "name", "Dog of kind 1 in %"),
    PlantedKind("a code that is taken", .recordDuplicate, "code", "QQQ"),
  ]

  private static let peers: [PlantedKind] = [
    PlantedKind("a value far from the others", .valueOutlier, "height", "940"),
    PlantedKind("a value in another unit", .valueUnit, "height", "20.5", suggestion: "52.1"),
    PlantedKind("a number after a gap", .valueGap, "tag", "%gap"),
    PlantedKind("a number that another has", .recordRepeated, "tattoo", "77"),
    PlantedKind("a title in another spelling", .recordRepeated, "title", "best-of-%", suggestion: "Best of %"),
    PlantedKind(
      "a title that is almost another's",
      .recordSimilar,
      "title",
      "Winner of hte % show",
      suggestion: "Winner of the % show"
    ),
  ]
}
