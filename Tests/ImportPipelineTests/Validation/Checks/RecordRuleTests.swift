import AttributeValues
import Findings
import Foundation
import ImportPipeline
import Testing
import TestSupport

/// Rules of one's own, and what a recipe says about rules.
@Suite("Own rules and severities")
struct RecordRuleTests {
  /// Names that read the same backwards.
  struct PalindromeRule: RecordRule {
    let code: RuleCode = "own.palindrome"
    let severity = Severity.error
    var entityName = "Dog"

    func violations(of record: RuleRecord) -> [RuleViolation] {
      guard case .string(let name)? = record["name"], name.lowercased() == String(name.lowercased().reversed()) else {
        return []
      }
      return [RuleViolation("“\(name)” reads the same backwards", attribute: "name", suggestion: name + "!")]
    }
  }

  private func run(_ more: String, rules: [any RecordRule] = [], dogs: String, off: Set<RuleCode> = []) throws
    -> TestImport
  {
    let folder = try TemporaryFolder()
    return try TestImport(
      """
      model: Test.xcdatamodeld
      output: Test.sqlite
      sources:
        - { file: groups.csv, entity: Group, key: name }
        - { file: dogs.csv, entity: Dog, relationships: { group: Group } }
      \(more)
      """,
      files: ["groups.csv": "name\nHounds\n", "dogs.csv": dogs],
      in: folder.path,
      rules: rules,
      rulesOff: off
    )
  }

  @Test func aRuleOfOnesOwnIsCheckedLikeTheOthers() throws {
    let test = try run("", rules: [PalindromeRule()], dogs: "name,Group\nRex,Hounds\nOtto,Hounds\n")
    #expect(test.places == ["dogs.csv:3:1 own.palindrome"])
    #expect(test.result.findings.first?.suggestion == "Otto!")
    #expect(try test.objects("Dog", "name") == ["Rex"])
  }

  @Test func aRecipeMayChangeItsSeverityOrTurnItOff() throws {
    let dogs = "name,Group\nRex,Hounds\nOtto,Hounds\n"
    let warned = try run("severities: { own.palindrome: warning }", rules: [PalindromeRule()], dogs: dogs)
    #expect(warned.result.findings.map(\.severity) == [.warning])
    #expect(try warned.objects("Dog", "name") == ["Otto", "Rex"])
    let off = try run("severities: { own.palindrome: off }", rules: [PalindromeRule()], dogs: dogs)
    #expect(off.places.isEmpty)
  }

  @Test func aRuleOfOnesOwnForAnUnknownEntityIsAProblem() throws {
    #expect(throws: RecipeError.self) {
      try run("", rules: [PalindromeRule(entityName: "Cat")], dogs: "name,Group\nRex,Hounds\n")
    }
  }

  @Test func checksCanBeTurnedOffAndChanged() throws {
    let dogs = "name,temper,age,Group\nRex,TBD,0,Hounds\n"
    let checks = "checks: { Dog: { temper: { text: clean }, age: { placeholders: 0 } } }\n"
    #expect(try run(checks, dogs: dogs).places == ["dogs.csv:2:9 value.placeholder", "dogs.csv:2:5 text.placeholder"])
    let off = try run(checks + "severities: { text.placeholder: off, value.placeholder: error }", dogs: dogs)
    #expect(off.result.findings.map(\.rule) == [.valuePlaceholder])
    #expect(off.result.sources.last?.records.rejected == 1)
    let own = try run(
      "checks: { Dog: { age: { placeholders: 0, severity: note, message: Ask the breeder } } }",
      dogs: dogs
    )
    #expect(own.result.findings.map(\.message) == ["Ask the breeder"])
    #expect(own.result.findings.map(\.severity) == [.note])
  }

  @Test func mojibakeCanBeTurnedOff() throws {
    let dogs = "name,Group\nZÃ¼rich,Hounds\n"
    #expect(try run("", dogs: dogs).result.findings.map(\.rule) == [.valueMojibake])
    #expect(try run("severities: { value.mojibake: off }", dogs: dogs).places.isEmpty)
  }

  @Test func aRunMayLeaveRulesOut() throws {
    let dogs = "name,age,Group\nRex,old,Hounds\n"
    #expect(try run("", dogs: dogs).result.findings.map(\.rule) == [.valueType])
    #expect(try run("", dogs: dogs, off: [.valueType]).places.isEmpty)
  }

  static let mistakes: [(String, String, String?)] = [
    ("severities: { value.type: off }", "6:15 recipe.value", nil),
    ("severities: { text.spcaes: off }", "6:15 recipe.unknown-name", "text.spaces"),
    ("checks: { Dgo: { age: { similar: 1 } } }", "6:11 recipe.unknown-name", "Dog"),
    ("checks: { Dog: { aeg: { filled: 5% } } }", "6:18 recipe.unknown-name", "age"),
    ("checks: { Dog: { age: { onOf: [1] } } }", "6:25 recipe.unknown-name", "oneOf"),
    ("checks: { Dog: { temper: { text: [spacse] } } }", "6:35 recipe.unknown-name", "spaces"),
    ("checks: { Dog: { temper: { shape: urll } } }", "6:35 recipe.unknown-name", "url"),
    ("checks: { Dog: { age: { similar: 1 } } }", "6:34 recipe.value", nil),
    ("checks: { Dog: { age: { filled: most } } }", "6:33 recipe.value", nil),
    ("checks: { Dog: { age: { notAbove: wieght } } }", "6:35 recipe.unknown-name", "weight"),
    ("checks: { Dog: { age: { requiredWhen: \"weigth > 1\" } } }", "6:39 recipe.unknown-name", "weight"),
    ("checks: { Dog: { age: { outliers: { by: gruop } } } }", "6:41 recipe.unknown-name", "group"),
    ("checks: { Dog: { age: { outliers: { unit: lb to cm } } } }", "6:43 recipe.value", nil),
    ("checks: { Dog: { born: { between: [2000-01-01, tomorrow] } } }", "6:48 recipe.value", nil),
    ("checks: { Dog: { group: { atLeast: 1 } } }", "6:36 recipe.value", nil),
    ("checks: { Dog: { \"*\": { similar: 1 } } }", "6:18 recipe.value", nil),
    ("rules: [{ require: \"Dgo.@count > 1\" }]", "6:20 recipe.unknown-name", "Dog"),
  ]

  @Test(arguments: mistakes)
  func mistakesInChecksAreFoundBeforeTheRun(_ text: String, _ place: String, _ suggestion: String?) throws {
    do {
      _ = try run(text, dogs: "name,Group\nRex,Hounds\n")
      Issue.record("nothing was found")
    } catch let error as RecipeError {
      let found = error.problems.map { "\($0.position?.line ?? 0):\($0.position?.column ?? 0) \($0.rule)" }
      #expect(found == [place])
      #expect(error.problems.first?.suggestion == suggestion)
    }
  }
}
