import Findings
import MarkupText
import Testing

/// What is wrong with a document is said in words that help to correct it.
@Suite struct XMLFaultWordsTests {
  private func findings(_ bytes: [UInt8]) throws -> [Finding] {
    let options = XMLRecordOptions(recordPath: try RecordPath("//a"))
    let reader = try XMLRecordReader(bytes: bytes, options: options, fields: [FieldPath("@k")])
    var record = MarkupRecord()
    while try reader.next(&record) {}
    return reader.takeFindings()
  }

  @Test(arguments: [
    ("<a>A & B</a>", "A “&” that begins no reference; write &amp; where it is text"),
    ("<a>A &amp B</a>", "A reference without its semicolon; write &amp; where the “&” is text"),
    ("<a k=1/>", "The value of an attribute has no quotes"),
    ("<a k='<'/>", "A “<” in the value of an attribute; write &lt;, or close the quote before it"),
    ("<a k/>", "The attribute “k” has no value; write k=\"\""),
    ("<a>&#55296;</a>", "A reference to U+D800, which is no character that XML allows"),
    ("<a>\u{1}</a>", "The character U+0001, which XML does not allow; remove it"),
    ("<a>x < y</a>", "A “<” that begins no tag; write &lt; where it is text"),
    ("<a k='1'l='2'/>", "White space is missing before an attribute, or something in the tag is no attribute"),
    ("<a><!-- -- --></a>", "Two hyphens in a comment, where only its end has them"),
    ("<a>]]></a>", "The characters ]]> in a text; write ]]&gt;"),
    (
      " <?xml version='1.0'?><a/>",
      "The XML declaration does not stand at the very beginning; remove what is before it, white space too"
    ),
    (
      "<?xml version='1.0' encoding='x-no'?><a/>",
      "The document names the encoding “x-no”, which is not known; give another, or convert it"
    ),
    ("<?xml encoding='UTF-8'?><a/>", "The XML declaration has no version; write <?xml version=\"1.0\"?>"),
    ("<a></a b>", "The “>” of the end tag is missing"),
    ("<a><? ?></a>", "An instruction <? without a name"),
  ]) func sayWhatToDo(_ document: String, _ message: String) throws {
    #expect(try findings(Array(document.utf8)).map(\.message) == [message])
  }

  @Test func bytesThatAreNoTextAreAFaultOfTheEncoding() throws {
    let found = try findings(Array("<a>".utf8) + [0xE9, 0x74] + Array("</a>".utf8))
    #expect(found.map(\.rule) == [.sourceEncoding])
    #expect(
      found.map(\.message)
        == ["The byte E9 is no text in UTF-8; say in which encoding the document is, or save it as UTF-8"]
    )
  }

  @Test(arguments: [
    "<a>&#x;</a>", "<a>&#;</a>", "<a k='\u{1}'/>", "<a", "<a k", "<a><!--", "<a><![CDATA[", "<?xml version='1.0'",
    "<a><?x",
    "<!DOCTYPE a", "<!DOCTYPE a [<!ENTITY b", "<a><!ELEMENT></a>", "<!DOCTYPE a [%x;]><a/>", "<a:b/>", "</a>", "<a></",
    "<?xml version='1.0' standalone='x'?><a/>", "<!DOCTYPE a [<!ENTITY b SYSTEM 'x'>]><a k='&b;'/>",
  ]) func nameNoFunctionsOfTheLibrary(_ document: String) throws {
    let found = try findings(Array(document.utf8))
    #expect(!found.isEmpty)
    for message in found.map(\.message) {
      #expect(!message.contains("xmlParse") && !message.contains("internal error") && !message.contains("\n"))
      #expect(message.first?.isLowercase == false, "\(message)")
    }
  }
}
