import Findings
import MarkupText
import Testing
import TextInput

/// How the encoding of a page is found out, as https://html.spec.whatwg.org/#determining-the-character-encoding has it.
@Suite struct HTMLEncodingTests {
  private func encoding(_ head: String, _ letter: [UInt8] = []) throws -> String {
    let page = Array(head.utf8) + Array("<table><tr><td>L".utf8) + letter + Array("wchen</table>".utf8)
    return try HTMLTableReader(bytes: page).encoding
  }

  @Test(arguments: [
    ("<!-- <meta charset=koi8-r> --><meta charset=ibm866>", "IBM866"),
    ("<!-- <meta charset=koi8-r> -->", "UTF-8"),
    ("<meta name=description content='charset=koi8-r'><meta charset=ibm866>", "IBM866"),
    ("<meta content='text/html; charset = \"koi8-r\"' http-equiv=\"content-type\">", "KOI8-R"),
    ("<META HTTP-EQUIV='Content-Type' CONTENT='text/html;charset=KOI8-R;x'>", "KOI8-R"),
    ("<meta data-charset=koi8-r>", "UTF-8"),
    ("<meta/charset='koi8-r'/>", "KOI8-R"),
    ("<meta charset=nonsense><meta charset=koi8-r>", "KOI8-R"),
    ("<?xml version='1.0' encoding='iso-8859-2'?><html>", "ISO-8859-2"),
    ("<meta charset=iso_8859-1>", "WINDOWS-1252"), ("<meta charset=x-cp1251>", "WINDOWS-1251"),
    ("<meta charset=tis-620>", "CP874"), ("<meta charset=x-mac-roman>", "MACINTOSH"),
    ("<meta charset=windows-31j>", "CP932"), ("<meta charset=ks_c_5601-1987>", "UHC"),
    ("<meta charset=utf-16>", "UTF-8"),
  ]) func findsTheDeclaration(_ head: String, _ name: String) throws {
    #expect(try encoding(head) == name)
  }

  @Test func readsUTF16WithoutAByteOrderMark() throws {
    let page = "<html><table><tr><td>Löwchen</table>"
    let little = page.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = page.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for (bytes, name) in [(little, "UTF-16LE"), (big, "UTF-16BE")] {
      let reader = try HTMLTableReader(bytes: bytes)
      var record = MarkupRecord()
      try #require(try reader.next(&record))
      #expect(record.value(0) == "Löwchen")
      #expect(reader.encoding == name)
      #expect(reader.takeFindings().isEmpty)
    }
  }

  @Test func aByteOrderMarkWinsOverDeclarationAndChoice() throws {
    let page: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("<meta charset=koi8-r><table><tr><td>ö</table>".utf8)
    let reader = try HTMLTableReader(bytes: page, options: HTMLTableOptions(encoding: "ISO-8859-5"))
    var record = MarkupRecord()
    try #require(try reader.next(&record))
    #expect(record.value(0) == "ö")
  }

  @Test(arguments: [
    "<<meta", "<meta", "<meta ", "<metadata", "<?xml", "<!--", "<!-", "<", "<p a='", "<p a=", "<meta charset=",
  ])
  func aPageMayEndInItsDeclaration(_ page: String) throws {
    #expect(try HTMLTableReader.tables(in: .bytes(Array(page.utf8))).isEmpty)
  }

  @Test(arguments: [
    (
      "<meta charset=x-unknown><table><tr><td>é</table>",
      "The page names the encoding “x-unknown”, which is not known; it is read as UTF-8"
    ),
    (
      "<p><meta charset=x-no><meta charset=koi8-r><table><tr><td>a</table>",
      "The page names the encoding “x-no”, which is not known; it is read as KOI8-R"
    ),
  ]) func saysWhichEncodingIsNotKnown(_ page: String, _ message: String) throws {
    let reader = try HTMLTableReader(bytes: Array(page.utf8), options: HTMLTableOptions(fileName: "p"))
    let findings = reader.takeFindings()
    #expect(findings.map(\.message) == [message])
    #expect(findings.map(\.rule) == [.sourceEncoding] && findings.map(\.severity) == [.warning])
    #expect(findings.first?.position?.column == (page.hasPrefix("<p>") ? 4 : 1))
  }

  @Test func aKnownEncodingNeedsNoWord() throws {
    let page = Array("<meta charset=x-no><table><tr><td>a</table>".utf8)
    let reader = try HTMLTableReader(bytes: page, options: HTMLTableOptions(encoding: "koi8-r"))
    #expect(reader.takeFindings().isEmpty)
  }
}
