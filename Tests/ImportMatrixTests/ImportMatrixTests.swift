import Foundation
import ImportMatrix
import TestSupport
import Testing

@Suite("The import matrix")
struct ImportMatrixTests {
  @Test func aCaseIsTheSameForTheSameSeed() {
    #expect(RandomCase.draw(7) == RandomCase.draw(7))
    #expect(RandomCase.draw(7) != RandomCase.draw(8))
  }

  /// The cases have to reach what they are for.
  @Test func theCasesReachEveryOutcomeAndEveryRule() {
    var counts: [String: Int] = [:]
    for seed in 1...320 as ClosedRange<UInt64> {
      let matrix = RandomCase.draw(seed)
      for feature in matrix.features { counts[feature, default: 0] += 1 }
      let result = ReferenceImporter.run(matrix)
      guard result.undecided.isEmpty else {
        counts["undecided", default: 0] += 1
        continue
      }
      for outcome in result.outcomes.joined() {
        counts[outcome.kind.rawValue, default: 0] += 1
        for rule in Set(outcome.rules) { counts["\(outcome.kind.rawValue) \(rule)", default: 0] += 1 }
      }
      for rule in result.endFindings.keys { counts["end \(rule)", default: 0] += 1 }
    }
    let rejections = [
      "value.type", "value.range", "value.length", "value.pattern", "value.required", "record.duplicate",
      "record.unmatched", "record.field-count", "reference.unknown", "reference.ambiguous", "reference.taken",
      "value.lookup", "own.r1",
    ]
    let features = ["composite", "own inverse", "required to-many", "lookup", "several files", "inner records"]
    let expected =
      features + ["inserted", "updated", "unchanged", "rejected", "skipped", "end own.r1", "end reference.count"]
      + rejections.map { "rejected \($0)" }
      + ["value.required", "record.duplicate", "record.unmatched"].map { "skipped \($0)" }
    for name in expected { #expect(counts[name, default: 0] >= 2, "\(name) in \(counts)") }
    #expect(counts["undecided", default: 0] < 60)
  }

  /// The fixed seeds of every run; `STUDBOOK_SEEDS=1000-2000` tries others, and `make matrix` thousands.
  @Test(arguments: 0..<8)
  func everyCaseHolds(_ part: UInt64) throws {
    var idle = 0
    let seeds = Seeds.range(1...320)
    for seed in seeds where seed % 8 == part {
      let trial = MatrixTrial(seed: seed)
      switch try trial.verdict() {
      case .holds: break
      case .provesNothing: idle += 1
      case .fails:
        Issue.record("\(try trial.report(into: Package.path(".build/matrix/seed-\(seed)")))")
      }
    }
    #expect(idle * 4 <= seeds.count, "too many cases prove nothing")
  }

  @Test(arguments: [3, 11, 24, 36, 42, 57] as [UInt64])
  func theToolChecksAndBuildsAlike(_ seed: UInt64) throws {
    let tool = try #require(CommandLineUnderTest(tool: Self.tool))
    let problems = try tool.problems(of: MatrixTrial(seed: seed).matrix)
    #expect(problems == [])
  }

  /// The built tool: it stands beside the test bundle.
  private static var tool: String {
    let bundles =
      Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }.map(\.bundleURL) + [Bundle.main.bundleURL]
    let folders = bundles.flatMap { [$0.deletingLastPathComponent(), $0] }
    let found = folders.map { $0.appendingPathComponent("studbook").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    return found ?? Package.path(".build/debug/studbook")
  }
}

extension MatrixCase {
  /// What the case has that only some cases have.
  fileprivate var features: Set<String> {
    var features: Set<String> = []
    for entity in model.entities {
      if entity.attributes.contains(where: { !$0.elements.isEmpty }) { features.insert("composite") }
      for relationship in entity.relationships {
        if relationship.inverse == relationship.name { features.insert("own inverse") }
        if relationship.isToMany, !relationship.isOptional { features.insert("required to-many") }
      }
    }
    for source in sources {
      if source.columns.contains(where: { $0.lookup != nil }) { features.insert("lookup") }
      if source.files != .one { features.insert("several files") }
      if source.nesting != nil, !source.records.isEmpty { features.insert("inner records") }
    }
    return features
  }
}
