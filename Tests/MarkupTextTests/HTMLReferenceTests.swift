import Findings
import MarkupText
import Testing
import TextInput

/// Character references as browsers read them; libxml2 knows those of HTML 4 with their semicolons only.
@Suite struct HTMLReferenceTests {
  @Test(arguments: [
    // Windows-1252, as old pages mean it.
    ("&#150;&#x92;&#128;&#151", "–’€—"),
    // Names of HTML 5.
    ("&Ccaron;esk&yacute; fousek, &ccaron;uva&ccaron;", "Český fousek, čuvač"),
    ("&check;&comma;&lsqb;&dollar;&equals;&NotEqualTilde;", "✓,[$=≂̸"),
    // Old names without their semicolons.
    ("caf&eacute au lait &copy 2020 &lt&amp&gt &AMP &nbsp.", "café au lait © 2020 <&> & ."),
    ("&notit; &copyright &frac12x", "¬it; ©right ½x"),
    // References to no character.
    ("a&#0;b&#xD800;c&#99999999999;d&#x110000e&#00", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}\u{FFFD}"),
    ("a&#;b&#x;c&#xg;d&#-1;e&# f", "a&#;b&#x;c&#xg;d&#-1;e&# f"),
    // No references at all.
    ("a & b && &; &x; &unknown; &ccaron &a.b; R&D;", "a & b && &; &x; &unknown; &ccaron &a.b; R&D;"),
    ("&amp;ccaron; &#38;eacute; a&b", "&ccaron; &eacute; a&b"),
  ]) func readsReferencesAsBrowsersDo(_ source: String, _ text: String) throws {
    #expect(try HTMLRepairTests.read("<meta charset=utf-8><table><tr><td>\(source)</table>") == [[text]])
    let options = HTMLTableOptions(choice: .xpath("//td"))
    #expect(try HTMLRepairTests.read("<meta charset=utf-8><table><tr><td>\(source)</td></table>", options) == [[text]])
  }

  @Test func charactersThatThePageReallyHasStay() throws {
    #expect(
      try HTMLRepairTests.read("<meta charset=utf-8><table><tr><td>\u{96}<td>a\u{92}") == [["\u{96}", "a\u{92}"]]
    )
  }

  @Test func knowsWhereTheTextAfterAReferenceStands() throws {
    let page = "<table><tr><td>&ccaron;<td>&#150;<b>x</b><td>y</table>"
    let reader = try HTMLTableReader(bytes: Array(page.utf8), options: HTMLTableOptions(fileName: "p.html"))
    var record = MarkupRecord()
    try #require(try reader.next(&record))
    #expect((0..<3).map { record.value($0) } == ["č", "–x", "y"])
    #expect(record.position(ofField: 0).description == "p.html:1:16")
    #expect(record.position(ofField: 0).endColumn == 24)
    #expect(record.position(ofField: 2).description == "p.html:1:46")
  }

  @Test func readsReferencesToNoCharacterInAttributesAndNotInScripts() throws {
    let page = "<script>'&#0;'</script><ul><li data-a='x&#0;y&#;' data-b='&#65;'>&#xDFFF;<b>z</b></ul>"
    var options = HTMLTableOptions(fileName: "p.html")
    options.text.keepsScripts = true
    let reader = try HTMLRecordReader(
      .bytes(Array(page.utf8)),
      records: "script, li",
      fields: [".", "@data-a", "@data-b", "b"].map { try HTMLFieldPath($0) },
      options: options
    )
    var record = MarkupRecord()
    try #require(try reader.next(&record))
    #expect(record.value(0) == "'&#0;'")
    try #require(try reader.next(&record))
    #expect((0..<4).map { record.value($0) } == ["\u{FFFD}z", "x\u{FFFD}y&#;", "A", "z"])
    #expect(record.position(ofField: 3).column == 77)
  }

  /// A delete is not taken for the ampersand that a repair hides, nor the other way round (issue 18, number 14).
  @Test func aDeleteInAnAttributeStays() throws {
    let page = """
      <ul><li data-a='a\u{7F}b&#;c&#x7f;d\u{7F}#' DATA-B=\u{7F}&#;\u{7F} data-a='&#;&#;' data-b='x' data-c='&#65;'>z</ul>
      """
    let reader = try HTMLRecordReader(
      .bytes(Array(page.utf8)),
      records: "li",
      fields: [".", "@data-a", "@data-b", "@data-c"].map { try HTMLFieldPath($0) },
      options: HTMLTableOptions()
    )
    var record = MarkupRecord()
    try #require(try reader.next(&record))
    #expect((0..<4).map { record.value($0) } == ["z", "a\u{7F}b&#;c\u{7F}d\u{7F}#", "\u{7F}&#;\u{7F}", "A"])
  }
}
