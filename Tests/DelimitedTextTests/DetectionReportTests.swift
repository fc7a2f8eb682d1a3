import DelimitedText
import Testing

@Suite("What detection says")
struct DetectionReportTests {
  private func detection(_ text: String, _ change: (inout DelimitedOptions) -> Void = { _ in }) throws
    -> DetectionReport
  {
    var options = DelimitedOptions(fileName: "t.csv")
    change(&options)
    return try DelimitedReader(bytes: Array(text.utf8), options: options).detection
  }

  @Test func aTrailingDelimiterThatIsGivenIsShownAsGivenAndTakenFromTheHeader() throws {
    var options = DelimitedOptions(fileName: "t.csv")
    options.known.hasTrailingDelimiter = true
    let reader = try DelimitedReader(bytes: Array("a,b,\n1,2,\n3,4,\n".utf8), options: options)
    let item = try #require(reader.detection.item("trailing delimiter"))
    #expect(item.value == "ignored")
    #expect(item.evidence == "given")
    #expect(item.confidence == 1)
    let reading = try Reading(reader)
    #expect(reading.header == ["a", "b"])
    #expect(reading.records == [["1", "2"], ["3", "4"]])
    #expect(reading.findings == [])
  }

  @Test func confidencesHaveTwoDigits() throws {
    let report = try detection("a;b,c\n1;2,5\n3;4\n5;6,1\n7;8\n")
    for item in report.items { #expect(item.confidence * 100 == (item.confidence * 100).rounded()) }
  }

  @Test func lineBreaksInsideQuotesAreNotCounted() throws {
    let report = try detection("a,b\r\n\"x\ny\",1\r\n\"z\nz\",2\r\n")
    #expect(report.item("line end")?.value == "CRLF")
    #expect(report.item("line end")?.evidence == "3 line breaks in the beginning of the text")
    #expect(try detection("a,b\r\n\"x\",1\nz,2\r\n").item("line end")?.value == "mixed: LF, CRLF")
  }

  @Test func theHeaderNamesWhoHasSaidWhatItIs() throws {
    let report = try detection("1,2\n3,4\n") { options in
      options.header = .none
      options.headerOrigin = "t.csv-metadata.json"
    }
    #expect(report.item("header")?.evidence == "t.csv-metadata.json")
  }

  @Test func theDelimiterSaysWhatItCuts() throws {
    #expect(try detection("a,b\n1,2\n3,4\n").item("delimiter")?.evidence == "it cuts all 3 rows into 2 fields")
    #expect(
      try detection("a,b\n1,2\n3,4\n5\n").item("delimiter")?.evidence == "it cuts 3 of 4 rows into 2 fields"
    )
  }
}
