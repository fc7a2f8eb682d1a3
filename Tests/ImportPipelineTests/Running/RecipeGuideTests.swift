import Foundation
import ImportPipeline
import TestSupport
import Testing

@Suite("What docs/recipe.md says")
struct RecipeGuideTests {
  /// The blocks of a language in a section of the guide.
  private func blocks(_ language: String, in section: String) throws -> [String] {
    let text = try String(contentsOfFile: Package.path("docs/recipe.md"), encoding: .utf8)
    let start = try #require(text.range(of: "\n## \(section)\n"))
    let rest = text[start.upperBound...]
    let part = rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)]
    return part.components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
  }

  private func recipe(_ source: String) -> String {
    "model: Test.xcdatamodeld\noutput: Test.sqlite\nsources:\n" + source
  }

  @Test func theExampleOfJSONMakesAGroupWithTwoDogs() throws {
    let folder = try TemporaryFolder()
    let json = try #require(try blocks("json", in: "JSON").first)
    let source = try #require(try blocks("yaml", in: "JSON").first)
    let test = try TestImport(recipe(source), files: ["dogs.json": json], in: folder.path)
    #expect(test.places.isEmpty)
    #expect(
      try test.objects("Dog", "name", "weight", "temper", "group.name") == [
        "Collie|25.5|loyal; quick|Herding", "Corgi|12.0|nil|Herding",
      ]
    )
  }

  @Test func theExampleOfWorksheetsReadsMergedCells() throws {
    let folder = try TemporaryFolder()
    let source = try #require(try blocks("yaml", in: "Worksheets").first)
    let rows = [["Name", "Group"], ["Collie", "Herding"], ["Corgi", nil]].enumerated().map {
      TestWorkbook.row($0 + 1, $1)
    }
    let book = TestWorkbook([.init("Dogs", rows.joined(), after: "<mergeCells><mergeCell ref=\"B2:B3\"/></mergeCells>")]
    )
    try Data(book.bytes).write(to: URL(fileURLWithPath: folder.file("dogs.xlsx")))
    let groups = "- { file: groups.csv, entity: Group, key: name }\n"
    let test = try TestImport(recipe(groups + source), files: ["groups.csv": "name\nHerding\n"], in: folder.path)
    #expect(test.places.isEmpty)
    #expect(try test.objects("Dog", "name", "group.name") == ["Collie|Herding", "Corgi|Herding"])
  }
}
