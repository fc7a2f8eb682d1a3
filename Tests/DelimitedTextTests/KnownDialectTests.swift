import DelimitedText
import Findings
import Testing

@Suite("Known words of a dialect")
struct KnownDialectTests {
  /// A text, what is known about its dialect, and what is read.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var header: [String]
    var records: [[String]]
    var change: @Sendable (inout DelimitedOptions) -> Void

    init(
      _ name: String,
      _ text: String,
      header: [String],
      records: [[String]],
      _ change: @escaping @Sendable (inout DelimitedOptions) -> Void
    ) {
      testDescription = name
      self.text = text
      self.header = header
      self.records = records
      self.change = change
    }
  }

  static let cases = [
    Case("delimiter", "a,b;c\n1,5;2\n", header: ["a,b", "c"], records: [["1,5", "2"]]) { $0.known.delimiter = [0x3B] },
    Case("delimiter of several bytes", "a<>b\n1<>2\n", header: ["a", "b"], records: [["1", "2"]]) {
      $0.known.delimiter = Array("<>".utf8)
    },
    Case("delimiter beyond ASCII", "a¤b\n1¤2\n", header: ["a", "b"], records: [["1", "2"]]) {
      $0.known.delimiter = Array("¤".utf8)
    },
    Case("space", "a b\n1 2\n", header: ["a", "b"], records: [["1", "2"]]) { $0.known.delimiter = [0x20] },
    Case("control character", "a\u{1}b\n1\u{1}2\n", header: ["a", "b"], records: [["1", "2"]]) {
      $0.known.delimiter = [1]
    },
    Case("quote", "a,b\n%1,2%,3\n", header: ["a", "b"], records: [["1,2", "3"]]) { $0.known.quote = .present(0x25) },
    Case("no quote", "a,b\n\"1,2\"\n", header: ["a", "b"], records: [["\"1", "2\""]]) { $0.known.quote = .absent },
    Case("escape", "a,b\n\"1^\"2\",3^,4\n", header: ["a", "b"], records: [["1\"2", "3,4"]]) {
      $0.known.escape = .character(0x5E)
    },
    Case("doubled quotes", "a,b\n\"1\\\",2\n", header: ["a", "b"], records: [["1\\", "2"]]) {
      $0.known.escape = .doubledQuote
    },
    Case("comment", "a,b\n1,2\n// a, b\n3,4\n", header: ["a", "b"], records: [["1", "2"], ["3", "4"]]) {
      $0.known.comment = .present(Array("//".utf8))
    },
    Case(
      "no comment",
      "a,b\n#1,2\n#3\n#4,5\n#6\n",
      header: ["a", "b"],
      records: [["#1", "2"], ["#3", ""], ["#4", "5"], ["#6", ""]]
    ) {
      $0.known.comment = .absent
      $0.missingFields = .pad
    },
    Case("line end LF", "a,b\n1,2\r3\n", header: ["a", "b"], records: [["1", "2\r3"]]) {
      $0.known.recordEnd = .lineFeed
    },
    Case("line end CR", "a,b\r1,2\n3\r", header: ["a", "b"], records: [["1", "2\n3"]]) {
      $0.known.recordEnd = .carriageReturn
    },
    Case("blank lines as records", "a\n1\n\n2\n", header: ["a"], records: [["1"], [""], ["2"]]) {
      $0.known.skipsBlankLines = false
      $0.header = .rows(1)
    },
    Case("initial space", "a, b\n1, \"2, 3\"\n", header: ["a", "b"], records: [["1", "2, 3"]]) {
      $0.known.skipsInitialSpace = true
    },
    Case("initial space kept", "a, b\n1, 2\n", header: ["a", "b"], records: [["1", " 2"]]) {
      $0.known.skipsInitialSpace = false
    },
    Case("trailing delimiter", "a,b\n1,2,\n", header: ["a", "b"], records: [["1", "2"]]) {
      $0.known.hasTrailingDelimiter = true
      $0.header = .rows(1)
    },
    Case("lines to skip", "x,y\nn,m\n1,2\n", header: ["n", "m"], records: [["1", "2"]]) { $0.known.preambleLines = 1 },
    Case("footer", "a,b\n1,2\n3,4\nTotal,6\nSource: x\n", header: ["a", "b"], records: [["1", "2"], ["3", "4"]]) {
      $0.footerRows = 2
    },
    Case("a footer longer than the text", "a,b\n1,2\n", header: ["a", "b"], records: []) { $0.footerRows = 5 },
    Case(
      "expected names",
      "Kennel list\nof 2020,\nname,town\nRex,Ulm\n",
      header: ["name", "town"],
      records: [["Rex", "Ulm"]]
    ) {
      $0.expectedNames = ["town", "name"]
    },
    Case(
      "header rows",
      ",Height,,Note\nBreed,min,max,\nPug,1,2,x\n",
      header: ["Breed", "Height/min", "Height/max", "Note"],
      records: [["Pug", "1", "2", "x"]]
    ) {
      $0.header = .rows(2)
      $0.headerSeparator = "/"
    },
  ]

  @Test(arguments: cases) func isHeeded(_ example: Case) throws {
    var options = DelimitedOptions(mode: .tolerant)
    example.change(&options)
    for chunk in [1, 7, 1 << 16] {
      options.chunkSize = chunk
      let reader = try DelimitedReader(bytes: Array(example.text.utf8), options: options)
      let reading = try Reading(reader)
      #expect(reading.header == example.header)
      #expect(reading.records == example.records)
      #expect(reading.findings.filter { $0.severity == .error } == [])
    }
  }

  @Test func theReportSaysWhatWasGivenAndWhatWasFound() throws {
    var options = DelimitedOptions()
    options.known = KnownDialect(origin: "towns.json")
    options.known.delimiter = [0x3B]
    let report = try DelimitedReader(bytes: Array("a;b\n1;2\n".utf8), options: options).detection
    #expect(report.item("delimiter")?.evidence == "towns.json")
    #expect(report.item("delimiter")?.confidence == 1)
    #expect(report.item("header")?.value == "1 row")
    #expect(report.item("line end")?.value == "LF")
  }

  @Test func aDialectThatContradictsItselfIsRefused() {
    var options = DelimitedOptions()
    options.known.delimiter = [0x22]
    options.known.quote = .present(0x22)
    let error = #expect(throws: DelimitedTextError.self) { try DelimitedReader(bytes: [0x61], options: options) }
    #expect(error?.description == "-: the dialect cannot be used: the delimiter starts with the quote")
  }
}

