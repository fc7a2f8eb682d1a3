import Findings
import Foundation
import MarkupText
import TestSupport
import Testing
import TextInput

@Suite struct HTMLTableReaderTests {
  private func read(_ page: String, _ options: HTMLTableOptions = HTMLTableOptions()) throws -> (
    names: [String], rows: [[String?]]
  ) {
    var options = options
    options.fileName = "page.html"
    let reader = try HTMLTableReader(bytes: Array(page.utf8), options: options)
    var record = MarkupRecord()
    var rows: [[String?]] = []
    while try reader.next(&record) { rows.append((0..<record.fieldCount).map { record.value($0) }) }
    return (reader.fieldNames, rows)
  }

  struct GridCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var table: String
    var names: [String]
    var rows: [[String?]]
  }

  static let grids = [
    GridCase(
      testDescription: "one header row",
      table: "<tr><th>A<th>B<tr><td>1<td>2<tr><td>3<td>4",
      names: ["A", "B"],
      rows: [["1", "2"], ["3", "4"]]
    ),
    GridCase(
      testDescription: "two header rows joined",
      table: "<thead><tr><th colspan=2>Rank<th rowspan=2>Breed<tr><th>2020<th>2019</thead><tr><td>1<td>2<td>Beagle",
      names: ["Rank 2020", "Rank 2019", "Breed"],
      rows: [["1", "2", "Beagle"]]
    ),
    GridCase(
      testDescription: "a title over all columns",
      table: "<tr><th colspan=2>Title<tr><th>A<th>B<tr><td>1<td>2",
      names: ["A", "B"],
      rows: [["1", "2"]]
    ),
    GridCase(
      testDescription: "cells outside of rows",
      table: "<th>A<th>B<tr><td>1<td>2</tr><td>3<td>4<tbody><td>5<td>6</tbody>",
      names: ["A", "B"],
      rows: [["1", "2"], ["3", "4"], ["5", "6"]]
    ),
    GridCase(
      testDescription: "row spans",
      table: "<tr><th>Y<th>B<tr><td rowspan=3>1900<td>a<tr><td>b<tr><td>c<tr><td>1901<td>d",
      names: ["Y", "B"],
      rows: [["1900", "a"], ["1900", "b"], ["1900", "c"], ["1901", "d"]]
    ),
    GridCase(
      testDescription: "row span 0 reaches to the end of its group",
      table: "<tbody><tr><td rowspan=0>x<td>a<tr><td>b</tbody><tbody><tr><td>y<td>c</tbody>",
      names: ["column_1", "column_2"],
      rows: [["x", "a"], ["x", "b"], ["y", "c"]]
    ),
    GridCase(
      testDescription: "row and column spans together and overlapping",
      table: "<tr><td rowspan=2 colspan=2>x<td>a<tr><td>b<tr><td>1<td rowspan=2>2<td>3<tr><td colspan=3>w",
      names: ["column_1", "column_2", "column_3"],
      rows: [["x", "x", "a"], ["x", "x", "b"], ["1", "2", "3"], ["w", "2", "w"]]
    ),
    GridCase(
      testDescription: "spans that are no numbers",
      table: "<tr><td colspan=>1<td colspan='x'>2<td colspan='0'>3<td rowspan='-1'>4",
      names: ["column_1", "column_2", "column_3", "column_4"],
      rows: [["1", "2", "3", "4"]]
    ),
    GridCase(
      testDescription: "short rows and rows without cells",
      table: "<tr><th>A<th>B<tr></tr><tr><td>1<tr><td><td>2",
      names: ["A", "B"],
      rows: [["1", nil], ["", "2"]]
    ),
    GridCase(
      testDescription: "the header again at the end",
      table: "<tr><th>A<th>B<tr><td>1<td>2<tr><th>A<th>B",
      names: ["A", "B"],
      rows: [["1", "2"]]
    ),
    GridCase(
      testDescription: "row headers",
      table: "<tr><td><th>B<tr><th scope=row>x<td>1",
      names: ["column_1", "column_2"],
      rows: [["", "B"], ["x", "1"]]
    ),
    GridCase(
      testDescription: "equal and empty names",
      table: "<tr><th>A<th>A<th><tr><td>1<td>2<td>3",
      names: ["A", "A_2", "column_3"],
      rows: [["1", "2", "3"]]
    ),
    GridCase(
      testDescription: "text",
      table: """
        <tr><th>a&nbsp;b<sup class="reference">[1]</sup><tr><td> x&amp;y &eacute; <br>z<script>no()</script>
        <span style="display: none">sort</span><p>one</p><p>two <b>three</b></p>&#8217;
        """,
      names: ["a b"],
      rows: [["x&y é z one two three ’"]]
    ),
    GridCase(
      testDescription: "hidden cells",
      table: "<tr><th>A<th>B<tr><td hidden>0<td>1<td>2",
      names: ["A", "B"],
      rows: [["1", "2"]]
    ),
    GridCase(
      testDescription: "a table in a cell",
      table: "<tr><th>A<th>B<tr><td>1<td><table><tr><td>x<td>y</table><tr><td>2<td>z",
      names: ["A", "B"],
      rows: [["1", "x y"], ["2", "z"]]
    ),
    GridCase(
      testDescription: "links and images",
      table: "<tr><th>A<th>B<tr><td><a href=' /x '>1</a> <a href=y>2</a><td><img src=i.png><tr><td>3<td>",
      names: ["A", "B", "A@href", "B@src"],
      rows: [["1 2", "", "https://a.org/x; https://a.org/b/y", "https://a.org/b/i.png"], ["3", "", nil, nil]]
    ),
  ]

  @Test(arguments: grids) func laysOutRowsAndColumns(_ example: GridCase) throws {
    let page = "<html><base href='https://a.org/b/c'><body><table id=t>\(example.table)</table>after"
    let (names, rows) = try read(page, HTMLTableOptions(choice: .id("t")))
    #expect(names == example.names)
    #expect(rows == example.rows)
  }

  static let page = """
    <h2>First things</h2><table class="a plain"><tr><td>1</table>
    <h2>Ranks &amp; years</h2>
    <div><table id="r" class="b"><caption>Popularity  2020</caption><tr><th>N<tr><td>2</table></div>
    <table><tr><td><table class="c"><tr><td>x<td>y<tr><td>z<td>3</table></table>
    """

  @Test(arguments: [
    ("1", "1"), ("2", "2"), ("popularity 2020", "2"), ("First things", "1"), ("Popularity", "2"), ("#r", "2"),
    ("table.a", "1"),
    ("div table", "2"), ("//table[@id='r']", "2"), ("(//table)[4]", "z"), ("//caption", "2"), ("table.c", "z"),
    ("div > table:nth-of-type(1)", "2"), ("table[class~=plain]", "1"), ("table:not([class]) table", "z"),
    (".nothing, .b", "2"),
    ("h2 + table", "1"), ("", "z"),
  ]) func choosesATable(_ choice: String, _ lastCell: String) throws {
    let options = HTMLTableOptions(choice: TableChoice(recipeText: choice), headerRows: .count(0))
    let (_, rows) = try read(Self.page, options)
    #expect(rows.last?.first == lastCell)
  }

  @Test(arguments: [
    ("hounds", "1"), ("Hounds of France", "2"), ("sizes [cm]", "3"), ("sizes", "3"), ("of France", "2"),
    ("Last_One", "4"),
  ]) func choosesATableBelowAWikisHeading(_ choice: String, _ cell: String) throws {
    let page = """
      <h2>Hounds<span>[edit]</span></h2><table><tr><td>1</table><h2>Hounds of France [edit | source]</h2><table><tr><td>2</table>
      <h3>Sizes [cm]</h3><table><tr><td>3</table><h2>End</h2><table id="last_one"><tr><td>4</table>
      """
    let (_, rows) = try read(page, HTMLTableOptions(choice: TableChoice(recipeText: choice)))
    #expect(rows == [[cell]])
  }

  @Test func twoTablesThatFitAreNoChoice() throws {
    let page = "<h2>Ranks 1</h2><table><tr><td>1</table><h2>Ranks 2</h2><table><tr><td>2</table>"
    let error = try #require(throws: MarkupTextError.self) {
      try read(page, HTMLTableOptions(choice: .caption("Ranks")))
    }
    #expect(error.description.hasPrefix("page.html has more than one table captioned 'Ranks'"))
  }

  @Test func readsRecipeTextsAsTheyAreMeant() {
    #expect(TableChoice(recipeText: "2") == .number(2))
    #expect(TableChoice(recipeText: "table.wikitable") == .css("table.wikitable"))
    #expect(TableChoice(recipeText: "#popularity") == .css("#popularity"))
    #expect(TableChoice(recipeText: "//table[2]") == .xpath("//table[2]"))
    #expect(TableChoice(recipeText: "Years of recognition") == .caption("Years of recognition"))
    #expect(TableChoice(recipeText: "Dogs vs.Cats") == .caption("Dogs vs.Cats"))
    #expect(TableChoice(recipeText: "U.S. states") == .caption("U.S. states"))
  }

  @Test func readsColumnsAsRecords() throws {
    let page = """
      <table id=t><tr><th>Name<td>Rex<td><a href=b>Bello</a><tr><th>Weight<td colspan=2>7<tr><th>Colour<td>red<td></table>
      """
    var options = HTMLTableOptions(fileName: "p.html", baseAddress: "https://a.org/")
    options.headerColumns = 1
    let (names, rows) = try read(page, options)
    #expect(names == ["Name", "Weight", "Colour", "Name@href"])
    #expect(rows == [["Rex", "7", "red", nil], ["Bello", "7", "", "https://a.org/b"]])
    let reader = try HTMLTableReader(bytes: Array(page.utf8), options: options)
    var record = MarkupRecord()
    #expect(try reader.next(&record))
    #expect(record.position.description == "p.html:1:25")
    #expect(record.position(ofField: 2).description == "p.html:1:102")
    options.headerColumns = 0
    #expect(try read(page, options).rows.first == ["Name", "Weight", "Colour", nil])
  }

  @Test func listsTheTablesWhenTheOneThatIsWantedIsMissing() throws {
    let error = try #require(throws: MarkupTextError.self) {
      try read(Self.page, HTMLTableOptions(choice: .caption("Years" + "!")))
    }
    #expect(error.kind == .tableMissing)
    #expect(
      error.description == """
        page.html has no table captioned 'Years!'. Its tables:
          1 "First things", 1 row of 1 column, line 1
          2 "Popularity 2020" (#r), 2 rows of 1 column, line 3
          3 "Ranks & years", 1 row of 1 column, line 4
          4 "Ranks & years", 2 rows of 2 columns, line 4
        """
    )
    #expect(throws: MarkupTextError.self) { try read("no tables") }
    #expect(throws: MarkupTextError.self) { try read("") }
    #expect(throws: MarkupTextError.self) { try read(Self.page, HTMLTableOptions(choice: .xpath("//table["))) }
    #expect(throws: MarkupTextError.self) { try read(Self.page, HTMLTableOptions(choice: .css("table["))) }
  }

  @Test func knowsWhereRowsCellsAndLinksStand() throws {
    let page = """
      <!DOCTYPE html>
      <!-- <table><tr><td> --><p title="<table>">é
      <TABLE><tr><th>Name</th><th>N</th></tr>
      <tr><td
         class="<td>"> <b>Löwchen</b> </td><td>7</td></tr><tr><td rowspan="2"><a
        href="x">Beagle</a><td>8
      <tr><td>9</table>
      """
    let reader = try HTMLTableReader(bytes: Array(page.utf8), options: HTMLTableOptions(fileName: "p.html"))
    #expect(reader.summary.line == 3)
    var record = MarkupRecord()
    try #require(try reader.next(&record))
    #expect(record.position.description == "p.html:4:1")
    #expect(record.position(ofField: 0).description == "p.html:5:21")
    #expect(record.position(ofField: 0).endColumn == 28)
    #expect(record.position(ofField: 1).description == "p.html:5:42")
    #expect(record.rawText.hasPrefix("<tr><td\n"))
    #expect(record.rawText.hasSuffix("<td>7</td></tr>"))
    try #require(try reader.next(&record))
    #expect(record.position.description == "p.html:5:53")
    #expect(record.position(ofField: 0).description == "p.html:6:12")
    #expect(record.position(ofField: 2).description == "p.html:6:3")
    #expect(record.position(ofField: 2).endColumn == 11)
    #expect(record.excerpt(ofField: 1)?.text == "  href=\"x\">Beagle</a><td>8")
    #expect(record.excerpt(ofField: 1)?.markStart == 25)
    try #require(try reader.next(&record))
    #expect(record.position.description == "p.html:7:1")
    #expect(record.position(ofField: 0).description == "p.html:6:12")
    #expect(record.position(ofField: 1).description == "p.html:7:9")
    let range = try #require(record.position(ofField: 0).byteRange)
    #expect(String(decoding: Array(page.utf8)[range], as: UTF8.self) == "Beagle")
  }

  @Test(
    arguments: [
      ("<meta charset=windows-1252>", [0xF6]),
      ("<meta http-equiv=Content-Type content='text/html; charset=iso-8859-1'>", [0xF6]),
      ("", [0xF6]), ("", [0xC3, 0xB6]), ("<meta charset=utf-8>", [0xC3, 0xB6]), ("<meta charset=ibm850>", [0x94]),
    ] as [(String, [UInt8])]
  ) func readsPagesInTheirEncoding(_ head: String, _ letter: [UInt8]) throws {
    let page = Array("<html><head>\(head)</head><table><tr><td>L".utf8) + letter + Array("wchen</table>".utf8)
    let reader = try HTMLTableReader(bytes: page)
    var record = MarkupRecord()
    try #require(try reader.next(&record))
    #expect(record.value(0) == "Löwchen")
    #expect(reader.takeFindings().isEmpty)
  }

  @Test func reportsBytesThatAreNoTextAndReadsOn() throws {
    let page = Array("<meta charset=utf-8><table><tr><td>a".utf8) + [0xFF, 0] + Array("b</table>".utf8)
    let reader = try HTMLTableReader(bytes: page, options: HTMLTableOptions(fileName: "p.html"))
    var record = MarkupRecord()
    try #require(try reader.next(&record))
    #expect(record.value(0) == "a\u{FFFD} b")
    let findings = reader.takeFindings()
    #expect(findings.map(\.rule) == [.sourceEncoding, .sourceNulByte])
    #expect(findings.first?.position?.description == "p.html:1:37")
  }

  @Test(.enabled(if: Corpus.folder("html") != nil, Comment(rawValue: Corpus.absence)))
  func laysOutThePagesOfTheCorpusAsExpected() throws {
    let folder = try #require(Corpus.folder("html"))
    let json = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: folder + "/expected-tables.json"))
    )
    let files = try #require((json as? [String: Any])?["files"] as? [String: Any])
    for (name, expected) in files.sorted(by: { $0.key < $1.key }) {
      guard let tables = expected as? [[String: Any]] else { continue }
      for (index, table) in tables.enumerated() {
        var options = HTMLTableOptions(choice: .number(index + 1), headerRows: .count(0))
        options.text.keepsHidden = true
        options.text.keepsNotes = true
        options.text.keepsScripts = true
        options.text.lineBreak = .nothing
        let reader = try HTMLTableReader(path: folder + "/" + name, options: options)
        let cells = try #require(table["cells"] as? [[Any]])
        var record = MarkupRecord()
        var rows: [[String?]] = []
        while try reader.next(&record) { rows.append((0..<reader.header.count).map { record.value($0) }) }
        let wanted = cells.map { $0.map { $0 as? String } }.filter { !$0.allSatisfy { $0 == nil } }
        #expect(reader.summary.rows == table["rows"] as? Int, "\(name) \(index + 1)")
        #expect(reader.summary.columns == table["columns"] as? Int, "\(name) \(index + 1)")
        #expect(rows.count == wanted.count, "\(name) \(index + 1)")
        for (row, wantedRow) in zip(rows, wanted) {
          for (cell, wantedCell) in zip(row, wantedRow) {
            #expect(cell == wantedCell, "\(name) \(index + 1)")
          }
        }
      }
    }
  }

  /// Issue 18: the line of each table was counted, and the text of its heading written, anew: a page with a million tables never ended.
  @Test func listsTablesWithTheirLinesAndHeadings() throws {
    let table = "<table><tr><td><table><tr><td>1</table>\r\n</table>\r<p>\n"
    let page = "<h1>One</h1>\n" + String(repeating: table, count: 3_000) + "<h2>Two</h2><table><tr><td>x</table>"
    let tables = try HTMLTableReader.tables(in: .bytes(Array(page.utf8)))
    #expect(tables.count == 6_001)
    #expect(tables.dropLast().enumerated().allSatisfy { $1.line == 2 + $0 / 2 * 3 && $1.heading == "One" })
    #expect(tables.last?.line == 2 + 3_000 * 3 && tables.last?.heading == "Two")
    #expect(tables.enumerated().allSatisfy { $1.number == $0 + 1 })
  }
}
