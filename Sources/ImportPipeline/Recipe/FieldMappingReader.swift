internal import Findings
internal import ImageFitting
internal import Yams

/// Reads what a recipe says about one attribute or relationship.
struct FieldMappingReader {
  let problems: RecipeProblems

  private static let keys = [
    "field", "fields", "first", "constant", "trim", "collapse", "case", "nulls", "split", "part", "rest", "join",
    "lookup", "missing", "convert", "round", "thousands", "decimal", "date", "true", "false", "default", "presence",
    "file", "fetch", "encoding", "image",
  ]

  /// Reads the mapping of an attribute: a field's name, or a mapping with conversions; null leaves the attribute alone.
  func read(_ node: Node, key: Located<String>) -> FieldMapping? {
    if RecipeMap.isNull(node) { return FieldMapping(position: key.position, origin: .nothing) }
    if let name = node.scalar?.string {
      let position = problems.position(of: node)
      return FieldMapping(position: position, origin: .field(Located(name, at: position)))
    }
    let map = RecipeMap(node, kind: "A mapping", problems: problems)
    map.allowOnly(Self.keys)
    return mapping(map)
  }

  /// Reads the mapping of a relationship.
  func readRelationship(_ node: Node, key: Located<String>) -> RelationshipMapping? {
    if node.scalar != nil { return read(node, key: key).map { RelationshipMapping(field: $0) } }
    let map = RecipeMap(node, kind: "A relationship", problems: problems)
    map.allowOnly(Self.keys + ["matches", "unknown", "taken", "ignoreCase", "ignoreAccents"])
    guard let field = mapping(map) else { return nil }
    var relationship = RelationshipMapping(field: field)
    relationship.matches = map.string("matches")
    relationship.missing = map.choice("unknown", ReferencePolicy.self) ?? .error
    relationship.taken = map.choice("taken", TakenPolicy.self) ?? .error
    relationship.takenPosition = map["taken"].map(problems.position)
    relationship.folding = KeyFolding(map)
    return relationship
  }

  private func mapping(_ map: RecipeMap) -> FieldMapping? {
    guard let origin = origin(map) else { return nil }
    var mapping = FieldMapping(position: map.position, origin: origin)
    mapping.trims = map.boolean("trim") ?? true
    mapping.collapses = map.boolean("collapse") ?? false
    mapping.letterCase = map.choice("case", LetterCase.self)
    mapping.nulls = map.texts("nulls", mayBeNone: true) ?? []
    mapping.splitSeparators = map.texts("split")?.filter { !$0.isEmpty } ?? []
    mapping.splitIndex = map.integer("part", in: -1000...1000)
    mapping.joinSeparator = map.text("join")
    mapping.lookup = map.string("lookup")
    readMissing(map, into: &mapping)
    mapping.unit = map.string("convert")
    mapping.roundDigits = map.integer("round", in: 0...15)
    mapping.thousandsSeparator = map.text("thousands")
    // Where the point stands between thousands, the comma is the decimal mark.
    mapping.decimalSeparator = map.text("decimal") ?? (mapping.thousandsSeparator == "." ? "," : ".")
    if mapping.decimalSeparator == mapping.thousandsSeparator {
      problems.add(.contradiction(.marks), at: map.position)
    }
    mapping.datePatterns = map.strings("date") ?? []
    mapping.trueTexts = map.texts("true") ?? []
    mapping.falseTexts = map.texts("false") ?? []
    mapping.takesPresence = map.boolean("presence") ?? false
    mapping.defaultText = map.text("default")
    mapping.files = map.string("file") ?? map.string("fetch")
    mapping.fetchesFiles = map["fetch"] != nil
    if mapping.fetchesFiles, map["file"] != nil || map["field"] == nil {
      problems.add(.contradiction(.fetch), at: map.position)
    }
    mapping.encoding = map.choice("encoding", BinaryEncoding.self).map {
      Located($0, at: map["encoding"].map(problems.position) ?? map.position)
    }
    if mapping.files != nil, let encoding = mapping.encoding {
      problems.add(.contradiction(.fileAndEncoding), at: encoding.position)
    }
    mapping.image = map.map("image").flatMap(fitting)
    if mapping.splitIndex != nil, mapping.splitSeparators.isEmpty {
      problems.add(.contradiction(.part), at: map.position)
    }
    return mapping
  }

  /// Reads what becomes of texts that a lookup table does not have, of parts that a list does not have, and of parts that nobody takes.
  private func readMissing(_ map: RecipeMap, into mapping: inout FieldMapping) {
    let missing = map.choice("missing", MissingPolicy.self)
    mapping.lookupMissing = missing ?? .error
    // To keep the text is about lookup tables only.
    if let missing, missing != .keep { mapping.partMissing = missing }
    guard let rest = map.choice("rest", MissingPolicy.self) else { return }
    if rest == .keep || mapping.splitIndex == nil {
      problems.add(.contradiction(rest == .keep ? .restPolicy : .rest), at: map.position)
    }
    mapping.partsLeft = rest
  }

  /// Reads what is to be made of a picture.
  private func fitting(_ map: RecipeMap) -> Located<ImageFitting>? {
    map.allowOnly(["fit", "format", "quality", "strip"])
    guard let fit = map.required("fit") else { return nil }
    let sides = fit.value.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard sides.count == 2, sides.allSatisfy((1...16_384).contains) else {
      problems.add(.form(key: "fit", .box), at: fit.position)
      return nil
    }
    return Located(
      ImageFitting(
        width: sides[0],
        height: sides[1],
        format: map.choice("format", ImageFitting.Format.self) ?? .jpeg,
        quality: map.integer("quality", in: 1...100) ?? 82,
        strips: map.boolean("strip") ?? true
      ),
      at: map.position
    )
  }

  private func origin(_ map: RecipeMap) -> FieldOrigin? {
    let given = ["field", "fields", "first", "constant"].filter { map[$0] != nil }
    guard given.count == 1, let only = given.first else {
      problems.add(given.isEmpty ? .contradiction(.origin) : .severalOrigins(given), at: map.position)
      return nil
    }
    switch only {
    case "field": return map.string("field").map(FieldOrigin.field)
    case "fields": return map.strings("fields").map(FieldOrigin.joined)
    case "first": return map.strings("first").map(FieldOrigin.firstNonEmpty)
    default: return map.text("constant").map(FieldOrigin.constant)
    }
  }
}
