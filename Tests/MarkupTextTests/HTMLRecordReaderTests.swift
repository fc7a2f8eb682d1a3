import Findings
import MarkupText
import Testing
import TextInput

@Suite struct HTMLRecordReaderTests {
  static let grid = """
    <base href="https://a.org/">
    <div class="grid">
      <div class="row" data-id="7"><h3><a href="/b">Beagle</a></h3><span class="country">UK</span><p>Small.<p>Merry.
        <img src="b.png"></div>
      <div class="row"><h3>Boxer</h3></div>
    </div>
    <dl><dt>Name:<dd>Löwchen<dt>Origin<dd>France<dd>Germany</dl><dl><dt>Name<dd>Mudi</dl>
    <ul><li>one<li>two</ul>
    """

  private func read(_ records: String, _ fields: [String]) throws -> [[String?]] {
    let reader = try HTMLRecordReader(
      .bytes(Array(Self.grid.utf8)),
      records: records,
      fields: fields.map { try HTMLFieldPath($0) }
    )
    var record = MarkupRecord()
    var rows: [[String?]] = []
    while try reader.next(&record) { rows.append((0..<record.fieldCount).map { record.value($0) }) }
    return rows
  }

  @Test func readsRepeatedElementsWithFieldsBySelectors() throws {
    let rows = try read("div.row", ["h3", ".country", "p", "a@href", "img@src", "@data-id", "h3 > a"])
    #expect(
      rows == [
        ["Beagle", "UK", "Small.; Merry.", "https://a.org/b", "https://a.org/b.png", "7", "Beagle"],
        ["Boxer", nil, nil, nil, nil, nil, nil],
      ]
    )
    #expect(try read("//div[@class='row']", ["h3"]) == [["Beagle"], ["Boxer"]])
    #expect(try read("li", ["."]) == [["one"], ["two"]])
  }

  @Test func readsDefinitionLists() throws {
    #expect(try read("dl", ["dt:name", "dt:Origin"]) == [["Löwchen", "France; Germany"], ["Mudi", nil]])
  }

  @Test func namesWhatIsThereWithoutFields() throws {
    func names(_ records: String) throws -> [[String]] {
      let reader = try HTMLRecordReader(.bytes(Array(Self.grid.utf8)), records: records)
      var record = MarkupRecord()
      var names: [[String]] = []
      while try reader.next(&record) { names.append(record.fieldNames) }
      return names
    }
    #expect(try names("dl") == [["dt:Name:", "dt:Origin"], ["dt:Name"]])
    #expect(try names("li") == [["."], ["."]])
    #expect(try names(".row") == [["a", "a@href", ".country", "p", "img@src"], ["h3"]])
  }

  static let mixed = """
    <ul><li>two <b>x</b> y</li><li>a<br>b</li><li>c<img src=d></li><li><p class=k>See <a href=u>this</a>.<sup class=reference>1</sup></p></li></ul>
    """

  @Test func findsTextBesideElements() throws {
    let reader = try HTMLRecordReader(.bytes(Array(Self.mixed.utf8)), records: "li")
    var record = MarkupRecord()
    var found: [[String]] = []
    while try reader.next(&record) {
      found.append((0..<record.fieldCount).map { "\(record.fieldNames[$0])=\(record.value($0) ?? "")" })
    }
    #expect(
      found == [["text()=two y", "b=x"], [".=a b"], [".=c", "img@src=d"], [".k/text()=See .", "a=this", "a@href=u"]]
    )
    let named = try HTMLRecordReader(
      .bytes(Array(Self.mixed.utf8)),
      records: "li",
      fields: ["text()", "./text()", "p/text()", "closest(ul) p > a/text()"].map { try HTMLFieldPath($0) }
    )
    var rows: [[String?]] = []
    while try named.next(&record) { rows.append((0..<4).map { record.value($0) }) }
    #expect(
      rows == [
        ["two y", "two y", nil, "this"], ["a b", "a b", nil, "this"], ["c", "c", nil, "this"],
        [nil, nil, "See .", "this"],
      ]
    )
  }

  @Test func knowsWhereFieldsStand() throws {
    let reader = try HTMLRecordReader(
      .bytes(Array(Self.grid.utf8)),
      records: ".row",
      fields: [HTMLFieldPath("h3"), HTMLFieldPath("p"), HTMLFieldPath("@data-id")],
      options: HTMLTableOptions(fileName: "g.html")
    )
    var record = MarkupRecord()
    try #require(try reader.next(&record))
    #expect(record.position.description == "g.html:3:3")
    #expect(record.position(ofField: 0).description == "g.html:3:49")
    #expect(record.position(ofField: 1, value: 1).description == "g.html:3:107")
    #expect(record.position(ofField: 2).description == "g.html:3:20")
    #expect(record.rawText.hasSuffix("<img src=\"b.png\"></div>"))
  }

  @Test func readsFieldsOfTheElementsAroundARecord() throws {
    let page = """
      <main id="m"><section class="a"><h2>Hounds</h2>
        <ul><li>Beagle</li><li><div class="a">x</div>Basset</li></ul></section>
      <section><h2>Toys</h2><ul><li>Pug</ul></section></main><li>Stray
      """
    let paths = [
      ".", "closest(section) h2", "closest(section)@class", "closest(.a) h2", "closest(section) closest(main)@id",
      "closest(:is(ul, ol))",
    ]
    let reader = try HTMLRecordReader(
      .bytes(Array(page.utf8)),
      records: "li",
      fields: paths.map { try HTMLFieldPath($0) },
      options: HTMLTableOptions(fileName: "g.html")
    )
    var record = MarkupRecord()
    var rows: [[String?]] = []
    var places: [String] = []
    while try reader.next(&record) {
      rows.append((0..<record.fieldCount).map { record.value($0) })
      places.append("\(record.position), \(record.position(ofField: 1))")
    }
    #expect(
      rows == [
        ["Beagle", "Hounds", "a", "Hounds", "m", "Beagle x Basset"],
        ["x Basset", "Hounds", "a", "Hounds", "m", "Beagle x Basset"],
        ["Pug", "Toys", nil, nil, "m", "Pug"], ["Stray", nil, nil, nil, nil, nil],
      ]
    )
    #expect(places[0] == "g.html:2:7, g.html:1:37")
    #expect(places[2] == "g.html:3:27, g.html:3:14")
  }

  @Test(arguments: ["", "a@", "div[", "p:hover", "closest(", "closest(section", "closest() a", "closest(a[) b"])
  func refusesFieldsThatItCannotFollow(_ path: String) {
    #expect(throws: MarkupTextError.self) { try HTMLFieldPath(path) }
  }
}

