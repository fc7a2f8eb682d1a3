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

  private func seconds(_ text: String) -> Double? { DatePattern.standard.lazy.compactMap { $0.seconds(text) }.first }

  /// Issue 18. Workbooks have dates with milliseconds and without a zone.
  @Test func fractionsOfSecondsAreTheNearestNumbers() {
    #expect(seconds("2001-01-01T00:00:00.3Z") == 0.3)
    #expect(seconds("2001-01-01T00:00:00.3") == 0.3)
    #expect(seconds("2001-01-01 00:00:01.501") == 1.501)
    #expect(seconds("2001-01-01T00:00:00.1234567890123456789Z") == 0.123456789012345)
  }

  @Test func momentsThatNoCalendarHasAreNoDates() {
    #expect(seconds("2016-12-31T23:59:60Z") == seconds("2017-01-01T00:00:00Z"))
    #expect(seconds("2017-01-01T01:59:60+02:00") == seconds("2017-01-01T00:00:00Z"))
    #expect(seconds("2016-12-31T12:30:60Z") == nil)
    #expect(seconds("2016-12-31T24:00:00Z") == seconds("2017-01-01T00:00:00Z"))
    #expect(seconds("2016-12-31T24:00:00.5Z") == nil)
    #expect(seconds("2016-12-31T12:00:00+02:") == nil)
    #expect(seconds("2016-12-31T12:00:00+02") == seconds("2016-12-31T10:00:00Z"))
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
