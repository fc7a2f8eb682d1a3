import Findings

extension PlantedKind {
  /// Addresses and tags.
  static let shapes: [PlantedKind] = [
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
    PlantedKind("an address without its colon", .valueURL, "page", "https//example.org"),
    PlantedKind("an address with an empty label", .valueURL, "page", "https://example..org"),
    PlantedKind("an address that runs a script", .valueURL, "page", "javascript:alert(1)"),
    PlantedKind("an address with a backslash", .valueURL, "page", "https://example.org\\dogs"),
    PlantedKind("a mail address with two at-signs", .valueEmail, "mail", "rex@@example.org"),
    PlantedKind("a mail address of nobody", .valueEmail, "mail", "@example.org"),
    PlantedKind("a mail address with a space", .valueEmail, "mail", "rex @example.org", suggestion: "rex@example.org"),
    PlantedKind("a mail address with a name", .valueEmail, "mail", "Rex (Kennel)"),
    PlantedKind("a language tag that ends early", .valueLanguageTag, "language", "de-"),
    PlantedKind("a language tag of one letter", .valueLanguageTag, "language", "d"),
  ]

  /// Texts that are not tidy.
  static let texts: [PlantedKind] = [
    PlantedKind(
      "two spaces",
      .textSpaces,
      "temper",
      "calm  dog",
      suggestion: "calm dog",
      in: [.csv, .xml, .json, .jsonlines]
    ),
    PlantedKind("a space before", .textSpaces, "temper", " calm", suggestion: "calm", in: [.csv, .json, .jsonlines]),
    PlantedKind("a space after", .textSpaces, "temper", "calm ", suggestion: "calm", in: [.csv, .json, .jsonlines]),
    PlantedKind("a tab before", .textSpaces, "temper", "\tcalm", suggestion: "calm", in: [.csv, .json, .jsonlines]),
    PlantedKind(
      "a no-break space",
      .textInvisible,
      "temper",
      "calm\u{A0}dog",
      suggestion: "calm dog",
      in: [.csv, .xml, .json, .jsonlines]
    ),
    PlantedKind("a character without width", .textInvisible, "temper", "ca\u{200B}lm", suggestion: "calm"),
    PlantedKind("a soft hyphen", .textInvisible, "temper", "ca\u{AD}lm", suggestion: "calm"),
    PlantedKind(
      "a thin space",
      .textInvisible,
      "temper",
      "calm\u{2009}dog",
      suggestion: "calm dog",
      in: [.csv, .xml, .json, .jsonlines]
    ),
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
    PlantedKind(
      "a narrow no-break space",
      .textInvisible,
      "temper",
      "calm\u{202F}dog",
      suggestion: "calm dog",
      in: [.csv, .xml, .json, .jsonlines]
    ),
    PlantedKind(
      "an ideographic space",
      .textInvisible,
      "temper",
      "calm\u{3000}dog",
      suggestion: "calm dog",
      in: [.csv, .xml, .json, .jsonlines]
    ),
    PlantedKind("a word joiner", .textInvisible, "temper", "ca\u{2060}lm", suggestion: "calm"),
    PlantedKind("a bell", .textInvisible, "temper", "ca\u{7}lm", suggestion: "calm", in: [.csv]),
    PlantedKind("a Cyrillic o in a Latin word", .textScripts, "temper", "b\u{43E}ld", suggestion: "bold"),
    PlantedKind("a hyphen at the end", .textPunctuation, "temper", "calm-", suggestion: "calm"),
    PlantedKind("a long dash at the end", .textPunctuation, "temper", "calm —", suggestion: "calm"),
    PlantedKind("capitals with an umlaut", .textCapitals, "temper", "GEMÜTLICH", suggestion: "Gemütlich"),
    PlantedKind(
      "a quotation decoded twice",
      .valueMojibake,
      "temper",
      "a â€œgoodâ€\u{9D} dog",
      suggestion: "a “good” dog",
      in: [.csv, .xml, .json, .jsonlines]
    ),
    PlantedKind("an n with a tilde decoded twice", .valueMojibake, "temper", "espaÃ±ol", suggestion: "español"),
  ]

  /// Words that somebody meant to replace.
  static let placeholders: [PlantedKind] = [
    "unknown", "none", "null", "todo", "test", "undefined", "changeme", "#DIV/0!", "[object Object]", "…",
  ].map { PlantedKind("the placeholder \($0)", .textPlaceholder, "temper", $0) }
}
