import DelimitedText
import Findings
import Foundation
@testable import ImportPipeline
import Synchronization
import Testing
import TestSupport
import TextInput

/// Correcting sources where a finding says how.
@Suite("Correcting sources")
struct SourceFixerTests {
  /// Runs the recipe over the given bytes, corrects, and gives the corrected bytes with the fix.
  private func fix(
    _ bytes: [UInt8],
    name: String = "dogs.csv",
    source: String = "",
    group: String = "Group",
    lookups: String = "{}",
    suggestions: Bool = false
  ) throws -> (fix: SourceFix, after: [UInt8])? {
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
    let test = try TestImport(
      """
      model: Test.xcdatamodeld
      output: Test.sqlite
      lookups: \(lookups)
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
    let fixer = SourceFixer(plan: test.plan, takesSuggestions: suggestions)
    guard let fix = try fixer.fixes(for: test.result.findings).first else { return nil }
    try fix.apply()
    return (fix, try Array(Data(contentsOf: URL(fileURLWithPath: folder.file(name)))))
  }

  private func corrected(_ text: String, suggestions: Bool = false) throws -> String? {
    try fix(Array(text.utf8), suggestions: suggestions).map { String(decoding: $0.after, as: UTF8.self) }
  }

  @Test func correctsSpacesAndInvisibleCharactersAndNothingElse() throws {
    let text =
      "name,temper,Group\r\n  Rex ,\"calm,  \"\"very\"\" calm \",Hounds\r\nBello,\"so\u{A0}so\",Toys\r\nAstor,KEEP ME  NOT,Toys"
    let expected =
      "name,temper,Group\r\nRex,\"calm, \"\"very\"\" calm\",Hounds\r\nBello,\"so so\",Toys\r\nAstor,KEEP ME NOT,Toys"
    #expect(try corrected(text) == expected)
    #expect(try corrected(expected) == nil)
  }

  @Test func correctsTextThatWasDecodedTwiceWithWhatHidesBehindIt() throws {
    #expect(try corrected("name,Group\n ZÃ¼rich  dog,Hounds\n") == "name,Group\nZürich dog,Hounds\n")
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
    #expect(try corrected(text) == nil)
    #expect(try corrected(text, suggestions: true) == "name,code,Group\nRex,AAA,Hounds\nBello,BBB,Hounds\n")
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
    #expect(text.contains("<name>Tom &amp; Co</name>"))
    #expect(result.fix.left.map(\.reason).contains("its text stands in several pieces"))
  }

  /// A suggestion may be right for one row and wrong for another that has the same cell.
  @Test func leavesACellThatIsNotWrongForAllOfItsRows() throws {
    let html = """
      <table><tr><th>name</th><th>code</th><th>Group</th></tr>
      <tr><td>Rex</td><td rowspan="2">AAA</td><td>Hound</td></tr>
      <tr><td>Max</td><td>Toys</td></tr>
      <tr><td>Ace</td><td rowspan="2">AAB</td><td rowspan="2">Toy</td></tr>
      <tr><td>Tom</td></tr></table>

      """
    // All rows have the same mistake.
    let shared = try #require(try fix(Array(html.utf8), name: "dogs.html", suggestions: true))
    let expected = html.replacing("Hound<", with: "Hounds<").replacing("Toy<", with: "Toys<")
      .replacing("AAB", with: "AAA")
    #expect(String(decoding: shared.after, as: UTF8.self) == expected)
    #expect(shared.fix.left.isEmpty)
    let folder = try TemporaryFolder()
    let test = try TestImport(
      """
      model: Test.xcdatamodeld
      output: Test.sqlite
      sources: [{ file: groups.csv, entity: Group }, { file: dogs.html, entity: Dog, relationships: { group: Group } }]
      checks: { Dog: { code: { oneOf: [AAA, BBB] } } }
      """,
      files: ["groups.csv": "name\nHound\nToy\nToys\n", "dogs.html": html.replacing("AAA", with: "AAB")],
      in: folder.path
    )
    // What the team has accepted of one row is not corrected for it.
    let findings = test.result.findings.filter { $0.record != 4 && $0.rule == .valueOneOf }
    let fix = try #require(try SourceFixer(plan: test.plan, takesSuggestions: true).fixes(for: findings).first)
    #expect(fix.edits.count == 1 && fix.corrected.map(\.record) == [1, 2])
    #expect(fix.left.map(\.finding.record) == [3])
    #expect(fix.left.first?.reason.hasPrefix("other records or fields have their value from there") == true)
  }

  @Test func correctsTheTextOfCells() throws {
    let html =
      "<table><tr><th>name</th><th>temper</th><th>Group</th></tr>\n"
      + "<tr><td>Rex</td><td><b>so\u{200B}calm</b></td><td>Hounds</td></tr>\n"
      + "<tr><td>Bel\u{200B}lo</td><td>ZÃ¼rich</td><td>Hounds</td></tr></table>\n"
    let result = try fix(Array(html.utf8), name: "dogs.html")
    let expected = html.replacing("\u{200B}", with: "").replacing("ZÃ¼rich", with: "Zürich")
    #expect(result.map { String(decoding: $0.after, as: UTF8.self) } == expected)
  }

  @Test func readsQuotesAsTheReaderDoes() throws {
    let text =
      "name,temper,Group\nRex,\"a  b\" ,Hounds\nMax, \"c  d\",Toys\nAce,\"e\"  f  g,Toys\nBello,\"h  \"\"i\"\"\",Toys\n"
    let result = try fix(Array(text.utf8), source: ", quoting: tolerant, initialSpace: skip")
    #expect(
      result.map { String(decoding: $0.after, as: UTF8.self) }
        == "name,temper,Group\nRex,\"a b\",Hounds\nMax, \"c d\",Toys\nAce,e f g,Toys\nBello,\"h \"\"i\"\"\",Toys\n"
    )
  }

  @Test func readsEscapesOutsideOfQuotes() throws {
    let text = "name,temper,Group\nRex,a\\,b  c,Hounds\nMax,\"d  \\\"e\\\"\",Toys\n"
    let result = try fix(Array(text.utf8), source: ", quote: '\"', escape: '\\'")
    #expect(
      result.map { String(decoding: $0.after, as: UTF8.self) }
        == "name,temper,Group\nRex,\"a,b c\",Hounds\nMax,\"d \\\"e\\\"\",Toys\n"
    )
  }

  /// Without its space, the record would be a comment.
  @Test func leavesARecordThatWouldNotBeReadAnyMore() throws {
    let text = "name\ttemper\tGroup\n #Rex\tso  so\tHounds\nMax\tso  so\tToys\n"
    let source = ", delimiter: tab, quote: none, comment: '#'"
    let result = try #require(try fix(Array(text.utf8), source: source))
    #expect(String(decoding: result.after, as: UTF8.self) == text.replacing("so  so", with: "so so"))
    let left = result.fix.left
    #expect(left.map(\.finding.field) == ["name"])
    #expect(left.map(\.reason) == ["it would not be one record of the file's form then; edit its text"])
  }

  @Test func anAttributeInTheConditionOfAPathIsNotWhatTheFieldSays() throws {
    let xml = """
      <dogs>
        <dog><name at="@">Rex</name><temper lang="en">so  <!-- -->calm</temper><temper lang="de">sehr  ruhig</temper><group>Toys</group></dog>
      </dogs>
      """
    let source = ", records: //dog, attributes: { name: 'name[@at]', temper: \"temper[@lang='de']\" }"
    let result = try fix(Array(xml.utf8), name: "dogs.xml", source: source, group: "group")
    #expect(
      result.map { String(decoding: $0.after, as: UTF8.self) } == xml.replacing("sehr  ruhig", with: "sehr ruhig")
    )
  }

  /// What is in a field may be read as another text, or as several.
  @Test func takesASuggestionAboutAPartForThatPart() throws {
    let text = "name,code,Group\nRex,AAB;ZZZ,Hounds\nBello,AAB ; x,Hounds\nMax,AAB,Hounds\n"
    let part = ", attributes: { name: name, code: { field: code, split: ';', part: 0 } }"
    let result = try fix(Array(text.utf8), source: part, suggestions: true)
    #expect(
      result.map { String(decoding: $0.after, as: UTF8.self) }
        == "name,code,Group\nRex,AAA;ZZZ,Hounds\nBello,AAA ; x,Hounds\nMax,AAA,Hounds\n"
    )
    let translated = try #require(
      try fix(
        Array("name,code,Group\nRex,one,Hounds\nMax,two,Hounds\n".utf8),
        source: ", attributes: { name: name, code: { field: code, lookup: codes } }",
        lookups: "{ codes: { entries: { one: AAB, two: BBA, three: AAA } } }",
        suggestions: true
      )
    )
    #expect(String(decoding: translated.after, as: UTF8.self) == "name,code,Group\nRex,three,Hounds\nMax,two,Hounds\n")
    #expect(translated.fix.left.map(\.reason) == ["the suggestion is about a part of the field"])
  }

  @Test func readsReferencesOfAPageAsTheReaderDoes() throws {
    let html =
      "<table><tr><th>name</th><th>temper</th><th>Group</th></tr>\n"
      + "<tr><td>Rex</td><td>so&#150;so &nbsp;&eacute;&copy &ampx&hellip;\u{200B}</td><td>Hounds</td></tr></table>\n"
    let kept = try fix(Array(html.utf8), name: "dogs.html", source: ", keep: [noBreakSpaces]")
    #expect(
      kept.map { String(decoding: $0.after, as: UTF8.self) }
        == html.replacing("&nbsp;&eacute;&copy &ampx&hellip;\u{200B}", with: " é© &amp;x…")
    )
    let taken = try fix(Array(html.utf8), name: "dogs.html")
    #expect(taken.map { String(decoding: $0.after, as: UTF8.self) } == html.replacing("\u{200B}", with: ""))
  }

  /// The diff of a text in which some lines are others, as if each were an edit.
  private func diff(_ lines: [String], _ changes: [Int: String], encoding: TextEncoding = .utf8) throws -> String {
    let folder = try TemporaryFolder()
    var bytes: [UInt8] = []
    var fix = SourceFix(file: "a.txt", path: folder.file("a.txt"))
    for (index, line) in lines.enumerated() {
      let before = try #require(encoding.encode(line))
      if let change = changes[index] {
        let range = bytes.count..<bytes.count + before.count
        try fix.edits.append(SourceFix.Edit(range: range, before: before, after: #require(encoding.encode(change))))
      }
      bytes += before
    }
    try Data(bytes).write(to: URL(fileURLWithPath: fix.path))
    fix.encoding = encoding
    fix.state = try FileState(ofFile: fix.path)
    return try fix.diff()
  }

  @Test(arguments: [TextEncoding.utf8, .utf16LittleEndian])
  func showsTheChangesAsADiff(_ encoding: TextEncoding) throws {
    let before = (1...12).map { "line \($0)\n" }
    let shown = try diff(before, [1: "line two\n", 11: "line twelve\n"], encoding: encoding)
    #expect(
      shown == """
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
    #expect(try diff(before, [:]) == "")
    #expect(try diff(["Cafe\u{301}\n"], [0: "Caf\u{E9}\n"]).hasSuffix("-Cafe\u{301}\n+Caf\u{E9}\n"))
  }

  @Test func showsChangesThatAreNearEachOtherTogether() throws {
    let before = (1...20).map { "\($0)\n" }
    #expect(try diff(before, [4: "x\n", 10: "y\n"]).contains("@@ -2,13 +2,13 @@\n 2\n 3\n 4\n-5\n+x\n 6\n"))
    #expect(try diff(before, [4: "x\n", 11: "y\n"]).contains("\n 8\n@@ -9,7 +9,7 @@\n 9\n"))
    #expect(try diff(before, [4: "x\n", 5: "y\n"]).contains("\n-5\n-6\n+x\n+y\n 7\n"))
  }

  @Test func showsLinesThatAreJoined() throws {
    let shown = try diff(["1\n", "2\n3\n", "4\n", "5\n", "6\n", "7\n"], [1: "2 3\n"])
    #expect(shown.hasSuffix("@@ -1,6 +1,5 @@\n 1\n-2\n-3\n-4\n-5\n-6\n+2 3\n+4\n+5\n+6\n"), "\(shown)")
  }

  @Test func aDiffMarksAMissingLineEnd() throws {
    #expect(
      try diff(["one\n", "two"], [1: "2"]) == """
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
    #expect(try diff(["one\n", "two"], [0: "1\n"]).hasSuffix("+1\n two\n\\ No newline at end of file\n"))
    let long = (1...9).map { $0 == 9 ? "9" : "\($0)\n" }
    #expect(try !diff(long, [0: "one\n"]).contains("No newline"))
  }

  @Test func leavesAFileAloneThatHasChangedMeanwhile() throws {
    let folder = try TemporaryFolder()
    try folder.write("name\nToy  dogs\n", to: "groups.csv")
    let test = try TestImport(
      """
      model: Test.xcdatamodeld
      output: Test.sqlite
      sources: [{ file: groups.csv, entity: Group }]
      checks: { Group: { "*": { text: clean } } }
      """,
      files: [:],
      in: folder.path
    )
    let fix = try #require(try SourceFixer(plan: test.plan).fixes(for: test.result.findings).first)
    try folder.write("name\nBig  dogs\n", to: "groups.csv")
    let error = #expect(throws: SourceFix.Failure.self) { try fix.apply() }
    #expect(error?.description.hasSuffix("groups.csv has changed meanwhile; run the command again") == true)
    #expect(try folder.text(of: "groups.csv") == "name\nBig  dogs\n")
  }

  @Test func ofTwoAtOnceOneIsRefused() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("groups.csv")
    let edits = [(2..<4, "A"), (6..<8, "B")].map { range, text in
      SourceFix.Edit(range: range, before: [32, 32], after: Array(text.utf8))
    }
    for _ in 0..<50 {
      try folder.write("Ab  cd  ef\n", to: "groups.csv")
      let state = try FileState(ofFile: path)
      let hasEnded = Mutex([false, false])
      DispatchQueue.concurrentPerform(iterations: 2) { number in
        let fix = SourceFix(file: "groups.csv", path: path, edits: [edits[number]], state: state)
        do {
          try fix.apply()
          hasEnded.withLock { $0[number] = true }
        } catch {
          #expect("\(error)".hasSuffix("groups.csv has changed meanwhile; run the command again"))
        }
      }
      let expected = hasEnded.withLock { $0[0] ? "AbAcd  ef\n" : "Ab  cdBef\n" }
      #expect(hasEnded.withLock { $0[0] != $0[1] }, "one fix has undone the other")
      #expect(try folder.text(of: "groups.csv") == expected)
    }
    #expect(folder.names() == ["groups.csv"])
  }
}
