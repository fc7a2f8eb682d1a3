import Findings
import ImportPipeline
import Testing

/// `licence` and `origin` of a recipe, its sources and its lookup tables.
@Suite struct ProvenanceTests {
  private static func recipe(_ source: String, rest: String = "") throws -> Recipe {
    try RecipeReader.read(
      text: """
        model: A.xcdatamodeld
        output: A.sqlite
        \(rest)
        sources:
          - file: a.csv
            entity: A
        \(source.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
        """,
      path: "A.recipe.yml"
    )
  }

  private static func messages(_ source: String, rest: String = "") -> [String] {
    do {
      _ = try recipe(source, rest: rest)
      return []
    } catch {
      return (error as? RecipeError)?.problems.map(\.message) ?? ["\(error)"]
    }
  }

  @Test(arguments: ["licence", "license"]) func readsWhoseASourceIs(_ key: String) throws {
    let source = try #require(try Self.recipe("\(key): MIT\norigin: https://example.org/a").sources.first)
    #expect(source.provenance.licence == "MIT" && source.provenance.origin == "https://example.org/a")
  }

  @Test func readsWhoseTheRecipeAndALookupAre() throws {
    let recipe = try Self.recipe(
      "",
      rest: "licence: CC0-1.0\nlookups:\n  names: { file: n.csv, from: a, to: b, licence: own words, origin: us }"
    )
    #expect(recipe.provenance.licence == "CC0-1.0")
    #expect(recipe.lookups["names"]?.provenance.licence == "own words")
    #expect(recipe.lookups["names"]?.provenance.origin == "us")
  }

  @Test(arguments: [
    "MIT", "GPL-2.0+", "MIT OR Apache-2.0", "(MIT AND CC-BY-4.0) OR GPL-2.0-only WITH Classpath-exception-2.0",
    "LicenseRef-ours", "DocumentRef-a:LicenseRef-b", "no licence stated", "own words (see ORIGIN.md)", "© 2026 us",
    "NONE",
  ])
  func acceptsExpressionsAndTexts(_ licence: String) {
    #expect(Self.messages("licence: \"\(licence)\"") == [])
  }

  @Test(arguments: [
    ("MIT OR", "a licence is missing at its end"), ("OR MIT", "a licence is missing before “OR”"),
    ("(MIT OR CC0-1.0", "a bracket is not closed"), ("MIT)", "nothing can follow before “)” but AND, OR or WITH"),
    ("MIT AND AND GPL-2.0", "a licence is missing before “AND”"),
    ("GPL-2.0 WITH", "the exception after WITH is missing"),
    ("MIT/X11", "“MIT/X11” is no name of a licence"),
    ("MIT GPL-2.0 OR BSD", "nothing can follow before “GPL-2.0” but AND, OR or WITH"),
  ])
  func refusesExpressionsThatAreNone(_ licence: String, _ problem: String) {
    #expect(Self.messages("licence: \"\(licence)\"") == ["“\(licence)” is no SPDX expression: \(problem)"])
  }

  @Test func refusesBothSpellingsAtOnce() {
    #expect(Self.messages("licence: MIT\nlicense: MIT") == ["“licence” and “license” are the same key; say it once"])
  }
}