/// Fields and rows as they stand (issue 14).
@Suite struct HTMLRecordFormTests {
  private func rows(_ records: String, _ fields: [String], _ page: String) throws -> [[String?]] {
    let reader = try HTMLRecordReader(
      .bytes(Array(page.utf8)),
      records: records,
      fields: fields.map { try HTMLFieldPath($0) }
    )
    var record = MarkupRecord()
    var rows: [[String?]] = []
    while try reader.next(&record) { rows.append((0..<record.fieldCount).map { record.value($0) }) }
    return rows
  }

  @Test func aFieldIsSeenFromItsRecord() throws {
    let page = """
      <main id=m><div class=card><p>own</p><section><p>inner</p><b>x</b></section></div></main>
      """
    #expect(try rows(".card", ["p"], page) == [["own; inner"]])
    #expect(try rows(".card", ["> p"], page) == [["own"]])
    #expect(try rows(".card", [":scope > p"], page) == [["own"]])
    #expect(try rows(".card", [":scope > section > p, > section > b"], page) == [["inner; x"]])
    #expect(try rows(".card", ["section:not(:scope > p) > p"], page) == [["inner"]])
    #expect(try rows("section", ["closest(main) > div@class"], page) == [["card"]])
    #expect(try rows("section", ["> p@class"], page) == [[nil]])
  }

  private func table(_ page: [UInt8]) throws -> (records: [[String?]], findings: [Finding]) {
    let reader = try HTMLTableReader(bytes: page, options: HTMLTableOptions(fileName: "p.html"))
    var record = MarkupRecord()
    var rows: [[String?]] = []
    while try reader.next(&record) { rows.append((0..<record.fieldCount).map { record.value($0) }) }
    return (rows, reader.takeFindings())
  }

  @Test func bytesThatAreNoTextAreAnErrorOfTheirRecordAndField() throws {
    let page =
      Array("<meta charset=utf-8><p>".utf8) + [0xFC] + Array("</p><table><tr><th>a<th>b<tr><td>x<td>".utf8) + [
        0xE4, 0xE5,
      ]
      + Array("<tr><td>y<td>z</table>".utf8)
    let (records, findings) = try table(page)
    #expect(records.count == 2)
    #expect(findings.map(\.rule) == [.sourceEncoding, .sourceEncoding, .sourceEncoding])
    #expect(
      findings.map { "\($0.severity) \($0.record ?? 0) \($0.field ?? "-") \($0.message)" } == [
        "warning 0 - Bytes that are not UTF-8 text: FC",
        "error 1 b Bytes that are not UTF-8 text: E4", "error 1 b Bytes that are not UTF-8 text: E5",
      ]
    )
  }

  @Test func aRowWithoutOneCellSaysSo() throws {
    let page = """
      <table><tr><th>name<th>group<th>age<th>kg<tr><td>Rex<td>Toy<td>3<td>4<tr><td>Hux<td>Hound<td>5<td>9
      <tr><td>Bello<td>6<td>8
      <tr><td>Cora<td>Toy<td>2
      <tr><td>name<td>group<td>age<td>kg
      <tr><th>name<th>group<th>age<th>kg</table>
      """
    let (records, findings) = try table(Array(page.utf8))
    #expect(records.count == 4)
    #expect(
      findings.map { "\($0.position?.line ?? 0) \($0.severity) \($0.rule) \($0.message)" }.sorted() == [
        "2 error record.field-count 3 cells where 4 are expected; its values stand in the wrong columns",
        "3 warning record.field-count 3 cells where 4 are expected; the last are taken to be empty",
        "4 note source.left-out The row repeats the header and was left out",
        "5 note source.left-out The row repeats the header and was left out",
      ]
    )
  }
}
