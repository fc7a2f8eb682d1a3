import AttributeValues
import Findings
import Foundation
import Testing

/// The texts that docs/recipe.md names for each type, in every format, by an import and by a check.
@Suite("Documented forms of values")
struct DocumentedFormsTests {
  private func outcomes(_ type: AttributeType, _ texts: [String], _ mapping: String = "") throws -> [String] {
    // A worksheet has truth values and numbers of its own, which are read elsewhere.
    var trial = FormatTrial(mappings: "first: { field: text\(mapping) }", type: type)
    trial.formats = [.csv, .xml, .html, .json]
    return try trial.outcomes(texts).map { $0.contains(": ") ? String($0.prefix { $0 != ":" }) : String($0.dropLast()) }
  }

  @Test func booleans() throws {
    #expect(try Set(outcomes(.boolean, ["true", "yes", "Y", "t", "On", "1", "YES"])) == ["true"])
    #expect(try Set(outcomes(.boolean, ["false", "No", "n", "F", "off", "0"])) == ["false"])
    #expect(
      try outcomes(.boolean, ["ja", "nein", "2"], ", true: [ja], false: [nein]") == ["true", "false", "value.type"]
    )
  }

  @Test func dates() throws {
    let day = "2024-05-01"
    #expect(
      try outcomes(
        .date,
        [
          day, day + "T13:30", day + "T13:30:00", day + "T15:30:00+02:00", day + "T13:30:00Z", day + "T13:30:00.5Z",
          day + " 13:30", day + " 13:30:00", day + " 13:30:00Z",
        ]
      )
        == [day + "T00:00:00Z"] + Array(repeating: day + "T13:30:00Z", count: 7) + ["value.type"]
    )
  }

  @Test func identifiersAndAddresses() throws {
    let identifier = "123E4567-E89B-12D3-A456-426614174000"
    #expect(
      try outcomes(.uuid, [identifier, identifier.lowercased(), "123E4567"]) == [identifier, identifier, "value.type"]
    )
    #expect(
      try outcomes(.uri, ["https://example.org/a", "dogs/ö.jpg", "mailto:a@example.org", "a b"]) == [
        "https://example.org/a", "dogs/%C3%B6.jpg", "mailto:a@example.org", "value.type",
      ]
    )
  }

  @Test func binaryDataIsBase64AndHexadecimalDigitsAreReadAsSuch() throws {
    #expect(
      try outcomes(.binaryData, ["aGk=", "aGk", "a Gk=", "00ff", "0x00ff"]) == [
        "68 69", "value.type", "value.type", "d3 47 df", "value.type",
      ]
    )
  }

  @Test func decimals() throws {
    #expect(
      try outcomes(.decimal, ["1.10", ".5", "-2", "1e-05", "inf", "0x10"]) == [
        "1.1", "0.5", "-2", "0.00001", "value.type", "value.type",
      ]
    )
  }

  @Test func eachPartOfACellNamesAnObjectOfAToManyRelationship() throws {
    var trial = FormatTrial(mappings: "first: text")
    trial.relationships = "tags: { field: text, split: \",\", matches: name, unknown: warning }"
    let outcome = try trial.outcomes(["a, ,b", ""])
    #expect(outcome[0].components(separatedBy: "reference.unknown").count == 3)
    #expect(outcome[0].contains("“a”") && outcome[0].contains("“b”"))
    #expect(outcome[1] == "|")
    trial.relationships = "tags: { field: text, matches: name, unknown: warning }"
    #expect(try trial.outcomes(["a, b"])[0].contains("“a, b”"))
  }
}
