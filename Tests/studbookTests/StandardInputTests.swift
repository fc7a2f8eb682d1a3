import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// A recipe whose source is standard input, in every format that can come that way.
@Suite("Recipes that read standard input")
struct StandardInputTests {
  static let cases: [(format: String, extra: String, input: String, rejects: String)] = [
    ("csv", "", "name,size\nLinz,1\nEnns,x\nWels,2\n", "name,size\nEnns,x\n"),
    (
      "xml", ", records: /towns/town, attributes: { name: '@name', size: '@size' }",
      "<towns><town name=\"Linz\" size=\"1\"/><town name=\"Enns\" size=\"x\"/><town name=\"Wels\" size=\"2\"/></towns>",
      "<rejects>\n<town name=\"Enns\" size=\"x\"/>\n</rejects>\n"
    ),
    (
      "json", "", "[{\"name\":\"Linz\",\"size\":1},{\"name\":\"Enns\",\"size\":\"x\"},{\"name\":\"Wels\",\"size\":2}]",
      "[\n{\"name\":\"Enns\",\"size\":\"x\"}\n]\n"
    ),
    (
      "jsonlines", "", "{\"name\":\"Linz\",\"size\":1}\n{\"name\":\n{\"name\":\"Wels\",\"size\":2}\n", "{\"name\":\n"
    ),
  ]

  private static let model = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Town"><attribute name="name" attributeType="String"/></entity>
    </model>
    """

  @Test(arguments: cases.indices) func goodRecordsAreImportedAndTheOthersKept(_ index: Int) throws {
    let example = Self.cases[index]
    let folder = try TemporaryFolder()
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
      to: "Towns.xcdatamodel/contents"
    )
    let source = "{ file: '-', format: \(example.format), entity: Town, key: name\(example.extra) }"
    try folder.write("model: Towns.xcdatamodel\noutput: Towns.sqlite\nsources: [\(source)]\n", to: "Towns.recipe.yml")
    let arguments = ["build", "Towns.recipe.yml", "--output", "Out", "--quiet"]
    let build = try Tool.run(arguments, in: folder.path, input: example.input)
    #expect(build.status == 1, "\(build.errors)")
    let store = try SQLiteConnection(path: folder.file("Out/Towns.sqlite"), mode: .readOnly)
    #expect(
      try store.firstValue("SELECT group_concat(ZNAME) FROM (SELECT ZNAME FROM ZTOWN ORDER BY 1)")?.text == "Linz,Wels"
    )
    let ending = example.format == "jsonlines" ? "jsonl" : example.format
    #expect(try folder.text(of: "Out/rejects/Towns/stdin.\(ending)") == example.rejects)
    let again = try Tool.run(arguments + ["--only-rejects"], in: folder.path, input: "")
    #expect(again.status == 2)
    #expect(
      again.errors.contains("- is packed, a workbook, of several files, standard input or in an encoding")
    )
  }

  /// Its records are read from a copy.
  @Test(arguments: ["check", "build"]) func whatCannotBeReadOrCopiedIsAnErrorOfTheSystem(_ command: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.model, to: "Towns.xcdatamodel/contents")
    try folder.write(
      "model: Towns.xcdatamodel\noutput: Towns.sqlite\nsources: [{ file: '-', format: csv, entity: Town }]\n",
      to: "Towns.recipe.yml"
    )
    let arguments = [command, "Towns.recipe.yml"]
    let nowhere = ["TMPDIR": folder.file("nowhere")]
    let copied = try Tool.run(arguments, in: folder.path, input: "name\nLinz\n", environment: nowhere)
    #expect(copied.status == 2)
    #expect(copied.errors.hasPrefix("studbook: \(folder.file("nowhere"))/studbook-"), "\(copied.errors)")
    #expect(copied.errors.hasSuffix(" cannot be written: No such file or directory\n"), "\(copied.errors)")
    let process = Tool.process(arguments, in: folder.path)
    process.standardInput = FileHandle(fileDescriptor: open(folder.path, O_RDONLY), closeOnDealloc: true)
    process.standardError = Pipe()
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    let said = (process.standardError as? Pipe).flatMap { try? $0.fileHandleForReading.readToEnd() } ?? Data()
    #expect(String(decoding: said, as: UTF8.self) == "studbook: - cannot be read: Is a directory\n")
  }

  /// Standard input is read after the other files were looked at, so that a test can change one of these for sure meanwhile.
  @Test(arguments: ["towns.csv", "kinds.csv", "Towns.xcdatamodel/contents", "Towns.recipe.yml"])
  func aFileThatChangesWhileItIsReadIsAnError(_ name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.model, to: "Towns.xcdatamodel/contents")
    try folder.write("name\nLinz\n", to: "towns.csv")
    try folder.write("from,to\nx,y\n", to: "kinds.csv")
    try folder.write(
      """
      model: Towns.xcdatamodel
      output: Towns.sqlite
      lookups: { kinds: { file: kinds.csv, from: from, to: to } }
      sources: [{ file: '-', format: csv, entity: Town }, { file: towns.csv, entity: Town }]
      """,
      to: "Towns.recipe.yml"
    )
    for command in [["check", "Towns.recipe.yml"], ["build", "Towns.recipe.yml", "--output", "Out"]] {
      let process = Tool.process(command, in: folder.path)
      let (input, errors) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = FileHandle.nullDevice
      process.standardError = errors
      try process.run()
      // More than a pipe holds: the tool has begun to read it when it is written.
      let rows = "name\n" + (0..<20_000).map { "Town\($0)\n" }.joined()
      try input.fileHandleForWriting.write(contentsOf: Data(rows.utf8))
      try folder.write(try folder.text(of: name) + "\n", to: name)
      try input.fileHandleForWriting.close()
      let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 2, "\(said)")
      #expect(said.hasSuffix("studbook: \(name) was changed while it was read; run the command again\n"), "\(said)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("Out/Towns.sqlite")))
  }
}
