import Findings
import MarkupText
import Testing

/// An excerpt is a piece of one line of the file.
@Suite struct ExcerptTests {
  private func excerpts(_ document: String, chunkSize: Int, _ fields: [String]) throws -> [SourceExcerpt] {
    var options = XMLRecordOptions(recordPath: try RecordPath("//b"), fileName: "f")
    options.chunkSize = chunkSize
    let reader = try XMLRecordReader(
      bytes: Array(document.utf8),
      options: options,
      fields: fields.map { try FieldPath($0) }
    )
    var record = MarkupRecord()
    var excerpts: [SourceExcerpt] = []
    while try reader.next(&record) { excerpts += fields.indices.compactMap { record.excerpt(ofField: $0) } }
    return excerpts
  }

  static let groups = (1...40).map { "<g no='\($0)' name='G\($0)'>\n <i><b n='\($0)'/></i>\n</g>\n" }

  @Test(arguments: [8, 64, 700, 1 << 15]) func showsLinesOfTheFile(_ chunkSize: Int) throws {
    let document = "<r>\n" + Self.groups.joined() + "</r>\n"
    let lines = document.split(separator: "\n").map(String.init)
    for excerpt in try excerpts(document, chunkSize: chunkSize, ["@n", "../../@no", "ancestor::g/@name"]) {
      let line = lines[excerpt.line - 1]
      #expect(line.contains(excerpt.text), "\(excerpt)")
      #expect(excerpt.isCutAtStart == !line.hasPrefix(excerpt.text), "\(excerpt)")
      #expect(excerpt.isCutAtEnd || line.hasSuffix(excerpt.text), "\(excerpt)")
    }
  }

  @Test func showsTheWholeLineOfAnElementAroundARecord() throws {
    let found = try excerpts("<r>\n" + Self.groups.joined() + "</r>\n", chunkSize: 1 << 15, ["../../@no"])
    #expect(found.map(\.text) == Self.groups.map { String($0.prefix { $0 != "\n" }) })
    #expect(found.allSatisfy { $0.markStart == 3 && !$0.isCutAtStart && !$0.isCutAtEnd })
  }

  @Test func cutsTheLineOfAnElementWhoseRestIsGone() throws {
    let filler = String(repeating: "<x/>\n", count: 400)
    let found = try excerpts("<r><g no='1'>\(filler)<b/></g></r>", chunkSize: 64, ["../@no"])
    #expect(found.map(\.text) == ["<g no='1'>"])
    #expect(found[0].isCutAtStart && found[0].isCutAtEnd && found[0].markStart == 3)
  }
}
