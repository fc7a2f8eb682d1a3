import Findings
import MarkupText
import Testing

/// Fields that need all of XPath 1.0.
@Suite struct XPathFieldTests {
  static let document = """
    <k:list xmlns:k="urn:k" xmlns:o="urn:o" code="L">
      <group code="G1"><title>First</title>
        <dog id="7" xml:lang="en"><name>Rex</name><name xml:lang="de">König</name><size u="cm">40</size><size u="in">16</size>
          <k:note>see  <b>below</b></k:note><o:note>other</o:note></dog>
        <dog id="8"/>
      </group>
      <group code="G2"><title>Second</title><dog id="9"><name> Bello\t the  dog </name></dog></group>
    </k:list>
    """

  private func reader(_ fields: [String], path: String = "//dog") throws -> XMLRecordReader {
    var options = XMLRecordOptions(recordPath: try RecordPath(path), fileName: "k.xml")
    options.namespaces = ["n": "urn:k"]
    return try XMLRecordReader(
      bytes: Array(Self.document.utf8),
      options: options,
      fields: fields.map { try FieldPath($0) }
    )
  }

  private func values(_ field: String) throws -> [String?] {
    let reader = try reader([field])
    var record = MarkupRecord()
    var values: [String?] = []
    while try reader.next(&record) { values.append(record.value(0)) }
    #expect(reader.takeFindings().isEmpty)
    return values
  }

  static let cases: [(String, [String?])] = [
    ("concat(@id, '-', name[1])", ["7-Rex", "8-", "9- Bello\t the  dog "]),
    ("normalize-space(name)", ["Rex", "", "Bello the dog"]),
    ("count(name)", ["2", "0", "1"]),
    ("number(size[@u='cm']) div 2", ["20", "NaN", "NaN"]),
    ("sum(size)", ["56", "0", "0"]),
    ("string-length(@id) > 0 and not(name)", ["false", "true", "false"]),
    ("translate(name, 'eR', 'EP')", ["PEx", "", " BEllo\t thE  dog "]),
    ("substring(name, 2)", ["ex", "", "Bello\t the  dog "]),
    ("substring-before(concat(name, '#'), '#')", ["Rex", "", " Bello\t the  dog "]),
    ("(name | size)[last()]", ["16", nil, " Bello\t the  dog "]),
    ("name[lang('de')]", ["König", nil, nil]),
    ("name[@xml:lang='de']/preceding-sibling::name", ["Rex", nil, nil]),
    ("size[position() = last() - 1]/following-sibling::*[1]", ["16", nil, nil]),
    ("descendant-or-self::*[@u]", ["40; 16", nil, nil]),
    ("count(//b)", ["1", "0", "0"]),
    ("string(n:note)", ["see  below", "", ""]),
    ("name(n:note/*)", ["b", "", ""]),
    ("concat(../@code, '/', ancestor::*[last()]/@code)", ["G1/L", "G1/L", "G2/L"]),
    ("concat(../title, ': ', @id)", ["First: 7", "First: 8", "Second: 9"]),
    ("ancestor-or-self::*[@code][1]/@code", ["G1", "G1", "G2"]),
    ("self::dog[@id > 7]/@id", [nil, "8", "9"]),
    ("n:note/text()[1]", ["see  ", nil, nil]),
    ("count(o:note)", ["1", "0", "0"]),
    ("boolean(name) = true()", ["true", "false", "true"]),
    ("round(size[1] * 1.26)", ["50", "NaN", "NaN"]),
  ]

  @Test(arguments: cases) func evaluatesExpressionsOnTheRecord(_ field: String, _ expected: [String?]) throws {
    #expect(try values(field) == expected)
  }

  @Test func keepsValuesAndPlacesOfNodes() throws {
    let reader = try reader([
      "size[@u][position() > 0]/self::size", "size[number() > 20]/@u[true()]", "count(size)", "@id",
    ])
    var record = MarkupRecord()
    try #require(try reader.next(&record))
    #expect(record.values(0) == ["40", "16"])
    #expect(record.position(ofField: 0, value: 1).description == "k.xml:3:101")
    #expect(record.value(1) == "cm")
    #expect(record.position(ofField: 1).description == "k.xml:3:85")
    #expect(record.position(ofField: 2).description == record.position.description)
    #expect(record.value(3) == "7")
  }

  @Test func namesWithoutPrefixFitEveryNamespaceUnlessTheMapSaysOtherwise() throws {
    #expect(try values("count(note)") == ["2", "0", "0"])
    #expect(try values("count(n:note | note)") == ["2", "0", "0"])
    var options = XMLRecordOptions(recordPath: try RecordPath("//b"), namespaces: ["": "urn:a"])
    options.namespaces["p"] = "urn:b"
    let reader = try XMLRecordReader(
      bytes: Array("<a xmlns='urn:a'><b><c/><c xmlns='urn:b'/><c xmlns=''/></b></a>".utf8),
      options: options,
      fields: ["count(c)", "count(p:c)", "count(*)"].map { try FieldPath($0) }
    )
    var record = MarkupRecord()
    try #require(try reader.next(&record))
    #expect((0..<3).map { record.value($0) } == ["1", "1", "3"])
  }

  @Test func boundsTheWorkOfAnExpression() throws {
    let many = String(repeating: "<x/>", count: 3_000)
    let reader = try XMLRecordReader(
      bytes: Array("<r><b>\(many)</b><b/></r>".utf8),
      options: XMLRecordOptions(recordPath: RecordPath("/r/b")),
      fields: [FieldPath("count(/descendant::x[count(/descendant::x) > 0])"), FieldPath("count(x)")]
    )
    var record = MarkupRecord()
    try #require(try reader.next(&record))
    #expect(record.value(0) == nil && record.value(1) == "3000")
    #expect(reader.takeFindings().map(\.rule) == [.sourceLimit])
  }
}
