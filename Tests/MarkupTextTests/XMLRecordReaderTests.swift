import Findings
import MarkupText
import Testing
import TextInput

@Suite struct XMLRecordReaderTests {
  static let nomenclature = """
    <?xml version="1.0" encoding="UTF-8"?>
    <nomenclature date="2025-06">
      <group number="1" name="Sheepdogs &amp; Cattledogs">
        <title>Group one</title>
        <section name="Cattledogs">
          <breed number="38">
            <name>Welsh Corgi <i>(Cardigan)</i></name>
            <country>Great Britain</country>
            <country>Wales</country>
            <illustration
              href="https://example.org/038.jpg"/>
          </breed>
          <breed number="39" status='x'><name><![CDATA[Welsh & Corgi]]></name><empty/></breed>
        </section>
      </group>
      <group number="2" name="Löwchen é"><breed number='40' xml:lang="de"><name lang="en">Löwe</name>  text  </breed></group>
    </nomenclature>
    """

  private func options(_ path: String) throws -> XMLRecordOptions {
    XMLRecordOptions(recordPath: try RecordPath(path), fileName: "breeds.xml")
  }

  private func read(
    _ text: String,
    _ path: String,
    _ fields: [String]
  ) throws -> (rows: [[String?]], findings: [Finding]) {
    let reader = try XMLRecordReader(
      bytes: Array(text.utf8),
      options: options(path),
      fields: fields.map { try FieldPath($0) }
    )
    var record = MarkupRecord()
    var rows: [[String?]] = []
    while try reader.next(&record) { rows.append((0..<record.fieldCount).map { record.value($0) }) }
    return (rows, reader.takeFindings())
  }

