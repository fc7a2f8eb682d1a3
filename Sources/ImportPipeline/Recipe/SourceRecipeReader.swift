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
      Self.mappingKeys + ["file", "member", "format", "mapByName", "encoding"] + DelimitedRecipe.keys
        + MarkupRecipe.keys + JSONRecipe.keys + WorksheetRecipe.keys + Provenance.keys
    )
    guard let file = map.required("file"), let entity = map.required("entity") else { return [] }
    let member = map.string("member")
    guard let format = map.choice("format", SourceFormat.self) ?? format(of: member ?? file) else { return [] }
    for key in map.keys {
      guard let formats = Self.formats(of: key.value), !formats.contains(format) else { continue }
      let others = SourceFormat.allCases.filter(formats.contains).map(\.rawValue)
      problems.add(.otherFormat(key: key.value, format: format.rawValue, others: others), at: key.position)
    }
    var source = SourceRecipe(file: file, format: format, entity: entity)
    source.member = member
    source.provenance = Provenance(map, problems)
    source.nulls = nulls
    source.mapsByName = map.boolean("mapByName") ?? (format != .xml)
    readMappings(map, into: &source)
    if format == .csv { source.delimited = DelimitedRecipe(map) }
    if format == .xlsx { source.worksheet = WorksheetRecipe(map) }
    if format.isJSON { source.json = JSONRecipe(map) }
    source.markup = MarkupRecipe(map, format: format)
    return [source] + children(of: source, in: map)
  }

  /// The formats for which a key means something; `nil` for those that every source may have.
  private static func formats(of key: String) -> Set<SourceFormat>? {
    switch key {
    case "header", "headerSeparator", "columns", "skip", "surplusFields": [.csv, .html, .xlsx]
    case "longestField", "longestRecord": [.csv, .json, .jsonlines]
    case "table": [.csv, .html]
    case "records", "separator", "beforeFault": [.xml, .html, .json, .jsonlines]
    case _ where DelimitedRecipe.keys.contains(key): [.csv]
    case "namespaces": [.xml]
    case _ where MarkupRecipe.keys.contains(key): [.html]
    case _ where JSONRecipe.keys.contains(key): [.json, .jsonlines]
    case _ where WorksheetRecipe.keys.contains(key): [.xlsx]
    default: nil
    }
  }

  /// Reads what a record becomes.
  func readMappings(_ map: RecipeMap, into source: inout SourceRecipe) {
    source.key = map.names("key") ?? []
    source.mode = map.choice("mode", ImportMode.self) ?? (source.key.isEmpty ? .insert : .upsert)
    source.unmatched = map.choice("unmatched", MissingPolicy.self) ?? .error
    source.repeats = map.choice("repeats", RepetitionPolicy.self) ?? .error
    source.nulls += map.texts("nulls", mayBeNone: true) ?? []
    source.folding = KeyFolding(map)
    (source.severities, source.rulesOff) = map.severities(ownRules: ownRules)
    if source.key.isEmpty, source.folding != .none {
      problems.add(.contradiction(.folding), at: map.position)
    }
    if source.mode != .insert, source.key.isEmpty {
      problems.add(.keyless(mode: source.mode.rawValue), at: map.position)
    }
    let reader = FieldMappingReader(problems: problems)
    source.attributes = mappings(map.map("attributes"), read: reader.read)
    source.relationships = mappings(map.map("relationships"), read: reader.readRelationship)
  }

  private func format(of file: Located<String>) -> SourceFormat? {
    if let format = SourceFormat(ofName: file.value) { return format }
    problems.add(.contradiction(.format), at: file.position)
    return nil
  }

  private func mappings<Mapping>(_ table: RecipeMap?, read: (Node, Located<String>) -> Mapping?)
    -> [(name: Located<String>, mapping: Mapping)]
  {
    table?.keys.compactMap { name in table?.rawValue(name.value).flatMap { read($0, name) }.map { (name, $0) } } ?? []
  }
}
