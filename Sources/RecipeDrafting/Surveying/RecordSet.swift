internal import FoundationEssentials
internal import ImportPipeline

/// Records of a file that become objects of one entity: those of a delimited file, a table, a sheet, or at a path.
struct RecordSet {
  /// The file, relative to the recipe's folder.
  var file: String
  var format: SourceFormat
  /// Whether the format follows from the file's name as recipes read it.
  var formatIsPlain: Bool
  var member: String?
  /// What else the recipe has to say about the source, in YAML.
  var settings: [(key: String, value: String)] = []
  /// What the entity may be named after.
  var entityHint: String
  /// The path of the records, for XML and JSON.
  var records: String?
  /// The path of records that stand in other records, seen from these, and the number of those records' set.
  var inner: (path: String, parent: Int)?
  /// The paths below which nested records stand that have sets of their own.
  var nestedPaths: [String] = []
  /// What is said about the choice of the records.
  var note: String?

  /// The beginning of the source's entry in a recipe, as lines without indentation.
  func lines(entity: String) -> [String] {
    if let inner { return ["records: \(YAMLText.scalar(inner.path))", "entity: \(YAMLText.scalar(entity))"] }
    var lines = ["file: \(YAMLText.scalar(file))"]
    if let member { lines.append("member: \(YAMLText.scalar(member))") }
    if !formatIsPlain { lines.append("format: \(format.rawValue)") }
    if let records { lines.append("records: \(YAMLText.scalar(records))") }
    lines += settings.map { "\($0.key): \($0.value)" }
    return lines + ["entity: \(YAMLText.scalar(entity))"]
  }

  /// How an import would read the records, as far as the file is concerned.
  ///
  /// - Throws: `DraftingError` if the file's name cannot stand in a recipe.
  func recipe() throws -> SourceRecipe {
    var outer = self
    outer.inner = nil
    // In JSON Lines each line is a record: what stands inside can be said as records inside records only.
    let path = format == .jsonlines ? records.map { String($0.dropFirst(2)) } : nil
    if path != nil { outer.records = nil }
    var text = outer.lines(entity: "Record").enumerated().map { ($0 == 0 ? "  - " : "    ") + $1 }
    if let path {
      text += ["    key: key", "    attributes: { key: \"@\" }", "    children:"]
      text += ["      - records: \(YAMLText.scalar(path))", "        entity: Part"]
    }
    let recipe = try RecipeReader.read(
      text: "model: M\noutput: o\nsources:\n" + text.joined(separator: "\n") + "\n",
      path: "draft"
    )
    guard let source = recipe.sources.last else { throw DraftingError("\(file) cannot stand in a recipe") }
    return source
  }
}

/// Why no recipe can be drafted.
package struct DraftingError: LocalizedError, CustomStringConvertible, Equatable {
  package let description: String

  init(_ description: String) { self.description = description }
}

extension DraftingError {
  package var errorDescription: String? { description }
}
