import AttributeValues
import Desk
import Foundation
import ImportPipeline
import ObjectModel
import TestSupport

/// A grid over the files of a folder of its own.
struct GridFixture {
  let folder: TemporaryFolder
  let plan: ImportPlan
  let grid: SourceGrid

  /// - Parameters:
  ///   - source: The source's entry in the recipe, its file apart.
  ///   - file: The file or files as the recipe names them.
  ///   - files: The files' bytes.
  init(_ source: String = "", file: String = "dogs.csv", files: [String: [UInt8]]) throws {
    folder = try TemporaryFolder()
    for (name, bytes) in files { try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name))) }
    let lines = source.split(separator: "\n").map { "    \($0)\n" }.joined()
    let recipe = """
      model: Dogs.xcdatamodeld
      output: Dogs.sqlite
      sources:
        - file: "\(file)"
          entity: Dog
      \(lines)
      """
    let path = try folder.write(recipe, to: "dogs.recipe.yml")
    plan = try ImportPlanner.plan(try RecipeReader.read(path: path), model: Self.model(), folder: folder.path)
    grid = SourceGrid(plan.plannedSources[0])
  }

  init(_ source: String = "", csv text: String) throws {
    try self.init(source, files: ["dogs.csv": Array(text.utf8)])
  }

  static func model() -> ManagedObjectModel {
    let dog = EntityDescription(name: "Dog")
    dog.declaredProperties = [
      AttributeDescription(name: "name", type: .string), AttributeDescription(name: "weight", type: .double),
      AttributeDescription(name: "born", type: .date),
    ]
    return ManagedObjectModel(entities: [dog])
  }

  /// The texts of all records, read to the end.
  func rows() throws -> [[String?]] {
    grid.finish()
    return try grid.records(from: 1, count: grid.progress.count).map { $0.cells.map(\.text) }
  }

  func bytes(of name: String = "dogs.csv") throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
  }

  /// Puts another file in the place of one, as editors do.
  func replace(_ text: String, _ name: String = "dogs.csv") throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)), options: .atomic)
  }
}

/// A table of random texts, and the CSV file of it.
struct RandomTable {
  let header: [String]
  let rows: [[String]]

  init(_ random: inout SeededGenerator, rows count: Int, columns: Int) {
    header = (0..<columns).map { "column \($0)" }
    let words = [
      "Beagle", "Pug", "", " ", "Münsterländer", "a,b", "say \"hi\"", "two\nlines", "two\r\nlines", "\"", "漢字", "🐕",
      "0.5", "12", "é", ",", "\"\"",
    ]
    var rows: [[String]] = []
    for _ in 0..<count {
      // The first field has ink, so that no row is a blank line.
      rows.append((0..<columns).map { $0 == 0 ? "r\(random.number(below: 1_000_000))" : random.pick(words) })
    }
    self.rows = rows
  }

  /// - Parameter blank: Adds a blank line after a row now and then.
  func csv(lineEnd: String, quotesAll: Bool = false, blank: (() -> Bool)? = nil) -> String {
    func field(_ text: String) -> String {
      let needsQuotes = text.contains { ",\"\n\r".contains($0) || $0 == "\r\n" }
      return needsQuotes || quotesAll ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
    }
    var text = ""
    for row in [header] + rows {
      text += row.map(field).joined(separator: ",") + lineEnd
      if blank?() == true { text += lineEnd }
    }
    return text
  }
}
