import Findings
import ImportPipeline
import Testing
import TestSupport

/// Every kind of error, planted in every format: each is found once, at its place to the byte, with its suggestion, and nothing else.
@Suite("Planted kinds of errors")
struct PlantedKindsTests {
  private func found(_ sources: PlantedSources, rulesOff: Set<RuleCode> = []) throws -> [PlantedSources.Expectation] {
    let folder = try TemporaryFolder()
    let test = try TestImport(
      sources.recipe,
      files: sources.files,
      in: folder.path,
      model: PlantedSources.model(),
      rulesOff: rulesOff
    )
    return test.result.findings.map { finding in
      PlantedSources.Expectation(
        rule: finding.rule.rawValue,
        line: finding.position?.line ?? 0,
        column: finding.position?.column ?? 0,
        bytes: finding.position?.byteRange ?? 0..<0,
        suggestion: finding.suggestion,
        file: finding.position?.file ?? "-"
      )
    }
    .sorted()
  }

  @Test func eachIsFoundOnceAtItsPlaceWithItsSuggestionAndNothingElse() throws {
    let sources = PlantedSources.all
    #expect(Set(PlantedKind.all.map(\.name)).count >= 120)
    #expect(sources.expected.count >= 350)
    let found = try found(sources)
    let missing = sources.expected.filter { !found.contains($0) }
    let surplus = found.filter { !sources.expected.contains($0) }
    #expect(missing.isEmpty, "not found: \(missing)")
    #expect(surplus.isEmpty, "found besides: \(surplus)")
    #expect(found.count == sources.expected.count)
  }

  @Test func thereIsNothingToFindInTheCleanTwin() throws {
    #expect(try found(PlantedSources(isClean: true)) == [])
  }

  /// What every check is for: without it, something planted is not found.
  @Test(arguments: Set(PlantedKind.all.map(\.rule)).sorted())
  func leavingOutARuleIsNoticed(_ rule: RuleCode) throws {
    let sources = PlantedSources.delimited
    let found = try found(sources, rulesOff: [rule])
    let missing = sources.expected.filter { !found.contains($0) }
    #expect(!missing.isEmpty)
    #expect(missing.allSatisfy { $0.rule == rule.rawValue })
  }
}