  @Test func readsFieldsByPath() throws {
    let (rows, findings) = try read(
      Self.nomenclature,
      "//breed",
      ["@number", "name", "name/text()", "country", "illustration/@href", "../@name", "../../@number"]
    )
    #expect(findings.isEmpty)
    #expect(
      rows == [
        [
          "38", "Welsh Corgi (Cardigan)", "Welsh Corgi ", "Great Britain; Wales", "https://example.org/038.jpg",
          "Cattledogs", "1",
        ],
        ["39", "Welsh & Corgi", "Welsh & Corgi", nil, nil, "Cattledogs", "1"],
        ["40", "Löwe", "Löwe", nil, nil, "Löwchen é", nil],
      ]
    )
  }

  struct PathCase: Sendable, CustomTestStringConvertible {
    var record: String
    var field: String
    var values: [String?]
    var testDescription: String { "\(record) \(field)" }
  }

  static let pathCases = [
    PathCase(record: "/nomenclature/group/breed", field: "@number", values: ["40"]),
    PathCase(record: "/nomenclature//breed", field: "@number", values: ["38", "39", "40"]),
    PathCase(record: "breed", field: "@number", values: ["38", "39", "40"]),
    PathCase(record: "//breed[@status]", field: "@number", values: ["39"]),
    PathCase(record: "//breed[not(@status)]", field: "@number", values: ["38", "40"]),
    PathCase(record: "//breed[@status='x']", field: "@number", values: ["39"]),
    PathCase(record: "//breed[@number>38 and @number<=39]", field: "@number", values: ["39"]),
    PathCase(record: "//breed[@number=38 or @number = 40]", field: "@number", values: ["38", "40"]),
    PathCase(record: "//breed[contains(@number,'9')]", field: "@number", values: ["39"]),
    PathCase(record: "//breed[starts-with(@number,'4')]", field: "@number", values: ["40"]),
    PathCase(record: "//breed[1]", field: "@number", values: ["38", "40"]),
    PathCase(record: "//breed[2]", field: "@number", values: ["39"]),
    PathCase(record: "//breed[position()<=1]", field: "@number", values: ["38", "40"]),
    PathCase(record: "//breed[not(@status)][1]", field: "@number", values: ["38", "40"]),
    PathCase(record: "//group[2]/breed", field: "@number", values: ["40"]),
    PathCase(record: "//group/*", field: "@name", values: [nil, "Cattledogs", nil]),
    PathCase(
      record: "//section | //group",
      field: "@name",
      values: ["Sheepdogs & Cattledogs", "Cattledogs", "Löwchen é"]
    ),
    PathCase(record: "//group", field: "section/breed/@number", values: ["38; 39", nil]),
    PathCase(record: "//group", field: "//breed/@number", values: ["38; 39", "40"]),
    PathCase(record: "//group", field: "//@number", values: ["38; 39", "40"]),
    PathCase(record: "//breed", field: "country[2]", values: ["Wales", nil, nil]),
    PathCase(record: "//breed", field: "country[last()]", values: ["Wales", nil, nil]),
    PathCase(record: "//breed", field: "country[.='Wales']", values: ["Wales", nil, nil]),
    PathCase(record: "//breed", field: "name[@lang='en']", values: [nil, nil, "Löwe"]),
    PathCase(record: "//section", field: "breed[country='Wales']/@number", values: ["38"]),
    PathCase(record: "//breed", field: "@xml:lang", values: [nil, nil, "de"]),
    PathCase(
      record: "//breed",
      field: "ancestor::group/@name",
      values: ["Sheepdogs & Cattledogs", "Sheepdogs & Cattledogs", "Löwchen é"]
    ),
    PathCase(record: "//breed", field: "ancestor::group/title", values: ["Group one", "Group one", nil]),
    PathCase(record: "//breed", field: "../../title", values: ["Group one", "Group one", nil]),
    PathCase(record: "//breed", field: "name/i | country", values: ["(Cardigan); Great Britain; Wales", nil, nil]),
    PathCase(record: "//breed", field: "empty", values: [nil, "", nil]),
    PathCase(record: "//breed", field: "text()", values: [nil, nil, "  text  "]),
    PathCase(record: "//breed[@number=40]", field: ".", values: ["Löwe  text  "]),
    PathCase(record: "//country", field: ".", values: ["Great Britain", "Wales"]),
    PathCase(record: "//country", field: "../name", values: ["Welsh Corgi (Cardigan)", "Welsh Corgi (Cardigan)"]),
  ]

  @Test(arguments: pathCases) func findsWhatAPathLeadsTo(_ example: PathCase) throws {
    let (rows, findings) = try read(Self.nomenclature, example.record, [example.field])
    #expect(rows.map { $0[0] } == example.values)
    #expect(findings.isEmpty)
  }

  @Test func knowsWhereRecordsAndFieldsStand() throws {
    let reader = try XMLRecordReader(
      bytes: Array(Self.nomenclature.utf8),
      options: options("//breed"),
      fields: ["@number", "name", "illustration/@href", "country", "../@name"].map { try FieldPath($0) }
    )
    var record = MarkupRecord()
    try #require(try reader.next(&record))
    #expect(record.position.description == "breeds.xml:6:7")
    #expect(record.position.endLine == 12)
    #expect(record.position(ofField: 0).description == "breeds.xml:6:14")
    #expect(record.position(ofField: 0).endColumn == 25)
    #expect(record.position(ofField: 1).description == "breeds.xml:7:9")
    #expect(record.position(ofField: 2).description == "breeds.xml:11:11")
    #expect(record.position(ofField: 3, value: 1).description == "breeds.xml:9:9")
    #expect(record.position(ofField: 4).description == "breeds.xml:5:14")
    #expect(record.excerpt(ofField: 2)?.text == "          href=\"https://example.org/038.jpg\"/>")
    #expect(record.excerpt(ofField: 2)?.markStart == 10)
    #expect(record.rawText.hasPrefix("<breed number=\"38\">\n"))
    #expect(record.rawText.hasSuffix("</breed>"))
    try #require(try reader.next(&record))
    #expect(record.position(ofField: 3) == record.position)
    try #require(try reader.next(&record))
    #expect(record.position.description == "breeds.xml:16:38")
    #expect(record.position(ofField: 1).description == "breeds.xml:16:71")
    #expect(record.position(ofField: 4).description == "breeds.xml:16:21")
    let range = try #require(record.position(ofField: 1).byteRange)
    #expect(String(decoding: Array(Self.nomenclature.utf8)[range], as: UTF8.self) == "<name lang=\"en\">Löwe</name>")
    #expect(try reader.next(&record) == false)
  }

  @Test func namesTheFieldsThatARecordHas() throws {
    let reader = try XMLRecordReader(bytes: Array(Self.nomenclature.utf8), options: options("//breed"))
    var record = MarkupRecord()
    try #require(try reader.next(&record))
    #expect(record.fieldNames == ["@number", "name/text()", "name/i", "country", "illustration/@href"])
    #expect(record.values(3) == ["Great Britain", "Wales"])
    try #require(try reader.next(&record))
    #expect(record.fieldNames == ["@number", "@status", "name", "empty"])
    try #require(try reader.next(&record))
    #expect(record.fieldNames == ["@number", "@xml:lang", "text()", "name/@lang", "name"])
  }

  @Test func resolvesNamespaces() throws {
    let text = """
      <r xmlns="urn:a" xmlns:k="urn:k"><p id="1"><k:name>one</k:name><name>A</name></p><k:p id="2"/><p xmlns="" id="3"/></r>
      """
    var options = try options("//x:p")
    options.namespaces = ["x": "urn:k"]
    func ids(_ path: String, _ field: String, _ map: [String: String]) throws -> [String?] {
      options.recordPath = try RecordPath(path)
      options.namespaces = map
      let reader = try XMLRecordReader(bytes: Array(text.utf8), options: options, fields: [FieldPath(field)])
      var record = MarkupRecord()
      var values: [String?] = []
      while try reader.next(&record) { values.append(record.value(0)) }
      return values
    }
    #expect(try ids("//x:p", "@id", ["x": "urn:k"]) == ["2"])
    #expect(try ids("//p", "@id", [:]) == ["1", "2", "3"])
    #expect(try ids("//p", "@id", ["": "urn:a"]) == ["1"])
    #expect(try ids("//p", "@id", ["": ""]) == ["3"])
    #expect(try ids("//p[@id=1]", "k:name", [:]) == ["one"])
    #expect(try ids("//p[@id=1]", "z:name", ["z": "urn:a"]) == ["A"])
    #expect(try ids("//k:*", "@id", [:]) == [nil, "2"])
  }

  @Test func readsTheSameInPiecesOfAnySize() throws {
    let bytes = Array(Self.nomenclature.utf8)
    let expected = try read(Self.nomenclature, "//breed", ["@number", "name", "../@name"]).rows
    for size in [1, 2, 3, 7, 64] {
      let feed = Feed(bytes, size: size)
      var inPieces = try options("//breed")
      inPieces.chunkSize = size
      let reader = try XMLRecordReader(
        .stream { feed.fill($0) },
        options: inPieces,
        fields: ["@number", "name", "../@name"].map { try FieldPath($0) }
      )
      var record = MarkupRecord()
      var rows: [[String?]] = []
      var places: [String] = []
      while try reader.next(&record) {
        rows.append((0..<3).map { record.value($0) })
        places.append(record.position.description)
      }
      #expect(rows == expected)
      #expect(places == ["breeds.xml:6:7", "breeds.xml:13:7", "breeds.xml:16:38"])
    }
  }

  @Test(arguments: [1, 2, 3, 7, 64]) func saysTheSameOfAFaultHoweverAStreamDeliversIt(_ size: Int) throws {
    // A byte that is no text, behind what is read to know the encoding.
    let start = "<r>" + String(repeating: "<b c=\"0\">x</b>\n", count: 90)
    let bytes = Array((start + "<b>8d").utf8) + [0x24, 0x86] + Array("</b> @</r>".utf8)
    let feed = Feed(bytes, size: size)
    let whole = try XMLRecordReader(.bytes(bytes), options: try options("//b"))
    let pieces = try XMLRecordReader(.stream { feed.fill($0) }, options: try options("//b"))
    var record = MarkupRecord()
    var counts = [0, 0]
    while try whole.next(&record) { counts[0] += 1 }
    while try pieces.next(&record) { counts[1] += 1 }
    let expected = whole.takeFindings()
    #expect(counts == [90, 90])
    #expect(expected.map(\.rule) == [.sourceEncoding])
    #expect(pieces.takeFindings() == expected)
  }

  @Test(arguments: [
    ("//breed[", "record path"), ("//breed[last()]", "stream"), ("//", "missing"), ("//@x", "attributes"),
    ("//a[b='x']", "stream"), ("//a/..", "down"), ("//a[@x='y]", "quote"),
  ]) func refusesRecordPathsThatItCannotFollow(_ path: String, _ words: String) throws {
    let error = try #require(throws: MarkupTextError.self) { try RecordPath(path) }
    #expect(error.kind == .path)
    #expect(error.description.contains(words))
    #expect(error.description.contains("^"))
  }

  @Test(arguments: ["/name", "name[", "count(x", "", "a b", "frob(x)", "$x", "concat(a)b"])
  func refusesFieldPathsThatItCannotFollow(
    _ path: String
  ) {
    #expect(throws: MarkupTextError.self) { try FieldPath(path) }
  }
}

/// Hands out bytes in pieces of one size.
final class Feed: @unchecked Sendable {
  private let bytes: [UInt8]
  private let size: Int
  private var offset = 0

  init(_ bytes: [UInt8], size: Int) {
    self.bytes = bytes
    self.size = size
  }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(size, buffer.count, bytes.count - offset)
    bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + count)])) }
    offset += count
    return count
  }
}
