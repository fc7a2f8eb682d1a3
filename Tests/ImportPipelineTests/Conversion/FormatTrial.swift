import AttributeValues
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import TestSupport
import Testing

/// The same texts read by the same mappings out of every format, by an import and by a check without objects.
struct FormatTrial {
  enum Format: String, CaseIterable { case csv, xml, html, json, xlsx }

  /// What the mappings of a source say, in the recipe's words; the field is called `text`.
  var mappings = "first: text"
  var relationships = ""
  /// What stands behind the sources.
  var rest = ""
  var type = AttributeType.string
  var constraints = AttributeConstraints()
  var formats = Format.allCases

  /// What became of each text: the attributes `first` and `second` joined by a bar, or the findings as `rule: message → suggestion`.
  ///
  /// Expects every format to say the same, and a check to find what the import finds.
  func outcomes(_ texts: [String], location: SourceLocation = #_sourceLocation) throws -> [String] {
    var known: [String]?
    for format in formats {
      let outcomes = try outcomes(texts, in: format, location: location)
      if let known { #expect(outcomes == known, "\(format)", sourceLocation: location) }
      known = known ?? outcomes
    }
    return known ?? []
  }

  private func outcomes(_ texts: [String], in format: Format, location: SourceLocation) throws -> [String] {
    let folder = try TemporaryFolder()
    let rows = texts.enumerated().map { ["\($0)", $1] }
    var files: [String: String] = [:]
    var bytes: [String: [UInt8]] = [:]
    if let kind = PlantedKind.Format(rawValue: format.rawValue) {
      var writer = RecordTextWriter(format: kind, fields: ["number", "text"])
      for row in rows { writer.append(row, marked: nil) }
      files["items.\(format)"] = writer.finished()
    } else {
      let lines = ([["number", "text"]] + rows).enumerated().map { TestWorkbook.row($0 + 1, $1) }
      bytes["items.xlsx"] = TestWorkbook([.init("Items", lines.joined())]).bytes
    }
    let records = format == .xml ? ", records: /dogs/dog" : ""
    let recipe = """
      model: Test.xcdatamodeld
      output: Test.sqlite
      sources:
        - file: items.\(format)
          entity: Item
          attributes: { number: number, \(mappings) }
          relationships: { \(relationships) }

      """ + rest
    let withRecords = recipe.replacing(
      "entity: Item\n",
      with: "entity: Item\(records.replacing(", ", with: "\n    "))\n"
    )
    let test = try TestImport(withRecords, files: files, bytes: bytes, in: folder.path, model: model())
    #expect(test.plan.needOfStore == nil, sourceLocation: location)
    for threads in [1, 2] {
      var options = ImportOptions()
      options.threads = threads
      let check = try ImportRun.check(test.plan, options: options)
      #expect(check?.findings == test.result.findings, "check of \(format)", sourceLocation: location)
      #expect(check?.sources.map(\.records) == test.result.sources.map(\.records), sourceLocation: location)
    }
    var outcomes = texts.map { _ in [String]() }
    var request = FetchRequest<ManagedObject>(entityName: "Item")
    request.sortDescriptors = [SortKey("number")]
    for object in try test.context.fetch(request) {
      let number = object.value(forKey: "number").flatMap { Int("\($0)") } ?? 0
      outcomes[number].append(
        ["first", "second"].map { key in
          switch object.value(forKey: key) {
          case nil: ""
          case let data as Data: data.map { String($0, radix: 16) }.joined(separator: " ")
          case let date as Date: date.formatted(.iso8601)
          case let value?: "\(value)"
          }
        }
        .joined(separator: "|")
      )
    }
    for finding in test.result.findings {
      let number = try #require(finding.record, "\(finding)", sourceLocation: location) - 1
      let text = "\(finding.rule): \(finding.message)" + (finding.suggestion.map { " → \($0)" } ?? "")
      outcomes[number].append(text)
    }
    return outcomes.map { $0.joined(separator: "; ") }
  }

  private func model() -> ManagedObjectModel {
    let item = EntityDescription(name: "Item")
    let tag = EntityDescription(name: "Tag")
    let number = AttributeDescription(name: "number", type: .integer32)
    let values = ["first", "second"].map { AttributeDescription(name: $0, type: type) }
    for value in values { value.constraints = constraints }
    let name = AttributeDescription(name: "name", type: .string)
    let tags = RelationshipDescription(name: "tags", destination: tag, toMany: true)
    let items = RelationshipDescription(name: "items", destination: item, toMany: true)
    tags.inverseRelationship = items
    items.inverseRelationship = tags
    item.declaredProperties = [number] + values + [tags]
    tag.declaredProperties = [name, items]
    return ManagedObjectModel(entities: [item, tag])
  }
}
