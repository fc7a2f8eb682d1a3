import Findings
import MarkupText
import Testing
import TextInput

/// Pages that a browser reads otherwise than libxml2 does by itself; the expected grids are those of Chromium's document.
@Suite struct HTMLRepairTests {
  static func read(_ page: String, _ options: HTMLTableOptions = HTMLTableOptions()) throws -> [[String?]] {
    let reader = try HTMLTableReader(bytes: Array(page.utf8), options: options)
    var record = MarkupRecord()
    var rows: [[String?]] = []
    while try reader.next(&record) { rows.append((0..<record.fieldCount).map { record.value($0) }) }
    return rows
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var table: String
    var rows: [[String?]]
  }

  static let unclosed = [
    Example(
      testDescription: "a list that is open at the next cell",
      table: "<tr><td><ul><li>a<li>b<td>c<tr><td>d<td>e",
      rows: [["a b", "c"], ["d", "e"]]
    ),
    Example(
      testDescription: "inline elements that are open at the next cell",
      table: "<tr><td><span>a<td><em>b<th>c<tr><th><h3>d<td><form>e<td>f",
      rows: [["a", "b", "c"], ["d", "e", "f"]]
    ),
    Example(
      testDescription: "a paragraph that is open at the next row, in a cell that reaches down",
      table: "<tr><td rowspan=0><p>a<tr><td>b<div><tr><td>c",
      rows: [["a", nil], ["a", "b"], ["a", "c"]]
    ),
    Example(
      testDescription: "a list that is open at the next row group",
      table: "<tbody><tr><td><ul><li>a<tbody><tr><td rowspan=9><dl><dd>b<tfoot><tr><td>c",
      rows: [["a"], ["b"], ["c"]]
    ),
    Example(
      testDescription: "end tags of a cell that was left open",
      table: "<tr><td><ul><li>a<td>b</td></li></ul></td></tr><tr><td>c</td><td>d</td></tr>",
      rows: [["a", "b"], ["c", "d"]]
    ),
    Example(
      testDescription: "a caption without its end tag",
      table: "<caption>a <b>title<tr><td>b",
      rows: [["b"]]
    ),
    Example(
      testDescription: "rows that have end tags only",
      table: "<td>a<td>b</TR><td>c<td><table><td>d</tr><td>e</table></td><td>f</td></tr ><td>g",
      rows: [["a", "b", nil], ["c", "d e", "f"], ["g", nil, nil]]
    ),
    Example(
      testDescription: "an open cell within a table in a cell",
      table: "<tr><td><table><tr><td><div>x<td>y</table><td>z",
      rows: [["x y", "z"]]
    ),
  ]

  @Test(arguments: unclosed) func endsCellsWhereTheNextOneBegins(_ example: Example) throws {
    let options = HTMLTableOptions(choice: .id("t"), headerRows: .count(0))
    #expect(try Self.read("<body><table id=t>\(example.table)</table>after", options) == example.rows)
  }

  @Test func knowsWhereACellEndsThatWasLeftOpen() throws {
    let page = "<table><tr><td><ul><li>one<td>two<tr><td>three<td>four</table>"
    let reader = try HTMLTableReader(bytes: Array(page.utf8), options: HTMLTableOptions(fileName: "p.html"))
    var record = MarkupRecord()
    try #require(try reader.next(&record))
    #expect(record.rawText == "<tr><td><ul><li>one<td>two")
    #expect(record.position(ofField: 0).description == "p.html:1:24")
    #expect(record.position(ofField: 0).endColumn == 27)
    #expect(record.position(ofField: 1).description == "p.html:1:31")
    try #require(try reader.next(&record))
    #expect(record.position.description == "p.html:1:34")
  }

  @Test func aTableThatIsNeverClosedEndsWhereTheNextBegins() throws {
    let page = "<table><tr><td>a<td>b</tr><h2>Next</h2><table><tr><td>c</table><p>x<table><tr><td>d</table>"
    #expect(try HTMLTableReader.tables(in: .bytes(Array(page.utf8))).map(\.rows) == [1, 1, 1])
    let options = HTMLTableOptions(choice: .css("table > tr > td:nth-of-type(2)"), headerRows: .count(0))
    #expect(try Self.read(page, options) == [["a", "b"]])
    #expect(try Self.read("<table>" + page, HTMLTableOptions(choice: .number(2))) == [["a", "b"]])
  }

