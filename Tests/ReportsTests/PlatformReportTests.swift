import Findings
import Foundation
import Reports
import TestSupport
import Testing

@Suite struct PlatformReportTests {
  private static let bare = RunSummary(toolVersion: "1", recipe: "r.yml", model: "m")

  private static func json(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8))
  }

  // MARK: SARIF

  private static func results(_ text: String) throws -> [[String: Any]] {
    let log = try #require(try json(text) as? [String: Any])
    let runs = try #require(log["runs"] as? [[String: Any]])
    return try #require(runs.first?["results"] as? [[String: Any]])
  }

  @Test func writesSARIFWithRegionFixAndFingerprint() throws {
    let ruleIndex = try #require(RuleCatalogue.codes.firstIndex(of: .valueRange))
    let text = SARIFReport(folder: "Inputs").text(SampleRun.summary, SampleRun.findings)
    let expected =
      #"{"ruleId":"value.range","ruleIndex":\#(ruleIndex),"level":"error","message":{"text":"Weight is 400, but at most 120 is allowed"},"#
      + #""locations":[{"physicalLocation":{"artifactLocation":{"uri":"Inputs/akc-breeds.csv","uriBaseId":"%SRCROOT%"},"#
      + #""region":{"startLine":12,"startColumn":20,"endLine":12,"endColumn":23,"byteOffset":812,"byteLength":3,"#
      + #""snippet":{"text":"400"}},"contextRegion":{"startLine":12,"snippet":{"text":"Affenpinscher,Toy,\t400,\"small, wiry\""}}},"#
      + #""logicalLocations":[{"name":"weightMax","fullyQualifiedName":"Breed.weightMax","kind":"member"}]}],"#
      + #""partialFingerprints":{"studbook/v1":"6051b112a9fb455c"},"fixes":[{"description":{"text":"Replace by “40.0”"},"#
      + #""artifactChanges":[{"artifactLocation":{"uri":"Inputs/akc-breeds.csv","uriBaseId":"%SRCROOT%"},"replacements":["#
      + #"{"deletedRegion":{"startLine":12,"startColumn":20,"endLine":12,"endColumn":23,"byteOffset":812,"byteLength":3},"#
      + #""insertedContent":{"text":"40.0"}}]}]}],"properties":{"record":11,"field":"Weight (lb)","value":"400","suggestion":"40.0"}}"#
    let lines = text.split(separator: "\n")
    #expect(lines.contains { $0 == expected + "," })
    #expect(try Self.results(text).count == 5)
  }

  @Test func givesSARIFRuleIndicesThatFit() throws {
    let own = Finding("own.rule", "Mine")
    let text = SARIFReport().text(
      RunSummary(toolVersion: "1", recipe: "r", model: "m", findingCounts: FindingTally([own]).counts),
      [own, Finding(.valueType, "Theirs")]
    )
    let log = try #require(try Self.json(text) as? [String: Any])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    for result in try Self.results(text) {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
    }
  }

  @Test func letsNothingInASARIFMessageBecomeALink() {
    let text = SARIFReport().text(Self.bare, [Finding(.valueType, "See [this](https://x) {0}")])
    #expect(text.contains(#""message":{"text":"See \\[this\\](https://x) {{0}}"}"#))
  }

  @Test func offersNoFixThatWouldBreakTheSource() {
    for suggestion in ["a,b", "a\"b", "<b>", "a\nb"] {
      var finding = SampleRun.findings[0]
      finding.suggestion = suggestion
      #expect(!SARIFReport().text(Self.bare, [finding]).contains("\"fixes\""))
    }
  }

  @Test func countsSARIFResultsThatDoNotFit() throws {
    let findings = (0..<30).map { Finding(.valueType, "Bad \($0)") }
    let text = SARIFReport(greatestResultCount: 20).text(Self.bare, findings)
    #expect(try Self.results(text).count == 20)
    #expect(text.contains("10 more findings did not fit; the JSON report has them."))
  }

  @Test func encodesPathsAsURIs() {
    let finding = Finding(.valueType, "Bad", at: SourcePosition(file: "../a b/ü:1.csv", line: 1))
    #expect(SARIFReport(folder: "data/in").text(Self.bare, [finding]).contains(#""uri":"data/a%20b/%C3%BC%3A1.csv""#))
  }

  // MARK: JUnit

  @Test func writesASuitePerSourceForJUnit() {
    let expected = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="Studbook" tests="7" failures="3" errors="0" time="0">
      <testsuite name="akc-groups.csv" tests="2" failures="0" errors="0" skipped="0" time="0">
      <testcase classname="akc-groups.csv" name="value.mojibake at 3:1" time="0"><system-out>akc-groups.csv:3:1: \
      warning[value.mojibake] The text was decoded twice
         = the value is “K\\u{1B}[31mÃ¤se\\u{202E}”
         = did you mean “Käse”?
         = help: Replace the text by the suggestion and save the file as UTF-8.

      </system-out></testcase>
      <testcase classname="akc-groups.csv" name="9 records without errors" time="0"/>
      </testsuite>
      <testsuite name="akc-breeds.csv" tests="3" failures="3" errors="0" skipped="0" time="0">
      <testcase classname="akc-breeds.csv" name="value.range at 12:20" time="0"><failure type="value.range" \
      message="Weight is 400, but at most 120 is allowed">
      """
    #expect(JUnitReport().text(SampleRun.summary, SampleRun.findings).hasPrefix(expected))
  }

  @Test func writesXMLThatHoldsWhateverTheValuesAre() throws {
    let nasty = "]]><x a='1'>&\"\u{0}\u{FFFF}\u{1B}"
    let finding = Finding(
      RuleCode(rawValue: nasty),
      nasty,
      at: SourcePosition(file: nasty, line: 1),
      value: nasty,
      suggestion: nasty
    )
    let text = JUnitReport().text(Self.bare, [finding])
    #expect(!text.contains("<x"))
    #expect(!text.contains("]]>"))
    let forbidden = text.unicodeScalars.filter { $0 != "\n" && ($0.value < 0x20 || $0.value == 0xFFFF) }
    #expect(forbidden.isEmpty)
  }

  @Test func countsJUnitErrorsThatAreNotListed() {
    let findings = (0..<30).map { Finding(.valueType, "Bad \($0)", at: SourcePosition(file: "a.csv", line: 1)) }
    let text = JUnitReport(greatestCountPerSource: 20).text(Self.bare, findings)
    #expect(text.contains(#"<testsuite name="a.csv" tests="21" failures="21""#))
    #expect(text.contains(#"<failure message="10 more errors"/>"#))
  }

  // MARK: GitHub and GitLab

  @Test func writesWorkflowCommandsForGitHub() {
    let expected = """
      ::error file=Inputs/akc-breeds.csv,line=20,col=1,endColumn=6,\
      title=Record with a key that is already taken [record.duplicate]::The name “Akita” is taken
      ::error file=Inputs/akc-breeds.csv,line=14,col=8,endColumn=13,\
      title=Reference to an object that does not exist [reference.unknown]::\
      No AKCGroup has the name “Tøy 犬”%0ADid you mean “Toy”?
      ::error file=Inputs/akc-breeds.csv,line=12,col=20,endColumn=23,title=Value out of range [value.range]::\
      Weight is 400, but at most 120 is allowed%0ADid you mean “40.0”?
      ::warning title=Source without records [source.no-records]::No source had a record for the entity Club
      ::warning file=Inputs/akc-groups.csv,line=3,col=1,endColumn=9,title=Text that was decoded twice [value.mojibake]::\
      The text was decoded twice%0ADid you mean “Käse”?

      """
    #expect(GitHubAnnotations(folder: "Inputs").text(SampleRun.summary, SampleRun.findings) == expected)
  }

  @Test func letsNoValueStartAWorkflowCommand() {
    let finding = Finding(
      .valueType,
      "100%\n::set-env name=X::y",
      at: SourcePosition(file: "a,b:c%.csv\n::error::", line: 1)
    )
    let lines = GitHubAnnotations().text(Self.bare, [finding]).split(separator: "\n")
    #expect(
      lines == [
        "::error file=a%2Cb%3Ac%25.csv\\n%3A%3Aerror%3A%3A,line=1,col=1,title=Value of the wrong type [value.type]::"
          + "100%25\\n::set-env name=X::y"
      ]
    )
  }

  @Test func sharesTheTenAnnotationsAmongTheRules() {
    let findings =
      (0..<50).map { Finding(.valueType, "Bad \($0)") } + [Finding(.valueRange, "Late")]
      + (0..<10).map { Finding(.valueMojibake, "Odd \($0)") }
    let lines = GitHubAnnotations().text(Self.bare, findings).split(separator: "\n")
    let errors = lines.filter { $0.hasPrefix("::error") }
    #expect(errors.count == 10)
    #expect(errors.contains { $0.hasSuffix("::Late") })
    #expect(errors.last == "::error title=Studbook::42 more errors in the report")
    #expect(lines.filter { $0.hasPrefix("::warning") }.count == 10)
  }

  @Test func countsWhatGitHubDoesNotShow() {
    let findings =
      (0..<1234).map { Finding(.valueType, "Bad \($0)") } + (0..<10).map { Finding(.valueMojibake, "Odd \($0)") }
    var summary = Self.bare
    summary.findingCounts = FindingTally(findings).counts
    #expect(
      GitHubAnnotations().remainder(summary)
        == "Without an annotation: 1,225 of 1,234 errors. GitHub shows at most 10 errors, 10 warnings and 10 notices of a step, and 50 of a job."
    )
    #expect(GitHubAnnotations().remainder(SampleRun.summary) == nil)
  }

  @Test func writesGitLabsCodeQuality() throws {
    let text = GitLabReport(folder: "Inputs").text(SampleRun.summary, SampleRun.findings)
    let lines = text.split(separator: "\n")
    #expect(
      lines[1]
        == #"{"description":"Weight is 400, but at most 120 is allowed","check_name":"value.range","#
        + #""fingerprint":"6051b112a9fb455c","severity":"major","#
        + #""location":{"path":"Inputs/akc-breeds.csv","lines":{"begin":12}}},"#
    )
    let issues = try #require(try Self.json(text) as? [[String: Any]])
    #expect(issues.count == 5)
    let last = try #require(issues.last?["location"] as? [String: Any])
    #expect(last["path"] as? String == "Inputs/DogBreeds.recipe.yml")
    #expect(GitLabReport().text(Self.bare, []) == "[]\n")
  }

  @Test func givesEveryGitLabIssueAFingerprintOfItsOwn() throws {
    let findings = (0..<3).map { _ in SampleRun.findings[0] }
    let issues = try #require(try Self.json(GitLabReport().text(Self.bare, findings)) as? [[String: Any]])
    #expect(Set(issues.compactMap { $0["fingerprint"] as? String }).count == 3)
  }
}
