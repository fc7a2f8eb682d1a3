import Findings
import Foundation
import ImportPipeline
import TestSupport
import Testing

/// A source whose header, table or encoding is not what the recipe expects is a mistake in the source (issue 14).
@Suite("Sources that are not as the recipe expects")
struct SourceHeaderTests {
  private func problems(_ sources: String, _ files: [String: String] = [:], _ data: [String: Data] = [:]) throws
    -> [Finding]
  {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    for (name, bytes) in data { try bytes.write(to: URL(fileURLWithPath: folder.file(name))) }
    let text = "model: Test.xcdatamodeld\noutput: Test.sqlite\nsources:\n" + sources
    let path = try folder.write(text, to: "r.yml")
    let error = #expect(throws: RecipeError.self) {
      try ImportPlanner.plan(RecipeReader.read(path: path), model: .dogs, folder: folder.path)
    }
    return error?.problems ?? []
  }

  @Test func aMisspeltColumnIsMarkedInTheHeader() throws {
    let found = try problems(
      "  - { file: dogs.csv, entity: Dog, attributes: { name: Name, age: Age } }\n",
      ["dogs.csv": "Name,Aeg\nRex,3\n"]
    )
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect(finding.rule == .sourceHeader)
    #expect(finding.message == "dogs.csv has no column “Age”, which the recipe asks for; “Aeg” comes nearest")
    #expect(finding.position?.description == "dogs.csv:1:6")
    #expect(finding.position?.byteRange == 5..<8)
    #expect(finding.value == "Aeg")
    #expect(finding.suggestion == "Age")
    #expect(finding.excerpt?.text == "Name,Aeg")
    #expect(finding.related.map(\.position.description) == ["r.yml:4:67"])
  }

  @Test func aNameThatTheRecipeKnowsIsNotTakenForAnother() throws {
    let found = try problems(
      "  - { file: dogs.csv, entity: Dog, attributes: { name: Name, code: Names } }\n",
      ["dogs.csv": "Name,Aeg\nRex,3\n"]
    )
    #expect(found.map(\.suggestion) == [nil])
    #expect(found.map { $0.position?.description } == ["dogs.csv:1:1"])
  }

  @Test func twoSourcesOfOneFileReportItsHeaderOnce() throws {
    let source = "  - { file: dogs.csv, entity: Dog, attributes: { name: Name, age: Age } }\n"
    let found = try problems(source + source, ["dogs.csv": "Name,Aeg\nRex,3\n"])
    #expect(found.count == 1)
    #expect(found.first?.related.map(\.position.line) == [4, 5])
  }

  @Test func aHeaderBehindOtherLinesIsFound() throws {
    let found = try problems(
      "  - { file: dogs.csv, entity: Dog, skip: 2, attributes: { name: Name, age: Age } }\n",
      ["dogs.csv": "Dogs of Ulm\n\nName,Aeg\nRex,3\n"]
    )
    #expect(found.map { $0.position?.description } == ["dogs.csv:3:6"])
  }

  @Test func namesThatTheRecipeGivesAreItsOwnMistake() throws {
    let found = try problems(
      "  - { file: dogs.csv, entity: Dog, header: 0, columns: [name, aeg], attributes: { age: age } }\n",
      ["dogs.csv": "Rex,3\n"]
    )
    #expect(found.map(\.rule) == ["recipe.unknown-name"])
    #expect(found.map { $0.position?.file } == ["r.yml"])
  }

  @Test func aFileInAnotherEncodingSaysSo() throws {
    let bytes = Data("Näme,Alter\nRex,3\n".unicodeScalars.map { UInt8($0.value) })
    let found = try problems(
      "  - { file: dogs.csv, entity: Dog, encoding: utf-8, attributes: { name: Näme, age: Alter } }\n",
      [:],
      ["dogs.csv": bytes]
    )
    #expect(found.map(\.rule) == [.sourceEncoding])
    #expect(found.map(\.message) == ["dogs.csv is WINDOWS-1252, not UTF-8 as the recipe says"])
    #expect(found.map { $0.position?.line } == [1])
  }

  @Test func aTableOfAnotherCaptionIsMarkedInThePage() throws {
    let page = """
      <h1>Dogs</h1>
      <table><caption>Dgos</caption><tr><th>Nmae<th>age<tr><td>Rex<td>3</table>
      <table><caption>Cats</caption><tr><th>name<th>age<tr><td>Tom<td>3</table>
      """
    let table = try problems("  - { file: p.html, entity: Dog, table: Dogs of Ulm }\n", ["p.html": page])
    #expect(table.map(\.rule) == [.sourceTableMissing])
    #expect(table.map { $0.position?.description } == ["p.html:1:1"])
    let caption = try problems("  - { file: p.html, entity: Dog, table: Cast }\n", ["p.html": page])
    #expect(caption.map { $0.position?.description } == ["p.html:3:17"])
    #expect(caption.map(\.suggestion) == ["Cast"])
    let header = try problems("  - { file: p.html, entity: Dog, table: Dgos }\n", ["p.html": page])
    #expect(header.map { $0.position?.description } == ["p.html:2:39"])
    #expect(header.map(\.suggestion) == ["name"])
    #expect(header.first?.excerpt?.text.contains("<th>Nmae") == true)
  }

  @Test func filesOfOneSourceWithDifferentHeadersAreReportedInTheOther() throws {
    let found = try problems(
      "  - { file: '*.csv', entity: Dog }\n",
      ["a.csv": "name,age\nRex,3\n", "b.csv": "nmae,age\nRex,3\n"]
    )
    #expect(found.map { $0.position?.description } == ["b.csv:1:1"])
    #expect(found.map(\.suggestion) == ["name"])
    #expect(found.first?.related.map(\.position.file) == ["a.csv"])
  }
}
