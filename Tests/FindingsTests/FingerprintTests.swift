import Findings
import TestSupport
import Testing

@Suite struct FingerprintTests {
  private let finding = Finding(
    .valueRange,
    "Too heavy",
    at: SourcePosition(file: "breeds.csv", line: 12, column: 5),
    field: "Weight",
    value: "400"
  )

  @Test func staysWhenTheFindingMovesToAnotherLine() {
    var moved = finding
    moved.position = SourcePosition(file: "breeds.csv", line: 99, column: 5)
    moved.kind = GivenWords(.valueRange, "Far too heavy")
    #expect(moved.fingerprint == finding.fingerprint)
  }

  @Test func differsWithRuleFileFieldAndValue() {
    var others = [finding, finding, finding, finding]
    others[0].kind = GivenWords(.valueType, finding.message)
    others[1].position?.file = "groups.csv"
    others[2].field = "Height"
    others[3].value = "401"
    let fingerprints = Set(others.map(\.fingerprint) + [finding.fingerprint])
    #expect(fingerprints.count == 5)
  }

  @Test func isTheSameInEveryVersion() {
    // Baselines hold fingerprints, so a change here breaks them.
    #expect(finding.fingerprint == "a6afc0d36ad94ff6")
  }

  @Test func numbersRepeatedFindings() {
    var counter = FingerprintCounter()
    let names = [counter.next(finding), counter.next(finding), counter.next(finding)]
    let first = finding.fingerprint
    #expect(names == [first, first + "-2", first + "-3"])
  }

  @Test func ordersCountsWorstFirst() {
    let findings =
      [Finding(.valueMojibake, "a")] + [Finding(.valueType, "b")]
      + Array(repeating: Finding(.valueRange, "c"), count: 3) + [Finding(.recordQuoting, "d")]
    let expected = [
      FindingCount(rule: .valueRange, severity: .error, count: 3),
      FindingCount(rule: .recordQuoting, severity: .error, count: 1),
      FindingCount(rule: .valueType, severity: .error, count: 1),
      FindingCount(rule: .valueMojibake, severity: .warning, count: 1),
    ]
    #expect(FindingTally(findings).counts == expected)
  }
}