@Suite("Several tables in a text")
struct TableBoundaryTests {
  static let text = "name,legs\nRex,4\nTweety,2\n\ntown,zip,people\nUlm,89073,126000\nAalen,73430,68000\n"

  private func reading(_ text: String, table: Int, boundary: DelimitedOptions.TableBoundary?, chunk: Int = 4096) throws
    -> Reading
  {
    var options = DelimitedOptions(table: .number(table), fileName: "t.csv")
    options.tableBoundary = boundary
    return try Reading(Array(text.utf8), chunk: chunk, options)
  }

  @Test(arguments: [1, 2, 3, 64, 4096]) func theSecondTableIsRead(_ chunk: Int) throws {
    let second = try reading(Self.text, table: 2, boundary: .blankLine, chunk: chunk)
    #expect(second.header == ["town", "zip", "people"])
    #expect(second.records == [["Ulm", "89073", "126000"], ["Aalen", "73430", "68000"]])
    #expect(second.startLines == [6, 7])
    #expect(second.findings == [])
  }

  @Test func theFirstTableEndsAtTheBlankLineWithAFinding() throws {
    let first = try reading(Self.text, table: 1, boundary: .blankLine)
    #expect(first.records == [["Rex", "4"], ["Tweety", "2"]])
    #expect(first.places == ["source.header@5:1"])
    #expect(
      first.findings.first?.message
        == "Another table begins here; it is not read (`table: 2` reads it, `table: all` reads all of them)"
    )
  }

  @Test func tablesAreDetectedByTheirHeadersAndWidths() throws {
    #expect(try reading(Self.text, table: 1, boundary: nil).records.count == 2)
    #expect(try reading(Self.text, table: 2, boundary: nil).header == ["town", "zip", "people"])
    // The same width goes on with the same table.
    let spaced = "name,legs\nRex,4\nTweety,2\n\nBella,4\nIdefix,4\n"
    #expect(try reading(spaced, table: 1, boundary: nil).records.count == 4)
  }

  @Test func recordsOfEmptyFieldsSeparateTablesToo() throws {
    let text = "name,legs,\nRex,4,\n,,\ntown,zip,people\nUlm,89073,126000\n"
    let second = try reading(text, table: 2, boundary: .blankLine)
    #expect(second.records == [["Ulm", "89073", "126000"]])
  }

  @Test func aTableThatIsNotThereIsAnError() {
    for boundary in [DelimitedOptions.TableBoundary.blankLine, .repeatedHeader] {
      let error = #expect(throws: DelimitedTextError.self) {
        try reading(Self.text, table: 3, boundary: boundary)
      }
      #expect(error?.kind == .missingTable(number: 3, found: boundary == .blankLine ? 2 : 1))
    }
  }

  /// Words that are told stay as they are, whatever the text looks like, and every line after the header is a record.
  @Test(arguments: [
    // The wider rows begin after two records.
    ("name\nRex\nBello,x\nAstor,y\nMax\n", DelimitedOptions.HeaderChoice.rows(1), 4),
    ("name\nRex\nBello,x,y\nAstor,x,y\nMax,x,y\nTim,x,y\n", .rows(1), 5),
    ("Rex\nBello,x,y\nAstor,x,y\nMax,x,y\n", .none, 4),
    ("Rex\nBello,x,y\nAstor,x,y\nMax,x,y\n", .names(["name"]), 4),
    // Lines that look like notes, a title and an empty first row.
    ("Dogs of the year\nname,size\nRex,1\nMax,2\n", .rows(1), 3),
    ("\"list, of dogs\"\n\nname,size,kind\nRex,1,a\nMax,2,b\n", .rows(1), 3),
  ])
  func aTableThatBeginsAtTheFirstLineIsNotMoved(
    _ text: String,
    _ header: DelimitedOptions.HeaderChoice,
    _ count: Int
  ) throws {
    for delimiter in [nil, [UInt8(ascii: ",")]] {
      var options = DelimitedOptions(header: header)
      options.known.preambleLines = 0
      options.known.delimiter = delimiter
      let reader = try DelimitedReader(bytes: Array(text.utf8), options: options)
      #expect(reader.dialect.preambleLines == 0)
      #expect(reader.dialect.headerRows == (header == .rows(1) ? 1 : 0))
      var record = DelimitedRecord()
      var read = 0
      while try reader.next(&record) { read += 1 }
      #expect(read == count, "\(text)")
    }
  }

  @Test func rowsThatAreLeftOutBeforeRecordsWithoutAHeaderAreSaid() throws {
    let text = "Rex\nBello,x,y\nAstor,x,y\nMax,x,y\n"
    let reader = try DelimitedReader(bytes: Array(text.utf8), options: DelimitedOptions(header: .none))
    #expect(reader.dialect.preambleLines == 1)
    let findings = reader.takeFindings()
    #expect(
      findings.map(\.message) == [
        "1 line before the first record was left out, though there is no header; `skip: 0` reads it"
      ]
    )
    #expect(findings.map(\.severity) == [.warning])
  }
}
