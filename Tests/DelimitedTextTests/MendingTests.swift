import DelimitedText
import Findings
import Testing

@Suite("Mending")
struct MendingTests {
  static let good = """
    date,time,code,name
    2020-01-01,10:00,AB-12,Anna
    2020-01-02,11:30,CD-34,Berta Maria
    2020-01-03,09:15,EF-56,Carl

    """

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var line: String
    var record: [String]
  }

  static let cases = [
    Case(
      testDescription: "a missing delimiter",
      line: "2020-01-0412:45,GH-78,Dora",
      record: ["2020-01-04", "12:45", "GH-78", "Dora"]
    ),
    Case(
      testDescription: "a missing delimiter between words",
      line: "2020-01-04,12:45,GH-78Dora",
      record: ["2020-01-04", "12:45", "GH-78", "Dora"]
    ),
    Case(
      testDescription: "a surplus delimiter",
      line: "2020-01-04,,12:45,GH-78,Dora",
      record: ["2020-01-04", "12:45", "GH-78", "Dora"]
    ),
    Case(
      testDescription: "another delimiter",
      line: "2020-01-04;12:45;GH-78;Dora Anna",
      record: ["2020-01-04", "12:45", "GH-78", "Dora Anna"]
    ),
    Case(
      testDescription: "spaces for delimiters, and a space in a name",
      line: "2020-01-04 12:45 GH-78 Dora Anna",
      record: ["2020-01-04", "12:45", "GH-78", "Dora Anna"]
    ),
  ]

  @Test(arguments: cases) func findsWhatWasMeant(_ example: Case) throws {
    var options = DelimitedOptions(dialect: .rfc4180)
    options.missingFields = .mend
    options.surplusFields = .mend
    let reading = try Reading(Self.good + example.line + "\n", options)
    #expect(reading.records.last == example.record)
    #expect(reading.findings.map(\.severity) == [.warning])
    #expect(reading.rejected == [])
  }

  @Test(arguments: cases) func suggestsWhatWasMeantForARejectedRecord(_ example: Case) throws {
    let reading = try Reading(Self.good + example.line + "\n")
    #expect(reading.findings.map(\.rule) == [.recordFieldCount])
    #expect(reading.findings.first?.suggestion == example.record.joined(separator: ","))
    #expect(reading.rejected == [4])
  }
}
