import Foundation
import TestSupport
import Testing

/// A recipe with mistakes in its source, which a team may accept.
private struct TownSources {
  let folder: TemporaryFolder

  /// - Parameter more: What is added to the recipe.
  init(_ more: String = "") throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Town">
          <attribute name="name" attributeType="String"/>
          <attribute name="size" optional="YES" attributeType="Integer 32" maxValueString="100" usesScalarValueType="YES"/>
        </entity>
      </model>
      """,
      to: "Towns.xcdatamodel/contents"
    )
    try folder.write("name,size\nLinz,1\nGraz,400\nWels,2\nEnns,x\n", to: "towns.csv")
    try folder.write(
      """
      model: Towns.xcdatamodel
      output: Towns.sqlite
      sources:
        - file: towns.csv
          entity: Town
          key: name
      \(more)
      """,
      to: "Towns.recipe.yml"
    )
  }

  func check(_ options: String..., environment: [String: String] = [:]) throws -> Tool.Outcome {
    try Tool.run(["check", "Towns.recipe.yml"] + options, in: folder.path, environment: environment)
  }

  func build(_ options: String...) throws -> Tool.Outcome {
    try Tool.run(["build", "Towns.recipe.yml", "--output", "Out"] + options, in: folder.path)
  }
}

@Suite("Accepting findings on the command line")
struct AcceptanceCommandTests {
  @Test func withABaselineOnlyNewFindingsFail() throws {
    let towns = try TownSources()
    #expect(try towns.check().status == 1)
    #expect(try towns.check("--write-baseline", "known.jsonl", "--fail-on", "never").status == 0)
    let known = try towns.check("--baseline", "known.jsonl", "--fail-on", "new")
    #expect(known.status == 0, "\(known.output)")
    #expect(known.output.contains("2 more findings are accepted."))
    // A line above moves the others; only the new one counts.
    try towns.folder.write("name,size\nSteyr,700\nLinz,1\nGraz,400\nWels,2\nEnns,x\n", to: "towns.csv")
    let new = try towns.check("--baseline", "known.jsonl", "--fail-on", "new")
    #expect(new.status == 1)
    #expect(new.output.contains("towns.csv:2:7"))
    #expect(!new.output.contains("towns.csv:4:6"))
  }

  @Test func aBuildCountsOnlyRejectsThatNobodyAccepted() throws {
    let towns = try TownSources()
    #expect(try towns.build().status == 1)
    #expect(try towns.build("--write-baseline", "known.jsonl").status == 1)
    let known = try towns.build("--baseline", "known.jsonl")
    #expect(known.status == 0, "\(known.output)")
    #expect(known.output.contains("Nothing new: the errors of 2 rejected records are accepted"))
  }

  /// Errors of checks of the whole name a record, too, but reject none: a build failed by them though they were accepted.
  @Test func anAcceptedErrorOfTheWholeDoesNotFailABuild() throws {
    let towns = try TownSources("checks: { Town: { name: { similar: 1, severity: error } } }")
    try towns.folder.write("name,size\nSalzburg,1\nSalzborg,2\n", to: "towns.csv")
    #expect(try towns.build("--write-baseline", "known.jsonl").status == 1)
    let known = try towns.build("--baseline", "known.jsonl", "--fail-on", "new")
    #expect(known.status == 0, "\(known.output)")
    try towns.folder.write("name,size\nSalzburg,1\nSalzborg,2\nEnns,x\n", to: "towns.csv")
    #expect(try towns.build("--baseline", "known.jsonl").status == 1)
  }

  /// Records inside records are numbered by themselves: the errors of two of one number counted as those of one record.
  @Test func recordsInsideRecordsAreAcceptedEachByItself() throws {
    let towns = try TownSources()
    try towns.folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Land">
          <attribute name="name" attributeType="String"/>
          <attribute name="size" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/>
          <relationship name="towns" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Town" inverseName="land" inverseEntity="Town"/>
        </entity>
        <entity name="Town">
          <attribute name="name" attributeType="String"/>
          <attribute name="size" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/>
          <relationship name="land" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Land" inverseName="towns" inverseEntity="Land"/>
        </entity>
      </model>
      """,
      to: "Towns.xcdatamodel/contents"
    )
    try towns.folder.write(
      "<l><land name='A' size='x'/><land name='B'><town name='Linz' size='y'/></land></l>",
      to: "lands.xml"
    )
    try towns.folder.write(
      """
      model: Towns.xcdatamodel
      output: Towns.sqlite
      sources:
        - file: lands.xml
          records: //land
          entity: Land
          key: name
          attributes: { name: "@name", size: "@size" }
          children:
            - { records: town, entity: Town, attributes: { name: "@name", size: "@size" } }
      """,
      to: "Towns.recipe.yml"
    )
    #expect(try towns.build("--write-baseline", "known.jsonl").status == 1)
    let known = try towns.build("--baseline", "known.jsonl")
    #expect(known.status == 0, "\(known.output)")
  }

  @Test func theRecipeNamesItsBaselineItsSuppressionsAndItsBudgets() throws {
    let towns = try TownSources(
      """
      baseline: known.jsonl
      suppressions:
        - rule: value.type
          file: towns.csv
          reason: Enns is being counted
          until: 2026-12-31
      budgets:
        - { rule: value.range, file: towns.csv, most: 25% }
      """
    )
    try towns.folder.write("{\"baselineVersion\":1}\n", to: "known.jsonl")
    // 2026-12-31 and the day after.
    let before = try towns.check(environment: ["SOURCE_DATE_EPOCH": "1798675200"])
    #expect(before.status == 0, "\(before.output)")
    let after = try towns.check(environment: ["SOURCE_DATE_EPOCH": "1798761600"])
    #expect(after.status == 1)
    #expect(after.output.contains("acceptance.expired"))
  }

  @Test func mistakesInWhatTheRecipeAcceptsAreFound() throws {
    let towns = try TownSources(
      """
      suppressions:
        - { rule: value.rnage, reason: x }
        - { rule: value.range, reason: x, until: soon }
        - { rule: value.range }
      budgets:
        - { rule: value.range, most: few }
      """
    )
    let outcome = try towns.check()
    #expect(outcome.status == 2)
    for part in ["did you mean “value.range”", "has to be a day", "needs “reason”", "has to be a number of findings"] {
      #expect(outcome.errors.contains(part), "\(part): \(outcome.errors)")
    }
  }

  @Test func failingOnNewNeedsABaseline() throws {
    let outcome = try TownSources().check("--fail-on", "new")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("--write-baseline"))
    #expect(try TownSources().check("--baseline", "none.jsonl").status == 2)
  }

  @Test func reportsAreWrittenInEveryFormatAndAgainFromJSON() throws {
    let towns = try TownSources()
    let formats = "html,json,jsonl,sarif,junit,gitlab,markdown,csv"
    #expect(try towns.check("--report", formats, "--output", "reports").status == 1)
    let folder = towns.folder
    let names = [
      "Towns.json", "Towns.jsonl", "Towns.sarif", "Towns.gl-code-quality-report.json", "Towns.junit.xml", "Towns.html",
      "Towns.findings.md", "Towns.findings.csv",
    ]
    for name in names { #expect(FileManager.default.fileExists(atPath: folder.file("reports/\(name)")), "\(name)") }
    let again = try Tool.run(
      ["report", "reports/Towns.jsonl", "--to", formats, "--output", "again"],
      in: folder.path
    )
    #expect(again.status == 0, "\(again.errors)")
    for name in names {
      #expect(try folder.text(of: "again/\(name)") == folder.text(of: "reports/\(name)"), "\(name)")
    }
  }

  @Test func checkAndBuildNameTheirReportsAlike() throws {
    let towns = try TownSources()
    let formats = "html,json,jsonl,sarif,junit,gitlab,markdown,csv"
    #expect(try towns.check("--report", formats, "--output", "reports").status == 1)
    #expect(try towns.build("--report", formats).status == 1)
    let files = FileManager.default
    #expect(
      try files.contentsOfDirectory(atPath: towns.folder.file("reports")).sorted()
        == files.contentsOfDirectory(atPath: towns.folder.file("Out/reports")).sorted()
    )
  }

  @Test func aReportDoesNotReplaceASource() throws {
    let towns = try TownSources()
    let source = "[{\"name\": \"Linz\"}]"
    try towns.folder.write(source, to: "Towns.json")
    try towns.folder.write(
      "model: Towns.xcdatamodel\noutput: Towns.sqlite\nsources: [{ file: Towns.json, entity: Town, key: name }]\n",
      to: "Towns.recipe.yml"
    )
    let outcome = try towns.check("--report", "json")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("the report ./Towns.json would replace a file that the recipe reads"))
    #expect(try towns.folder.text(of: "Towns.json") == source)
  }

  @Test func annotationsGoToTheLogAndTheSummaryToTheStep() throws {
    let towns = try TownSources()
    try towns.folder.write("before\n", to: "summary.md")
    let outcome = try towns.check(
      "--report",
      "github",
      environment: ["GITHUB_STEP_SUMMARY": towns.folder.file("summary.md")]
    )
    #expect(outcome.output.hasPrefix("::error file=towns.csv,line=3,col=6,"))
    let summary = try towns.folder.text(of: "summary.md")
    #expect(summary.hasPrefix("before\n## ❌"))
    #expect(!summary.contains("Without an annotation"))
  }

  @Test func theStepsSummaryCountsWhatHasNoAnnotation() throws {
    let towns = try TownSources()
    try towns.folder.write("name,size\n" + (1...20).map { "T\($0),x\n" }.joined(), to: "towns.csv")
    let path = towns.folder.file("summary.md")
    let outcome = try towns.check("--report", "github", environment: ["GITHUB_STEP_SUMMARY": path])
    #expect(outcome.output.components(separatedBy: "::error").count - 1 == 10)
    #expect(
      try towns.folder.text(of: "summary.md").contains("\nWithout an annotation: 11 of 20 errors. GitHub shows at most")
    )
  }

  @Test func reportReadsStandardInputAndSaysWhatItCannotRead() throws {
    let towns = try TownSources()
    _ = try towns.check("--report", "jsonl")
    let lines = try towns.folder.text(of: "Towns.jsonl")
    let outcome = try Tool.run(["report", "-", "--to", "csv", "--output", "-"], input: lines)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("severity,rule,file"))
    let broken = try Tool.run(["report", "-"], input: lines + "{\"rule\":")
    #expect(broken.status == 2)
    #expect(broken.errors.contains("line 4"), "\(broken.errors)")
  }

  @Test func explainShowsARuleAndLikelyOnesForATypingError() throws {
    let rule = try Tool.run(["explain", "value.range"])
    #expect(rule.status == 0)
    #expect(rule.output.contains("What to do"))
    let near = try Tool.run(["explain", "value.rnage"])
    #expect(near.status == 2)
    #expect(near.output.contains("value.range"))
    let all = try Tool.run(["explain"])
    #expect(all.output.split(separator: "\n").count > 50)
    #expect(try Tool.run(["explain", "zzzzzzzz"]).status == 2)
  }
}
