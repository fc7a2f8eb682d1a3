import Findings
import Foundation
@testable import ImportPipeline
import Testing
import TestSupport
import TextInput

/// Cells and records changed where they stand: only their own bytes are others afterwards.
@Suite("Editing sources")
struct SourceEditorTests {
  /// A source of dogs in one format, opened for edits.
  private struct Dogs {
    let folder: TemporaryFolder
    let name: String
    let plan: ImportPlan

    init(_ bytes: [UInt8], name: String, source: String = "", group: String = "Group") throws {
      folder = try TemporaryFolder()
      self.name = name
      try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
      plan = try TestImport(
        """
        model: Test.xcdatamodeld
        output: Test.sqlite
        sources:
          - { file: groups.csv, entity: Group, key: name }
          - { file: \(name), entity: Dog, relationships: { group: \(group) }\(source) }
        """,
        files: ["groups.csv": "name\nHounds\nToys\n"],
        in: folder.path
      ).plan
    }

    init(_ text: String, name: String, source: String = "", group: String = "Group") throws {
      try self.init(Array(text.utf8), name: name, source: source, group: group)
    }

    var bytes: [UInt8] { get throws { try Array(Data(contentsOf: URL(fileURLWithPath: folder.file(name)))) } }

    func cell(_ record: Int, _ field: String, _ expected: String?, _ text: String?) -> SourceEdit {
      .cell(CellEdit(RecordAddress(source: 1, number: record), field: field, expected: expected, text: text))
    }

    /// What the reader delivers.
    func text(_ record: Int, _ field: String) throws -> String? {
      let origin = RecordOrigin(source: 1, record: record)
      return try plan.records(of: [origin])[origin]?.fields.first { $0.name == field }?.text
    }

    /// Carries edits out, and back and out again.
    func apply(_ edits: SourceEdit...) throws -> String {
      let before = try bytes
      var back = try SourceEditor(plan).revisions(for: edits).map { try $0.apply() }
      let after = try bytes
      back = try back.reversed().map { try $0.apply() }
      #expect(try bytes == before, "undone")
      _ = try back.reversed().map { try $0.apply() }
      #expect(try bytes == after, "done again")
      #expect(folder.names().filter { $0.contains("studbook-") } == [])
      return String(decoding: after, as: UTF8.self)
    }

    func error(_ edits: SourceEdit...) throws -> SourceEditError {
      let before = try bytes
      let error = try #require(throws: SourceEditError.self) { try SourceEditor(plan).revisions(for: edits) }
      #expect(try bytes == before)
      return error
    }
  }

  // MARK: CSV

