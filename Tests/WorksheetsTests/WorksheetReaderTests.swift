import Findings
import Foundation
import PackedSources
import TestSupport
import Testing
import Worksheets

@Suite("Reading worksheets")
struct WorksheetReaderTests {
  private struct Sample {
    var names: [String] = []
    var records: [[String?]] = []
    var kept: [WorksheetRecord] = []
    var findings: [Finding] = []

    init(_ book: TestWorkbook, change: (inout WorksheetOptions) -> Void = { _ in }) throws {
      let folder = try TemporaryFolder()
      try Data(book.bytes).write(to: URL(fileURLWithPath: folder.file("dogs.xlsx")))
      var options = WorksheetOptions()
      change(&options)
      let reader = try WorksheetReader(Workbook(path: folder.file("dogs.xlsx"), name: "dogs.xlsx"), options: options)
      names = reader.fieldNames
      var record = WorksheetRecord()
      while try reader.next(&record) {
        records.append((0..<record.fieldCount).map(record.value))
        kept.append(record)
      }
      findings = reader.takeFindings()
    }

    var places: [String] {
      findings.map {
        "\($0.position.map(String.init(describing:)) ?? "-") \($0.rule)" + ($0.record.map { " #\($0)" } ?? "")
      }
    }
  }

  private static func row(_ number: Int, _ cells: String?..., attributes: String = "") -> String {
    TestWorkbook.row(number, cells, attributes: attributes)
  }

  @Test func rowsAreRecordsWithTheNamesOfTheHeader() throws {
    let rows =
      Self.row(1, "name", "weight", nil, "name") + Self.row(2, "Rex", "12.50") + "<row r=\"3\"/>"
      + Self.row(5, "Bello", nil, "x", "y")
    let sample = try Sample(TestWorkbook([.init("Dogs", rows)]))
    #expect(sample.names == ["name", "weight", "column_3", "name_2"])
    #expect(sample.records == [["Rex", "12.50", nil, nil], ["Bello", nil, "x", "y"]])
    #expect(sample.places == ["dogs.xlsx/Dogs:1:3 source.header", "dogs.xlsx/Dogs:1:4 source.header"])
    #expect(sample.kept[1].position(ofField: 2).description == "dogs.xlsx/Dogs:5:3")
    #expect(sample.kept[1].cellName(ofField: 2) == "C5")
    #expect(sample.kept[1].excerpt(ofField: 2)?.text == "Bello |  | x | y")
    let part = try #require(sample.kept[0].partPosition(ofField: 1))
    #expect(part.file == "dogs.xlsx/xl/worksheets/sheet1.xml")
    let before = "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>"
    let column =
      (before + Self.row(1, "name", "weight", nil, "name")).count
      + "<row r=\"2\" ><c r=\"A2\" t=\"inlineStr\"><is><t>Rex</t></is></c>".count + 1
    #expect(part.line == 1)
    #expect(part.column == column)
  }

