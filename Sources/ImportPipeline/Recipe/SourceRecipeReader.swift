internal import Findings
internal import Yams

/// Reads one entry of a recipe's `sources`.
struct SourceRecipeReader {
  let problems: RecipeProblems
  /// Texts that stand for no value in every source.
  let nulls: [String]

  func read(_ node: Node) -> SourceRecipe? {
    let map = RecipeMap(node, kind: "A source", problems: problems)
    map.allowOnly([
      "file", "format", "entity", "key", "mode", "unmatched", "attributes", "relationships", "mapByName", "nulls",
      "delimiter", "quote", "encoding", "header", "columns", "records", "table", "namespaces",
    ])
    guard let file = map.required("file"), let entity = map.required("entity") else { return nil }
    guard let format = map.choice("format", SourceFormat.self) ?? format(of: file) else { return nil }
    var source = SourceRecipe(file: file, format: format, entity: entity)
    source.key = map.strings("key") ?? []
    source.mode = map.choice("mode", ImportMode.self) ?? (source.key.isEmpty ? .insert : .upsert)
    source.unmatched = map.choice("unmatched", MissingPolicy.self) ?? .error
    source.mapsByName = map.boolean("mapByName") ?? true
    source.nulls = nulls + (map.strings("nulls")?.map(\.value) ?? [])
    if source.mode != .insert, source.key.isEmpty {
      problems.add(.recipeValue, "Mode “\(source.mode.rawValue)” needs a “key” to find objects by", at: map.position)
    }
    source.attributes = mappings(map, "attributes") { FieldMappingReader(problems: problems).read($0, key: $1) }
    source.relationships = mappings(map, "relationships") {
      FieldMappingReader(problems: problems).readRelationship($0, key: $1)
    }
    source.delimited.delimiter = map.string("delimiter")?.value
    source.delimited.quote = map.string("quote")?.value
    source.delimited.encoding = map.string("encoding")?.value
    source.delimited.header = map.integer("header", in: 0...100)
    source.delimited.columns = map.strings("columns")?.map(\.value)
    source.markup.records = map.string("records")
    source.markup.table = map.string("table")
    source.markup.encoding = map.string("encoding")?.value
    if let node = map["namespaces"] {
      let prefixes = RecipeMap(node, kind: "“namespaces”", problems: problems)
      for key in prefixes.keys { source.markup.namespaces[key.name] = prefixes.string(key.name)?.value }
    }
    if format == .xml, source.markup.records == nil {
      problems.add(.recipeValue, "An XML source needs “records”, the path of its record elements", at: map.position)
    }
    return source
  }

  private func format(of file: Located<String>) -> SourceFormat? {
    let ending = file.value.split(separator: ".").last?.lowercased()
    switch ending {
    case "csv", "tsv", "txt", "tab": return .csv
    case "xml": return .xml
    case "html", "htm", "xhtml": return .html
    default:
      problems.add(
        .recipeValue,
        "The format does not follow from the file's name; say “format: csv”, “xml” or “html”",
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
