import DelimitedText
import Findings
import Foundation
import ImportPipeline
import Testing
import TestSupport

/// Mending sources where a finding says how.
@Suite("Mending sources")
struct SourceFixerTests {
  /// Runs the recipe over the given bytes, mends, and gives the mended bytes with the fix.
  private func fix(
    _ bytes: [UInt8],
    name: String = "dogs.csv",
    source: String = "",
    group: String = "Group",
    suggestions: Bool = false
  ) throws -> SourceFix? {
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
    let test = try TestImport(
      """
      model: Test.xcdatamodeld
      output: Test.sqlite
      sources:
        - { file: groups.csv, entity: Group, key: name }
        - { file: \(name), entity: Dog, relationships: { group: \(group) }\(source) }
      checks:
        Dog:
          "*": { text: clean }
          code: { oneOf: [AAA, BBB] }
      """,
      files: ["groups.csv": "name\nHounds\nToys\n"],
      in: folder.path
    )
    let fixer = SourceFixer(plan: test.plan, options: FixOptions(takesSuggestions: suggestions))
    return try withExtendedLifetime(folder) { try fixer.fixes(for: test.result.findings).first }
  }

  private func mended(_ text: String, suggestions: Bool = false) throws -> String? {
    try fix(Array(text.utf8), suggestions: suggestions).map { String(decoding: $0.after, as: UTF8.self) }
  }

  @Test func mendsSpacesAndInvisibleCharactersAndNothingElse() throws {
    let text =
      "name,temper,Group\r\n  Rex ,\"calm,  \"\"very\"\" calm \",Hounds\r\nBello,\"so\u{A0}so\",Toys\r\nAstor,KEEP ME  NOT,Toys"
    let expected =
      "name,temper,Group\r\nRex,\"calm, \"\"very\"\" calm\",Hounds\r\nBello,\"so so\",Toys\r\nAstor,KEEP ME NOT,Toys"
    #expect(try mended(text) == expected)
    #expect(try mended(expected) == nil)
  }

  @Test func mendsTextThatWasDecodedTwiceWithWhatHidesBehindIt() throws {
    #expect(try mended("name,Group\n ZÃ¼rich  dog,Hounds\n") == "name,Group\nZürich dog,Hounds\n")
  }

  @Test(arguments: [TextEncoding.utf16LittleEndian, .utf16BigEndian, .windows1252, .utf8])
  func keepsTheEncoding(_ encoding: TextEncoding) throws {
    let mark: [UInt8] =
      switch encoding {
      case .utf16LittleEndian: [0xFF, 0xFE]
      case .utf16BigEndian: [0xFE, 0xFF]
      case .utf8: [0xEF, 0xBB, 0xBF]
      default: []
      }
    let filler = (0..<20).map { "Hündin \($0);müde;Hounds\r\n" }.joined()
    let before = "name;temper;Group\r\n" + filler + "Größe  A;\"süß  \";Hounds\r\n"
    let after = "name;temper;Group\r\n" + filler + "Größe A;\"süß\";Hounds\r\n"
    let result = try fix(mark + #require(encoding.encode(before)))
    let expected = try mark + #require(encoding.encode(after))
    #expect(result?.after == expected)
  }

  @Test func takesSuggestionsOnlyWhenAsked() throws {
    let text = "name,code,Group\nRex,AAB,Hounds\nBello,BBB,Hound\n"
    #expect(try mended(text) == nil)
    #expect(try mended(text, suggestions: true) == "name,code,Group\nRex,AAA,Hounds\nBello,BBB,Hounds\n")
  }

  @Test func saysWhyItLeavesAFieldAlone() throws {
    let source = ", records: //dog, attributes: { name: name, temper: temper }"
    let xml = """
      <dogs>
        <dog><name>Rex  the first</name><temper>so  <b>calm</b></temper><group>Hounds</group></dog>
        <dog><name>Tom &amp;  Co</name><temper calm="1">  wild</temper><group>Toys</group></dog>
      </dogs>
      """
    let result = try #require(
      try fix(Array(xml.utf8), name: "dogs.xml", source: source, group: "group")
    )
    let text = String(decoding: result.after, as: UTF8.self)
    #expect(text.contains("<name>Rex the first</name>"))
    #expect(text.contains("<name>Tom &amp;  Co</name>"))
    #expect(result.left.map(\.reason).contains("it is written with entities"))
  }

  @Test func mendsTheTextOfCells() throws {
    let html =
      "<table><tr><th>name</th><th>temper</th><th>Group</th></tr>\n"
      + "<tr><td>Rex</td><td><b>so\u{200B}calm</b></td><td>Hounds</td></tr>\n"
      + "<tr><td>Bel\u{200B}lo</td><td>ZÃ¼rich</td><td>Hounds</td></tr></table>\n"
    let result = try fix(Array(html.utf8), name: "dogs.html")
    let expected = html.replacing("\u{200B}", with: "").replacing("ZÃ¼rich", with: "Zürich")
    #expect(result.map { String(decoding: $0.after, as: UTF8.self) } == expected)
  }

  @Test func showsTheChangesAsADiff() {
    let before = (1...12).map { "line \($0)\n" }.joined()
    let after = before.replacing("line 2\n", with: "line two\n").replacing("line 12", with: "line twelve")
    #expect(
      UnifiedDiff.text("a.txt", before: before, after: after) == """
        --- a.txt
        +++ a.txt
        @@ -1,5 +1,5 @@
         line 1
        -line 2
        +line two
         line 3
         line 4
         line 5
        @@ -9,4 +9,4 @@
         line 9
         line 10
         line 11
        -line 12
        +line twelve

        """
    )
    #expect(UnifiedDiff.text("a.txt", before: before, after: before) == "")
  }

  @Test func aDiffMarksAMissingLineEnd() {
    #expect(
      UnifiedDiff.text("a.txt", before: "one\ntwo", after: "one\n2") == """
        --- a.txt
        +++ a.txt
        @@ -1,2 +1,2 @@
         one
        -two
        \\ No newline at end of file
        +2
        \\ No newline at end of file

        """
    )
    #expect(
      UnifiedDiff.text("a.txt", before: "one\ntwo", after: "1\ntwo").hasSuffix(
        "+1\n two\n\\ No newline at end of file\n"
      )
    )
    let long = (1...9).map(String.init).joined(separator: "\n")
    #expect(!UnifiedDiff.text("a.txt", before: long, after: "one" + long.dropFirst()).contains("No newline"))
  }
}
