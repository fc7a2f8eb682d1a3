import Findings
import Foundation
import SQLiteAccess
import Testing
import TestSupport

/// The showcase's own sources with errors planted in them: each error has to be found, once, at its place, and nothing else.
@Suite("Planted errors")
struct PlantedErrorsTests {
  static let sources = ["akc-groups.csv", "akc-breeds.csv", "fci-nomenclature.xml", "akc-statistics.html"]

  /// A folder with the planted sources, and what has to be found in them.
  private func plant() throws -> (folder: TemporaryFolder, expected: [PlantedTemplate.Expectation]) {
    let folder = try Showcase.inputs()
    var expected: [PlantedTemplate.Expectation] = []
    for name in Self.sources {
      let path = Package.path("Tests/studbookTests/Fixtures/PlantedErrors/\(name).template")
      let template = PlantedTemplate(try String(contentsOfFile: path, encoding: .utf8), file: name)
      try Data(template.bytes).write(to: URL(fileURLWithPath: folder.file(name)))
      expected += template.expectations
    }
    return (folder, expected.sorted())
  }

  /// What the JSON report says.
  private struct Report: Decodable {
    struct Summary: Decodable {
      var sources: [SourceAccount]
      var entities: [EntityAccount]
    }

    var summary: Summary
    var findings: [Finding]
  }

  @Test func eachIsFoundOnceAtItsPlaceAndNothingElse() throws {
    let (folder, expected) = try plant()
    #expect(expected.count >= 40)
    #expect(Set(expected.map(\.rule)).count >= 12)
    let build = try Tool.run([
      "build", folder.file("DogBreeds.recipe.yml"), "--output", folder.file("Output"), "--quiet",
    ])
    #expect(build.status == 1)
    #expect(build.errors == "")
    let json = try Data(contentsOf: URL(fileURLWithPath: folder.file("Output/reports/DogBreeds.json")))
    let report = try JSONDecoder().decode(Report.self, from: json)
    let found = report.findings.map { finding in
      PlantedTemplate.Expectation(
        file: finding.position?.file ?? "",
        line: finding.position?.line ?? 0,
        column: finding.position?.column ?? 0,
        rule: finding.rule.rawValue
      )
    }
    .sorted()
    let missing = expected.filter { !found.contains($0) }
    // The emblem of a breed whose name was planted wrong is named by nobody, which is said once, in the recipe.
    let consequences = found.filter { $0.rule == RuleCode.fileUnused.rawValue }
    #expect(consequences.count == 1)
    let surplus = found.filter { !expected.contains($0) && !consequences.contains($0) }
    #expect(missing.isEmpty, "not found: \(missing)")
    #expect(surplus.isEmpty, "found besides: \(surplus)")
    #expect(found.count == Set(found).count, "something was found twice")
    for account in report.summary.sources { #expect(account.balances, "\(account.file)") }
  }

  @Test func theGoodRecordsAreAllInTheStore() throws {
    let (folder, expected) = try plant()
    _ = try Tool.run(["build", folder.file("DogBreeds.recipe.yml"), "--output", folder.file("Output"), "--quiet"])
    let connection = try SQLiteConnection(path: folder.file("Output/DogBreeds.sqlite"), mode: .readOnly)
    // A record with two errors is one bad record; warnings reject nothing.
    let bad = Set(
      expected.filter { $0.file == "akc-breeds.csv" && $0.rule != "value.mojibake" }.map(\.line)
    )
    #expect(try connection.firstValue("SELECT count(*) FROM ZBREED")?.integer == Int64(277 - bad.count))
    #expect(try connection.firstValue("SELECT count(*) FROM ZAKCGROUP")?.integer == 9)
    #expect(try connection.firstValue("SELECT count(*) FROM ZBREED WHERE ZNAME = 'Affenpinscher'")?.integer == 1)
  }

  @Test func theRejectsAreTheRecordsAsTheyStood() throws {
    let (folder, _) = try plant()
    _ = try Tool.run(["build", folder.file("DogBreeds.recipe.yml"), "--output", folder.file("Output"), "--quiet"])
    let source = try Data(contentsOf: URL(fileURLWithPath: folder.file("akc-breeds.csv")))
    let rejects = try Data(contentsOf: URL(fileURLWithPath: folder.file("Output/rejects/DogBreeds/akc-breeds.csv")))
    let lines = Set(source.split(separator: 10))
    for line in rejects.split(separator: 10) {
      #expect(lines.contains(line), "\(String(decoding: line.prefix(60), as: UTF8.self))")
    }
    #expect(rejects.starts(with: try #require(source.split(separator: 10).first)))
  }

  @Test func aMissingTableStopsTheRunAndListsTheTablesThatThereAre() throws {
    let (folder, _) = try plant()
    let recipe = try folder.text(of: "DogBreeds.recipe.yml").replacing("\"#popularity\"", with: "Popularity 2021")
    try folder.write(recipe, to: "DogBreeds.recipe.yml")
    let check = try Tool.run(["check", folder.file("DogBreeds.recipe.yml")])
    #expect(check.status == 2)
    #expect(check.errors.contains("akc-statistics.html:26:14: error[source.table-missing]"))
    #expect(check.errors.contains("Popularity 2020"))
    #expect(check.errors.contains("Years of recognition"))
  }

  @Test func aMissingSourceOrAMistypedNameStopsTheRunWithASuggestion() throws {
    let (folder, _) = try plant()
    let recipe = try folder.text(of: "DogBreeds.recipe.yml").replacing("akc-groups.csv", with: "akc-gruops.csv")
      .replacing("heightMin: Height min", with: "heigthMin: Height min")
    try folder.write(recipe, to: "DogBreeds.recipe.yml")
    let check = try Tool.run(["check", folder.file("DogBreeds.recipe.yml")])
    #expect(check.status == 2)
    #expect(check.errors.contains("akc-groups.csv"))
    #expect(check.errors.contains("did you mean “heightMin”?"))
  }

  @Test func theSameInputsGiveTheSameBytes() throws {
    let (folder, _) = try plant()
    let recipe = folder.file("DogBreeds.recipe.yml")
    for output in ["one", "two"] { _ = try Tool.run(["build", recipe, "--output", folder.file(output), "--quiet"]) }
    for name in [
      "DogBreeds.sqlite", "DogBreeds.manifest.json", "reports/DogBreeds.html", "reports/DogBreeds.json",
      "rejects/DogBreeds/akc-breeds.csv",
    ] {
      let one = try Data(contentsOf: URL(fileURLWithPath: folder.file("one/\(name)")))
      #expect(try one == Data(contentsOf: URL(fileURLWithPath: folder.file("two/\(name)"))), "\(name)")
    }
  }
}
