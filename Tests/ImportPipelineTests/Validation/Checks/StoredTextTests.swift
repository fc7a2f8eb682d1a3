import AttributeValues
import Findings
import Testing

/// Text checks look at the text that will be stored, in every format, by an import and by a check.
@Suite("Checks of texts as they are stored")
struct StoredTextTests {
  private func outcomes(
    _ mapping: String,
    _ texts: [String],
    formats: [FormatTrial.Format] = FormatTrial.Format.allCases
  )
    throws -> [String]
  {
    var trial = FormatTrial(mappings: "first: { field: text\(mapping) }")
    trial.rest =
      "lookups: { words: { entries: { a: \"two  spaces\", TBD: later } } }\nchecks: { Item: { first: { text: clean } } }\n"
    trial.formats = formats
    return try trial.outcomes(texts)
  }

  @Test func stepsOfTheMappingCount() throws {
    #expect(try outcomes(", split: \";\", join: \", \"", ["calm; kind;"]) == ["calm, kind|"])
    #expect(try outcomes(", case: lower", ["VERY LOUD"]) == ["very loud|"])
    #expect(try outcomes(", case: upper", ["very loud"]) == ["VERY LOUD|"])
    #expect(try outcomes(", lookup: words", ["TBD"]) == ["later|"])
    #expect(
      try outcomes(", lookup: words", ["a"]) == [
        "two  spaces|; text.spaces: “two  spaces” has needless spaces (“a” became “two  spaces”)"
      ]
    )
    #expect(try outcomes(", collapse: true", ["no\u{A0}break"], formats: [.csv, .json, .xml]) == ["no break|"])
    #expect(
      try outcomes(", case: lower", ["Ca\u{200B}lm,"]) == [
        "ca\u{200B}lm,|; text.invisible: The text holds U+200B (zero width space) (“Ca\u{200B}lm,” became “ca\u{200B}lm,”) → Calm,; text.punctuation: “ca\u{200B}lm,” ends with a punctuation mark (“Ca\u{200B}lm,” became “ca\u{200B}lm,”)"
      ]
    )
  }

  @Test func spacesBehindALineBreakAreStoredInXMLToo() throws {
    #expect(
      try outcomes("", ["two\n  lines"], formats: [.xml]) == [
        "two\n  lines|; text.spaces: “two\n  lines” has needless spaces → two\n lines"
      ]
    )
    #expect(try outcomes(", collapse: true", ["two\n  lines"], formats: [.xml]) == ["two lines|"])
  }

  @Test func spacesAroundAreToldOfWhereTheyAreNoLayout() throws {
    #expect(
      try outcomes(", case: lower", [" Calm"], formats: [.csv, .json]) == [
        "calm|; text.spaces: “ Calm” has needless spaces (“Calm” became “calm”) → Calm"
      ]
    )
  }

  @Test func textsDecodedWronglyAreFoundInEveryFormat() throws {
    #expect(
      try outcomes("", ["Caf√© noir", "CafÃƒÂ© noir", "Caf\u{FFFD} noir", "café noir"]) == [
        "Caf√© noir|; value.mojibake: “Caf√© noir” looks like text that was decoded twice → Café noir",
        "CafÃƒÂ© noir|; value.mojibake: “CafÃƒÂ© noir” looks like text that was decoded twice → Café noir",
        "Caf\u{FFFD} noir|; value.mojibake: “Caf\u{FFFD} noir” holds U+FFFD, which stands for a character that was lost",
        "café noir|",
      ]
    )
  }
}
