import DelimitedText
import Findings
import Testing

@Suite("Fields and quotes")
struct QuotingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var input: String
    var records: [[String]]
    var places: [String] = []
  }

  static let wellFormed = [
    Case(testDescription: "two records", input: "a,b\nc,d\n", records: [["a", "b"], ["c", "d"]]),
    Case(testDescription: "no line break at the end", input: "a,b\r\nc,d", records: [["a", "b"], ["c", "d"]]),
    Case(testDescription: "carriage returns", input: "a,b\rc,d\r", records: [["a", "b"], ["c", "d"]]),
    Case(
      testDescription: "mixed line breaks",
      input: "a,b\r\nc,d\re,f\ng,h",
      records: [["a", "b"], ["c", "d"], ["e", "f"], ["g", "h"]]
    ),
    Case(testDescription: "empty fields", input: ",\n,\n", records: [["", ""], ["", ""]]),
    Case(testDescription: "empty quoted fields", input: "\"\",\"\"\n", records: [["", ""]]),
    Case(testDescription: "delimiter inside quotes", input: "\"a,b\",c\n", records: [["a,b", "c"]]),
    Case(testDescription: "line break inside quotes", input: "\"a\nb\",c\n", records: [["a\nb", "c"]]),
    Case(
      testDescription: "CRLF inside quotes",
      input: "\"a\r\nb\",c\r\nd,e",
      records: [["a\r\nb", "c"], ["d", "e"]]
    ),
    Case(testDescription: "doubled quotes", input: "\"a\"\"b\",\"\"\"\"\n", records: [["a\"b", "\""]]),
    Case(testDescription: "quoted field at the end of the text", input: "a,\"b\"", records: [["a", "b"]]),
    Case(testDescription: "blank lines", input: "a,b\n\n\r\nc,d\n\n", records: [["a", "b"], ["c", "d"]]),
    Case(testDescription: "spaces are kept", input: " a , b\n", records: [[" a ", " b"]]),
    Case(testDescription: "nothing", input: "", records: []),
    Case(testDescription: "one line break", input: "\n", records: []),
    Case(testDescription: "one field", input: "a", records: [["a"]]),
    Case(testDescription: "delimiter at the end of the text", input: "a,", records: [["a", ""]]),
  ]

  @Test(arguments: wellFormed) func readsWhatRFC4180Allows(_ example: Case) throws {
    let reading = try Reading(example.input, .bare)
    #expect(reading.records == example.records)
    #expect(reading.findings == [])
    #expect(reading.rejected == [])
    #expect(reading.raw.joined().count <= example.input.utf8.count)
  }

  static let broken = [
    Case(
      testDescription: "quote in an unquoted field",
      input: "a,b\nc\"d,e\nf,g\n",
      records: [["a", "b"], ["c\"d", "e"], ["f", "g"]],
      places: ["record.quoting@2:2"]
    ),
    Case(
      testDescription: "text after a closing quote",
      input: "a,b\n\"c\"d,e\nf,g\n",
      records: [["a", "b"], ["cd", "e"], ["f", "g"]],
      places: ["record.quoting@2:3"]
    ),
    Case(
      testDescription: "quotes around a word of a quoted field",
      input: "a,b\n\"c \"d\" e\",f\n",
      records: [["a", "b"], ["c \"d\" e", "f"]],
      places: ["record.quoting@2:4"]
    ),
    Case(
      testDescription: "a quote too many before a field",
      input: "\"1,2,\"three\",4\n5,6,7,8\n",
      records: [["\"1", "2", "three", "4"], ["5", "6", "7", "8"]],
      places: ["record.quoting@1:1"]
    ),
    Case(
      testDescription: "a quote too many before a quoted field",
      input: "1,\"\"a, \"\"b\"\" c\",4\n",
      records: [["1", "\"a, \"b\" c", "4"]],
      places: ["record.quoting@1:4"]
    ),
    Case(
      testDescription: "a quote alone in the last field",
      input: "1,\"\n2,\"b\"\n",
      records: [["1", "\""], ["2", "b"]],
      places: ["record.quoting@1:3"]
    ),
    Case(
      testDescription: "quotes around a word of a field over two lines",
      input: "\"one\ntwo \"three\" four\",5\n",
      records: [["one\ntwo \"three\" four", "5"]],
      places: ["record.quoting@2:5"]
    ),
    Case(
      testDescription: "a space after a closing quote",
      input: "\"a\" ,b\n",
      records: [["a", "b"]],
      places: ["record.quoting@1:3"]
    ),
    Case(
      testDescription: "quote never closed",
      input: "a,b\nc,\"d\ne,f\ng,h\n",
      records: [["a", "b"], ["c", "\"d"], ["e", "f"], ["g", "h"]],
      places: ["record.quoting@2:3"]
    ),
    Case(
      testDescription: "quote never closed, and quoted fields after it",
      input: "a,b\nc,\"d\ne,\"f\"\n\"g\",h\n",
      records: [["a", "b"], ["c", "\"d"], ["e", "f"], ["g", "h"]],
      places: ["record.quoting@2:3"]
    ),
    Case(
      testDescription: "quote never closed after a quoted line break",
      input: "\"a\nb\",\"c\nd,e\n",
      records: [["a\nb", "\"c"], ["d", "e"]],
      places: ["record.quoting@2:4"]
    ),
    Case(
      testDescription: "quote never closed in the last line",
      input: "a,b\nc,\"d",
      records: [["a", "b"], ["c", "\"d"]],
      places: ["record.quoting@2:3"]
    ),
    Case(
      testDescription: "two broken fields in one record",
      input: "a\"b,c\"d\n",
      records: [["a\"b", "c\"d"]],
      places: ["record.quoting@1:2", "record.quoting@1:6"]
    ),
  ]

  @Test(arguments: broken) func reportsBrokenQuotingOnceAndGoesOn(_ example: Case) throws {
    let reading = try Reading(example.input, .bare)
    #expect(reading.records == example.records)
    #expect(reading.places == example.places)
    #expect(reading.rejected.count == 1)
  }

  @Test func tolerantModeKeepsRecordsWithStrayQuotes() throws {
    var options = DelimitedOptions.bare
    options.mode = .tolerant
    let reading = try Reading("a\"b,c\n\"d\"e,f\n", options)
    #expect(reading.rejected == [])
    #expect(reading.findings.map(\.severity) == [.warning, .warning])
  }

  @Test func escapeCharacterKeepsTheNextByte() throws {
    var options = DelimitedOptions.bare
    options.dialect?.escape = .character(UInt8(ascii: "\\"))
    let reading = try Reading("\"a\\\"b\",c\\,d\n\"e\\\\\",f\\\ng\n\"h\"\"i\",é\\é\n", options)
    #expect(reading.records == [["a\"b", "c,d"], ["e\\", "f\ng"], ["h\"i", "éé"]])
    #expect(reading.startLines == [1, 2, 4])
    #expect(reading.findings == [])
  }

  @Test func delimitersMayHaveSeveralBytes() throws {
    var options = DelimitedOptions.bare
    options.dialect?.delimiter = Array("||".utf8)
    let reading = try Reading("a|b||\"c||d\"||\n|||x||y|\n", options)
    #expect(reading.records == [["a|b", "c||d", ""], ["", "|x", "y|"]])
  }

  @Test func commentsAndInitialSpacesGoWhereTheDialectSaysSo() throws {
    var options = DelimitedOptions.bare
    options.dialect?.comment = [UInt8(ascii: "#")]
    options.dialect?.skipsInitialSpace = true
    let reading = try Reading("# one, \"two\na,  \"b\" , c\n#\nd,e,f\n", options)
    #expect(reading.records == [["a", "b", "c"], ["d", "e", "f"]])
    #expect(reading.startLines == [2, 4])
    #expect(reading.findings == [])
  }

  @Test(arguments: [1, 2, 4096]) func aFieldInTwoPairsOfQuotesHasTextAfterItsClosingQuote(chunk: Int) throws {
    let reading = try Reading(Array("a,b,c\n1,\"\"quoted\"\",3\n4,5,6\n".utf8), chunk: chunk)
    #expect(reading.records == [["1", "\"quoted\"", "3"], ["4", "5", "6"]])
    #expect(reading.findings.map(\.message) == ["Text after the closing quote of a field"])
    #expect(reading.places == ["record.quoting@2:4"])
  }

  @Test(arguments: [1, 2, 4096]) func quotesAroundTheEndOfAQuotedFieldBelongToIt(chunk: Int) throws {
    let text = "a,b\n\"he said:\"wonderful.\"\",2\n\"she \"nods\"\"\nx,y\n"
    let reading = try Reading(Array(text.utf8), chunk: chunk)
    #expect(reading.records == [["he said:\"wonderful.\"", "2"], ["she \"nods\"", ""], ["x", "y"]])
  }

  @Test(arguments: [1, 2, 4096]) func aQuoteAfterWhichNothingClosesWasTheClosingOne(chunk: Int) throws {
    let reading = try Reading(Array("a,b\n\"\"x\"\" y,2\n3,4\n".utf8), chunk: chunk)
    #expect(reading.records == [["x\" y", "2"], ["3", "4"]])
    #expect(reading.findings.map(\.message) == ["Text after the closing quote of a field"])
  }
}
