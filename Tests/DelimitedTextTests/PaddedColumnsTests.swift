import DelimitedText
import Testing

@Suite("Tables padded with spaces")
struct PaddedColumnsTests {
  static let table =
    "  name   weight  day\r\n   Rex       30  2021-03-05\r\n \"Bo B\"    4.5  2021-03-06  \r\n   Ira       7   2021-03-07\r\n"
  static let records = [["Rex", "30", "2021-03-05"], ["Bo B", "4.5", "2021-03-06"], ["Ira", "7", "2021-03-07"]]

  static let joining: DelimitedOptions = {
    var options = DelimitedOptions(dialect: DelimitedDialect(delimiter: " "), fileName: "t.txt")
    options.dialect?.skipsInitialSpace = true
    return options
  }()

  @Test func areFound() throws {
    let reader = try DelimitedReader(bytes: Array(Self.table.utf8))
    let reading = try Reading(reader)
    #expect(reader.dialect.delimiter == [0x20] && reader.dialect.skipsInitialSpace)
    #expect(reader.detection.item("initial space")?.evidence == "several spaces in a row stand between fields")
    #expect(reading.header == ["name", "weight", "day"])
    #expect(reading.records == Self.records)
    #expect(reading.findings == [])
  }

  @Test func areReadAlikeInChunksOfAnySize() throws {
    for chunk in [1, 2, 3, 7, 64] {
      let reading = try Reading(Array(Self.table.utf8), chunk: chunk, Self.joining)
      #expect(reading.header == ["name", "weight", "day"])
      #expect(reading.records == Self.records)
      #expect(reading.findings == [])
    }
  }

  @Test func haveThePlacesOfTheirFields() throws {
    let reading = try Reading("a  b\n  1   \"x y\"  \n", Self.joining)
    #expect(reading.fields.first?.map(\.description) == ["1@2:3", "x y@2:7"])
  }

  @Test func keepEmptyFieldsInQuotes() throws {
    let reading = try Reading("a b c\n1  \"\"  3\n \"\" 2 \"\"\n", Self.joining)
    #expect(reading.records == [["1", "", "3"], ["", "2", ""]])
  }

  @Test func leaveAListWithSpacesAtItsLineEndsAlone() throws {
    let reading = try Reading(DelimitedReader(bytes: Array("code\n656609   \n701231   \n733130   \n".utf8)))
    #expect(reading.header == ["code"])
    #expect(reading.records.count == 3)
    #expect(reading.findings == [])
  }
}
