import Findings
import Foundation
import MarkupText
import TestSupport
import Testing
import TextInput

/// Two readers that must agree: the scanner that hands over to libxml2, and libxml2 from the first byte.
@Suite struct XMLScannerTests {
  /// Everything that can be seen of a document's records.
  struct Reading: Equatable {
    var lines: [String] = []
    var findings: [Finding] = []
    var isFaulty = false
  }

  static func read(
    _ input: ByteInput,
    path: String = "/*/*",
    fields: [String] = [],
    usesScanner: Bool,
    limits: MarkupLimits = MarkupLimits()
  ) throws -> Reading {
    var options = XMLRecordOptions(recordPath: try RecordPath(path), fileName: "f.xml")
    options.usesScanner = usesScanner
    options.limits = limits
    options.namespaces = ["n": "urn:x"]
    let reader = try XMLRecordReader(input, options: options, fields: fields.map { try FieldPath($0) })
    var record = MarkupRecord()
    var reading = Reading()
    while try reader.next(&record) {
      var line = "\(record.number) \(record.position) \(record.position.byteRange as Any) \(record.endByte as Any)"
      for (field, name) in record.fieldNames.enumerated() {
        line += " | \(name)=\(record.values(field))@\(record.position(ofField: field))"
      }
      reading.lines.append(line)
    }
    reading.findings = reader.takeFindings().map { finding in
      guard finding.message.hasPrefix("The characters ]]>") else { return finding }
      // libxml2 places it where the text begins, the scanner where it stands.
      var finding = finding
      finding.position = nil
      finding.excerpt = nil
      return finding
    }
    reading.isFaulty = reader.isFaulty
    return reading
  }

  private func expectSame(_ bytes: [UInt8], _ comment: String, path: String = "/*/*", fields: [String] = []) throws {
    let ours = try Self.read(.bytes(bytes), path: path, fields: fields, usesScanner: true)
    let theirs = try Self.read(.bytes(bytes), path: path, fields: fields, usesScanner: false)
    #expect(ours == theirs, Comment(rawValue: comment))
  }

