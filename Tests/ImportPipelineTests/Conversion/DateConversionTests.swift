import AttributeValues
import Findings
import Testing

/// Dates in every format: by an import and by a check.
@Suite("Conversions of dates")
struct DateConversionTests {
  private func outcomes(_ patterns: String, _ texts: [String]) throws -> [String] {
    try FormatTrial(mappings: "first: { field: text, date: \(patterns) }", type: .date).outcomes(texts)
  }

  @Test func aTextThatTwoPatternsReadAsDifferentDaysIsSaid() throws {
    #expect(
      try outcomes("[dd/MM/yyyy, MM/dd/yyyy]", ["03/04/2024", "31/12/2024", "12/31/2024", "05/05/2024"]) == [
        "2024-04-03T00:00:00Z|; value.date-order: “03/04/2024” is 2024-04-03 by the pattern “dd/MM/yyyy”, which was taken, and 2024-03-04 by “MM/dd/yyyy”",
        "2024-12-31T00:00:00Z|", "2024-12-31T00:00:00Z|", "2024-05-05T00:00:00Z|",
      ]
    )
    #expect(
      try outcomes("[dd.MM.yyyy, d.M.yyyy]", ["03.04.2024", "3.4.2024"]) == [
        "2024-04-03T00:00:00Z|", "2024-04-03T00:00:00Z|",
      ]
    )
  }

  @Test func theTextIsLookedAtAfterItsSteps() throws {
    var trial = FormatTrial(type: .date)
    trial.mappings = "first: { field: text, split: \";\", part: 0, rest: skip, date: [dd/MM/yyyy, MM/dd/yyyy] }"
    let outcomes = try trial.outcomes(["03/04/2024; x", "31/12/2024; x"])
    #expect(outcomes[0].hasPrefix("2024-04-03T00:00:00Z|; value.date-order: “03/04/2024” is 2024-04-03"))
    #expect(outcomes[1] == "2024-12-31T00:00:00Z|")
  }

  @Test func aPatternThatConfusesMonthsAndMinutesIsRefused() throws {
    let error = #expect(throws: (any Error).self) { try outcomes("dd.mm.yyyy", ["01.02.2024"]) }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("“m” is the minute; “M” is the month"))
    #expect(text.contains("dd.MM.yyyy"))
  }
}