  @Test func eachTypeOfCellGivesItsText() throws {
    var book = TestWorkbook([
      .init(
        "Dogs",
        """
        <row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="str"><v>d</v></c><c t="str"><v>e</v></c></row>
        <row><c t="s"><v>3</v></c><c><v>1.20E-3</v></c><c t="b"><v>1</v></c><c t="str"><f>A1&amp;"x"</f><v>ax</v></c><c t="d"><v>2024-05-01</v></c></row>
        <row><c t="b"><v>0</v></c><c t="n"><f>1+1</f><v>2</v></c><c t="inlineStr"><is><r><t>a</t></r><r><t xml:space="preserve"> b</t></r><rPh><t>no</t></rPh></is></c></row>
        """
      )
    ])
    book.strings =
      "<si><t>a</t></si><si><r><rPr><b/></rPr><t>b</t></r><r><t>o</t></r><rPh sb=\"0\" eb=\"1\"><t>ビー</t></rPh></si><si><t>c</t></si><si><t>x_x000D_y_x005F_z &amp; ü</t></si>"
    let sample = try Sample(book)
    #expect(sample.names == ["a", "bo", "c", "d", "e"])
    #expect(
      sample.records == [
        ["x\ry_z & ü", "1.20E-3", "true", "ax", "2024-05-01"], ["false", "2", "a b", nil, nil],
      ]
    )
    #expect(sample.findings.isEmpty)
    #expect(sample.kept.map(\.row) == [2, 3])
  }

  @Test func errorsAndFormulasWithoutResultsAreFindings() throws {
    let rows =
      Self.row(1, "a", "b", "c") + """
        <row r="2"><c r="A2" t="e"><v>#N/A</v></c><c r="B2"><f>1+1</f></c><c r="C2" t="s"><v>9</v></c><c r="D2"><v>1</v></c></row>
        """
    let sample = try Sample(TestWorkbook([.init("Dogs", rows)]))
    #expect(
      sample.places == [
        "dogs.xlsx/Dogs:2:4 record.field-count #1", "dogs.xlsx/Dogs:2:1 sheet.error #1",
        "dogs.xlsx/Dogs:2:2 sheet.formula #1",
        "dogs.xlsx/Dogs:2:3 source.malformed #1",
      ]
    )
    #expect(sample.findings[1].message == "A2 shows the error #N/A")
    #expect(sample.records == [["#N/A", nil, "9"]])
    #expect(try Sample(TestWorkbook([.init("Dogs", rows)])) { $0.surplus = .cut }.findings.count == 3)
  }

  @Test func aFormulaWithAnEmptyResultHasNoneUnlessItIsAText() throws {
    let rows =
      TestWorkbook.row(1, ["a", "b", "c"])
        + """
        <row r="2"><c r="A2"><v>1</v></c><c r="B2"><f>A2*2</f><v /></c><c r="C2" t="str"><f>""</f><v></v></c></row>
        """
    let sample = try Sample(TestWorkbook([.init("Dogs", rows)]))
    #expect(sample.places == ["dogs.xlsx/Dogs:2:2 sheet.formula #1"])
    #expect(sample.records == [["1", nil, nil]])
  }

  @Test(arguments: [
    ("14", "45413", "2024-05-01"), ("14", "1", "1900-01-01"), ("14", "59", "1900-02-28"), ("14", "61", "1900-03-01"),
    ("22", "45413.5625", "2024-05-01T13:30:00"), ("14", "45413.25", "2024-05-01T06:00:00"), ("21", "0.5", "12:00:00"),
    ("46", "1.25", "30:00:00"),
    ("dd/mm/yyyy", "2958465", "9999-12-31"), ("[$-409]d\\-mmm\\-yy;@", "36525", "1999-12-31"),
    ("[h]:mm", "2", "48:00:00"),
    ("mm:ss.0", "0.000011574074074074073", "00:00:01"), ("h:mm AM/PM", "0.75", "18:00:00"),
    ("yyyy-mm", "45413", "2024-05-01"),
    ("0.00\" days\"", "3", "3"), ("General", "45413", "45413"), ("#,##0;[Red]-#,##0", "5", "5"), ("0.00E+00", "5", "5"),
    ("@", "5", "5"),
    ("\"d\"0", "5", "5"), ("1", "7", "7"), ("[$€-407]#,##0.00", "7.5", "7.5"),
    ("m/d/yy h:mm", "45413.5", "2024-05-01T12:00:00"),
  ]) func aNumberIsADateByItsFormat(_ format: String, _ number: String, _ expected: String) throws {
    var book = TestWorkbook([
      .init("Dogs", Self.row(1, "a") + "<row r=\"2\"><c r=\"A2\" s=\"0\"><v>\(number)</v></c></row>")
    ])
    book.formats = [format]
    let sample = try Sample(book)
    #expect(sample.records == [[expected]])
    #expect(sample.findings.isEmpty)
  }

  @Test func aValueWithoutTextIsNone() throws {
    let cells = ["s", "b", "e", "d", "n", "str"].map { "<c t=\"\($0)\"><v></v></c>" }.joined()
    let formulas = ["s", "b", "e", "d", "n"].map { "<c t=\"\($0)\"><f>1+1</f><v/></c>" }.joined()
    let rows = TestWorkbook.row(1, ["a", "b", "c", "d", "e", "f", "g"])
    let sample = try Sample(
      TestWorkbook([.init("Dogs", rows + "<row>\(cells)<c><v>1</v></c></row><row>\(formulas)</row>")])
    )
    #expect(sample.records == [[nil, nil, nil, nil, nil, nil, "1"], [nil, nil, nil, nil, nil, nil, nil]])
    #expect(sample.places == (1...5).map { "dogs.xlsx/Dogs:3:\($0) sheet.formula #2" })
  }

  @Test func partsMayBeNamedAsOnWindows() throws {
    let parts = TestWorkbook([.init("Dogs", Self.row(1, "a") + Self.row(2, "1"))]).parts
    let folder = try TemporaryFolder()
    let bytes = StoredZip.bytes(parts.map { ($0.name.replacing("/", with: "\\"), $0.contents) })
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("x.xlsx")))
    #expect(try Workbook(path: folder.file("x.xlsx"), name: "x.xlsx").sheets.map(\.name) == ["Dogs"])
  }

  @Test func aWorkbookWithAPasswordIsSaidToBeOne() throws {
    let folder = try TemporaryFolder()
    let bytes: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    try Data(bytes + Array(repeating: 0, count: 600)).write(to: URL(fileURLWithPath: folder.file("x.xlsx")))
    let error = #expect(throws: PackedSourceError.self) { try Workbook(path: folder.file("x.xlsx"), name: "x.xlsx") }
    #expect(error?.reason.contains("password") == true)
  }

  @Test func theOtherCalendarBegins1904() throws {
    var book = TestWorkbook([
      .init(
        "Dogs",
        Self.row(1, "a") + "<row r=\"2\"><c s=\"0\"><v>0</v></c></row><row r=\"3\"><c s=\"0\"><v>43951</v></c></row>"
      )
    ])
    book.formats = ["14"]
    book.is1904 = true
    #expect(try Sample(book).records == [["1904-01-01"], ["2024-05-01"]])
  }

  @Test(arguments: [
    ("41800000.009999998", "41800000.01"), ("0.30000000000000004", "0.30000000000000004"),
    ("7.0999999999999996E-2", "0.071"),
    ("0.0000000000000001", "0.0000000000000001"), ("12345678901234567", "12345678901234567"), ("1.50", "1.50"),
  ]) func aFractionOfMoreDigitsThanASpreadsheetShowsIsTheShortestThatMeansIt(_ number: String, _ expected: String)
    throws
  {
    let book = TestWorkbook([.init("Dogs", Self.row(1, "a") + "<row r=\"2\"><c r=\"A2\"><v>\(number)</v></c></row>")])
    #expect(try Sample(book).records == [[expected]])
  }

  @Test(arguments: ["60", "-1", "2958466", "0", "1e300"]) func aDateThatNeverWasIsAFinding(_ number: String) throws {
    var book = TestWorkbook([.init("Dogs", Self.row(1, "a") + "<row r=\"2\"><c s=\"0\"><v>\(number)</v></c></row>")])
    book.formats = ["14"]
    let sample = try Sample(book)
    #expect(sample.places == ["dogs.xlsx/Dogs:2:1 sheet.date #1"])
    #expect(sample.records == [[number]])
  }

  @Test func mergedCellsHaveTheirValueOnceOrEverywhere() throws {
    let rows =
      Self.row(1, "group", "name", "sex") + Self.row(2, "Herding", "Collie", "m")
      + "<row r=\"3\"><c r=\"A3\"/><c r=\"B3\" t=\"str\"><v>Corgi</v></c></row>"
      + Self.row(4, nil, "Puli", "f") + Self.row(5, "Toy", "Pug", "m")
    let book = TestWorkbook([
      .init(
        "Dogs",
        rows,
        after:
          "<mergeCells><mergeCell ref=\"A2:A4\"/><mergeCell ref=\"B3:C3\"/><mergeCell ref=\"nonsense\"/></mergeCells>"
      )
    ])
    #expect(
      try Sample(book).records == [
        ["Herding", "Collie", "m"], [nil, "Corgi", nil], [nil, "Puli", "f"], ["Toy", "Pug", "m"],
      ]
    )
    let expanded = try Sample(book) { $0.merged = .expand }
    #expect(
      expanded.records == [
        ["Herding", "Collie", "m"], ["Herding", "Corgi", "Corgi"], ["Herding", "Puli", "f"], ["Toy", "Pug", "m"],
      ]
    )
  }

  @Test func hiddenRowsAndColumnsAreReadOrNot() throws {
    let rows =
      Self.row(1, "a", "b", "c") + Self.row(2, "1", "2", "3", attributes: "hidden=\"1\"") + Self.row(3, "4", "5", "6")
    let book = TestWorkbook([
      .init(
        "Dogs",
        rows,
        before: "<cols><col min=\"1\" max=\"1\" width=\"9\"/><col min=\"2\" max=\"2\" hidden=\"1\"/></cols>"
      )
    ])
    let read = try Sample(book)
    #expect(read.records.count == 2)
    #expect(read.places == ["dogs.xlsx/Dogs:2:1 sheet.hidden"])
    #expect(
      read.findings[0].message
        == "The sheet has 1 hidden row and the hidden columns B; what is hidden is read like the rest"
    )
    let skipped = try Sample(book) { $0.hidden = .skip }
    #expect(skipped.records == [["4", nil, "6"]])
    // The name of a column that is left out is not missing.
    #expect(skipped.findings.isEmpty)
  }

  /// Issue 15: a range of columns that begins behind the last one ended the program.
  @Test func hiddenColumnsBehindTheLastOneAreNone() throws {
    let columns =
      "<cols><col min=\"16385\" max=\"16390\" hidden=\"1\"/><col min=\"3\" max=\"999999\" hidden=\"1\"/></cols>"
    let rows = Self.row(1, "a", "b", "c") + Self.row(2, "1", "2", "3")
    let read = try Sample(TestWorkbook([.init("Dogs", rows, before: columns)]))
    #expect(read.records == [["1", "2", "3"]])
    #expect(
      read.findings.map(\.message) == [
        "The sheet has the hidden columns C to XFD; what is hidden is read like the rest"
      ]
    )
  }

  @Test func aSheetIsChosenByNameOrNumberAndTheFirstVisibleOneOtherwise() throws {
    let book = TestWorkbook([
      .init("Notes", Self.row(1, "n"), state: "hidden"), .init("Dogs", Self.row(1, "d") + Self.row(2, "1")),
      .init("2", Self.row(1, "two")), .init("Empty", ""),
    ])
    #expect(try Sample(book).names == ["d"])
    #expect(try Sample(book) { $0.sheet = "notes" }.names == ["n"])
    #expect(try Sample(book) { $0.sheet = "1" }.names == ["n"])
    #expect(try Sample(book) { $0.sheet = "2" }.names == ["two"])
    #expect(try Sample(book) { $0.sheet = "Empty" }.records.isEmpty)
    let error = #expect(throws: WorksheetError.self) { try Sample(book) { $0.sheet = "Cats" } }
    #expect(
      error?.description
        == "dogs.xlsx: there is no sheet “Cats”; there are 1 “Notes” (hidden), 2 “Dogs”, 3 “2”, 4 “Empty”"
    )
  }

  @Test func theHeaderIsFoundBelowATitleAndMayHaveSeveralRows() throws {
    let rows =
      Self.row(1, "Our dogs") + Self.row(2) + Self.row(3, "name", "weight") + Self.row(4, "Rex", "1")
      + Self.row(5, "Bello", "2")
    #expect(try Sample(TestWorkbook([.init("Dogs", rows)])).names == ["name", "weight"])
    let two = Self.row(1, "size", "size", "x") + Self.row(2, "min", "max", nil) + Self.row(3, "1", "2", "3")
    let joined = try Sample(TestWorkbook([.init("Dogs", two)])) { $0.headerRows = 2 }
    #expect(joined.names == ["size min", "size max", "x"])
    #expect(joined.records == [["1", "2", "3"]])
    let none = try Sample(TestWorkbook([.init("Dogs", Self.row(1, "1", "2") + Self.row(2, "3", "4"))]))
    #expect(none.names == ["column_1", "column_2"])
    #expect(none.records.count == 2)
    let given = try Sample(TestWorkbook([.init("Dogs", rows)])) {
      $0.skipRows = 3
      $0.columnNames = ["n", "w"]
    }
    #expect(given.names == ["n", "w"])
    #expect(given.records == [["Rex", "1"], ["Bello", "2"]])
  }

  /// A header of which no cell could be read ended the program at the next row.
  @Test func aHeaderWithoutReadableCellsNamesNoColumns() throws {
    let rows = "<row r=\"1\"><c r=\"A9\"><v>1</v></c></row>" + Self.row(2, "1", "2")
    let sample = try Sample(TestWorkbook([.init("Dogs", rows)])) { $0.headerRows = 1 }
    #expect(sample.names.isEmpty)
    #expect(sample.records == [[]])
    #expect(
      sample.places == [
        "dogs.xlsx/Dogs:1:1 source.malformed", "dogs.xlsx/Dogs:2:1 record.field-count #1",
        "dogs.xlsx/Dogs:2:2 record.field-count #1",
      ]
    )
  }

  /// Behind more rows than are looked at to find a header there was none, which ended the program.
  @Test func aTableMayStandBehindManyRowsThatAreSkipped() throws {
    let notes = (1...60).map { Self.row($0, "note \($0)") }.joined()
    let rows = notes + Self.row(61, "name", "weight") + Self.row(62, "Rex", "1")
    let sample = try Sample(TestWorkbook([.init("Dogs", rows)])) { $0.skipRows = 60 }
    #expect(sample.names == ["name", "weight"])
    #expect(sample.records == [["Rex", "1"]])
  }

  @Test func whatIsNoWorkbookOrBrokenIsSaid() throws {
    let folder = try TemporaryFolder()
    func open(_ bytes: [UInt8]) throws -> Int {
      try Data(bytes).write(to: URL(fileURLWithPath: folder.file("x.xlsx")))
      let reader = try WorksheetReader(
        Workbook(path: folder.file("x.xlsx"), name: "x.xlsx"),
        options: WorksheetOptions()
      )
      var record = WorksheetRecord()
      var count = 0
      while try reader.next(&record) { count += 1 }
      return count
    }
    #expect(throws: PackedSourceError.self) { try open(Array("name,age\n".utf8)) }
    #expect(throws: WorksheetError.self) { try open(StoredZip.bytes([("a.txt", [])])) }
    let broken = TestWorkbook([.init("Dogs", Self.row(1, "a") + Self.row(2, "1") + "<row></c>")])
    let error = #expect(throws: WorksheetError.self) { try open(broken.bytes) }
    #expect(error?.description.hasPrefix("x.xlsx: the part of the sheet “Dogs” is broken in line 1, column") == true)
    var whole = TestWorkbook([.init("Dogs", Self.row(1, "a") + Self.row(2, "1"))]).bytes
    #expect(try open(whole) == 1)
    var missing = TestWorkbook([.init("Dogs", "")]).parts
    missing.removeLast()
    #expect(throws: WorksheetError.self) { try open(StoredZip.bytes(missing)) }
    // A workbook with a byte changed anywhere is read, refused or found to be damaged, never more.
    for index in stride(from: 0, to: whole.count, by: 17) {
      whole[index] ^= 0x15
      _ = try? open(whole)
      whole[index] ^= 0x15
    }
  }

  /// Issue 18: what a spreadsheet refuses was read as if nothing were wrong.
  @Test(arguments: [
    (#"<row r="2"><c r="A2"><v>1</v></c><c r="A2"><v>2</v></c></row>"#, "2:1", "The cell A2 stands twice in its row"),
    (#"<row r="2"><c r="A2"><v>1</v></c><c r="XFE2"><v>2</v></c></row>"#, "2:1", "“XFE2” is no cell of row 2"),
    (#"<row r="2"><c r="XFD2"/><c><v>2</v></c></row>"#, "2:1", "“XFE2” is no cell of row 2"),
    (#"<row r="2"><c r="A2"><v>1</v></c><c r="B7"><v>2</v></c></row>"#, "2:1", "“B7” is no cell of row 2"),
    (#"<row r="2"><c r="A2"><v>1</v></c><c r="?!"><v>2</v></c></row>"#, "2:1", "“?!” is no cell of row 2"),
    (#"<row r="2"><c r="A2" t="b"><v>7</v></c></row>"#, "2:1", "A2 holds “7”, which is no value of its kind"),
    (#"<row r="2"><c r="A2" t="zz"><v>7</v></c></row>"#, "2:1", "A2 holds “7”, which is no value of its kind"),
    (#"<row r="2"><c r="A2"><v>0x1F</v></c></row>"#, "2:1", "A2 holds “0x1F”, which is no value of its kind"),
    (#"<row r="2"><c r="A2"><v>nan</v></c></row>"#, "2:1", "A2 holds “nan”, which is no value of its kind"),
    (
      #"<row r="1"><c r="A1"><v>9</v></c></row>"#, "1:1",
      "“1” is no row that can stand behind row 1: rows stand in their order, each once"
    ),
    (
      #"<row r="1048577"><c><v>9</v></c></row>"#, "1:1",
      "“1048577” is no row that can stand behind row 1: rows stand in their order, each once"
    ),
  ]) func whatNoSpreadsheetWritesIsAFault(_ rows: String, _ place: String, _ message: String) throws {
    let good = #"<row r="9"><c r="A9"><v>5</v></c></row>"#
    let sample = try Sample(TestWorkbook([.init("Dogs", Self.row(1, "a") + rows + good)]))
    #expect(sample.places == ["dogs.xlsx/Dogs:\(place) source.malformed #1"])
    #expect(sample.findings.first?.message == message)
    #expect(sample.findings.allSatisfy { $0.severity == .error })
    #expect(sample.records.count == 2 && sample.records.last?[0] == "5")
  }

  /// Issue 18: texts of an entity outside of the workbook were empty, and a part that is no worksheet had no records.
  @Test func partsThatReferOutsideOrAreNoSheetAreFaults() throws {
    func error(_ name: String, _ change: (String) -> String) throws -> String? {
      var book = TestWorkbook([.init("Dogs", #"<row r="1"><c r="A1" t="s"><v>0</v></c></row>"#)])
      book.strings = "<si><t>name</t></si>"
      let parts = book.parts.map { part in
        let text = String(decoding: part.contents, as: UTF8.self)
        return part.name == name ? (name: name, contents: Array(change(text).utf8)) : part
      }
      let folder = try TemporaryFolder()
      try Data(StoredZip.bytes(parts)).write(to: URL(fileURLWithPath: folder.file("dogs.xlsx")))
      return try #require(throws: WorksheetError.self) {
        _ = try WorksheetReader(
          Workbook(path: folder.file("dogs.xlsx"), name: "dogs.xlsx"),
          options: WorksheetOptions()
        )
      }.message
    }
    let type = #"<!DOCTYPE sst [<!ENTITY x SYSTEM "file:///etc/passwd">]>"#
    #expect(
      try error("xl/sharedStrings.xml") { type + $0.replacing("name", with: "&x;") }
        == "its part xl/sharedStrings.xml is broken: The external entity '&x;' is never loaded"
    )
    #expect(
      try error("xl/worksheets/sheet1.xml") { _ in "<styleSheet><sheetData/></styleSheet>" }
        == "the part of the sheet “Dogs” is no worksheet"
    )
  }

  /// Issue 18: cells may have one text, and merged cells one value, any number of times.
  @Test func textsThatCellsShareAreBounded() throws {
    let cell = #"<c t="s"><v>0</v></c>"#
    let long = Self.row(1, "a") + #"<row r="2">"# + String(repeating: cell, count: 40) + "</row>" + Self.row(3, "b")
    var book = TestWorkbook([.init("Dogs", long)])
    book.strings = "<si><t>\(String(repeating: "x", count: 1 << 20))</t></si>"
    let sample = try Sample(book) { $0.surplus = .cut }
    #expect(sample.places == ["dogs.xlsx/Dogs:2:1 source.limit #1"])
    #expect(sample.records.map { $0[0]?.utf8.count } == [1 << 20, 1])
    var rows = Self.row(1, "a")
    for row in 2...15_000 { rows += #"<row r="\#(row)"><c t="s"><v>0</v></c></row>"# }
    var endless = TestWorkbook([.init("Dogs", rows)])
    endless.strings = "<si><t>\(String(repeating: "x", count: 100_000))</t></si>"
    // The file is stored without packing, so that it may become 400 times as long.
    let ended = try Sample(endless) { $0.textBytes = 1 << 20 }
    #expect(ended.places == ["dogs.xlsx/Dogs:1:1 source.limit"])
    #expect((1_000..<5_000).contains(ended.records.count))
    let merged = TestWorkbook([
      .init(
        "Dogs",
        (1...200).map { Self.row($0, "\($0)") }.joined(),
        after: "<mergeCells>" + String(repeating: #"<mergeCell ref="A60:XFD1048576"/>"#, count: 100) + "</mergeCells>"
      )
    ])
    let filled = try Sample(merged) {
      ($0.merged, $0.surplus, $0.headerRows, $0.textBytes) = (.expand, .cut, 0, 1 << 20)
    }
    #expect(filled.places == ["dogs.xlsx/Dogs:1:1 source.limit"] && filled.records.count > 58)
  }
}
