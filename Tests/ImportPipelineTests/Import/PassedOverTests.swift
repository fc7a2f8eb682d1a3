import AttributeValues
import Findings
import ImportPipeline
import ObjectModel
import Testing
import TestSupport

/// What an import passes over, or decides by itself, and says so.
@Suite("What an import passes over")
struct PassedOverTests {
  private func run(_ mapping: String, _ files: [String: String]) throws -> TestImport {
    let folder = try TemporaryFolder()
    let name = files.keys.sorted().joined()
    return try TestImport(
      "model: T.xcdatamodeld\noutput: T.sqlite\nsources:\n  - { file: \(name), entity: Kennel\(mapping) }\n",
      files: files,
      in: folder.path,
      model: .init(entities: [
        SmallModel.entity("Kennel", SmallModel.attribute("founded", .date), SmallModel.attribute("town"))
      ])
    )
  }

  @Test func aDateThatTwoPatternsReadDifferently() throws {
    let test = try run(
      ", attributes: { founded: { field: founded, date: [dd/MM/yyyy, MM/dd/yyyy] } }",
      ["kennels.csv": "name,founded\nA,03/04/2024\nB,03/03/2024\nC,04/13/2024\n"]
    )
    #expect(test.places == ["kennels.csv:2:3 value.date-order"])
    #expect(test.result.records.inserted == 3)
  }

  @Test func aPartThatAListDoesNotHave() throws {
    let test = try run(
      ", attributes: { town: { field: place, split: \";\", part: 1, rest: skip } }",
      ["kennels.csv": "name,place\nA,Ulm;Bonn\nB,Ulm\n"]
    )
    #expect(test.places == ["kennels.csv:3:3 value.part"])
    #expect(try test.objects("Kennel", "name", "town").count == 2)
  }

  @Test func aRowThatRepeatsTheHeader() throws {
    let rows = [
      "<th>name</th><th>town</th>", "<td>A</td><td>Ulm</td>", "<th>name</th><th>town</th>", "<td>B</td><td>Bonn</td>",
    ]
    let test = try run("", ["kennels.html": "<table>\n" + rows.map { "<tr>\($0)</tr>\n" }.joined() + "</table>\n"])
    #expect(test.result.findings.map(\.rule) == [.sourceLeftOut])
    #expect(try test.objects("Kennel", "name", "town") == ["A|Ulm", "B|Bonn"])
  }
}
