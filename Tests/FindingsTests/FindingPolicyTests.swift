import Findings
import TestSupport
import Testing

@Suite("Accepting findings")
struct FindingPolicyTests {
  private static func finding(_ rule: RuleCode, _ value: String, record: Int, file: String = "towns.csv") -> Finding {
    Finding(
      rule,
      "It is \(value)",
      at: SourcePosition(file: file, line: record + 1),
      record: record,
      field: "Size",
      attribute: "size",
      value: value
    )
  }

  private static let findings = [
    finding(.valueRange, "400", record: 1), finding(.valueRange, "500", record: 2),
    finding(.valueType, "x", record: 2), finding(.valueMojibake, "KÃ¶ln", record: 3),
  ]
  private static let sources = [
    SourceAccount(file: "towns.csv", format: "csv", entity: "Town", records: RecordCounts(read: 100), bytes: 1)
  ]
  private static let today = CalendarDay(year: 2026, month: 11, day: 21)!

  private func evaluate(_ change: (inout FindingPolicy) -> Void) -> AcceptanceResult {
    var policy = FindingPolicy()
    change(&policy)
    return policy.evaluate(Self.findings, sources: Self.sources, today: Self.today)
  }

  @Test func withoutAPolicyEveryFindingCounts() {
    let result = evaluate { _ in }
    #expect(result.findings == Self.findings)
    #expect(result.remarks.isEmpty)
    #expect(result.openCount(atLeast: .error, of: FindingTally(Self.findings).counts) == 3)
  }

  @Test func theBaselineAcceptsWhatWasThereAndNothingElse() {
    let old = FindingBaseline(accepting: Self.findings.dropLast(2))
    let result = evaluate { $0.baseline = old }
    #expect(result.findings.map { $0.acceptance?.kind } == [.baseline, .baseline, nil, nil])
    #expect(result.hasBaseline)
    #expect(result.remarks.isEmpty)
  }

  @Test func theSameMistakeTwiceNeedsTwoEntries() {
    let twice = [Self.findings[0], Self.findings[0]]
    var policy = FindingPolicy()
    policy.baseline = FindingBaseline(accepting: twice.dropLast())
    let result = policy.evaluate(twice, sources: [], today: Self.today)
    #expect(result.findings.map { $0.acceptance != nil } == [true, false])
  }

  @Test func whatABaselineHoldsTooMuchIsSaid() {
    let gone = Self.finding(.valueLength, "long", record: 9)
    let result = evaluate { $0.baseline = FindingBaseline(accepting: Self.findings + [gone]) }
    #expect(result.remarks.map(\.rule) == [.acceptanceStale])
    #expect(result.remarks.first?.message == "1 finding of the baseline does not occur any more; write it anew")
  }

  @Test func aSuppressionCoversItsRuleFileFieldAndValueUntilItsDay() throws {
    let until = try #require(CalendarDay("2026-11-21"))
    let result = evaluate {
      $0.suppressions = [
        FindingSuppression(
          rule: RulePattern("value.range"),
          file: "towns.csv",
          value: "400",
          reason: "It is so",
          until: until
        )
      ]
    }
    #expect(result.findings.map { $0.acceptance?.reason } == ["It is so", nil, nil, nil])
    #expect(result.remarks.isEmpty)
  }

  /// Findings of a workbook, an archive or a folder stand in its sheets, members or files, so that no suppression or budget of such a source held.
  @Test(arguments: [
    ("dogs.xlsx", "dogs.xlsx/Breeds", true), ("data/dogs.zip", "data/dogs.zip/a/b.csv", true),
    ("data", "data/a.csv", true), ("data/", "data/a.csv", true), ("data/*.csv", "data/a.csv", true),
    ("dogs[1].csv", "dogs[1].csv", true), ("dogs.xlsx", "dogs.xlsx2", false), ("data/*.csv", "data/b/a.csv", false),
    ("dogs.xlsx/Breeds", "dogs.xlsx/Cats", false), ("dogs.xlsx/Breeds", "dogs.xlsx", false),
  ]) func aSourceIsNamedAsInTheRecipe(_ name: String, _ file: String, isMeant: Bool) {
    let finding = Self.finding(.valueRange, "400", record: 1, file: file)
    let suppression = FindingSuppression(rule: RulePattern("*"), file: name, reason: "Known")
    #expect(suppression.matches(finding) == isMeant)
    #expect(FindingBudget(rule: RulePattern("*"), file: name, most: .records(1)).matches(finding) == isMeant)
  }

