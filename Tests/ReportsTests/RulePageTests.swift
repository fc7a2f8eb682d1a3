import Findings
import Foundation
import Reports
import Testing

@Suite struct RulePageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let folder = root.appending(path: "docs/rules")

  private static var pages: [String: String] {
    var pages = ["README.md": RulePage.index()]
    for rule in RuleCatalogue.all { pages[RulePage.fileName(rule)] = RulePage.markdown(rule) }
    return pages
  }

  /// With `STUDBOOK_WRITE_RULE_PAGES=1` in the environment, the pages are written instead of compared.
  @Test func everyRuleHasItsPageInTheDocumentation() throws {
    if ProcessInfo.processInfo.environment["STUDBOOK_WRITE_RULE_PAGES"] == "1" {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      for (name, text) in Self.pages {
        try text.write(to: Self.folder.appending(path: name), atomically: true, encoding: .utf8)
      }
    }
    for (name, text) in Self.pages {
      let written = try? String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
      #expect(
        written == text,
        "docs/rules/\(name) is out of date; write it with STUDBOOK_WRITE_RULE_PAGES=1 swift test"
      )
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(files == Self.pages.keys.sorted())
  }

  @Test func everyRuleThatTheSourcesDeclareIsInTheCatalogue() throws {
    let sources = try #require(
      FileManager.default.enumerator(at: Self.root.appending(path: "Sources"), includingPropertiesForKeys: nil)
    )
    var codes: Set<String> = []
    for case let file as URL in sources where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /: RuleCode = "([^"]+)"/) { codes.insert(String(match.1)) }
      // The kinds of problems of a store become codes when they are reported.
      for match in text.matches(of: /case \w+ = "(store\.[^"]+)"/) { codes.insert(String(match.1)) }
    }
    let known = Set(RuleCatalogue.all.map(\.code.rawValue))
    #expect(codes.subtracting(known).sorted() == [])
    #expect(known.subtracting(codes).sorted() == [])
  }

  @Test(arguments: RuleCatalogue.all.map(\.code.rawValue))
  func theExampleOfARuleShowsItsFinding(_ code: String) throws {
    let rule = try #require(RuleCatalogue.rule(RuleCode(rawValue: code)))
    let finding = try #require(rule.example.finding(of: rule))
    #expect(finding.excerpt?.text.isEmpty == false)
    #expect(rule.example.wrong != rule.example.mended)
    #expect(rule.title.last != "." && rule.example.message.last != ".")
    #expect(rule.advice.last == "." && rule.explanation.last == ".")
    if let suggestion = rule.example.suggestion { #expect(rule.example.mended.contains(suggestion)) }
  }

  @Test func explainsARuleInATerminal() throws {
    let rule = try #require(RuleCatalogue.rule(.referenceUnknown))
    let expected = """
      Reference to an object that does not exist  error[reference.unknown]

      The field names an object, and no object has that name. Sources are read in
      the order of the recipe, so the source of the objects that are referred to has
      to come first. If the record of such an object was rejected, the message says
      so, and there is nothing to mend here. “unknown: create” in the recipe makes
      objects that are not there.

      What to do
      Mend the name, or add the missing object to its own source.

      Example: towns.csv
          name,country
          Bern,Swizerland

      towns.csv:2:6: error[reference.unknown] There is no Country whose name is “Swizerland”
          2 | Bern,Swizerland
            |      ^^^^^^^^^^
            = did you mean “Switzerland”?

      Mended
          name,country
          Bern,Switzerland

      """
    #expect(RulePage.terminal(rule) == expected)
    #expect(RulePage.terminal(rule, usesColour: true).contains("\u{1B}[1;31merror[reference.unknown]\u{1B}[0m"))
  }
}
