import AttributeValues
import Findings
import Foundation
import ImportPipeline
import ObjectModel
import TestSupport
import Testing

/// What is suggested for texts that do not convert, in every format, by an import and by a check.
@Suite("Suggestions for texts that do not convert")
struct TextSuggestionTests {
  /// The suggestions, `-` for none and `=` for a text without a finding.
  private func suggestions(
    _ type: AttributeType,
    _ texts: [String],
    _ mapping: String = "",
    constraints: AttributeConstraints = AttributeConstraints()
  ) throws -> [String] {
    var trial = FormatTrial(mappings: "first: { field: text\(mapping) }", type: type, constraints: constraints)
    // Numbers stand as such in worksheets.
    trial.formats = [.csv, .xml, .html, .json]
    return try trial.outcomes(texts).map { outcome in
      guard outcome.contains(": ") else { return "=" }
      return outcome.firstRange(of: " → ").map { String(outcome[$0.upperBound...]) } ?? "-"
    }
  }

  @Test func numbersWithOtherMarks() throws {
    #expect(
      try suggestions(
        .double,
        ["1,5", "1.234,56", "1,234.56", "1,234", "1,234,567", "1.234.567", "1 234,5", "1'234", "0,123", "1,2,3"]
      ) == [
        "1.5", "1234.56", "1234.56", "-", "1234567", "1234567", "1234.5", "1234", "0.123", "-",
      ]
    )
    #expect(
      try suggestions(.integer32, ["1,234", "1.234", "1 234", "1,5", "12.345.678"]) == [
        "1234", "1234", "1234", "-", "12345678",
      ]
    )
    #expect(try suggestions(.decimal, ["1.5", "1.234"], ", decimal: \",\"") == ["1,5", "-"])
    #expect(try suggestions(.double, ["1.5", "1.234", "1,234.5"], ", thousands: \".\"") == ["1,5", "=", "1234,5"])
  }

  @Test func numbersWithSigns() throws {
    #expect(
      try suggestions(
        .double,
        ["€ 12.50", "12,50 €", "$1,200.50", "CHF 9", "12 %", "−5", "–5", "“12”", "'12", "1\u{200B}2", "12 kg", "~12"]
      ) == [
        "12.50", "12.50", "1200.50", "9", "12", "-5", "-5", "12", "12", "12", "-", "-",
      ]
    )
    var share = AttributeConstraints()
    share.maximum = .double(1)
    #expect(try suggestions(.double, ["12 %", "150%"], constraints: share) == ["0.12", "-"])
  }

  @Test func lettersThatLookLikeDigits() throws {
    #expect(
      try suggestions(.integer16, ["1O", "l2", "2OO", "O", "2x", "OO1", "1O km"]) == [
        "10", "12", "200", "-", "-", "001", "-",
      ]
    )
  }

  @Test func onlyWhatIsAllowedIsSuggested() throws {
    var limits = AttributeConstraints()
    limits.maximum = .integer(99)
    #expect(try suggestions(.integer16, ["1OO", "1O"], constraints: limits) == ["-", "10"])
  }

  @Test func datesInAnotherOrder() throws {
    #expect(
      try suggestions(
        .date,
        [
          "31.12.2024", "12/31/2024", "03/04/2024", "05/05/2024", "2024-31-12", "3 April 2024", "31.02.2024",
          "20241231",
        ]
      ) == [
        "2024-12-31", "2024-12-31", "-", "2024-05-05", "2024-12-31", "2024-04-03", "-", "2024-12-31",
      ]
    )
    #expect(
      try suggestions(.date, ["2024-12-31", "12/31/2024"], ", date: dd.MM.yyyy") == ["31.12.2024", "31.12.2024"]
    )
  }

  @Test func identifiersInOtherForms() throws {
    let identifier = "123E4567-E89B-12D3-A456-426614174000"
    #expect(
      try suggestions(
        .uuid,
        ["{\(identifier)}", "urn:uuid:\(identifier.lowercased())", "123e4567e89b12d3a456426614174000", "123e"]
      )
        == [identifier, identifier, identifier, "-"]
    )
  }

  @Test func theValueThatWasJudgedStandsBesideTheText() throws {
    var limits = AttributeConstraints()
    limits.maximum = .double(50)
    var trial = FormatTrial(
      mappings: "first: { field: text, convert: lb to kg, round: 1 }",
      type: .double,
      constraints: limits
    )
    #expect(try trial.outcomes(["300 lb"]) == ["value.range: first is greater than 50 (“300 lb” became 136.1)"])
    trial.mappings = "first: { field: text }"
    #expect(
      try trial.outcomes(["300", "3e2"]) == [
        "value.range: first is greater than 50", "value.range: first is greater than 50",
      ]
    )
    var pattern = AttributeConstraints()
    pattern.regularExpression = "[A-Z]+"
    trial = FormatTrial(mappings: "first: { field: text, case: lower }", type: .string, constraints: pattern)
    #expect(
      try trial.outcomes(["ABC", "abc"]) == [
        "value.pattern: first does not match the pattern [A-Z]+ (“ABC” became “abc”)",
        "value.pattern: first does not match the pattern [A-Z]+",
      ]
    )
  }

  @Test func aSuggestionForAPartIsTheWholeList() throws {
    var trial = FormatTrial(mappings: "first: { field: text, split: \";\", lookup: words }")
    trial.rest = "lookups: { words: { entries: { calm: still, lively: quick } } }\n"
    #expect(
      try trial.outcomes(["calm; livly", "livly; livly", "livly"]) == [
        "value.lookup: The lookup table “words” does not have “livly” → calm; lively",
        "value.lookup: The lookup table “words” does not have “livly”",
        "value.lookup: The lookup table “words” does not have “livly” → lively",
      ]
    )
  }

  @Test func aGuessIsNeverTakenByItself() throws {
    let folder = try TemporaryFolder()
    let recipe =
      "model: T.xcdatamodeld\noutput: T.sqlite\nsources:\n  - { file: dogs.csv, entity: Group, attributes: { name: { field: name } } }\n"
    let model = TestImport.model()
    model.entitiesByName["Group"]?.attributesByName["name"]?.isOptional = true
    let number = AttributeDescription(name: "size", type: .double)
    model.entitiesByName["Group"]?.declaredProperties.append(number)
    let test = try TestImport(recipe, files: ["dogs.csv": "name,size\nHounds,\"1,5\"\n"], in: folder.path, model: model)
    #expect(test.result.findings.map(\.suggestion) == ["1.5"])
    for takesSuggestions in [false, true] {
      let fixer = SourceFixer(plan: test.plan, takesSuggestions: takesSuggestions)
      #expect(try fixer.fixes(for: test.result.findings).isEmpty)
    }
  }
}