  @Test func anEndedSuppressionCoversNothingAndSaysSo() throws {
    let until = try #require(CalendarDay("2026-11-20"))
    let result = evaluate {
      $0.suppressions = [FindingSuppression(rule: RulePattern("value.*"), reason: "Soon", until: until)]
    }
    #expect(result.findings.allSatisfy { $0.acceptance == nil })
    #expect(result.remarks.map(\.rule) == [.acceptanceExpired])
  }

  @Test func aSuppressionOfNothingIsSaid() {
    let result = evaluate {
      $0.suppressions = [FindingSuppression(rule: RulePattern("value.range"), file: "other.csv", reason: "Old")]
    }
    #expect(result.remarks.map(\.rule) == [.acceptanceUnused])
  }

  @Test func aBudgetCoversAllOfItsFindingsOrNone() {
    let enough = evaluate { $0.budgets = [FindingBudget(rule: RulePattern("value.range"), most: .records(2))] }
    #expect(enough.findings.map { $0.acceptance?.kind } == [.budget, .budget, nil, nil])
    #expect(enough.remarks.isEmpty)
    let short = evaluate { $0.budgets = [FindingBudget(rule: RulePattern("value.range"), most: .records(1))] }
    #expect(short.findings.allSatisfy { $0.acceptance == nil })
    #expect(short.remarks.map(\.rule) == [.acceptanceBudget])
    #expect(short.remarks.first?.message == "There are 2 findings of value.range, but the budget allows 1")
  }

  @Test func aBudgetInPerCentIsAShareOfTheRecordsRead() {
    let budget = FindingBudget(rule: RulePattern("value.*"), file: "towns.csv", most: .share(0.04))
    #expect(evaluate { $0.budgets = [budget] }.findings.allSatisfy { $0.acceptance?.kind == .budget })
    let less = FindingBudget(rule: RulePattern("value.*"), file: "towns.csv", most: .share(0.039))
    #expect(evaluate { $0.budgets = [less] }.findings.allSatisfy { $0.acceptance == nil })
  }

  @Test func aRecordIsAnAcceptedRejectOnlyWhenAllItsErrorsAre() {
    let result = evaluate {
      $0.suppressions = [FindingSuppression(rule: RulePattern("value.range"), reason: "Known")]
    }
    #expect(result.acceptedRejects(besides: []) == 1)
    #expect(result.acceptedRejects(besides: [0]) == 0)
    #expect(result.openCount(atLeast: .error, of: FindingTally(Self.findings).counts) == 1)
  }

  @Test(arguments: [("5", Tolerance.records(5)), ("0", .records(0)), ("0.5%", .share(0.005)), ("100%", .share(1))])
  func tolerancesAreNumbersOrPerCent(_ text: String, _ tolerance: Tolerance) {
    #expect(Tolerance(text) == tolerance)
    #expect(Tolerance(text)?.description == text)
  }

  @Test(arguments: ["", "-1", "five", "101%", "%", "1 %x"]) func otherTolerancesAreNone(_ text: String) {
    #expect(Tolerance(text) == nil)
  }

  @Test(arguments: [
    (0, "1970-01-01"), (951_782_400, "2000-02-29"), (1_795_219_199, "2026-11-20"), (-1, "1969-12-31"),
    (4_107_542_400, "2100-03-01"),
  ])
  func daysFollowTheCalendar(_ seconds: Int, _ day: String) {
    #expect(CalendarDay(secondsSince1970: seconds).description == day)
    #expect(CalendarDay(day) == CalendarDay(secondsSince1970: seconds))
  }

  @Test(arguments: ["2026-02-29", "2026-13-01", "2026-1-1", "26-01-01", "2026-04-31", "2026-04", "yyyy-mm-dd"])
  func daysThatDoNotExistAreNone(_ text: String) {
    #expect(CalendarDay(text) == nil)
  }
}