  @Test func aFieldIsQuotedWhereItHasToBeAndKeepsNeedlessQuotes() throws {
    let dogs = try Dogs(
      "name,temper,Group\r\nRex,\"calm\",Hounds\r\nBello,\"so, so\",Toys\r\nAstor,,Toys",
      name: "dogs.csv"
    )
    let after = try dogs.apply(
      dogs.cell(1, "name", "Rex", "Rex, the \"first\""),
      dogs.cell(1, "temper", "calm", "wild"),
      dogs.cell(2, "temper", "so, so", "good"),
      dogs.cell(3, "temper", nil, "two\nlines")
    )
    #expect(
      after
        == "name,temper,Group\r\n\"Rex, the \"\"first\"\"\",\"wild\",Hounds\r\nBello,good,Toys\r\nAstor,\"two\nlines\",Toys"
    )
  }

  @Test(arguments: [
    TextEncoding.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .windows1252, .singleByte("ISO-8859-2"),
    .multiByte("SHIFT_JIS"), .multiByte("GB18030"),
  ])
  func aFieldIsWrittenInTheFilesEncoding(_ encoding: TextEncoding) throws {
    let (old, new) = encoding == .multiByte("SHIFT_JIS") ? ("柴犬", "秋田犬") : ("müde", "süß")
    let filler = (0..<20).map { "Rex \($0);\(old);Hounds\r\n" }.joined()
    let before = "name;temper;Group\r\n\(filler)Bello;\(old);Toys\r\n"
    let mark: [UInt8] =
      encoding == .utf16LittleEndian ? [0xFF, 0xFE] : encoding == .utf16BigEndian ? [0xFE, 0xFF] : []
    let dogs = try Dogs(
      mark + #require(encoding.encode(before)),
      name: "dogs.csv",
      source: ", encoding: \(encoding.name), delimiter: \";\""
    )
    _ = try dogs.apply(dogs.cell(21, "temper", old, "\(new); \(old)"))
    let expected = before.replacing("Bello;\(old);", with: "Bello;\"\(new); \(old)\";")
    #expect(try dogs.bytes == mark + #require(encoding.encode(expected)))
  }

  @Test func aCharacterThatTheEncodingLacksIsAnObstacle() throws {
    let dogs = try Dogs(
      #require(TextEncoding.windows1252.encode("name,temper,Group\nRex,süß,Hounds\n")),
      name: "dogs.csv",
      source: ", encoding: windows-1252"
    )
    let error = try dogs.error(dogs.cell(1, "temper", "süß", "犬"))
    #expect(error.kind == .obstacle)
    #expect(error.description.contains("does not have all characters of “犬”"))
  }

  @Test func recordsAreAddedAndDeletedAsLines() throws {
    let dogs = try Dogs("name,temper,Group\r\nRex,calm,Hounds\r\nBello,wild,Toys", name: "dogs.csv")
    let values = ["name": "A, B", "Group": "Toys"]
    #expect(
      try dogs.apply(.insertion(RecordInsertion(source: 1, values: values)))
        == "name,temper,Group\r\nRex,calm,Hounds\r\nBello,wild,Toys\r\n\"A, B\",,Toys"
    )
    let more = try Dogs("name,temper,Group\r\nRex,calm,Hounds\r\nBello,wild,Toys\r\n", name: "dogs.csv")
    #expect(
      try more.apply(
        .insertion(RecordInsertion(source: 1, after: 0, values: values)),
        .deletion(RecordDeletion(RecordAddress(source: 1, number: 2), expected: ["name": "Bello"]))
      ) == "name,temper,Group\r\n\"A, B\",,Toys\r\nRex,calm,Hounds\r\n"
    )
  }

  @Test func aRecordIsAddedToASourceThatHasNone() throws {
    let dogs = try Dogs("name,temper,Group\n", name: "dogs.csv")
    #expect(
      try dogs.apply(.insertion(RecordInsertion(source: 1, values: ["name": "Rex"]))) == "name,temper,Group\nRex,,\n"
    )
  }

  // MARK: XML and HTML

  private static let records = ", records: //dog, attributes: { name: \"@name\", temper: temper }"

  @Test func elementsAndAttributesAreEscapedAndTheRestOfTheirTextStays() throws {
    let dogs = try Dogs(
      """
      <dogs>
        <dog name='Rex &#38; Co'><temper>so &amp; so<!-- --></temper><group>Hounds</group></dog>
        <dog name="Bello"><temper/><group><![CDATA[Toys]]></group></dog>
      </dogs>
      """,
      name: "dogs.xml",
      source: Self.records,
      group: "group"
    )
    let after = try dogs.apply(
      dogs.cell(1, "@name", "Rex & Co", "Rex & 'Son' <Co>"),
      dogs.cell(2, "temper", "", "a < b & c"),
      dogs.cell(2, "group", "Toys", "Hounds & <Toys>"),
      dogs.cell(2, "@name", "Bello", "\"B\"")
    )
    #expect(
      after == """
        <dogs>
          <dog name='Rex &#38; &apos;Son&apos; &lt;Co>'><temper>so &amp; so<!-- --></temper><group>Hounds</group></dog>
          <dog name="&quot;B&quot;"><temper>a &lt; b &amp; c</temper><group><![CDATA[Hounds & <Toys>]]></group></dog>
        </dogs>
        """
    )
    #expect(try dogs.error(dogs.cell(1, "temper", "so & so", "x")).description.contains("comments in the element"))
  }

  @Test(arguments: ["UTF-16", "ISO-8859-1", "UTF-8", "windows-1251"])
  func anElementIsWrittenInTheDocumentsEncoding(_ name: String) throws {
    let encoding = try #require(TextEncoding(named: name))
    let word = name == "windows-1251" ? "злой" : "müde"
    let before =
      "<?xml version=\"1.0\" encoding=\"\(name)\"?>\n<dogs><dog name=\"\(word)\"><temper>\(word)</temper><group>Toys</group></dog></dogs>\n"
    let mark: [UInt8] = name == "UTF-16" ? [0xFF, 0xFE] : []
    let dogs = try Dogs(
      mark + #require(encoding.encode(before)),
      name: "dogs.xml",
      source: Self.records,
      group: "group"
    )
    _ = try dogs.apply(dogs.cell(1, "temper", word, "\(word) 犬"))
    let dog = encoding.encode("犬") == nil ? "&#29356;" : "犬"
    let expected = before.replacing("<temper>\(word)", with: "<temper>\(word) \(dog)")
    #expect(try dogs.bytes == mark + #require(encoding.encode(expected)))
  }

  @Test func whatARecordLacksIsAdded() throws {
    let dogs = try Dogs(
      "<dogs>\n  <dog>\n    <group>Hounds</group>\n  </dog>\n  <dog name=\"B\"/>\n</dogs>\n",
      name: "dogs.xml",
      source: Self.records,
      group: "group"
    )
    let after = try dogs.apply(
      dogs.cell(1, "@name", nil, "A"),
      dogs.cell(1, "temper", nil, "calm"),
      dogs.cell(2, "group", nil, "Toys")
    )
    #expect(
      after
        == "<dogs>\n  <dog name=\"A\">\n    <group>Hounds</group>\n    <temper>calm</temper>\n  </dog>\n  <dog name=\"B\"><group>Toys</group></dog>\n</dogs>\n"
    )
  }

  @Test func elementsAreAddedAndDeletedWithTheirLines() throws {
    let text =
      "<dogs>\n  <dog name=\"A\">\n    <temper>calm</temper>\n    <group>Toys</group>\n  </dog>\n  <dog name=\"B\"><group>Toys</group></dog>\n</dogs>\n"
    let dogs = try Dogs(text, name: "dogs.xml", source: Self.records, group: "group")
    #expect(
      try dogs.apply(
        .insertion(RecordInsertion(source: 1, after: 1, values: ["@name": "C", "group": "Hounds"])),
        .deletion(RecordDeletion(RecordAddress(source: 1, number: 2)))
      )
        == "<dogs>\n  <dog name=\"A\">\n    <temper>calm</temper>\n    <group>Toys</group>\n  </dog>\n  <dog name=\"C\">\n    <group>Hounds</group>\n  </dog>\n</dogs>\n"
    )
  }

  @Test func cellsAndRowsOfATable() throws {
    let text =
      "<table>\n<tr><th>name</th><th>temper</th><th>Group</th></tr>\n<tr><td>Rex &amp;&nbsp;Co</td><td><b>calm</b></td><td>Hounds</td></tr>\n<tr><td>Bello</td><td></td><td>Toys</td></tr>\n</table>\n"
    let dogs = try Dogs(text, name: "dogs.html")
    #expect(
      try dogs.apply(dogs.cell(1, "temper", "calm", "<wild>"), dogs.cell(1, "name", "Rex & Co", "Max & Co"))
        == text.replacing("<b>calm</b>", with: "<b>&lt;wild&gt;</b>").replacing("Rex &amp;", with: "Max &amp;")
    )
    let more = try Dogs(text, name: "dogs.html")
    #expect(
      try more.apply(.insertion(RecordInsertion(source: 1, values: ["name": "A<B", "Group": "Toys"])))
        == text.replacing("</tr>\n</table>", with: "</tr>\n<tr><td>A&lt;B</td><td></td><td>Toys</td></tr>\n</table>")
    )
    let less = try Dogs(text, name: "dogs.html")
    #expect(
      try less.apply(.deletion(RecordDeletion(RecordAddress(source: 1, number: 2))))
        == text.replacing("\n<tr><td>Bello</td><td></td><td>Toys</td></tr>", with: "")
    )
  }

  // MARK: JSON

  private static let members = ", attributes: { name: name, temper: temper }"

  @Test func valuesKeepTheirKindAndTheirEscapes() throws {
    let text = #"[{"name": "R\u00e9x \/ \"Co\"", "temper": 12, "group": "Hounds"}, {"name":null,"temper":"x"}]"#
    let dogs = try Dogs(text, name: "dogs.json", source: Self.members, group: "group")
    let after = try dogs.apply(
      dogs.cell(1, "name", "Réx / \"Co\"", "Réx / \"Co\" \n\u{1}🐕"),
      dogs.cell(1, "temper", "12", "-1.5e3"),
      dogs.cell(2, "temper", "x", nil)
    )
    #expect(
      after
        == #"[{"name": "R\u00e9x \/ \"Co\" \n\u0001🐕", "temper": -1.5e3, "group": "Hounds"}, {"name":null,"temper":null}]"#
    )
    let more = try Dogs(text, name: "dogs.json", source: Self.members, group: "group")
    #expect(
      try more.apply(more.cell(1, "temper", "12", "twelve"), more.cell(2, "group", nil, "Toys"))
        == text.replacing("12", with: "\"twelve\"").replacing("\"x\"}", with: "\"x\",\"group\":\"Toys\"}")
    )
  }

  /// A member that is null is read like one that is not there; it is not written a second time.
  @Test(arguments: [
    (#"[{"name": null, "temper": "x"}]"#, #"[{"name": "Rex", "temper": "x"}]"#),
    (#"[{"temper":{"name":null},"name" : null}]"#, #"[{"temper":{"name":null},"name" : "Rex"}]"#),
    (#"[{"t": "\"name\": null,", "n\u0061me":null}]"#, #"[{"t": "\"name\": null,", "n\u0061me":"Rex"}]"#),
    (#"[{"t": [1, {"name": null}]}]"#, #"[{"t": [1, {"name": null}], "name": "Rex"}]"#),
  ]) func aMemberThatIsNullIsReplaced(_ before: String, _ after: String) throws {
    let dogs = try Dogs(before, name: "dogs.json", source: Self.members, group: "group")
    #expect(try dogs.apply(dogs.cell(1, "name", nil, "Rex")) == after)
    let unchanged = try Dogs(before, name: "dogs.json", source: Self.members, group: "group")
    #expect(try unchanged.apply(unchanged.cell(1, "name", nil, nil)) == before)
  }

  @Test func linesAndMembersOfArraysAreAddedAndDeleted() throws {
    let lines = try Dogs(
      "{\"name\": \"A\", \"temper\": 1}\n{\"name\": \"B\", \"temper\": 2}\n",
      name: "dogs.jsonl",
      source: Self.members,
      group: "group"
    )
    #expect(
      try lines.apply(
        .insertion(RecordInsertion(source: 1, values: ["name": "C", "temper": "3"])),
        .deletion(RecordDeletion(RecordAddress(source: 1, number: 1)))
      ) == "{\"name\": \"B\", \"temper\": 2}\n{\"name\": \"C\", \"temper\": 3}\n"
    )
    let text = "[\n  {\"name\": \"A\", \"temper\": \"1\"},\n  {\"name\": \"B\", \"temper\": \"2\"}\n]\n"
    for (number, expected) in [
      (1, "[\n  {\"name\": \"B\", \"temper\": \"2\"}\n]\n"), (2, "[\n  {\"name\": \"A\", \"temper\": \"1\"}\n]\n"),
    ] {
      let array = try Dogs(text, name: "dogs.json", source: Self.members, group: "group")
      #expect(try array.apply(.deletion(RecordDeletion(RecordAddress(source: 1, number: number)))) == expected)
    }
    let array = try Dogs(text, name: "dogs.json", source: Self.members, group: "group")
    #expect(
      try array.apply(.insertion(RecordInsertion(source: 1, after: 1, values: ["name": "C", "temper": "3"])))
        == "[\n  {\"name\": \"A\", \"temper\": \"1\"},\n  {\"name\": \"C\", \"temper\": \"3\"},\n  {\"name\": \"B\", \"temper\": \"2\"}\n]\n"
    )
  }

  @Test func anElementWithoutAnEndTagSaysNothing() throws {
    let text = "<dogs><dog name='Rex'><temper /></dog></dogs>"
    let dogs = try Dogs(text, name: "dogs.xml", source: Self.records, group: "group")
    let start = text.utf8.count - "<temper /></dog></dogs>".utf8.count
    let cell = try SourceCells(dogs.plan).cell(
      source: 1,
      file: "dogs.xml",
      field: "temper",
      byteRange: start..<start + "<temper />".utf8.count
    )
    #expect(cell == SourceCell(text: "", obstacle: nil))
    #expect(
      try dogs.apply(dogs.cell(1, "temper", "", "a/>")) == text.replacing("<temper />", with: "<temper>a/&gt;</temper>")
    )
  }

  @Test(arguments: [
    ("a\r\nb\nc\rd", "a\nb\nc\nd", "a\r\nb\nc\rd"), ("a\r\nb\nc", "a\r\nb\r\nc!", "a\r\nb\nc!"),
    ("a\nb\r\nc", "x\r\na\r\nb\r\nc", "x\na\nb\r\nc"), ("a\r\nb", "a\nb\nc", "a\r\nb\r\nc"),
    ("a", "a\r\nb", "a\nb"), ("", "", ""), ("a\rb", "", ""),
  ])
  func typedTextKeepsTheLineBreaksThatAreThere(_ seen: String, _ typed: String, _ expected: String) {
    #expect(Array(CellEdit.text(typed, over: seen).utf8) == Array(expected.utf8))
  }

  // MARK: What other records say

  /// A path that leads out of a record, and one that asks for what an attribute says.
  @Test func aValueThatOtherRecordsHaveOrThatTheRecipeAsksForIsNotChanged() throws {
    let text = "<all><group name=\"Toys\"><dog name=\"A\" kind=\"k\"/><dog name=\"B\" kind=\"k\"/></group></all>\n"
    let source = ", records: \"//dog[@kind='k']\", attributes: { name: '@name', temper: '@kind' }"
    let dogs = try Dogs(text, name: "dogs.xml", source: source, group: "../@name")
    let shared = try dogs.error(dogs.cell(1, "../@name", "Toys", "Hounds"))
    #expect(shared.description.contains("1 more record has its value from there"), "\(shared)")
    let asked = try dogs.error(dogs.cell(1, "@kind", "k", "m"))
    #expect(asked.description.contains("what “//dog[@kind='k']” asks of a record"), "\(asked)")
    #expect(try dogs.apply(dogs.cell(2, "@name", "B", "C")) == text.replacing("\"B\"", with: "\"C\""))
  }

  /// Records that are columns have cells in every row.
  @Test func columnsOfATableAreNeitherAddedNorDeleted() throws {
    let text =
      "<table><tr><th>name</th><td>Rex</td><td>Max</td></tr>\n<tr><th>temper</th><td>a</td><td>b</td></tr>\n<tr><th>Group</th><td>Toys</td><td>Toys</td></tr></table>\n"
    let dogs = try Dogs(text, name: "dogs.html", source: ", headerColumns: 1")
    let deletion = SourceEdit.deletion(RecordDeletion(RecordAddress(source: 1, number: 1)))
    #expect(try dogs.error(deletion).description.contains("the records are the columns of a table"))
    let insertion = SourceEdit.insertion(RecordInsertion(source: 1, values: ["name": "Bello"]))
    #expect(try dogs.error(insertion).description.contains("the records are the columns of a table"))
    #expect(try dogs.apply(dogs.cell(2, "temper", "b", "c")) == text.replacing("<td>b<", with: "<td>c<"))
  }

  private static let spans =
    "<table><tr><th>name</th><th>temper</th><th>Group</th></tr>\n<tr><td>Rex</td><td rowspan=\"2\">calm</td><td>Toys</td></tr>\n<tr><td>Max</td><td>Toys</td></tr>\n<tr><td>Ace</td><td>wild</td><td>Hounds</td></tr></table>\n"

  @Test func nothingIsAddedOrDeletedWhereACellReachesOverRows() throws {
    let dogs = try Dogs(Self.spans, name: "dogs.html")
    for number in [1, 2] {
      let error = try dogs.error(.deletion(RecordDeletion(RecordAddress(source: 1, number: number))))
      #expect(error.kind == .obstacle && error.description.contains("would be read otherwise then"), "\(error)")
    }
    let insertion = RecordInsertion(source: 1, after: 1, values: ["name": "Bello", "temper": "so", "Group": "Toys"])
    #expect(try dogs.error(.insertion(insertion)).description.contains("would not have these values"))
    #expect(
      try dogs.apply(.deletion(RecordDeletion(RecordAddress(source: 1, number: 3))))
        == Self.spans.replacing("\n<tr><td>Ace</td><td>wild</td><td>Hounds</td></tr>", with: "")
    )
  }

  @Test func aCellOfSeveralRecordsSaysHowManyItWouldChange() throws {
    let dogs = try Dogs(Self.spans, name: "dogs.html")
    let error = try dogs.error(dogs.cell(1, "temper", "calm", "so"))
    #expect(error.description.contains("1 more record has its value from there"), "\(error)")
    #expect(try dogs.apply(dogs.cell(3, "temper", "wild", "so")) == Self.spans.replacing("wild", with: "so"))
  }

  @Test func aCellOfSeveralColumnsIsChanged() throws {
    let text =
      "<table><tr><th>name</th><th>temper</th><th>Group</th></tr>\n<tr><td>Rex</td><td colspan=\"2\">Toys</td></tr>\n<tr><td>Max</td><td>so</td><td>Toys</td></tr></table>\n"
    let dogs = try Dogs(text, name: "dogs.html")
    #expect(try dogs.apply(dogs.cell(1, "temper", "Toys", "Hounds")) == text.replacing("2\">Toys", with: "2\">Hounds"))
  }

  /// A new element has what stands around it, too.
  @Test func aRecordIsAddedWhereFieldsStandAroundIt() throws {
    let text = "<all><group name=\"Toys\">\n  <dog name=\"A\"/>\n</group></all>\n"
    let dogs = try Dogs(
      text,
      name: "dogs.xml",
      source: ", records: //dog, attributes: { name: '@name' }",
      group: "../@name"
    )
    #expect(
      try dogs.apply(.insertion(RecordInsertion(source: 1, values: ["@name": "B"])))
        == text.replacing("<dog name=\"A\"/>", with: "<dog name=\"A\"/>\n  <dog name=\"B\"/>")
    )
  }

  @Test func aConditionIsNoAttribute() throws {
    let text = "<dogs><dog name='Rex'><temper lang=\"en\">calm</temper></dog></dogs>"
    let source = ", records: //dog, attributes: { name: '@name', temper: 'temper[@lang]' }"
    let dogs = try Dogs(text, name: "dogs.xml", source: source, group: "group")
    #expect(try dogs.apply(dogs.cell(1, "temper[@lang]", "calm", "wild")) == text.replacing("calm", with: "wild"))
    let page =
      "<table><tr><th>name</th><th>mail @ club</th><th>Group</th></tr>\n<tr><td>Rex</td><td>x=\"y\"</td><td>Toys</td></tr></table>"
    let table = try Dogs(page, name: "dogs.html", source: ", attributes: { name: name, temper: 'mail @ club' }")
    #expect(try table.apply(table.cell(1, "mail @ club", "x=\"y\"", "z")) == page.replacing("x=\"y\"", with: "z"))
    #expect(
      try table.apply(.insertion(RecordInsertion(source: 1, values: ["name": "Max", "mail @ club": "m"])))
        .contains("<tr><td>Max</td><td>m</td><td></td></tr>")
    )
  }

  @Test func namesOfCharactersArePagesOwn() throws {
    let text =
      "<table><tr><th>name</th><th>Group</th></tr>\n<tr><td>R&eacute;x &copy; &#150; &hellip; &AMPx &ccaron;</td><td>Toys</td></tr></table>"
    let dogs = try Dogs(text, name: "dogs.html")
    #expect(
      try dogs.apply(dogs.cell(1, "name", "Réx © – … &x č", "Réx © – … &y č")) == text.replacing("&AMPx", with: "&AMPy")
    )
  }

  @Test func aMemberIsAddedAfterACommaThatEndsTheObject() throws {
    let text = "[{\"name\":\"Rex\",\"temper\":\"calm\",}, {\n  \"name\": \"Max\",\n}]"
    let dogs = try Dogs(text, name: "dogs.json", source: Self.members + ", syntax: tolerant", group: "group")
    #expect(
      try dogs.apply(dogs.cell(1, "group", nil, "Toys"), dogs.cell(2, "group", nil, "Toys"))
        == "[{\"name\":\"Rex\",\"temper\":\"calm\",\"group\":\"Toys\"}, {\n  \"name\": \"Max\",\n  \"group\": \"Toys\"\n}]"
    )
  }

  @Test func aMemberWithoutANameIsNotAdded() throws {
    let text = "{\"dogs\": {\"a\": {\"name\": \"Rex\"}, \"b\": {\"name\": \"Max\"}}}"
    let dogs = try Dogs(text, name: "dogs.json", source: Self.members + ", records: '$.dogs.*'", group: "group")
    let error = try dogs.error(.insertion(RecordInsertion(source: 1, values: ["name": "Ace"])))
    #expect(error.description.contains("the records are members of an object"))
    #expect(
      try dogs.apply(.deletion(RecordDeletion(RecordAddress(source: 1, number: 1))))
        == text.replacing("\"a\": {\"name\": \"Rex\"}, ", with: "")
    )
  }

  @Test(arguments: [
    ([1, 2], "[\n  {\"name\":\"C\"}\n]"), ([2, 3], "[\n  {\"name\":\"A\"}\n]"), ([1, 2, 3], "[\n  \n]"),
  ])
  func valuesBesideEachOtherAreDeleted(_ numbers: [Int], _ expected: String) throws {
    let text = "[\n  {\"name\":\"A\"},\n  {\"name\":\"B\"} ,\n  {\"name\":\"C\"}\n]"
    let dogs = try Dogs(text, name: "dogs.json", source: Self.members, group: "group")
    let edits = numbers.map { SourceEdit.deletion(RecordDeletion(RecordAddress(source: 1, number: $0))) }
    _ = try SourceEditor(dogs.plan).revisions(for: edits).map { try $0.apply() }
    #expect(try dogs.folder.text(of: "dogs.json") == expected)
  }

  @Test(arguments: [
    ["name": "#Ace", "temper": "x"], ["name": "Ace", "temper": "x\ny"], ["name": "Ace", "temper": "x\ty"],
  ])
  func aRecordThatALineCannotSayIsNotAdded(_ values: [String: String]) throws {
    let dogs = try Dogs(
      "name\ttemper\tGroup\nRex\tcalm\tHounds\n",
      name: "dogs.csv",
      source: ", delimiter: tab, quote: none, comment: '#'"
    )
    let error = try dogs.error(.insertion(RecordInsertion(source: 1, values: values)))
    #expect(error.kind == .obstacle && error.description.contains("the file's form cannot say it"))
    #expect(try dogs.error(.insertion(RecordInsertion(source: 1, after: -1, values: ["name": "A"]))).kind == .missing)
  }

  @Test func aCellIsChangedWhereLinesEndWithADelimiter() throws {
    let text = "name;temper;Group;\nRex;calm;Toys;\nMax;wild;Toys;\n"
    let dogs = try Dogs(text, name: "dogs.csv", source: ", delimiter: ';', trailingDelimiter: true")
    #expect(try dogs.apply(dogs.cell(1, "temper", "calm", "so; so")) == text.replacing("calm", with: "\"so; so\""))
    #expect(
      try dogs.apply(.insertion(RecordInsertion(source: 1, values: ["name": "Ace", "Group": "Toys"])))
        .hasSuffix("\nAce;;Toys;\n")
    )
  }

  // MARK: Texts

  /// The bytes of a file after its text from the second line on has been edited as browsers do it.
  private func edited(_ bytes: [UInt8], _ encoding: String, _ change: (String) -> String) throws -> [UInt8] {
    let dogs = try Dogs(bytes, name: "dogs.csv", source: ", encoding: \(encoding)")
    let start = encoding.hasPrefix("UTF-16") ? 36 : 18
    let text = try #require(
      try SourceEditor(dogs.plan).text(source: 1, file: "dogs.csv", byteRange: start..<bytes.count)
    )
    let typed = change(text.replacing("\r\n", with: "\n")).replacing("\n", with: "\r\n")
    let edit = TextEdit(source: 1, file: "dogs.csv", byteRange: start..<bytes.count, expected: text, text: typed)
    _ = try SourceEditor(dogs.plan).revisions(for: [.text(edit)]).map { try $0.apply() }
    return try dogs.bytes
  }

  @Test(arguments: ["UTF-8", "UTF-16LE", "windows-1252"])
  func onlyWhatDiffersInATextIsWritten(_ name: String) throws {
    let encoding = try #require(TextEncoding(named: name))
    let before = "name,temper,Group\nRex,\"one\ntwo\",Toys\r\nMäx,so,Toys\r\nAce,\"three\nfour\",Toys\n"
    let bytes = try #require(encoding.encode(before))
    let after = try edited(bytes, name) { $0.replacing("so,", with: "süß\nso,") }
    #expect(try after == #require(encoding.encode(before.replacing("so,", with: "süß\nso,"))))
    #expect(try edited(bytes, name) { $0 } == bytes)
  }

  @Test func bytesThatAreNoTextStayWhereNothingIsChanged() throws {
    let bytes = Array("name,temper,Group\nRex,caf".utf8) + [0xE9] + Array(",Toys\r\nMax,so,Toys\r\n".utf8)
    let after = try edited(bytes, "UTF-8") { $0.replacing("so,", with: "sö,") }
    #expect(after == bytes.dropLast(",Toys\r\n".utf8.count + 2) + Array("sö,Toys\r\n".utf8))
    let mended = #expect(throws: SourceEditError.self) {
      try edited(bytes, "UTF-8") { $0.replacing("Rex,", with: "Bob,").replacing("so,", with: "x,") }
    }
    #expect(mended?.description.contains("bytes among what is changed that are no text") == true)
  }

  @Test func aTextBeyondTheEndOfTheFileIsNone() throws {
    let dogs = try Dogs("name,temper,Group\nRex,calm,Toys\n", name: "dogs.csv")
    for end in [100, 100_000_000_000] {
      #expect(try SourceEditor(dogs.plan).text(source: 1, file: "dogs.csv", byteRange: 18..<end) == nil)
    }
  }

  // MARK: What is not written

  /// A path to several values delivers them joined: none of them is all that the field says.
  @Test(arguments: [
    (
      "dogs.json", #"[{"name": "Rex", "temper": ["calm", "wild"]}, {"name": "Ace", "temper": ["so"]}]"#,
      ", attributes: { name: name, temper: 'temper[*]' }", "temper[*]"
    ),
    (
      "dogs.jsonl",
      "{\"name\": \"Rex\", \"temper\": [\"calm\", \"wild\"]}\n{\"name\": \"Ace\", \"temper\": [\"so\"]}\n",
      ", attributes: { name: name, temper: 'temper[*]' }", "temper[*]"
    ),
    (
      "dogs.xml",
      "<dogs><dog name='Rex'><temper>calm</temper><temper>wild</temper></dog><dog name='Ace'><temper>so</temper></dog></dogs>",
      ", records: //dog, attributes: { name: '@name', temper: temper }", "temper"
    ),
  ]) func oneOfSeveralValuesIsNotWrittenForAll(_ name: String, _ text: String, _ source: String, _ field: String) throws
  {
    let dogs = try Dogs(text, name: name, source: source, group: "group")
    let joined = try #require(try dogs.text(1, field))
    #expect(joined.contains("calm") && joined.contains("wild"))
    let error = try dogs.error(dogs.cell(1, field, joined, "x"))
    #expect(error.kind == .obstacle && error.description.hasSuffix("because it is put together from several values"))
    #expect(try dogs.apply(dogs.cell(2, field, "so", "x")) == text.replacing("so", with: "x"))
  }

  @Test func aCellThatSaysSomethingElseIsNotOverwritten() throws {
    let dogs = try Dogs("name,temper,Group\nRex,calm,Hounds\n", name: "dogs.csv")
    #expect(try dogs.error(dogs.cell(1, "temper", "wild", "x")).kind == .otherText(expected: "wild", found: "calm"))
    #expect(try dogs.error(dogs.cell(2, "temper", "wild", "x")).kind == .missing)
    #expect(try dogs.error(dogs.cell(1, "colour", "wild", "x")).kind == .missing)
  }

  @Test func aFileThatChangedAfterTheRevisionIsNotOverwritten() throws {
    let dogs = try Dogs("name,temper,Group\nRex,calm,Hounds\n", name: "dogs.csv")
    let revisions = try SourceEditor(dogs.plan).revisions(for: [dogs.cell(1, "temper", "calm", "wild")])
    try dogs.folder.write("name,temper,Group\nMax,calm,Hounds\n", to: "dogs.csv")
    let error = #expect(throws: SourceEditError.self) { try revisions[0].apply() }
    #expect(error?.kind == .changedFile)
    #expect(try dogs.folder.text(of: "dogs.csv") == "name,temper,Group\nMax,calm,Hounds\n")
  }

  @Test func modeAndLinkStay() throws {
    let dogs = try Dogs("name,temper,Group\nRex,calm,Hounds\n", name: "dogs.csv")
    let manager = FileManager.default
    try manager.moveItem(atPath: dogs.folder.file("dogs.csv"), toPath: dogs.folder.file("real.csv"))
    try manager.createSymbolicLink(atPath: dogs.folder.file("dogs.csv"), withDestinationPath: "real.csv")
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: dogs.folder.file("real.csv"))
    _ = try dogs.apply(dogs.cell(1, "temper", "calm", "wild"))
    #expect(try manager.destinationOfSymbolicLink(atPath: dogs.folder.file("dogs.csv")) == "real.csv")
    let mode = try manager.attributesOfItem(atPath: dogs.folder.file("real.csv"))[.posixPermissions] as? Int
    #expect(mode == 0o640)
    #expect(try dogs.folder.text(of: "real.csv") == "name,temper,Group\nRex,wild,Hounds\n")
  }

  @Test func aTextThatWouldBreakTheRecordIsRefused() throws {
    let dogs = try Dogs(
      "name\ttemper\tGroup\nRex\tcalm\tHounds\n",
      name: "dogs.csv",
      source: ", delimiter: tab, quote: none"
    )
    #expect(try dogs.error(dogs.cell(1, "temper", "calm", "a\tb")).kind == .obstacle)
    #expect(try dogs.apply(dogs.cell(1, "temper", "calm", "a b")) == "name\ttemper\tGroup\nRex\ta b\tHounds\n")
  }

  @Test func aWorkbookSaysWhyItIsNotChanged() throws {
    let folder = try TemporaryFolder()
    let book = TestWorkbook([.init("Dogs", TestWorkbook.row(1, ["Name", "age"]) + TestWorkbook.row(2, ["Rex", "x"]))])
    try Data(book.bytes).write(to: URL(fileURLWithPath: folder.file("dogs.xlsx")))
    let recipe = "model: Test.xcdatamodeld\noutput: Test.sqlite\nsources:\n  - { file: dogs.xlsx, entity: Dog }\n"
    let test = try TestImport(recipe, files: [:], in: folder.path, model: .dogs)
    let edit = CellEdit(RecordAddress(source: 0, number: 1), field: "age", expected: "x", text: "3")
    let error = #expect(throws: SourceEditError.self) { try SourceEditor(test.plan).revisions(for: [.cell(edit)]) }
    #expect(error?.description == "dogs.xlsx: it cannot be changed in place, because it is a workbook")
    let finding = try #require(test.result.findings.first)
    let cell = try SourceCells(test.plan).cell(
      source: #require(test.plan.source(of: finding)),
      file: finding.position?.file ?? "",
      field: "age",
      byteRange: finding.position?.byteRange
    )
    #expect(cell == SourceCell(text: nil, obstacle: "it is a workbook"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("dogs.xlsx"))) == Data(book.bytes))
  }
}
