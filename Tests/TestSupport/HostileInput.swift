/// A file that is meant to cost a reader more than it is worth, made by code at the size that a test wants.
public struct HostileInput: Sendable, CustomStringConvertible {
  /// The file's name, whose ending says its format.
  public var name: String
  /// What `studbook read` has to be told beside the file.
  public var options: [String]
  /// Makes it of about so many bytes.
  public var bytes: @Sendable (Int) -> [UInt8]

  public var description: String { name }

  private init(_ name: String, _ options: [String] = [], _ bytes: @escaping @Sendable (Int) -> [UInt8]) {
    (self.name, self.options, self.bytes) = (name, options, bytes)
  }

  /// A text that begins and ends once, with something in between that is repeated until it is long enough.
  private static func text(_ head: String, _ unit: String, _ tail: String, _ size: Int) -> [UInt8] {
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
  public static let all: [HostileInput] = [
    HostileInput("field.csv") { text("a,b\n1,\"2\"\n3,\"", "x", "\"\n5,6\n", $0) },
    HostileInput("quotes.csv") { text("a,b\n1,\"2\"\n3,\"", "\"\"", "\"\n5,6\n", $0) },
    HostileInput("lines.csv") { text("a,b\n1,\"2\"\n3,\"", "some, words\n", "\"\n5,6\n", $0) },
    HostileInput("short.csv") { text("a,b\n", "1\n", "", $0) },
    HostileInput("names.csv") { text("", "a,", "a\n1\n", $0) },
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
