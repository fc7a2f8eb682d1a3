import Findings
import Foundation
import ImportPipeline
import Testing
import TestSupport

/// Checks of single values, which a recipe asks for.
@Suite("Checks of values")
struct ValueCheckTests {
  /// Imports one column of `entity` Dog under checks, and gives the findings as `line:column rule → suggestion`.
  static func findings(_ attribute: String, _ check: String, values: [String]) throws -> [String] {
    let folder = try TemporaryFolder()
    let rows = values.enumerated().map { "Dog number \($0),\($1),Hounds" }.joined(separator: "\n")
    let name = attribute == "name" ? "other" : "name"
    let test = try TestImport(
      """
      model: Test.xcdatamodeld
      output: Test.sqlite
      sources:
        - { file: groups.csv, entity: Group, key: name }
        - { file: dogs.csv, entity: Dog, relationships: { group: Group } }
      checks:
        Dog:
          \(attribute): \(check)
      """,
      files: ["groups.csv": "name\nHounds\n", "dogs.csv": "\(name),\(attribute),Group\n\(rows)\n"],
      in: folder.path
    )
    return test.result.findings.map { finding in
      let place = finding.position.map { "\($0.line)" } ?? "-"
      return "\(place) \(finding.rule)" + (finding.suggestion.map { " → \($0)" } ?? "")
    }
  }

  @Test func aValueHasToBeInTheList() throws {
    let found = try Self.findings("temper", "{ oneOf: [calm, lively] }", values: ["calm", "livley", "CALM", "", "odd"])
    #expect(found == ["3 value.one-of → lively", "4 value.one-of → calm", "6 value.one-of"])
    let ignoring = try Self.findings("temper", "{ oneOf: [calm], ignoreCase: true }", values: ["CALM", "calm"])
    #expect(ignoring.isEmpty)
  }

  @Test func aValueMayBeRequiredUnderACondition() throws {
    let folder = try TemporaryFolder()
    let test = try TestImport(
      """
      model: Test.xcdatamodeld
      output: Test.sqlite
      sources:
        - { file: groups.csv, entity: Group, key: name }
        - { file: dogs.csv, entity: Dog, relationships: { group: Group } }
      checks:
        Dog:
          age: { requiredWhen: "weight > 10" }
      """,
      files: [
        "groups.csv": "name\nHounds\n",
        "dogs.csv": "name,weight,age,Group\nRex,20,,Hounds\nBello,5,,Hounds\nAstor,20,3,Hounds\n",
      ],
      in: folder.path
    )
    #expect(test.places == ["dogs.csv:2:8 value.required-when"])
    #expect(try test.objects("Dog", "name") == ["Astor", "Bello"])
  }

  @Test func aDateOrNumberHasToLieInItsWindow() throws {
    let dates = try Self.findings(
      "born",
      "{ between: [2000-01-01, 2020-12-31] }",
      values: ["1999-12-31", "2000-01-01", "2020-12-31", "2021-01-01"]
    )
    #expect(dates == ["2 value.window", "5 value.window"])
    let numbers = try Self.findings("age", "{ between: [1, ~] }", values: ["0", "1", "30"])
    #expect(numbers == ["2 value.window"])
    #expect(
      try Self.findings("born", "{ between: [~, today] }", values: ["2001-01-01", "9999-01-01"]) == ["3 value.window"]
    )
  }

  @Test func numbersMayStandForUnknownOnes() throws {
    let found = try Self.findings("age", "{ placeholders: [0, -1] }", values: ["0", "1", "-1", "10"])
    #expect(found == ["2 value.placeholder", "4 value.placeholder"])
  }

  @Test func oneAttributeIsNotAboveAnother() throws {
    let folder = try TemporaryFolder()
    let test = try TestImport(
      """
      model: Test.xcdatamodeld
      output: Test.sqlite
      sources:
        - { file: groups.csv, entity: Group, key: name }
        - { file: dogs.csv, entity: Dog, relationships: { group: Group } }
      checks:
        Dog:
          age: { notAbove: weight }
      """,
      files: [
        "groups.csv": "name\nHounds\n",
        "dogs.csv": "name,weight,age,Group\nRex,3,20,Hounds\nBello,5,5,Hounds\nAstor,,5,Hounds\n",
      ],
      in: folder.path
    )
    #expect(test.places == ["dogs.csv:2:7 value.swapped"])
    #expect(test.result.findings.map(\.message) == ["age (20) is above weight (3.0)"])
    #expect(test.result.findings.map(\.suggestion) == ["3.0"])
  }

  @Test func valuesRiseFromRecordToRecord() throws {
    #expect(
      try Self.findings("age", "{ sequence: rising }", values: ["1", "3", "2", "", "4", "4"]) == [
        "4 value.order", "7 value.order",
      ]
    )
    #expect(try Self.findings("age", "{ sequence: falling }", values: ["9", "3", "5", "4"]) == ["4 value.order"])
  }

  @Test(arguments: [
    ("https://example.org/a?b#c", true), ("http://localhost:8080", true), ("https://bücher.example/ü", true),
    ("HTTPS://EXAMPLE.ORG", true), ("ftp://example.org", false), ("https://", false), ("https://a b.example", false),
    ("https://.example", false), ("https://example.", false), ("example.org", false), ("https://exa_mple.org", false),
  ])
  func knowsWebAddresses(_ text: String, _ isGood: Bool) throws {
    #expect(try Self.findings("temper", "{ shape: url }", values: [text]).isEmpty == isGood)
  }

  @Test(arguments: [
    ("a@example.org", true), ("a.b+c@mail.example.org", true), ("a@example", false), ("@example.org", false),
    ("a@@example.org", false), ("a@-example.org", false), ("a b@example.org", false), ("a@example..org", false),
  ])
  func knowsMailAddresses(_ text: String, _ isGood: Bool) throws {
    #expect(try Self.findings("temper", "{ shape: email }", values: [text]).isEmpty == isGood)
  }

  @Test(arguments: [
    ("de", true), ("de-CH", true), ("zh-Hant-TW", true), ("sl-rozaj-biske", true), ("de-1996", true),
    ("en-a-bbb-x-a", true), ("x-klingon", true), ("es-419", true), ("de_CH", false), ("d", false), ("de-", false),
    ("german language", false), ("en-x", false), ("de-CH-DE", false),
  ])
  func knowsLanguageTags(_ text: String, _ isGood: Bool) throws {
    #expect(try Self.findings("temper", "{ shape: language-tag }", values: [text]).isEmpty == isGood)
  }

  @Test func suggestsTheRightShape() throws {
    #expect(
      try Self.findings("temper", "{ shape: url }", values: ["www.example.org"]) == [
        "2 value.url → https://www.example.org"
      ]
    )
    #expect(
      try Self.findings("temper", "{ shape: email }", values: ["mailto:a@example.org"]) == [
        "2 value.email → a@example.org"
      ]
    )
    #expect(
      try Self.findings("temper", "{ shape: language-tag }", values: ["DE_ch"]) == ["2 value.language-tag → de-CH"]
    )
  }
}