  @Test func rowsGroupsAndCellsThatThePageHidesAreNoRecords() throws {
    let table = """
      <table><tr hidden><td>0<tr><th>A<th>B<tr style="display:none"><td>1<td>2<tr><td>3<td style='DISPLAY: none'>4<td>5
      <tbody style="display:none"><tr><td>6</tbody></table>
      """
    #expect(try Self.read(table) == [["3", "5"]])
    var options = HTMLTableOptions(headerRows: .count(0))
    options.text.keepsHidden = true
    #expect(try Self.read(table, options).count == 5)
  }

  @Test func templatesAreNoPartOfTables() throws {
    let page = """
      <template><table><tr><td>no</td></tr></table></template>
      <table><tr><th>A<tbody><template><tr><td>{{a}}</td></tr></template><tr><td>1<template>x</template></table>
      """
    #expect(try HTMLTableReader.tables(in: .bytes(Array(page.utf8))).map(\.rows) == [2])
    #expect(try Self.read(page) == [["1"]])
  }

  @Test func anEmptyGroupEndsRowSpans() throws {
    let table = "<table><tr><td rowspan=5>a<td>b<tbody></tbody><tr><td>c</table>"
    #expect(try Self.read(table) == [["a", "b"], ["c", nil]])
  }

  @Test func readsSpansWithZerosBeforeThem() throws {
    let table = "<table><tr><td colspan=000000000002>a<td rowspan=+2>b<tr><td colspan='99999999999999999999'>c</table>"
    #expect(try Self.read(table).map { $0.prefix(4) } == [["a", "a", "b", nil], ["c", "c", "b", "c"]])
  }

  @Test(arguments: [
    ("<thead><tr><th>A<th>B<tr><td>1<td>2", [["1", "2"]]),
    ("<thead><tr><td>A<td>B<tr><td>1<td>2", [["1", "2"]]),
    ("<thead><tr><th>A<th>B<tr><th>C<th>D<tr><td>1<td>2", [["1", "2"]]),
    ("<thead><tr><th>A<th>B", []),
  ]) func aHeadThatHoldsTheWholeTableIsNotAllHeader(_ table: String, _ rows: [[String]]) throws {
    #expect(try Self.read("<table>\(table)</table>") == rows)
  }

  @Test func blocksOfAllKindsAreWordsOfTheirOwn() throws {
    let names = [
      "center", "form", "main", "nav", "aside", "figure", "figcaption", "details", "summary", "menu", "fieldset",
      "legend", "option",
    ]
    for name in names {
      let table = "<table><tr><td>a<\(name)>b</\(name)>c</table>"
      #expect(try Self.read(table, HTMLTableOptions(headerRows: .count(0))) == [["a b c"]], "\(name)")
    }
    let table = "<table><tr><td><select><option>1<option>2</select><datalist><option>3</datalist></table>"
    #expect(try Self.read(table) == [["1 2"]])
  }

  @Test(arguments: [
    ("a<![if !supportEmptyParas]>&nbsp;b<![endif]>c<![if gte mso 9]><b>d</b><![endif]>", "a bcd"),
    ("<![endif]><td>&lt;<!-- x -->b", ""), ("&lt;<!-- x -->b", "<b"), ("&lt;!x>b", "<!x>b"), ("&#60!x>b", "<!x>b"),
    ("a<![CDATA[x]]>b", "ab"), ("a < b <! c &amp; d > e", "a < b e"), ("a<!x<b>c</b>", "ac"), ("a<!", "a"),
    ("a<!-- > -->b<!doctype html>c", "abc"), ("a\u{0C}b", "a b"),
  ]) func marksOfOfficeProgramsAreNoText(_ cell: String, _ text: String) throws {
    #expect(try Self.read("<table><tr><td>\(cell)").first?.first == text)
  }

  @Test func theChoiceWithoutWordsPrefersWhatThePageShows() throws {
    let page = """
      <div style="display: none"><table><tr><td>1<td>2<tr><td>3<td>4</table></div>
      <table><tr><td>5<td>6<tr><td>7<td>8</table>
      """
    #expect(try Self.read(page) == [["5", "6"], ["7", "8"]])
    let hidden = page.replacing("<table>", with: "<table hidden>")
    #expect(throws: MarkupTextError.self) { try Self.read(hidden) }
  }
}
