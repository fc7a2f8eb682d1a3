import Findings
import Foundation
import ImageFitting
import Reports
import TestSupport
import Testing

/// The pages of `docs/rules`, which are what `studbook explain` and the reports say about a rule.
///
/// With `STUDBOOK_WRITE_RULE_PAGES=1` in the environment, what the tool reports of the examples, the line of a rule's severity and the list of
/// all rules are written into the pages instead of compared.
@Suite struct RulePageTests {
  private static let folder = URL(fileURLWithPath: Package.path("docs/rules"))
  private static let isWriting = ProcessInfo.processInfo.environment["STUDBOOK_WRITE_RULE_PAGES"] == "1"

  /// Swift sources are read by builds with the trait `SwiftDataSources`, whose tests look at the example of this page; pictures are compared where libvips
  /// is installed.
  private static let codes = RuleCatalogue.codes
    .filter { $0 != .modelSource && ($0 != .imageSimilar || ImageLibrary.isInstalled) }.map(\.rawValue)

  @Test(arguments: codes)
  func theExampleOfARuleIsWhatTheToolPrints(_ code: String) throws {
    let url = Self.folder.appending(path: RulePage.fileName(RuleCode(rawValue: code)))
    let page = try String(contentsOf: url, encoding: .utf8)
    let rule = try #require(RuleDescription(page: page), "\(url.lastPathComponent) is no page of a rule")
    let run = try RuleExampleRun(rule)
    if Self.isWriting { try Self.write(run, into: page, at: url) }
    let expected = rule.example.blocks.filter(\.isReport).map(\.text)
    let found = Array(run.reports.dropLast())
    #expect(Self.isWriting || found == expected)
    #expect(found.allSatisfy { !$0.isEmpty }, "the example does not bring the finding about")
    #expect(run.reports.last == "", "the mended example still has the finding")
  }

  private static func write(_ run: RuleExampleRun, into page: String, at url: URL) throws {
    var text = page
    for (block, report) in zip(run.rule.example.blocks.filter(\.isReport), run.reports) where !report.isEmpty {
      text = text.replacing(
        "\(block.caption)\n\n```text\n\(block.text)\n```",
        with: "\(block.caption)\n\n```text\n\(report)\n```"
      )
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[2] = RulePage.codeLine(run.rule)
    try lines.joined(separator: "\n").write(to: url, atomically: true, encoding: .utf8)
  }

  @Test func everyRuleHasItsPageInTheProgram() throws {
    var names: [String] = ["README.md", "Towns"]
    for code in RuleCatalogue.codes {
      let name = RulePage.fileName(code)
      names.append(name)
      let page = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
      let rule = try #require(RuleDescription(page: page), "\(name) is no page of a rule")
      #expect(rule.code == code && page.hasSuffix("\n\n[All rules](README.md)\n"))
      #expect(Self.isWriting || RuleCatalogue.rule(code) == rule, "\(name) is not in RulePages.c")
      #expect(Self.isWriting || page.contains("\n\(RulePage.codeLine(rule))\n"), "\(name) says another severity")
      #expect(rule.title.last != "." && rule.advice.last == "." && rule.explanation.last == ".", "\(name)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted() == names.sorted())
  }

  @Test func theListOfAllRulesIsUpToDate() throws {
    let url = Self.folder.appending(path: "README.md")
    if Self.isWriting { try RulePage.index().write(to: url, atomically: true, encoding: .utf8) }
    #expect(
      try String(contentsOf: url, encoding: .utf8) == RulePage.index(),
      "write it with STUDBOOK_WRITE_RULE_PAGES=1 swift test --filter RulePageTests"
    )
  }

  @Test func everyRuleThatTheSourcesNameIsInTheCatalogue() throws {
    let sources = try #require(FileManager.default.enumerator(atPath: Package.path("Sources")))
    var codes: Set<String> = []
    for case let file as String in sources where file.hasSuffix(".swift") {
      let text = try String(contentsOfFile: Package.path("Sources/\(file)"), encoding: .utf8)
      for match in text.matches(of: /: RuleCode = "([^"]+)"/) { codes.insert(String(match.1)) }
      // The kinds of problems of a store become codes when they are reported.
      for match in text.matches(of: /case \w+ = "(store\.[^"]+)"/) { codes.insert(String(match.1)) }
    }
    #expect(codes.sorted() == RuleCatalogue.codes.map(\.rawValue).sorted())
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

      """
    #expect(RulePage.terminal(rule).hasPrefix(expected))
    #expect(RulePage.terminal(rule, usesColour: true).contains("\u{1B}[1;31merror[reference.unknown]\u{1B}[0m"))
  }
}
