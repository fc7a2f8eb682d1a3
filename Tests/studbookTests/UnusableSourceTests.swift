import Foundation
import TestSupport
import Testing

/// A header that the recipe does not expect stands in every report, though no record could be read (issue 14).
@Suite("Runs that cannot begin")
struct UnusableSourceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Town">
          <attribute name="name" attributeType="String"/>
          <attribute name="size" optional="YES" attributeType="Integer 32" usesScalarValueType="YES"/>
        </entity>
      </model>
      """,
      to: "In/Towns.xcdatamodel/contents"
    )
    try folder.write(
      """
      model: Towns.xcdatamodel
      output: Towns.sqlite
      sources:
        - { file: towns.csv, entity: Town, key: name, attributes: { size: size } }
      """,
      to: "In/Towns.recipe.yml"
    )
    try folder.write("name,siez\nLinz,1\n", to: "In/towns.csv")
  }

  private func run(_ command: String, _ options: String...) throws -> Tool.Outcome {
    try Tool.run([command, "In/Towns.recipe.yml"] + options, in: folder.path)
  }

  @Test(arguments: [
    ("json", "Towns.json", #""file":"towns.csv","line":1,"column":6"#),
    ("jsonl", "Towns.jsonl", #""file":"towns.csv","line":1,"column":6"#),
    (
      "sarif", "Towns.sarif",
      #""uri":"In/towns.csv","uriBaseId":"%SRCROOT%"},"region":{"startLine":1,"startColumn":6"#
    ),
    ("sarif", "Towns.sarif", #""uri":"In/Towns.recipe.yml""#),
    ("junit", "Towns.junit.xml", #"name="source.header at 1:6""#),
    ("gitlab", "Towns.gl-code-quality-report.json", #""path":"In/towns.csv""#),
    ("html", "Towns.html", "towns.csv:1:6"),
    ("markdown", "Towns.findings.md", "`towns.csv:1:6`"),
    ("csv", "Towns.findings.csv", "error,source.header,towns.csv,1,6"),
  ]) func checkWritesEveryReport(_ format: String, _ file: String, _ expected: String) throws {
    let check = try run("check", "--report", format, "--output", "reports")
    #expect(check.status == 2)
    #expect(check.errors.contains("towns.csv:1:6: error[source.header]"))
    let text = try folder.text(of: "reports/\(file)")
    #expect(text.contains(expected), "\(text)")
    #expect(text.contains("“siez” comes nearest"))
  }

  @Test func annotationsStandOnTheHeaderLine() throws {
    let check = try run("check", "--report", "github")
    #expect(check.status == 2)
    #expect(check.output.hasPrefix("::error file=In/towns.csv,line=1,col=6,endColumn=10,"))
    #expect(check.errors.isEmpty)
  }

  @Test func aMistakeOfTheRecipeStandsInTheReportsToo() throws {
    let recipe = try folder.text(of: "In/Towns.recipe.yml").replacing(
      "{ size: size }",
      with: "{ size: siez, nmae: name }"
    )
    try folder.write(recipe, to: "In/Towns.recipe.yml")
    let check = try run("check", "--report", "github,csv")
    #expect(check.status == 2)
    #expect(check.output.hasPrefix("::error file=In/Towns.recipe.yml,line=4,"))
    #expect(try folder.text(of: "Towns.findings.csv").contains("error,recipe.unknown-name,Towns.recipe.yml,4,"))
  }

  @Test func buildLeavesAReleaseAndItsReportsAsTheyAre() throws {
    let failed = try run("build", "--output", "Out", "--report", "sarif")
    #expect(failed.status == 2)
    for name in ["Towns.json", "Towns.html", "Towns.sarif"] {
      #expect(try folder.text(of: "Out/reports/\(name)").contains("comes nearest"), "\(name)")
    }
    try folder.write("name,size\nLinz,1\n", to: "In/towns.csv")
    #expect(try run("build", "--output", "Out").status == 0)
    try folder.write("name,siez\nLinz,1\n", to: "In/towns.csv")
    #expect(try run("build", "--output", "Out", "--report", "sarif").status == 2)
    for name in ["Towns.json", "Towns.html", "Towns.sarif"] {
      #expect(try folder.text(of: "Out/unpublished/\(name)").contains("comes nearest"), "\(name)")
    }
    #expect(try !folder.text(of: "Out/reports/Towns.json").contains("comes nearest"))
    #expect(try Tool.run(["verify", "Out/Towns.sqlite"], in: folder.path).status == 0)
    try folder.write("name,size\nLinz,2\n", to: "In/towns.csv")
    #expect(try run("build", "--output", "Out").status == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.file("Out/unpublished")))
  }
}
