import AttributeValues
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import TestSupport
import Testing

/// csvkit publishes files with what its tools make of them; a recipe that says the same has to make the same values.
@Suite("Published conversions")
struct PublishedConversionsTests {
  static let folder = Corpus.folder("csv/csvkit")

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var entity: String
    /// What the recipe says of the source, and of the file that csvkit made of it.
    var words: String
    var convertedWords = ""
    var keys: [String]
    var values: [String]
  }

  static let cases = [
    Case(
      testDescription: "blanks",
      entity: "Texts",
      words: #"nulls: [NA, N/A, NONE, NULL, "."]"#,
      keys: ["a", "b", "c", "d", "e", "f"],
      values: ["nil|nil|nil|nil|nil|nil"]
    ),
    Case(
      testDescription: "test_date_format",
      entity: "Days",
      words: "attributes: { a: { field: a, date: dd/MM/yyyy } }",
      keys: ["a"],
      values: ["2012-12-31 00:00:00 +0000", "2014-01-02 00:00:00 +0000"]
    ),
    Case(
      testDescription: "test_locale",
      entity: "Numbers",
      words:
        #"attributes: { a: { field: a, decimal: ",", thousands: "." }, b: { field: b, decimal: ",", thousands: "." } }"#,
      keys: ["a", "b", "c"],
      values: ["1.7|200000000.0|nil"]
    ),
  ]

  @Test(.enabled(if: folder != nil, Comment(rawValue: Corpus.absence)), arguments: cases)
  func makeTheSameValues(_ example: Case) throws {
    let corpus = try #require(Self.folder)
    for (suffix, words) in [("", example.words), ("_converted", example.convertedWords)] {
      let name = "\(example.testDescription)\(suffix).csv"
      let folder = try TemporaryFolder()
      let test = try TestImport(
        """
        model: Test.xcdatamodeld
        output: Test.sqlite
        sources:
          - { file: \(name), entity: \(example.entity)\(words.isEmpty ? "" : ", " + words) }
        """,
        files: [name: String(contentsOfFile: "\(corpus)/\(name)", encoding: .utf8)],
        in: folder.path,
        model: Self.model
      )
      var request = FetchRequest<ManagedObject>(entityName: example.entity)
      request.sortDescriptors = [SortKey("a")]
      let values = try test.context.fetch(request).map { object in
        example.keys.map { key in object.value(forKeyPath: key).map { "\($0)" } ?? "nil" }.joined(separator: "|")
      }
      #expect(values == example.values, "\(name)")
      #expect(test.result.sources.map(\.records.rejected) == [0])
    }
  }

  private static var model: ManagedObjectModel {
    func entity(_ name: String, _ keys: [String], _ type: AttributeType) -> EntityDescription {
      let entity = EntityDescription(name: name)
      entity.declaredProperties = keys.map { AttributeDescription(name: $0, type: $0 == "c" ? .string : type) }
      return entity
    }
    return ManagedObjectModel(entities: [
      entity("Texts", ["a", "b", "c", "d", "e", "f"], .string), entity("Days", ["a"], .date),
      entity("Numbers", ["a", "b", "c"], .double),
    ])
  }
}