  static let documents = [
    "<r><a x='1' y=\"2\">t<b/>&amp;&#65;&#x1F415;&lt;</a><a/></r>",
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<!-- c --><?pi x?><r>\r\n<a>x\r\ny\rz</a></r>\n<!-- d -->",
    "<r><a k='a\tb\nc\r\nd&#10;e&quot;f'>x</a ></r >",
    "<r xmlns='http://a.org/' xmlns:p='urn:x'><p:a p:k='1' k='2'/><a xmlns='urn:y'><p:b/></a><a/></r>",
    "<r><a><![CDATA[<x>]]]]><![CDATA[>\r\n]]></a><a>]] ]></a></r>",
    "<r><a xml:lang='de' xml:space='preserve'>ä</a><ä>ö</ä><a>nach</a></r>",
    "<r><a>1</a><!DOCTYPE x><a>2</a></r>", "<!DOCTYPE r><r><a>1</a><a>&x;</a></r>",
    "<!DOCTYPE r SYSTEM 'x'><r><a/></r>",
    "<?xml version=\"1.0\"?>\n<!DOCTYPE r SYSTEM \"x.dtd\" >\n<r><a>1</a><a>&x;</a><a>2</a></r>",
    "<!DOCTYPE r PUBLIC \"-//A//B C 1.0//EN\"\n \"http://a.org/b.dtd\"><r><a/>&lt;<b></r>",
    "<!DOCTYPE r><!DOCTYPE r><r/>",
    "<!DOCTYPE r SYSTEM><r/>", "<!DOCTYPE r PUBLIC \"a\"><r/>", "<!DOCTYPE><r/>", "<r/><!DOCTYPE r>", "<!DOCTYPE r",
    "<!DOCTYPE r [<!ENTITY e 'E<b/>'>]><r><a>&e;</a></r>",
    "<!DOCTYPE r [\n<!-- é -->\n<!ELEMENT r (a|b)*>\r\n<!ELEMENT a (#PCDATA)>]>\n<r><a k=' x '>1</a>\n<ä/><a/></r>",
    "<!DOCTYPE r SYSTEM \"x.dtd\" [<!ATTLIST a k CDATA #IMPLIED l CDATA #REQUIRED>] ><r><a k=' x '>1</a><a>&x;</a></r>",
    "<!DOCTYPE r [<!ATTLIST a k CDATA 'v'>]><r><a/></r>",
    "<!DOCTYPE r [<!ATTLIST a k CDATA #IMPLIED><!ATTLIST a k CDATA #REQUIRED>]><r><a k=' x '/></r>",
    "<!DOCTYPE r [<!ATTLIST a k CDATA #IMPLIED k CDATA #IMPLIED>]><r><a k=' x '/></r>",
    "<!DOCTYPE r [<!ATTLIST a k CDATA #IMPLIED><!ATTLIST b k CDATA #IMPLIED>]>\n<r><a k=' x '>1</a>\n<b/></r>",
    "<!DOCTYPE r [<!ATTLIST a k NMTOKEN #IMPLIED>]><r><a k=' v '/></r>",
    "<!DOCTYPE r [<!ENTITY e 'E é'><!ENTITY f \"&#65;\">]><r><a>1</a><a k='&e;'>&e;</a><a>&f;</a></r>",
    "<!DOCTYPE r [<!ENTITY e 'E'><!ENTITY e 'F'>]><r><a>&e;</a></r>",
    "<!DOCTYPE r [<!ELEMENT r (a,>]><r><a/></r>", "<!DOCTYPE r [<!ELEMENT r (a|b,c)>]><r><a/></r>",
    "<!DOCTYPE r [<!ELEMENT r(a)>]><r><a/></r>", "<!DOCTYPE r [<!ELEMENT r (a, b?)+><!ELEMENT r ANY>]><r><a/></r>",
    "<!DOCTYPE r [<!ELEMENT r (#PCDATA|a|a)*><!ELEMENT a (#PCDATA|b)>]><r><a/></r>",
    "<!DOCTYPE r [<!-- a -- b -->]><r><a/></r>", "<!DOCTYPE r [<!-- a --->]><r><a/></r>",
    "<!DOCTYPE r [%p;]><r><a/></r>",
    "<!DOCTYPE r []><r><a/></r>", "<!DOCTYPE r [ ] ]><r><a/></r>", "<!DOCTYPE r [", "<!DOCTYPE r [<!ELEMENT r ANY>",
    "<!DOCTYPE r [ ]",
    "<!DOCTYPE r [<!ENTITY % p 'x'>]><r><a/></r>", "<!DOCTYPE r [<!ENTITY e SYSTEM 'x'>]><r><a>&e;</a></r>",
    "<r><a>1</a><a>&unknown;</a></r>",
    "<r><a>1</a><a>x & y</a></r>",
    "<r><a>1</a>\n <b>x</a></r>",
    "<r><a>1</a><a k='1' k='2'/></r>",
    "<r><a>1</a><a k=1/></r>",
    "<r><a>1</a><a k='<'/></r>",
    "<r><a>1</a><p:a/><a>2</a></r>",
    "<r><a>1</a><a xmlns:q='x y'/><a xmlns:q='relative'/></r>",
    "<r><a>1</a><!-- a -- b --></r>",
    "<r><a>1</a><?xml version='1.0'?></r>",
    "<r><a>1</a>]]></r>",
    "<r><a>1</a>\u{1}</r>",
    "<r><a>1</a></r>more",
    "<r><a>1</a></r><s/>",
    "<r><a>1</a><a>2",
    "<r><a>1</a><a",
    "<r><a>1</a><!-- ",
    "<r><a>1</a><![CDATA[ x",
    "<r><a>1</a><?pi ",
    "<r/>", "<r></r>", "", " ", "<", "x", "<?xml version='1.0'?><r><a/></r>", "<?xml version=\"1.1\"?><r><a/></r>",
    "<?xml version=\"1.0\" encoding=\"latin-1\"?><r><a/></r>", " <?xml version=\"1.0\"?><r/>",
    "<r><a>&#0;</a></r>", "<r><a>&#xD800;</a></r>", "<r><a>&#x110000;</a></r>", "<r><a>&#99999999999;</a></r>",
    "<r><a b='&amp;&#38;&lt;'>&#38;lt;</a></r>", "<a:r xmlns:a='urn:x'><a:b/></a:r>", "<r><a::b/></r>", "<r><:a/></r>",
    "<r><a>\u{FFFE}</a></r>", "<r xmlns:xml='urn:x'><a/></r>", "<r xmlns:p=''><a/></r>", "<r><a p:x='1'/></r>",
    "<r xmlns:p='urn:x' xmlns:q='urn:x'><a p:k='1' q:k='2'/></r>", "<r><a b='1'c='2'/></r>", "<r>&#x20;<a/></r>",
  ]

