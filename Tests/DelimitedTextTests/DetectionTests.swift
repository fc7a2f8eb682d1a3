import DelimitedText
import Findings
import Testing

@Suite("Detection")
struct DetectionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var input: String
    var header: [String]
    var first: [String]
  }

  static let cases = [
    Case(
      testDescription: "semicolons and decimal commas",
      input: "town;height\nA;1,5\nB;2,5\nC;3,75\n",
      header: ["town", "height"],
      first: ["A", "1,5"]
    ),
    Case(
      testDescription: "tabs and commas in texts",
      input: "id\tnote\n1\tone, two\n2\tthree, four, five\n3\tsix\n",
      header: ["id", "note"],
      first: ["1", "one, two"]
    ),
    Case(
      testDescription: "vertical bars",
      input: "a|b|c\n1|2|3\n4|5|6\n",
      header: ["a", "b", "c"],
      first: ["1", "2", "3"]
    ),
    Case(
      testDescription: "two vertical bars",
      input: "a||b||c\n1||x|y||3\n4||5||6\n",
      header: ["a", "b", "c"],
      first: ["1", "x|y", "3"]
    ),
    Case(
      testDescription: "two vertical bars around words",
      input: "id||name||weight\n1||Rex||2\n2||Bo||\n",
      header: ["id", "name", "weight"],
      first: ["1", "Rex", "2"]
    ),
    Case(
      testDescription: "a line that names the delimiter",
      input: "sep=;\r\nid;names\r\n1;a,b\r\n2;c,d\r\n",
      header: ["id", "names"],
      first: ["1", "a,b"]
    ),
    Case(
      testDescription: "a line that names the delimiter, in quotes",
      input: "\"SEP=|\"\nid|name\n1|Rex\n",
      header: ["id", "name"],
      first: ["1", "Rex"]
    ),
    Case(
      testDescription: "single quotes around words only",
      input: "id,size,sound\n1,'small','wuff'\n2,'big','woof'\n3,'small','yap'\n",
      header: ["id", "size", "sound"],
      first: ["1", "small", "wuff"]
    ),
    Case(
      testDescription: "words that begin with an apostrophe",
      input: "id,town,name\n1,'s-Gravenhage,Rex\n2,'s-Hertogenbosch,Bo\n3,'t Zand,Wim\n",
      header: ["id", "town", "name"],
      first: ["1", "'s-Gravenhage", "Rex"]
    ),
    Case(
      testDescription: "a title with more commas than the table has",
      input: "Export of the kennel,made by hand,on a Friday\nday,weight\n1,20.5\n2,21\n3,22.5\n",
      header: ["day", "weight"],
      first: ["1", "20.5"]
    ),
    Case(
      testDescription: "a title over two columns",
      input: "Costs of the kennel,\n,\nitem,amount\nfood,20.5\nvet,121\n",
      header: ["item", "amount"],
      first: ["food", "20.5"]
    ),
    Case(
      testDescription: "single quotes",
      input: "id,text\n1,'a, b'\n2,'c, d, e'\n3,'f'\n",
      header: ["id", "text"],
      first: ["1", "a, b"]
    ),
    Case(
      testDescription: "backslashes before quotes",
      input: "id,text\n1,\"say \\\"a, b\\\" now\"\n2,\"c\"\n3,\"d \\\"e\\\"\"\n",
      header: ["id", "text"],
      first: ["1", "say \"a, b\" now"]
    ),
    Case(
      testDescription: "a space after each comma",
      input: "id, text, n\n1, \"a, b\", 3\n2, \"c\", 4\n",
      header: ["id", "text", "n"],
      first: ["1", "a, b", "3"]
    ),
    Case(
      testDescription: "no header",
      input: "1,2020-01-01,a\n2,2020-01-02,b\n3,2020-01-03,c\n",
      header: ["column_1", "column_2", "column_3"],
      first: ["1", "2020-01-01", "a"]
    ),
    Case(
      testDescription: "a preamble",
      input: "Report of the year\nMade by hand\n\nid,name,date\n1,x,2020-01-01\n2,y,2020-01-02\n3,z,2020-01-03\n",
      header: ["id", "name", "date"],
      first: ["1", "x", "2020-01-01"]
    ),
    Case(
      testDescription: "two header rows",
      input: "size,size,name\nmin,max,of it\n1,2,a\n3,4,b\n5,6,c\n",
      header: ["size min", "size max", "name of it"],
      first: ["1", "2", "a"]
    ),
    Case(
      testDescription: "comments",
      input: "# made by hand\nid,n\n1,2\n# the rest, guessed, too\n3,4\n5,6\n",
      header: ["id", "n"],
      first: ["1", "2"]
    ),
    Case(
      testDescription: "a delimiter at the end of each record",
      input: "id,n\n1,2,\n3,4,\n5,6,\n",
      header: ["id", "n"],
      first: ["1", "2"]
    ),
    Case(testDescription: "one column", input: "name\nAnna\nBerta\n", header: ["name"], first: ["Anna"]),
    Case(testDescription: "nothing but a header", input: "id,name\n", header: ["id", "name"], first: []),
  ]

  /// Two dialects that cut a text alike are told apart in the same way each time, however the sums of their scores are rounded.
  @Test func equallyGoodDialectsAreChosenFromAlikeEachTime() throws {
    let counts = (2...12).flatMap { [Int](repeating: $0, count: 1 + $0 * 3 % 7) }
    var rows = counts.map { count in (1...count).map { "w\($0)" }.joined(separator: ",") }
    rows[3] = #"w,"x, ""y"" z""#
    let bytes = Array((rows.joined(separator: "\n") + "\n").utf8)
    let reports = try (0..<200).map { _ in try DelimitedReader(bytes: bytes).detection }
    #expect(Set(reports).count == 1)
  }

  @Test(arguments: cases) func findsTheDialect(_ example: Case) throws {
    let reading = try Reading(DelimitedReader(bytes: Array(example.input.utf8)))
    #expect(reading.header == example.header)
    #expect(reading.records.first ?? [] == example.first)
    #expect(reading.rejected == [])
    #expect(reading.findings.filter { $0.severity > .note } == [])
  }

  static let oddRows = [
    Case(
      testDescription: "a list with a comma in one entry",
      input: "name\nHounds\nToys,1\nTerriers\n",
      header: ["name"],
      first: ["Hounds"]
    ),
    Case(
      testDescription: "a list with commas here and there",
      input: "name\nHounds\nToys, small\nTerriers\nSpitz\nPinscher, Schnauzer, Molosser\nRetrievers\n",
      header: ["name"],
      first: ["Hounds"]
    ),
    Case(
      testDescription: "a header with a name too many",
      input: "name,group,weight,note\nRex,Hounds,unknown\nBo,Toys,3\nWim,Toys,4\nAda,Toys,4\nIda,Toys,4\n",
      header: ["name", "group", "weight", "note"],
      first: ["Rex", "Hounds", "unknown"]
    ),
    Case(
      testDescription: "two columns, the second without a name",
      input: "item,\nfood,20.5\nvet,121\n",
      header: ["item", "column_2"],
      first: ["food", "20.5"]
    ),
  ]

  /// What the dialect leaves odd is reported, and is no reason for another dialect.
  @Test(arguments: oddRows) func findsTheDialectDespiteOddRows(_ example: Case) throws {
    var options = DelimitedOptions(mode: .tolerant, missingFields: .mend, surplusFields: .mend)
    options.fileName = "odd.csv"
    let reading = try Reading(DelimitedReader(bytes: Array(example.input.utf8), options: options))
    #expect(reading.header == example.header)
    #expect(reading.records.first?.prefix(example.first.count) == example.first[...])
    #expect(!reading.findings.isEmpty)
  }

  @Test func severalHeaderRowsThatAreGivenAreNoTitles() throws {
    var options = DelimitedOptions()
    options.header = .rows(2)
    let reading = try Reading(DelimitedReader(bytes: Array("dog,\nname,age\nRex,3\nBo,4\n".utf8), options: options))
    #expect(reading.header == ["dog name", "dog age"])
    let wide = "kennel,of,the town\nname,age\nRex,3\nBo,4\n"
    #expect(try Reading(DelimitedReader(bytes: Array(wide.utf8), options: options)).records.count == 2)
  }

  @Test func aListWithCommasIsToldOfTheDelimiterNone() throws {
    let reading = try Reading(DelimitedReader(bytes: Array("name\nHounds\nToys,1\nTerriers\n".utf8)))
    #expect(
      reading.findings.map(\.message) == [
        "2 fields where 1 is expected; `delimiter: none` reads a list, whose entries may hold delimiters"
      ]
    )
  }

  @Test func aListMayHaveNoDelimiter() throws {
    var options = DelimitedOptions()
    options.known.delimiter = []
    let text = "breed\nPinscher, Schnauzer, Molosser\nSpitz\nToys, small\n"
    let reader = try DelimitedReader(bytes: Array(text.utf8), options: options)
    #expect(reader.detection.item("delimiter")?.value == "none")
    let reading = try Reading(reader)
    #expect(reading.header == ["breed"])
    #expect(reading.records == [["Pinscher, Schnauzer, Molosser"], ["Spitz"], ["Toys, small"]])
    #expect(reading.findings == [])
    var empty = DelimitedOptions.bare
    empty.dialect = DelimitedDialect(delimiter: "", quote: "", headerRows: 0)
    #expect(try Reading(DelimitedReader(bytes: [], options: empty)).records == [])
  }

  @Test func nextBestIsAnotherCharacter() throws {
    let reader = try DelimitedReader(
      bytes: Array("id||name, first||weight, kg\n1||Rex, A||2, 5\n2||Bo, B||3, 5\n".utf8)
    )
    #expect(reader.detection.item("delimiter")?.evidence == "it cuts all 3 rows into 3 fields; next best: comma")
  }

  @Test func explainsItself() throws {
    let reader = try DelimitedReader(bytes: Array("a;b\n1;2\n3;4\n".utf8))
    let items = reader.detection.items
    #expect(items.map(\.subject) == ["encoding", "delimiter", "quote", "line end", "header", "columns"])
    #expect(items.map(\.value) == ["UTF-8", "semicolon", "double quote", "LF", "1 row", "2"])
    #expect(reader.detection.item("delimiter")?.evidence == "it cuts all 3 rows into 2 fields")
    #expect(
      reader.detection.item("header")?.evidence == "“a” stands over numbers, dates or addresses; 2 columns say so"
    )
    #expect(items.allSatisfy { $0.confidence > 0 && $0.confidence <= 1 })
  }

  /// Issue 18: a first record without numbers and dates was taken for more names.
  @Test(arguments: [",", "n/a,NULL", "-,?"]) func aRecordWithoutValuesIsNoSecondRowOfNames(_ values: String) throws {
    let text = "name,colour,weight,born\nCollie,red,\(values)\nCorgi,tan,12,2020-01-01\nPug,tan,8,2021-01-01\n"
    let reading = try Reading(text)
    #expect(reading.header == ["name", "colour", "weight", "born"])
    #expect(reading.records.map(\.first) == ["Collie", "Corgi", "Pug"])
  }

  @Test func aRowThatHasAllExpectedNamesIsTheWholeHeader() throws {
    let text = "name,colour,weight,born\nCollie,red,unknown,unknown\nCorgi,tan,12,2020-01-01\nPug,tan,8,2021-01-01\n"
    var options = DelimitedOptions()
    options.expectedNames = ["name", "born"]
    #expect(try Reading(text, options).records.map(\.first) == ["Collie", "Corgi", "Pug"])
    // Names over two rows are expected as one.
    options.expectedNames = ["name", "weight kg"]
    let units = "name,colour,weight,height\n,,kg,cm\nCorgi,tan,12,30\nPug,tan,8,25\n"
    #expect(try Reading(units, options).header == ["name", "colour", "weight kg", "height cm"])
  }

  @Test func aListIsNoPreambleOfItsLastEntry() throws {
    let reading = try Reading("name\nBeagle\nPug\nBoxer\nCollie\nSetter, English, red\n")
    #expect(reading.records.count + reading.rejected.count >= 5)
    #expect(reading.header.first == "name")
  }

  @Test func headersOfAnotherLengthAreOneFinding() throws {
    let short = try Reading("a,b\n1,2,3\n4,5,6\n7,8,9\n")
    #expect(short.header == ["a", "b", "column_3"])
    #expect(short.places == ["source.header@1:3", "source.header@1:4"])
    #expect(short.rejected == [])
    let long = try Reading("a,,b\n1,2\n4,5\n7,8\n")
    #expect(long.header == ["a", "b"])
    #expect(long.rejected == [])
  }

  @Test func readsTheChosenTable() throws {
    let text = "a,b\n1,2\na,b\n3,4\n5,6\na,b\n7,8\n"
    var options = DelimitedOptions(dialect: .rfc4180)
    let first = try Reading(text, options)
    #expect(first.records == [["1", "2"]])
    #expect(first.places == ["source.header@3:1"])
    options.table = .number(2)
    let second = try Reading(text, options)
    #expect(second.records == [["3", "4"], ["5", "6"]])
    #expect(second.startLines == [4, 5])
    options.table = .all
    let all = try Reading(text, options)
    #expect(all.records.count == 4)
    #expect(all.findings == [])
  }
}
