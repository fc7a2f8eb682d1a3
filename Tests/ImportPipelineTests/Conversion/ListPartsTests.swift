import AttributeValues
import Findings
import TestSupport
import Testing

/// Parts of lists, in every format, by an import and by a check.
@Suite("Parts of lists")
struct ListPartsTests {
  private func outcomes(_ first: String, _ second: String?, _ texts: [String], type: AttributeType = .integer16) throws
    -> [String]
  {
    var mappings = "first: { field: text, \(first) }"
    if let second { mappings += ", second: { field: text, \(second) }" }
    return try FormatTrial(mappings: mappings, type: type).outcomes(texts)
  }

  @Test func aRangeFillsTwoAttributesAndWhatDoesNotFitIsSaid() throws {
    #expect(
      try outcomes(
        "split: \"-\", part: 0",
        "split: \"-\", part: 1",
        ["21-24", "21 - 24", "21-24-27", "21", "21-", "", "x-24"]
      ) == [
        "21|24", "21|24", "21|24; value.part: “21-24-27” has 3 parts, and nobody takes “27”",
        "21|; value.part: “21” has 1 part, and part 1, counted from 0, is not there", "21|", "|",
        "value.type: “x-24” is not a whole number",
      ]
    )
  }

  @Test func firstAndLastPartOfASingleValueAreTheSame() throws {
    #expect(
      try outcomes("split: \"-\", part: 0", "split: \"-\", part: -1", ["21", "21-24", "21-22-24"]) == [
        "21|21", "21|24", "21|24; value.part: “21-22-24” has 3 parts, and nobody takes “22”",
      ]
    )
  }

  @Test func aHyphenBeforeTheDigitsOfAPartIsItsSign() throws {
    #expect(
      try outcomes(
        "split: \"-\", part: 0",
        "split: \"-\", part: 1, missing: skip",
        ["-5--3", "-5-3", "-5", "- 5", "-5 - -3"]
      ) == [
        "-5|-3", "-5|3", "-5|", "|5", "-5|-3",
      ]
    )
    // In a text it is nothing but the separator.
    #expect(try outcomes("split: \"-\", part: 1", nil, ["-5"], type: .string) == ["5|"])
  }

  @Test func severalSeparatorsAreNamedAsAList() throws {
    let first = "split: [\"-\", \"–\"], part: 0"
    let second = "split: [\"-\", \"–\"], part: 1"
    #expect(try outcomes(first, second, ["21–24", "21-24"]) == ["21|24", "21|24"])
    #expect(
      try outcomes("split: \"-\", part: -1", "split: \"-\", part: 1", ["21–24"]) == [
        "value.type: “21–24” is not a whole number; value.part: “21–24” has 1 part, and part 1, counted from 0, is not there; “–” is not “-”: the recipe can name both, as split: [\"-\", \"–\"]"
      ]
    )
  }

  @Test func theRecipeSaysHowMuchPartsWeigh() throws {
    let texts = ["1/2/3", "1"]
    #expect(
      try outcomes("split: /, part: 0", "split: /, part: 1, missing: error, rest: error", texts) == [
        "value.part: “1/2/3” has 3 parts, and nobody takes “3”",
        "value.part: “1” has 1 part, and part 1, counted from 0, is not there",
      ]
    )
    #expect(try outcomes("split: /, part: 0", "split: /, part: 1, missing: skip, rest: skip", texts) == ["1|2", "1|"])
  }

  @Test func aMappingThatTakesTheListWholeLeavesNothing() throws {
    #expect(try outcomes("split: /, part: 0", "split: /, join: +", ["1/2/3"], type: .string) == ["1|1+2+3"])
    #expect(try outcomes("split: /, part: 0", "trim: yes", ["1/2/3"], type: .string) == ["1|1/2/3"])
  }

  @Test func whatStandsBehindAnEmptyPartIsNotLostInSilence() throws {
    #expect(
      try outcomes("split: /, part: 0", nil, ["/2"]) == ["|; value.part: “/2” has 2 parts, and nobody takes “2”"]
    )
  }

  @Test func aRelationshipThatTakesAPartLeavesTheOthers() throws {
    var trial = FormatTrial(mappings: "first: { field: text, split: /, part: 0 }")
    trial.relationships = "tags: { field: text, split: /, part: 1, matches: name, unknown: skip }"
    #expect(
      try trial.outcomes(["a/b", "a/b/c"]) == ["a|", "a|; value.part: “a/b/c” has 3 parts, and nobody takes “c”"]
    )
    trial.mappings = "first: { constant: x }"
    #expect(try trial.outcomes(["a/b"]) == ["x|; value.part: “a/b” has 2 parts, and nobody takes “a”"])
  }

  @Test func theRuleCanBeTurnedOff() throws {
    var trial = FormatTrial(mappings: "first: { field: text, split: /, part: 0 }")
    trial.rest = "severities: { value.part: off }\n"
    #expect(try trial.outcomes(["a/b"]) == ["a|"])
    trial.rest = "severities: { value.part: error }\n"
    #expect(try trial.outcomes(["a/b"]) == ["value.part: “a/b” has 2 parts, and nobody takes “b”"])
  }
}