  @Test(arguments: documents) func readsAsLibxml2Does(_ document: String) throws {
    try expectSame(Array(document.utf8), document)
    try expectSame(Array(document.utf8), document, path: "//a", fields: ["@k", ".", "../@x", "n:b", "b/@x"])
  }

  @Test func readsAsLibxml2DoesInPieces() throws {
    for document in Self.documents {
      let whole = try Self.read(.bytes(Array(document.utf8)), usesScanner: true)
      for size in [1, 2, 3, 7, 64] {
        let pieces = try Self.read(Pieces.input(Array(document.utf8), size: size), usesScanner: true)
        #expect(pieces == whole, "\(document) by \(size)")
      }
    }
  }

  @Test func readsBytesThatAreNoTextAsLibxml2Does() throws {
    for bad: [UInt8] in [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0]] {
      try expectSame(Array("<r><a>1</a><a>x".utf8) + bad + Array("y</a></r>".utf8), "\(bad)")
    }
  }

  @Test func keepsTheLimits() throws {
    var limits = MarkupLimits()
    limits.recordBytes = 100
    limits.attributes = 3
    limits.depth = 5
    let long = String(repeating: "y", count: 500)
    for document in [
      "<r><a>1</a><a>\(long)<c/><d>x</d></a><a>3</a></r>", "<r><a/><a b='' c='' d='' e=''/><a/></r>",
      "<r><a/>\n<a><b><c><d><e/></d></c></b></a></r>",
    ] {
      let ours = try Self.read(.bytes(Array(document.utf8)), usesScanner: true, limits: limits)
      let theirs = try Self.read(.bytes(Array(document.utf8)), usesScanner: false, limits: limits)
      #expect(ours == theirs)
      #expect(ours.findings.map(\.rule) == [.sourceLimit])
    }
  }

  @Test func agreesOnDamagedDocuments() throws {
    var random = SeededGenerator(seed: 23)
    let tokens = [
      "<", ">", "</", "\"", "&", "&#0;", "<!--", "<![CDATA[", "]]>", "=", "<?", "xmlns:p='urn:x'", "p:", "\r", "é",
    ]
    for round in 0..<600 {
      var bytes = Array(
        (round % 2 == 0 ? XMLRecordReaderTests.nomenclature : Self.documents[round % Self.documents.count]).utf8
      )
      for _ in 0..<Int.random(in: 1...3, using: &random) where bytes.count > 1 {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...30, using: &random)))
        case 2: bytes.insert(contentsOf: Array(tokens.randomElement(using: &random)!.utf8), at: place)
        default: bytes.removeSubrange(max(place, 1)...)
        }
      }
      try expectSame(bytes, String(decoding: bytes, as: UTF8.self), path: round % 3 == 0 ? "//breed" : "/*/*")
    }
  }

  @Test(.enabled(if: Corpus.folder("xml") != nil, Comment(rawValue: Corpus.absence)))
  func agreesOnTheCorpus() throws {
    let folder = try #require(Corpus.folder("xml"))
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    where name.hasSuffix(".xml") && !name.hasSuffix("many-attributes.xml") {
      try expectSame([UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))), name)
    }
  }
}

/// A document that comes in pieces of one size.
enum Pieces {
  static func input(_ bytes: [UInt8], size: Int) -> ByteInput {
    let state = State(bytes: bytes)
    return .stream { buffer in
      let count = min(size, buffer.count, state.bytes.count - state.offset)
      for place in 0..<count { buffer[place] = state.bytes[state.offset + place] }
      state.offset += count
      return count
    }
  }

  /// `@unchecked Sendable` because one reader alone asks for the bytes.
  private final class State: @unchecked Sendable {
    let bytes: [UInt8]
    var offset = 0

    init(bytes: [UInt8]) { self.bytes = bytes }
  }
}
