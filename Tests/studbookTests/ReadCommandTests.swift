import TestSupport
import Testing

@Suite struct ReadCommandTests {
  @Test func showsEachRecordWithItsPlace() throws {
    let folder = try TemporaryFolder()
    try folder.write("name;text\nA;\"two\nlines\"\nB;\n", to: "a.csv")
    let table = try Tool.run(["read", "a.csv", "--delimiter", ";", "--quiet"], in: folder.path)
    #expect(
      table.output == """
        place      name  text
        a.csv:2:1  A     two\\nlines
        a.csv:4:1  B

        """
    )
    #expect(table.errors == "")
    let csv = try Tool.run(["read", "a.csv", "--format", "csv", "--quiet"], in: folder.path)
    #expect(csv.output == "file,line,column,name,text\r\na.csv,2,1,A,\"two\nlines\"\r\na.csv,4,1,B,\r\n")
    let json = try Tool.run(
      ["read", "a.csv", "--format", "json", "--limit", "1", "--places", "--quiet"],
      in: folder.path
    )
    #expect(
      json.output == """
        [
          {"record": 1, "file": "a.csv", "line": 2, "column": 1, "fields": \
        {"name": {"value": "A", "line": 2, "column": 1}, "text": {"value": "two\\nlines", "line": 2, "column": 3}}}
        ]

        """
    )
  }

  @Test func readsStandardInput() throws {
    let outcome = try Tool.run(["read", "-", "--header", "none", "--delimiter", "tab", "--quiet"], input: "a\tb\n")
    #expect(outcome.output == "place  column_1  column_2\n-:1:1  a         b\n")
  }

  @Test func exitsWith1WhenRecordsAreBroken() throws {
    let outcome = try Tool.run(["read", "-", "--delimiter", ","], input: "a,b\n1,2\n3\n")
    #expect(outcome.status == 1)
    #expect(outcome.output == "place  a  b\n-:2:1  1  2\n-:3:1  3\n")
    #expect(outcome.errors.contains("-:3:2: error[record.field-count] 1 field where 2 are expected"))
    #expect(outcome.errors.hasSuffix("2 records, 1 error\n"))
  }

  @Test func gathersTheFieldsOfElements() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "<list>\n  <town id=\"1\"><name>A</name></town>\n  <town><name>B</name><old/></town>\n</list>\n",
      to: "t.xml"
    )
    let outcome = try Tool.run(["read", "t.xml", "--records", "//town", "--quiet"], in: folder.path)
    #expect(
      outcome.output == """
        place      @id  name  old
        t.xml:2:3  1    A
        t.xml:3:3       B

        """
    )
    let chosen = try Tool.run(
      ["read", "t.xml", "--records", "//town", "--fields", "name,@id", "--format", "csv", "--quiet"],
      in: folder.path
    )
    #expect(chosen.output == "file,line,column,name,@id\r\nt.xml,2,3,A,1\r\nt.xml,3,3,B,\r\n")
  }

  @Test func listsTablesAndReadsOne() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      <!DOCTYPE html><h2>Ranks</h2>
      <table id="r"><tr><th>Rank</th><th>Breed</th></tr>
      <tr><td rowspan="2">1</td><td>A &amp; B</td></tr>
      <tr><td>C</td></tr></table>
      """,
      to: "page.html"
    )
    let tables = try Tool.run(["read", "page.html", "--quiet"], in: folder.path)
    #expect(
      tables.output == """
        table  line  rows  columns  id  caption  heading  first row
            1     2     3        2  r            Ranks    Rank, Breed

        """
    )
    let rows = try Tool.run(["read", "page.html", "--table", "#r", "--format", "csv", "--quiet"], in: folder.path)
    #expect(rows.output == "file,line,column,Rank,Breed\r\npage.html,3,1,1,A & B\r\npage.html,4,1,1,C\r\n")
    let none = try Tool.run(["read", "page.html", "--table", "9", "--quiet"], in: folder.path)
    #expect(none.status == 2)
    #expect(none.errors.hasPrefix("studbook: "))
  }

  @Test func detectsTheFormatByContent() throws {
    let folder = try TemporaryFolder()
    try folder.write("\n<list><town>A</town></list>", to: "data")
    let outcome = try Tool.run(["read", "data", "--quiet"], in: folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("data:2:7"))
  }

  @Test func refusesAnUnknownEncoding() throws {
    let outcome = try Tool.run(["read", "x.csv", "--encoding", "klingon"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("studbook: --encoding: there is no encoding ‘klingon’."))
  }
}
