import Findings
import Foundation
import ImportPipeline
import TestSupport
import Testing

@Suite("Reading recipes")
struct RecipeReaderTests {
  private func problems(_ text: String) -> [String] {
    do {
      _ = try RecipeReader.read(text: text, path: "r.yml")
      return []
    } catch let error as RecipeError {
      return error.problems.map { finding in
        let place = finding.position.map { "\($0.line):\($0.column) " } ?? ""
        return place + finding.message + (finding.suggestion.map { " → \($0)" } ?? "")
      }
    } catch {
      return ["\(error)"]
    }
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func findingsShowTheirLineWhateverEndsIt(_ ending: String) throws {
    let lines = ["model: M.xcdatamodeld", "outputt: out.sqlite", "sources:", "  - { file: a.csv, entity: Dog }"]
    let error = #expect(throws: RecipeError.self) {
      try RecipeReader.read(text: lines.joined(separator: ending), path: "r.yml")
    }
    let shown =
      error?.problems.compactMap { finding in finding.position.map { ($0.line, finding.excerpt?.text) } } ?? []
    #expect(shown.contains { $0.0 == 2 })
    for (line, text) in shown { #expect(text == lines[line - 1]) }
  }

  @Test func readsAWholeRecipe() throws {
    let recipe = try RecipeReader.read(
      text: """
        model: M.xcdatamodeld
        output: M.sqlite
        tolerance: 1%
        batchSize: 50
        lookups:
          codes: { entries: { a: A, b: B } }
        sources:
          - file: a.csv
            entity: Thing
            key: name
            nulls: [n/a, "-"]
            attributes:
              name: Name
              weight: { field: Weight, convert: lb to kg, round: 1 }
              skipped: null
            relationships:
              group: { field: Group, matches: name, unknown: warning }
          - file: b.xml
            entity: Thing
            records: //thing
            mode: update
            key: [name]
        rules:
          - { on: Thing, require: "weight > 0", severity: warning }
        """,
      path: "r.yml"
    )
    #expect(recipe.tolerance == .share(0.01))
    #expect(recipe.batchSize == 50)
    #expect(recipe.lookups["codes"]?.entries.map { "\($0.text) \($0.target)" } == ["a A", "b B"])
    #expect(recipe.sources.map(\.mode) == [.upsert, .update])
    #expect(recipe.sources[0].nulls == ["n/a", "-"])
    #expect(recipe.sources[0].attributes.map(\.name.value) == ["name", "weight", "skipped"])
    #expect(recipe.sources[0].attributes[1].mapping.unit?.value == "lb to kg")
    #expect(recipe.sources[0].relationships[0].mapping.missing == .warning)
    #expect(recipe.sources[1].format == .xml)
    #expect(recipe.rules[0].severity == .warning)
  }

  @Test(arguments: [
    ("model: M\n? [a, b]\n: c\n", "2:3"), ("model: M\n? a: b\n: c\n", "2:3"), ("model: M\n{a: b}: c\n", "2:1"),
    ("nulls: &n [a]\n*n : c\n", "2:1"), ("model: &n M\nnulls: &n [a]\nlookups: {a: {*n : c}}\n", "3:15"),
    ("nulls: [{x: [1, {[]: 2}]}]\n", "1:18"),
  ])
  func aKeyIsAText(_ text: String, _ place: String) {
    #expect(problems(text) == ["\(place) A key has to be a text; this one is a list, a mapping or an alias of one"])
  }

  @Test func anAliasOfNothingIsNoKey() {
    #expect(problems("model: M\n*n : c\n") == ["2:1 This is not valid YAML: found undefined alias"])
  }

  @Test func aKeyMayBeAnAliasOfATextOrExplicit() throws {
    let text = """
      ? &output output
      : &o O.sqlite
      model: *o
      sources:
        - { file: a.csv, entity: A, attributes: { *output : x } }
      """
    let recipe = try RecipeReader.read(text: text, path: "r.yml")
    #expect(recipe.model.value == "O.sqlite")
    #expect(recipe.sources[0].attributes.map(\.name.value) == ["output"])
  }

  @Test func saysWhereYAMLIsBroken() {
    #expect(problems("model: [a\noutput: b").first?.contains("This is not valid YAML") == true)
  }

  @Test func reportsEveryProblemWithItsPlaceAndASuggestion() {
    let text = """
      model: M.xcdatamodeld
      outptu: M.sqlite
      sources:
        - file: a.csv
          entity: Thing
          mode: upsret
          key: name
          attributes:
            name: { feild: Name }
      """
    let found = problems(text)
    #expect(found.contains { $0.hasPrefix("2:1 Unknown key of a recipe “outptu”") && $0.hasSuffix("→ output") })
    #expect(found.contains { $0.contains("needs “output”") })
    #expect(found.contains { $0.hasPrefix("6:11 Unknown “mode” “upsret”") && $0.hasSuffix("→ upsert") })
    #expect(found.contains { $0.hasPrefix("9:15 Unknown key of a mapping “feild”") && $0.hasSuffix("→ field") })
  }

  @Test func wantsAKeyForUpdates() {
    let found = problems("model: m\noutput: o\nsources: [{ file: a.csv, entity: E, mode: update }]")
    #expect(found.count == 1)
    #expect(found.first?.contains("needs a “key”") == true)
  }

  @Test(arguments: [
    ("a.xml, records: //a, depth: 1", "“depth” means nothing for xml; it is for json, jsonlines"),
    ("a.csv, records: //a", "“records” means nothing for csv; it is for xml, html, json, jsonlines"),
    ("a.json, delimiter: \";\"", "“delimiter” means nothing for json; it is for csv"),
    ("a.csv, sheet: 1", "“sheet” means nothing for csv; it is for xlsx"),
    ("a.html, namespaces: { a: b }", "“namespaces” means nothing for html; it is for xml"),
    ("a.xlsx, keep: [notes]", "“keep” means nothing for xlsx; it is for html"),
  ])
  func refusesWhatMeansNothingForTheFormat(source: String, message: String) {
    let found = problems("model: M.xcdatamodeld\noutput: M.sqlite\nsources: [{ entity: A, file: \(source) }]\n")
    #expect(found.count == 1 && found[0].hasSuffix(message), "\(found)")
  }

  /// Issue 18: an empty key was none, and the second column of a name could not be reached.
  @Test func listsOfNamesAreNotEmptyAndNameEachOnce() {
    let head = "model: M\noutput: M.sqlite\nsources:\n  - { file: a.csv, entity: E, "
    let needed = "has to name something; leave it out if there is nothing to name"
    #expect(problems(head + "key: [] }\n") == ["4:36 “key” \(needed)"])
    #expect(problems(head + "columns: [] }\n") == ["4:40 “columns” \(needed)"])
    #expect(problems(head + "columns: [a, b, a] }\n") == ["4:47 “columns” names “a” twice"])
    #expect(problems(head + "key: [a, a] }\n") == ["4:40 “key” names “a” twice"])
    #expect(problems(head + "attributes: { a: { fields: [] } } }\n").contains { $0.hasSuffix("“fields” \(needed)") })
    #expect(problems(head + "nulls: [] }\n") == [])
  }

  /// Issue 18: a byte order mark was a mistake of the second line, and bytes that are no text became other names.
  @Test func aRecipeMayBeginWithAByteOrderMarkAndIsText() throws {
    let text = "model: M\noutput: M.sqlite\nsources:\n  - { file: a.csv, entity: E, kez: a }\n"
    #expect(problems("\u{FEFF}" + text) == problems(text) && problems(text).first?.hasPrefix("4:31 ") == true)
    let folder = try TemporaryFolder()
    try Data([0xEF, 0xBB, 0xBF] + Array("model: M\noutput: M.sqlite\nsources: []\n".utf8))
      .write(to: URL(fileURLWithPath: folder.file("a.yml")))
    #expect(try RecipeReader.read(path: folder.file("a.yml")).model.value == "M")
    try Data(Array("model: M".utf8) + [0xFC]).write(to: URL(fileURLWithPath: folder.file("b.yml")))
    let error = #expect(throws: RecipeError.self) { try RecipeReader.read(path: folder.file("b.yml")) }
    #expect(error?.problems.map(\.message) == ["This is not valid YAML: it is not UTF-8 text"])
  }

  /// Issue 18: the parser took gigabytes for 32 MB, and ended the process where it did not get them.
  @Test func aRecipeHasALimit() throws {
    let folder = try TemporaryFolder()
    let text = "model: M\noutput: M.sqlite\nsources: []\n#"
    for (size, isRead) in [(4_000_000, true), (4_000_001, false)] {
      try folder.write(text + String(repeating: "x", count: size - text.utf8.count), to: "a.yml")
      let problems = { () -> [String] in
        do { _ = try RecipeReader.read(path: folder.file("a.yml")) } catch let error as RecipeError {
          return error.problems.map(\.message)
        }
        return []
      }
      #expect(try problems() == (isRead ? [] : ["The recipe has more than 4 MB; long lists belong in lookup files"]))
    }
  }
}
