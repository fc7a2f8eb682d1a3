/// A file that is meant to cost whoever reads it more than it is worth, or to lead him elsewhere, made by code at the size that a test wants.
public struct HostileInput: Sendable, CustomStringConvertible {
  /// The file's name, whose ending says its format.
  public var name: String
  /// The command of the tool that reads it.
  public var command: [String]
  /// What the command is told after the file.
  public var options: [String]
  /// The texts of other files that have to be there, by their names.
  public var companions: [String: String]
  /// Makes it of about so many bytes.
  public var bytes: @Sendable (Int) -> [UInt8]

  public var description: String { name }

  /// A file that no hostile input may lead to; its text stands in `secret`.
  public static let secretName = "secret.txt"
  public static let secret = "KeepThisToYourself"

  init(
    _ name: String,
    _ options: [String] = [],
    command: [String] = ["read"],
    companions: [String: String] = [:],
    _ bytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    (self.name, self.command, self.options, self.companions, self.bytes) = (name, command, options, companions, bytes)
  }

  /// A text that begins and ends once, with something in between that is repeated until it is long enough.
  static func text(_ head: String, _ unit: String, _ tail: String, _ size: Int) -> [UInt8] {
    var bytes = Array(head.utf8)
    let piece = Array(unit.utf8)
    bytes.reserveCapacity(size + head.utf8.count + tail.utf8.count)
    while bytes.count < size { bytes += piece }
    return bytes + Array(tail.utf8)
  }

  private static func workbook(_ rows: [UInt8], strings: String) -> [UInt8] {
    var book = TestWorkbook([.init("Dogs", String(decoding: rows, as: UTF8.self))])
    book.strings = strings
    return book.bytes
  }

  /// All that is known.
  public static let all = texts + packed + recipes + models + stores

  /// Texts, pages, documents and workbooks.
  private static let texts: [HostileInput] = [
    HostileInput("field.csv") { text("a,b\n1,\"2\"\n3,\"", "x", "\"\n5,6\n", $0) },
    HostileInput("first.csv") { size in
      // One wide field, and thousands of rows that a table would make as wide.
      text("a,b\n", "1,2\n", "\(String(repeating: "x", count: size / 2)),2\n", size / 2)
    },
    HostileInput("quotes.csv") { text("a,b\n1,\"2\"\n3,\"", "\"\"", "\"\n5,6\n", $0) },
    HostileInput("lines.csv") { text("a,b\n1,\"2\"\n3,\"", "some, words\n", "\"\n5,6\n", $0) },
    HostileInput("short.csv") { text("a,b\n", "1\n", "", $0) },
    HostileInput("names.csv") { text("", "a,", "a\n1\n", $0) },
    HostileInput("nulfield.csv") { text("a,b\n1,\"", "\u{0}", "\"\n1,2\n", $0) },
    HostileInput("utf16.csv") { size in [0xFF, 0xFE] + (0...size / 2).flatMap { _ in [0x00, 0xD8] } + [0x0A] },
    HostileInput("overlong.csv") { size in
      Array("a,b\n".utf8) + (0...size / 4).flatMap { _ in [0xF0, 0x82, 0x82, 0xAC] }
    },
    HostileInput("gb18030.csv", ["--encoding", "gb18030"]) { size in
      Array("a,b\n".utf8) + (0...size / 4).flatMap { _ in [0x81, 0x30, 0xFE, 0x0A] }
    },
    HostileInput("eucjp.csv", ["--encoding", "euc-jp"]) { size in
      Array("a,b\n".utf8) + (0...size / 4).flatMap { _ in [0x8F, 0xA2, 0x2F, 0x0A] }
    },
    HostileInput("nul.csv") { text("a,b\n", "\u{0}", "\n1,2\n", $0) },
    HostileInput("space.json") { text(#"[{"a":1},"#, " ", #"{"a":2}]"#, $0) },
    HostileInput("record.json") { text(#"[{"a":["#, "1,", #"1]},{"a":2}]"#, $0) },
    HostileInput("names.json") { text(#"[{"a":1"#, #","a":1"#, "}]", $0) },
    HostileInput("bytes.json") { size in
      Array(#"[{"a":""#.utf8) + [UInt8](repeating: 0xFF, count: size) + Array(#""}]"#.utf8)
    },
    HostileInput("deep.json") { text("", "[", "", $0) },
    HostileInput("space.jsonl") { text("{\"a\":1}\n", " ", "\n{\"a\":2}\n", $0) },
    HostileInput("tables.html", ["--list"]) { text("<body>", "<table><tr><td>1</td></tr></table>\n", "</body>", $0) },
    HostileInput("spans.html", ["--table", "1"]) {
      text("<table>", "<tr><td colspan=1000 rowspan=65534>x", "</table>", $0)
    },
    HostileInput("deep.html", ["--list"]) { text("", "<div>", "", $0) },
    HostileInput("attributes.xml") { text("<r><a ", "b='' ", "/></r>", $0) },
    HostileInput("columns.json") { size in
      text("[{}", "", "]", 0).dropLast() + (0..<size / 30).flatMap { Array(",{\"a\($0)\":1}".utf8) } + Array("]".utf8)
    },
    HostileInput("deep.xml") { text("", "<a>", "", $0) },
    HostileInput("comment.xml") { text("<r><!--", "x", "--><a>1</a></r>", $0) },
    HostileInput("name.xml") { text("<r><", "x", "/></r>", $0) },
    HostileInput("outside.xml") { _ in
      Array(
        """
        <!DOCTYPE r SYSTEM "http://127.0.0.1:9/x.dtd" [<!ENTITY e SYSTEM "\(secretName)"><!ENTITY f SYSTEM "http://127.0.0.1:9/">
        <!ENTITY % p SYSTEM "http://127.0.0.1:9/p.ent">%p;]>
        <r xmlns:xi="http://www.w3.org/2001/XInclude"><a>1</a><a>&e;</a><a>&f;</a><xi:include href="\(secretName)" parse="text"/></r>
        """.utf8
      )
    },
    HostileInput("expression.xml", ["--records", "//a", "--fields", "count(//b[count(.//b) > 0]//b[count(.//b) > 0])"])
    {
      text("<r><a>", "<b/>", "</a></r>", $0)
    },
    HostileInput("prefixes.xml") { text("<r>", "<x:a/>", "</r>", $0) },
    HostileInput("entities.xml") { size in
      let entities = (1...30).map { "<!ENTITY e\($0) \"&e\($0 - 1);&e\($0 - 1);\">" }.joined()
      return text("<!DOCTYPE r [<!ENTITY e0 \"laugh\">\(entities)]><r>", "<a>&e30;</a>", "</r>", size)
    },
    HostileInput("strings.xlsx") { size in
      let cells = text(
        #"<row r="1"><c t="inlineStr"><is><t>a</t></is></c></row><row r="2">"#,
        #"<c t="s"><v>0</v></c>"#,
        "</row>",
        min(size, 340_000)
      )
      return workbook(cells, strings: "<si><t>" + String(repeating: "x", count: size) + "</t></si>")
    },
    HostileInput("cells.xlsx") { workbook(text(#"<row r="1">"#, "<c><v>1</v></c>", "</row>", $0), strings: "") },
    HostileInput("empty.xlsx") { size in
      workbook(
        Array(TestWorkbook.row(1, ["a"]).utf8),
        strings: String(decoding: text("", "<si/>", "", size), as: UTF8.self)
      )
    },
  ]
}
