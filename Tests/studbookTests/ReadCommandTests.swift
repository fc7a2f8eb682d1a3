import Foundation
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
        {"name": {"value": "A", "line": 2, "column": 1, "byteColumn": 1, "bytes": [10, 11]}, \
        "text": {"value": "two\\nlines", "line": 2, "column": 3, "byteColumn": 3, "bytes": [12, 23]}}}
        ]

        """
    )
  }

  /// Issue 18. They direct the direction of what follows, or a terminal.
  @Test(arguments: ["csv", "json"]) func jsonHasNoCharacterThatATerminalObeys(_ format: String) throws {
    let hidden = "\u{7F}\u{9B}\u{61C}\u{200E}\u{200F}\u{2028}\u{2029}\u{202A}\u{202E}\u{2066}\u{2069}\u{FEFF}ا<é犬ｆ"
    let text = format == "csv" ? "name,\(hidden)\nA,\(hidden)\n" : #"[{"name":["\#(hidden)",{"\#(hidden)":1}]}]"#
    let fieldNames = format == "json" ? ["--fields", "json(name)"] : []
    let outcome = try Tool.run(["read", "-", "--as", format, "--format", "json", "--quiet"] + fieldNames, input: text)
    let obeyed = outcome.output.unicodeScalars.filter { scalar in
      scalar.properties.isBidiControl || scalar.properties.generalCategory == .control && scalar != "\n"
        || ["\u{2028}", "\u{2029}", "\u{FEFF}"].contains(scalar)
    }
    #expect(obeyed.isEmpty)
    let records = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
    )
    let fields = try #require(records.first?["fields"] as? [String: Any])
    if format == "csv" {
      #expect(fields[hidden] as? String == hidden)
    } else {
      let values = try #require(fields["json(name)"] as? [Any])
      #expect(values.first as? String == hidden)
      #expect((values.last as? [String: Int]) == [hidden: 1])
    }
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
    try folder.write("<p>no table", to: "none.html")
    let empty = try Tool.run(["read", "none.html"], in: folder.path)
    #expect(empty.status == 2)
    #expect(empty.errors == "studbook: none.html has no table; other elements are read with --records\n")
  }

  @Test func readsRepeatedElementsOfAPage() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "<div class=c><h3>A, B</h3><a href=x>1</a></div>\n<div class=c><h3>C</h3></div><table><tr><td>1</table>",
      to: "p.html"
    )
    let chosen = try Tool.run(
      [
        "read", "p.html", "--records", ".c", "--fields", "h3, a@href, a:not([x=','])", "--base", "https://a.org/",
        "--format", "csv", "--quiet",
      ],
      in: folder.path
    )
    #expect(
      chosen.output == "file,line,column,h3,a@href,\"a:not([x=','])\"\r\n"
        + "p.html,1,1,\"A, B\",https://a.org/x,1\r\np.html,2,1,C,,\r\n"
    )
    let found = try Tool.run(["read", "p.html", "--records", "//div", "--format", "csv", "--quiet"], in: folder.path)
    #expect(found.output.hasPrefix("file,line,column,h3,a,a@href\r\n"))
    let listed = try Tool.run(["read", "p.html", "--list", "--records", ".c", "--quiet"], in: folder.path)
    #expect(listed.output.hasPrefix("table  line"))
    #expect(try Tool.run(["read", "p.html", "--records", ".c", "--table", "1"], in: folder.path).status == 64)
  }

  @Test(arguments: [
    (["--table", "2"], "B"), (["--table", "second"], "B"), (["--table", "Heading"], "A"),
    (["--table", "//table[2]"], "B"),
    (["--table", "table + table"], "B"), (["--table", "#t"], "B"), (["--records", "li"], "."),
    (["--records", "dl"], "dt:C,dt:D"),
    (["--table", "1", "--header-columns", "1"], "A,1"),
  ]) func findsWhatAPageHolds(_ choice: [String], _ names: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      <h1>Heading</h1><table><tr><th>A<tr><td>1</table><table id=t><caption>Second</caption><tr><th>B<tr><td>2</table>
      <ul><li>x<li>y</ul><dl><dt>C<dd>3<dt>D<dd>4</dl>
      """,
      to: "p.html"
    )
    let outcome = try Tool.run(["read", "p.html", "--format", "csv", "--quiet"] + choice, in: folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("file,line,column,\(names)\r\n"))
  }

  @Test func readsNamespacesByTheirPrefixes() throws {
    let folder = try TemporaryFolder()
    try folder.write("<a:list xmlns:a='urn:x'><a:town>A</a:town><town>B</town></a:list>", to: "t.xml")
    let outcome = try Tool.run(
      [
        "read", "t.xml", "--records", "//k:town", "--namespaces", "k=urn:x", "--fields", ".", "--format", "csv",
        "--quiet",
      ],
      in: folder.path
    )
    #expect(outcome.output == "file,line,column,.\r\nt.xml,1,25,A\r\n")
  }

  @Test(arguments: [
    (["t.csv", "--fields", "a"], "--fields is for html, json, jsonlines, xml, but t.csv is read as csv"),
    (["t.xml", "--delimiter", ";"], "--delimiter is for csv, but t.xml is read as xml"),
    (["t.xml", "--namespaces", "a=urn:x,b=urn:y"], "put a space, not a comma, between prefixes"),
  ])
  func refusesOptionsThatWouldBeIgnored(arguments: [String], message: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("a,b\n1,2\n", to: "t.csv")
    try folder.write("<list><town>A</town></list>", to: "t.xml")
    let outcome = try Tool.run(["read"] + arguments, in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func saysWhenNothingStandsAtThePathOfTheRecords() throws {
    let folder = try TemporaryFolder()
    try folder.write("<list><town>A</town></list>", to: "t.xml")
    let outcome = try Tool.run(["read", "t.xml", "--records", "//twon"], in: folder.path)
    #expect(outcome.errors.contains("Nothing stands at ‘//twon’"), "\(outcome.errors)")
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

@Suite("The dialect options of ‘studbook read’")
struct ReadDialectTests {
  /// Options, and a text that is read rightly only because of them: Rex, 3 years old, and Bello, 4 years old.
  static let cases: [(options: [String], text: String)] = [
    (["--delimiter", ";"], "name;age;note\nRex;3;a,b,c\nBello;4;a,b,c\n"),
    (["--delimiter", "\\x1F"], "name\u{1F}age\nRex\u{1F}3\nBello\u{1F}4\n"),
    (["--quote", "%"], "name,age\n%Rex%,3\n%Bello%,4\n"),
    (["--quote", "none"], "name,age,note\nRex,3,5\"\nBello,4,\"6\"\"\"x\n"),
    (["--escape", "\\"], "name,age,note\nRex,3,\"\\\"\"\nBello,4,\n"),
    (["--comment", "//"], "// list\nname,age\nRex,3\n// Hasso,9\nBello,4\n"),
    (["--line-end", "cr"], "name,age,note\rRex,3,a\nb\rBello,4,\r"),
    (["--blank-lines", "skip"], "name,age\n\nRex,3\n\nBello,4\n"),
    (["--initial-space", "skip"], "name,age, note\nRex,3, \"a,b\"\nBello,4, \"c\"\n"),
    (["--trailing-delimiter"], "name,age\nRex,3,\nBello,4,\n"),
    (["--skip", "2"], "name,age\nHasso,9\nname,age\nRex,3\nBello,4\n"),
    (["--footer", "1"], "name,age\nRex,3\nBello,4\nTotal,7\n"),
    (["--header", "none", "--columns", "name,age"], "Rex,3\nBello,4\n"),
    (["--header", "2", "--header-separator", ""], "na,a\nme,ge\nRex,3\nBello,4\n"),
    (["--as", "csv", "--table", "2", "--tables", "blank-line"], "town,zip\nUlm,89073\n\nname,age\nRex,3\nBello,4\n"),
    (["--table", "2"], "name,age\nHasso,9\nname,age\nRex,3\nBello,4\n"),
    (["--quoting", "tolerant"], "name,age,note\nRex,3,5\" tall\nBello,4,\"a\"b\n"),
    (["--missing-fields", "pad"], "name,age,note\nRex,3\nBello,4\n"),
    (["--surplus-fields", "cut"], "name,age\nRex,3,x\nBello,4,y\n"),
    (["--surplus-fields", "join"], "name,age,note\nRex,3,A,B\nBello,4,CDE\n"),
    (["--encoding", "koi8-r"], "name,age\nRex,3\nBello,4\n"),
  ]

  @Test(arguments: cases.indices) func areHeeded(_ index: Int) throws {
    let example = Self.cases[index]
    let outcome = try Tool.run(["read", "-", "--format", "csv", "--quiet"] + example.options, input: example.text)
    let rows = outcome.output.split(whereSeparator: \.isNewline).map { $0.split(separator: ",").dropFirst(3).prefix(2) }
      .filter { !$0.isEmpty }
    #expect(rows == [["name", "age"], ["Rex", "3"], ["Bello", "4"]], "\(example.options): \(outcome.errors)")
    #expect(outcome.status == 0)
  }

  @Test func explainsWhatItFoundHowSurelyAndFromWhat() throws {
    let text = "Kennels\n\nname;town;n\n\"Rex; the 1st\";Ulm;1\nBella;Aalen;2\n"
    let outcome = try Tool.run(["read", "-", "--explain", "--quiet"], input: text)
    #expect(
      outcome.output == """
        subject    value         confidence  evidence
        encoding   UTF-8                0.9  only ASCII characters
        delimiter  semicolon              1  it cuts 3 of 4 rows into 3 fields
        quote      double quote        0.95  1 field is quoted
        line end   LF                     1  5 line breaks in the beginning of the text
        preamble   2 lines              0.8  names over values stand after a blank line
        header     1 row               0.95  “n” stands over numbers, dates or addresses; 1 column says so
        columns    3                    0.9  most rows have 3 fields

        """
    )
    let given = try Tool.run(
      ["read", "-", "--explain", "--format", "csv", "--encoding", "big5", "--header", "1", "--quiet"],
      input: "a;b\n1;2\n"
    )
    #expect(given.output.contains("encoding,BIG5,1,given"))
    #expect(given.output.contains("header,1 row,1,given"))
  }

  @Test func aDescriptionBesideTheFileIsHeeded() throws {
    let folder = try TemporaryFolder()
    try folder.write("Rex|3\n", to: "dogs.csv")
    try folder.write(
      #"{"path": "dogs.csv", "dialect": {"delimiter": "|", "header": false}, "schema": {"fields": [{"name": "name"}, {"name": "age"}]}}"#,
      to: "dogs.json"
    )
    let outcome = try Tool.run(["read", "dogs.csv", "--dialect", "dogs.json", "--quiet"], in: folder.path)
    #expect(outcome.output == "place         name  age\ndogs.csv:1:1  Rex   3\n")
  }
}

@Suite("Packed sources of ‘studbook read’")
struct ReadPackedTests {
  /// `name,age`, Rex and Bello, compressed by gzip and in a zip archive of two files.
  private static let gzip = "H4sIAAAAAAACA8tLzE3VSUxP5QpKrdAx5nJKzcnJ1zHhAgBJg3tOFwAAAA=="
  private static let zip = """
    UEsDBBQAAAAIAAAAIVCsKpPYBAAAAAIAAAAFAAAAYS50eHTLyAQAUEsDBBQAAAAIAAAAIVBJg3tOGQAAABcAAAAIAAAAZG9ncy5jc3bLS8xN1U\
    lMT+UKSq3QMeZySs3Jydcx4QIAUEsBAhQDFAAAAAgAAAAhUKwqk9gEAAAAAgAAAAUAAAAAAAAAAAAAAIABAAAAAGEudHh0UEsBAhQDFAAAAAgA\
    AAAhUEmDe04ZAAAAFwAAAAgAAAAAAAAAAAAAAIABJwAAAGRvZ3MuY3N2UEsFBgAAAAACAAIAaQAAAGYAAAAAAA==
    """

  private func write(_ text: String, to name: String, in folder: TemporaryFolder) throws {
    let data = try #require(Data(base64Encoded: text))
    try data.write(to: URL(fileURLWithPath: folder.file(name)))
  }

  @Test func readsThemByTheirContents() throws {
    let folder = try TemporaryFolder()
    try write(Self.gzip, to: "dogs.dat", in: folder)
    let outcome = try Tool.run(["read", "dogs.dat", "--quiet"], in: folder.path)
    #expect(outcome.output == "place         name   age\ndogs.dat:2:1  Rex    3\ndogs.dat:3:1  Bello  4\n")
    let explained = try Tool.run(["read", "dogs.dat", "--explain", "--format", "csv", "--quiet"], in: folder.path)
    #expect(explained.output.contains("packing,gzip,1,its first bytes\r\nencoding,UTF-8"))
  }

  @Test func readsAMemberOfAnArchive() throws {
    let folder = try TemporaryFolder()
    try write(Self.zip, to: "kennel.zip", in: folder)
    let outcome = try Tool.run(["read", "kennel.zip", "--member", "*.csv", "--quiet"], in: folder.path)
    #expect(outcome.output.hasSuffix("kennel.zip/dogs.csv:3:1  Bello  4\n"))
    let unchosen = try Tool.run(["read", "kennel.zip"], in: folder.path)
    #expect(unchosen.status == 2)
    #expect(unchosen.errors.contains("the archive holds a.txt, dogs.csv; say which member to read"))
  }

  /// Issue 14: what was found out stands on standard error, as a block of its own.
  @Test(arguments: ["table", "json", "csv"]) func keepsItsNotesApartFromTheRecords(_ format: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("name;age\nRex;3\n", to: "dogs.csv")
    let read = try Tool.run(["read", "dogs.csv", "--format", format], in: folder.path)
    #expect(!read.output.contains("delimiter"))
    #expect(read.errors.contains("delimiter: semicolon\n"))
    #expect(read.errors.hasSuffix("\n\n1 record, no problems\n"))
  }
}
