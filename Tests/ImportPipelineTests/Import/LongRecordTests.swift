import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import Synchronization
import TestSupport
import Testing

/// Records that are far longer than most.
@Suite struct LongRecordTests {
  /// Issue 18: a thousand records were kept at once, however long they were: 1.2 GB for texts of a megabyte.
  @Test(arguments: [
    ("a.csv", "name\n", "", "\n", ""), ("a.jsonl", "", #"{"name": ""#, "\"}\n", ""),
    ("a.xml, records: /r/a, attributes: { name: name }", "<r>", "<a><name>", "</name></a>\n", "</r>"),
  ])
  func areKeptByTheirBytes(_ source: String, _ head: String, _ before: String, _ after: String, _ tail: String) throws {
    let folder = try TemporaryFolder()
    let records = (0..<12).map { number in
      before + String(repeating: Character(UnicodeScalar(UInt8(65 + number))), count: 1 << 20) + after
    }
    try folder.write(head + records.joined() + tail, to: String(source.prefix { $0 != "," }))
    let recipe = "model: Test.xcdatamodeld\noutput: Test.sqlite\nsources: [{ file: \(source), entity: Group }]\n"
    let plan = try ImportPlanner.plan(
      RecipeReader.read(path: try folder.write(recipe, to: "r.yml")),
      model: TestImport.model(),
      folder: folder.path
    )
    let steps = Mutex<[Int]>([])
    var options = ImportOptions()
    options.progress = { progress in steps.withLock { $0.append(progress.records) } }
    let result = try #require(try ImportRun.check(plan, options: options))
    #expect(result.sources.map(\.records.read) == [12])
    let counts = steps.withLock { $0 }
    // No more than eight megabytes at once, and what was begun.
    #expect(zip(counts, [0] + counts).allSatisfy { $0 - $1 <= 9 }, "\(counts)")
    #expect(counts.count >= 2)
  }
}
