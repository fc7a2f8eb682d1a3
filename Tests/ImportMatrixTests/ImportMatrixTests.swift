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

  /// The fixed seeds of every run; `STUDBOOK_SEEDS=1000-2000` tries others, and `make matrix` thousands.
  ///
  /// The importer that is being rebuilt ends the process over some of them, so they wait for its successor.
  @Test(.enabled(if: ImporterUnderTest.isRebuilt), arguments: 0..<8)
  func everyCaseHolds(_ part: UInt64) throws {
    var idle = 0
    let seeds = Seeds.range(1...320)
    for seed in seeds where seed % 8 == part {
      let trial = MatrixTrial(seed: seed)
      switch try trial.verdict() {
      case .holds: break
      case .provesNothing: idle += 1
      case .fails: Issue.record("\(try trial.report(into: Package.path(".build/matrix/seed-\(seed)")))")
      }
    }
    #expect(idle * 4 <= seeds.count, "too many cases prove nothing")
  }

  @Test(.enabled(if: ImporterUnderTest.isRebuilt), arguments: [3, 11, 24, 36, 42, 57] as [UInt64])
  func theToolChecksAndBuildsAlike(_ seed: UInt64) throws {
    let tool = try #require(CommandLineUnderTest(tool: Self.tool))
    let problems = try tool.problems(of: MatrixTrial(seed: seed).matrix)
    #expect(problems == [])
  }

  /// The built tool: it stands beside the test bundle.
  private static var tool: String {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
    return bundle.bundleURL.deletingLastPathComponent().appendingPathComponent("studbook").path
  }
}
