internal import Findings
internal import Yams

/// Reads one entry of a recipe's `sources`, and the records inside its records.
struct SourceRecipeReader {
  let problems: RecipeProblems
  /// Texts that stand for no value in every source.
  let nulls: [String]
  /// The codes of the recipe's own rules.
  let ownRules: Set<RuleCode>

  /// What a source and records inside records have in common.
  static let mappingKeys = [
    "entity", "key", "mode", "unmatched", "repeats", "attributes", "relationships", "nulls", "records", "children",
    "ignoreCase", "ignoreAccents", "severities",
  ]

  /// The source, and after it those of the records inside its records; empty if it cannot be read.
  func read(_ node: Node) -> [SourceRecipe] {
    let map = RecipeMap(node, kind: "A source", problems: problems)
    map.allowOnly(
      Self.mappingKeys + ["file", "member", "format", "mapByName", "encoding"] + DelimitedRecipeReader.keys
        + MarkupRecipeReader.keys + JSONRecipeReader.keys + WorksheetRecipeReader.keys
    )
    guard let file = map.required("file"), let entity = map.required("entity") else { return [] }
    let member = map.string("member")
    guard let format = map.choice("format", SourceFormat.self) ?? format(of: member ?? file) else { return [] }
    for key in map.keys {
      guard let formats = Self.formats(of: key.name), !formats.contains(format) else { continue }
      let others = SourceFormat.allCases.filter(formats.contains).map(\.rawValue).joined(separator: ", ")
      let message = "“\(key.name)” means nothing for \(format.rawValue); it is for \(others)"
      problems.add(.recipeValue, message, at: problems.position(of: key.node))
    }
    var source = SourceRecipe(file: file, format: format, entity: entity)
    source.member = member
    source.nulls = nulls
    source.mapsByName = map.boolean("mapByName") ?? (format != .xml)
    readMappings(map, into: &source)
    if format == .csv { source.delimited = DelimitedRecipeReader(map: map).read() }
    if format == .xlsx { source.worksheet = WorksheetRecipeReader(map: map).read() }
    if format.isJSON { source.json = JSONRecipeReader(map: map).read() }
    source.markup = MarkupRecipeReader(problems: problems).read(map, format: format)
    return [source] + ChildRecipeReader(reader: self).children(of: source, in: map)
  }

  /// The formats for which a key means something; `nil` for those that every source may have.
  private static func formats(of key: String) -> Set<SourceFormat>? {
    switch key {
    case "header", "headerSeparator", "columns", "skip", "surplusFields": [.csv, .html, .xlsx]
    case "longestField", "longestRecord": [.csv, .json, .jsonlines]
    case "table": [.csv, .html]
    case "records", "separator", "beforeFault": [.xml, .html, .json, .jsonlines]
    case _ where DelimitedRecipeReader.keys.contains(key): [.csv]
    case "namespaces": [.xml]
    case _ where MarkupRecipeReader.keys.contains(key): [.html]
    case _ where JSONRecipeReader.keys.contains(key): [.json, .jsonlines]
    case _ where WorksheetRecipeReader.keys.contains(key): [.xlsx]
    default: nil
    }
  }

  /// Reads what a record becomes.
  func readMappings(_ map: RecipeMap, into source: inout SourceRecipe) {
    source.key = map.strings("key") ?? []
    source.mode = map.choice("mode", ImportMode.self) ?? (source.key.isEmpty ? .insert : .upsert)
    source.unmatched = map.choice("unmatched", MissingPolicy.self) ?? .error
    source.repeats = map.choice("repeats", RepetitionPolicy.self) ?? .error
    source.nulls += map.strings("nulls")?.map(\.value) ?? []
    source.ignoresCase = map.boolean("ignoreCase") ?? false
    source.ignoresAccents = map.boolean("ignoreAccents") ?? false
    (source.severities, source.rulesOff) = SeverityReader(problems: problems, ownRules: ownRules).read(map)
    if source.key.isEmpty, source.ignoresCase || source.ignoresAccents {
      problems.add(
        .recipeValue,
        "“ignoreCase” and “ignoreAccents” are about the “key”, and there is none",
        at: map.position
      )
    }
    if source.mode != .insert, source.key.isEmpty {
      problems.add(.recipeValue, "Mode “\(source.mode.rawValue)” needs a “key” to find objects by", at: map.position)
    }
    source.attributes = mappings(map, "attributes") { FieldMappingReader(problems: problems).read($0, key: $1) }
    source.relationships = mappings(map, "relationships") {
      FieldMappingReader(problems: problems).readRelationship($0, key: $1)
    }
  }

  private func format(of file: Located<String>) -> SourceFormat? {
    var parts = file.value.split(separator: ".").map { $0.lowercased() }
    if let last = parts.last, ["gz", "zst", "bz2", "xz"].contains(last) { parts.removeLast() }
    switch parts.last {
    case "csv", "tsv", "txt", "tab": return .csv
    case "xml": return .xml
    case "html", "htm", "xhtml": return .html
    case "json", "geojson": return .json
    case "jsonl", "ndjson", "jsonlines": return .jsonlines
    case "xlsx", "xlsm": return .xlsx
    default:
      problems.add(
        .recipeValue,
        "The format does not follow from the file's name; say “format: csv”, “xml”, “html”, “json”, “jsonlines” or “xlsx”",
        at: file.position
      )
      return nil
    }
  }

  private func mappings<Mapping>(_ map: RecipeMap, _ key: String, read: (Node, Node) -> Mapping?)
    -> [(name: Located<String>, mapping: Mapping)]
  {
    guard let node = map[key] else { return [] }
    let table = RecipeMap(node, kind: "“\(key)”", problems: problems)
    return table.keys.compactMap { entry in
      guard let value = table.rawValue(entry.name), let mapping = read(value, entry.node) else { return nil }
      return (Located(entry.name, at: problems.position(of: entry.node)), mapping)
    }
  }
}
