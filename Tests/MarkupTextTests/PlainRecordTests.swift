import MarkupText
import TestSupport
import Testing
import TextInput

/// Records that the scanner reads in one go, against the same ones read by libxml2: values, places and findings have to be the same.
@Suite struct PlainRecordTests {
  /// Children of a record: mostly those that are read in one go, among them every kind that is not.
  private static let children = [
    "<a>1</a>", "<b>Welsh Corgi</b>", "<c></c>", "<a>Größe</a>", "<breed-with-a-long-name>x</breed-with-a-long-name>",
    "<b>one\n  two</b>", "<a/>", "<a k='1'>2</a>", "<c>1 &amp; 2</c>", "<b>[x]</b>", "<c>x\r\ny</c>",
    "<b><a>deep</a></b>", "<!-- c -->", "<![CDATA[ <a>no</a> ]]>", "text", "<d>new</d>", "<a >3</a >",
    "<n:b xmlns:n='urn:x'>4</n:b>", "<r.x>5</r.x>",
  ]

  /// A document of many records, most of them plain.
  private static func document(_ generator: inout SeededGenerator) -> String {
    var text = "<r>\n"
    for _ in 0..<60 {
      let isPlain = Int.random(in: 0..<4, using: &generator) > 0
      let known = isPlain ? 5 : children.count
      var record = Int.random(in: 0..<8, using: &generator) == 0 ? "<x k='7'>" : "<x>"
      for _ in 0..<Int.random(in: 0..<6, using: &generator) {
        record += "\n    " + children[Int.random(in: 0..<known, using: &generator)]
      }
      text += "  \(record)\n  </x>\n"
      if Int.random(in: 0..<12, using: &generator) == 0 { text += "<y><a>other</a></y>&#32;\n" }
      if Int.random(in: 0..<20, using: &generator) == 0 { text += "</r>" + "<r>" }
    }
    return "<all>" + text + "</r></all>"
  }

  @Test(arguments: 0..<60) func areReadAsLibxml2ReadsThem(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let document = Array(Self.document(&generator).utf8)
    for (path, fields) in [
      ("//x", ["a", "b", "c"]), ("//x", ["@k", "a", "breed-with-a-long-name"]), ("/all/r/x", ["c"]), ("//x", []),
      ("//x|//y", ["a"]), ("//*", ["a"]), ("//x[@k]", ["a", "b"]), ("//x", ["a", "../@k"]), ("//x", ["b/a", "a"]),
    ] {
      let theirs = try XMLScannerTests.read(.bytes(document), path: path, fields: fields, usesScanner: false)
      let ours = try XMLScannerTests.read(.bytes(document), path: path, fields: fields, usesScanner: true)
      #expect(ours == theirs, "\(path) \(fields)")
      let pieces = Pieces.input(document, size: 300 + seed)
      #expect(try XMLScannerTests.read(pieces, path: path, fields: fields, usesScanner: true) == theirs)
    }
  }

  @Test func thoseThatAreTooLongAreLeftOut() throws {
    let long = "<x><a>1</a><b>\(String(repeating: "b", count: 400))</b></x>"
    let short = "<x><a>1</a><b>2</b></x>"
    let records = [short, short, long, short].joined(separator: "\n")
    let document = "<r>\(records)\(String(repeating: " ", count: 600))</r>"
    var limits = MarkupLimits()
    limits.recordBytes = 200
    let readings = try [true, false].map {
      try XMLScannerTests.read(.bytes(Array(document.utf8)), fields: ["a", "b"], usesScanner: $0, limits: limits)
    }
    #expect(readings[0] == readings[1])
    #expect(readings[0].lines.count == 3)
  }

  @Test func aNameThatIsARecordElsewhereIsNone() throws {
    let filler = String(repeating: "<x><a>1</a></x>\n", count: 40)
    let document = "<r><s>\(filler)</s><t>\(filler)</t><s>\(filler)</s></r>"
    let reading = try XMLScannerTests.read(
      .bytes(Array(document.utf8)),
      path: "/r/s/x",
      fields: ["a"],
      usesScanner: true
    )
    #expect(reading.lines.count == 80)
  }
}
