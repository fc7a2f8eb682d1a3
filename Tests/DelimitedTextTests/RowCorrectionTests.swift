import DelimitedText
import Findings
import Testing

@Suite("Row correction")
struct RowCorrectionTests {
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

  /// What good rows teach is learned of the columns, not of a row that is read before they are known.
  @Test func aQuoteInTheHeaderDoesNotEndMending() throws {
    var options = DelimitedOptions(dialect: .rfc4180)
    options.missingFields = .mend
    let text = Self.good.replacing("time", with: "ti\"me") + "2020-01-0412:45,GH-78,Dora\n"
    let reading = try Reading(text, options)
    #expect(reading.header == ["date", "ti\"me", "code", "name"])
    #expect(reading.records.last == ["2020-01-04", "12:45", "GH-78", "Dora"])
  }

  @Test(arguments: cases) func suggestsWhatWasMeantForARejectedRecord(_ example: Case) throws {
    let reading = try Reading(Self.good + example.line + "\n")
    #expect(reading.findings.map(\.rule) == [.recordFieldCount])
    #expect(reading.findings.first?.suggestion == example.record.joined(separator: ","))
    #expect(reading.rejected == [4])
  }

  /// A cell is missing, and no delimiter: a value that stands well in its column stays whole (issue 14).
  static let missingCells = [
    Case(testDescription: "the last cell", line: "Bello,4", record: ["Bello", "4", ""]),
    Case(testDescription: "the cell of a number", line: "Bello,Ulm", record: ["Bello", "", "Ulm"]),
    Case(testDescription: "a name with a capital in it", line: "McDonald,4", record: ["McDonald", "4", ""]),
    Case(
      testDescription: "a name of several words",
      line: "Lady of the Lake,4",
      record: ["Lady of the Lake", "4", ""]
    ),
    Case(testDescription: "a number of more digits", line: "Bello,412", record: ["Bello", "412", ""]),
  ]

  @Test(arguments: missingCells, [DelimitedOptions.MissingFields.reject, .mend])
  func doesNotCutAValueWhereACellIsMissing(_ example: Case, _ policy: DelimitedOptions.MissingFields) throws {
    var options = DelimitedOptions(dialect: .rfc4180)
    options.missingFields = policy
    let good = "name,age,town\nRex,3,Bonn\nHasso,5,Berlin\nHux,6,Bad Tölz\nCora,11,Ulm\n"
    let reading = try Reading(good + example.line + "\n", options)
    let finding = try #require(reading.findings.first)
    #expect(finding.rule == .recordFieldCount)
    #expect(finding.suggestion == nil || finding.suggestion == example.record.joined(separator: ","))
    if policy == .mend {
      let record = reading.records.last ?? []
      #expect(record == example.record || record + [""] == example.record)
    }
  }
}
