import Findings
import Foundation
import Testing

/// Findings, and what a team has agreed on about them.
@Suite struct FindingExamples {
  private let finding = Finding(
    GivenWords(.valueRange, "559 is greater than 120"),
    at: SourcePosition(file: "akc-breeds.csv", line: 3, column: 9),
    field: "Height max (cm)",
    value: "559"
  )

  @Test func aFindingSaysWhatAndWhere() {
    // example: Finding, SourcePosition, SourceExcerpt, RelatedPlace, GivenWords
    var finding = Finding(
      GivenWords(.recordDuplicate, "There is a Beagle already"),
      at: SourcePosition(file: "akc-breeds.csv", line: 12, column: 1),
      excerpt: SourceExcerpt(text: "Beagle,Hound Group", line: 12, markStart: 0, markLength: 6)
    )
    finding.related = [RelatedPlace("the first one", at: SourcePosition(file: "akc-breeds.csv", line: 3))]
    let place = finding.position?.description  // akc-breeds.csv:12:1
    // end
    #expect(place == "akc-breeds.csv:12:1" && finding.severity == .error)
  }

  @Test func aKindIsTold() {
    let finding = Finding(RecordFinding.fieldCount(2, expected: 3, hasLookAlikeMarks: false))
    // example: FindingKind, RecordFinding
    var missing = 0
    if case .fieldCount(let count, let expected, _)? = finding.kind as? RecordFinding { missing = expected - count }
    let kind: any FindingKind = finding.kind
    let words = kind.message  // 2 fields where 3 are expected
    // end
    #expect(missing == 1 && words == "2 fields where 3 are expected")
  }

  @Test func aRuleIsExplained() throws {
    // example: RuleCatalogue, RuleCode, RuleDescription, RuleExample
    let code = RuleCode.valueRange
    let rule: RuleDescription? = RuleCatalogue.rule(code)
    let advice = rule?.advice  // what to do
    let example: RuleExample? = rule?.example  // a source, a recipe, and what the tool reports of them
    // end
    #expect(advice?.isEmpty == false && example?.blocks.isEmpty == false)
  }

  @Test func findingsAreCounted() {
    let findings = [finding, finding]
    // example: FindingCount, FindingTally, Severity
    let tally = FindingTally(findings)
    let errors = tally.counts.filter { (count: FindingCount) in count.severity >= Severity.error }
    // end
    #expect(errors.map(\.count) == [2])
  }

  @Test func aTeamAcceptsFindings() {
    let findings = [finding]
    let knownFindings = [finding]
    // example: FindingPolicy, FindingBaseline, AcceptanceResult, FindingAcceptance
    var policy = FindingPolicy()
    policy.baseline = FindingBaseline(accepting: knownFindings)
    let today = CalendarDay(secondsSince1970: Int(Date().timeIntervalSince1970))
    let result: AcceptanceResult = policy.evaluate(findings, sources: [], today: today)
    let accepted = result.findings.compactMap { $0.acceptance?.kind }  // FindingAcceptance.Kind.baseline
    // end
    #expect(accepted == [FindingAcceptance.Kind.baseline])
  }

  @Test func aSuppressionHasAReasonAndAnEnd() {
    // example: FindingSuppression, RulePattern, CalendarDay
    let suppression = FindingSuppression(
      rule: RulePattern("value.*"),
      file: "akc-breeds.csv",
      reason: "The kennel club measures again in spring",
      until: CalendarDay("2027-04-01")
    )
    let isCovered = suppression.matches(finding)
    // end
    #expect(isCovered && suppression.until == CalendarDay(year: 2027, month: 4, day: 1))
  }

  @Test func aBudgetAllowsSome() {
    // example: FindingBudget, Tolerance
    let budget = FindingBudget(rule: RulePattern("text.*"), most: Tolerance.share(0.01))
    let isWithin = budget.most.allows(2, of: 277)  // 1 % of 277 records
    // end
    #expect(isWithin && !budget.matches(finding))
  }

  @Test func accountsBalance() {
    // example: SourceAccount, RecordCounts, EntityAccount
    let records = RecordCounts(read: 277, inserted: 270, rejected: 7)
    let source = SourceAccount(file: "akc-breeds.csv", format: "csv", entity: "Breed", records: records, bytes: 71_234)
    let breeds = EntityAccount(entity: "Breed", before: 0, inserted: 270, after: 270)
    let isComplete = source.balances && breeds.balances  // nothing went unnoticed
    // end
    #expect(isComplete && records.imported == 270)
  }

  @Test func anAttributeHasAProfile() {
    // example: AttributeProfile, Histogram
    let heights = Histogram(start: 20, width: 20, counts: [90, 120, 50], minimum: 22.9, maximum: 81.3)
    let profile = AttributeProfile(entity: "Breed", attribute: "heightMax", filled: 260, total: 277, histogram: heights)
    let share = profile.share  // of the breeds that have a height
    // end
    #expect(share > 0.9 && heights.count == 260 && profile.balances)
  }
}
