internal import Findings
internal import SystemErrors
internal import Yams

/// Reads a recipe file (YAML 1.1, as Yams parses it) and reports everything that is wrong with it at once.
///
/// ```swift
/// let recipe: Recipe = try RecipeReader.read(path: path)
/// let model: Located<String> = recipe.model  // its value, and where it stands in the recipe
/// for source: SourceRecipe in recipe.sources {
///   print(source.file.value, source.entity.value, source.mode == ImportMode.insert, source.format == SourceFormat.csv)
/// }
/// ```
public enum RecipeReader {
  /// The most bytes of a recipe: what its parser makes of them takes up to a hundred times their memory.
  static let largestSize = 4_000_000

  /// Reads the recipe at `path`.
  ///
  /// - Throws: `RecipeError` with every problem found, names of the model and the sources excepted: `ImportPlan` checks those; `ImportError` if the system
  ///   does not let the file be read.
  public static func read(path: String) throws -> Recipe {
    let bytes: [UInt8]?
    do { bytes = try Files.contents(of: path) } catch { throw ImportError(error) }
    guard let bytes else {
      throw RecipeError([
        Finding(RecipeFinding.missing, severity: .error, at: SourcePosition(file: path, line: 1))
      ])
    }
    guard bytes.count <= largestSize else {
      let problems = RecipeProblems(path: path, text: "")
      problems.add(.tooLarge(limit: largestSize), at: SourcePosition(file: problems.file, line: 1))
      throw RecipeError(problems.findings)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let problems = RecipeProblems(path: path, text: "")
      problems.add(.yaml(problem: "it is not UTF-8 text"), at: SourcePosition(file: problems.file, line: 1))
      throw RecipeError(problems.findings)
    }
    return try read(text: text, path: path)
  }

  /// Reads a recipe from its text; `path` names it in positions.
  ///
  /// - Throws: As `read(path:)`.
  public static func read(text: String, path: String) throws -> Recipe {
    // Some editors begin a file with a byte order mark, which is no part of the text.
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    let problems = RecipeProblems(path: path, text: text)
    if let place = RecipeKeys.firstThatIsNoText(in: text) {
      problems.add(
        .collectionAsKey,
        at: SourcePosition(file: problems.file, line: place.line, column: place.column)
      )
      throw RecipeError(problems.findings)
    }
    let root: Node?
    do {
      root = try Yams.compose(yaml: text)
    } catch let error as YamlError {
      let (kind, position) = describe(error, file: problems.file)
      problems.add(kind, at: position)
      throw RecipeError(problems.findings)
    }
    guard let root else {
      problems.add(.empty, at: SourcePosition(file: problems.file, line: 1))
      throw RecipeError(problems.findings)
    }
    let recipe = try recipe(from: root, path: path, problems: problems)
    guard problems.findings.isEmpty, let recipe else { throw RecipeError(problems.findings) }
    return recipe
  }

  private static func describe(_ error: YamlError, file: String) -> (RecipeFinding, SourcePosition) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      (.yaml(problem: problem), SourcePosition(file: file, line: mark.line, column: mark.column))
    case .duplicatedKeysInMapping(let duplicates, let context):
      (
        .duplicateKeys(duplicates),
        SourcePosition(file: file, line: context.mark.line, column: context.mark.column)
      )
    default:
      (.yaml(problem: "\(error)"), SourcePosition(file: file, line: 1))
    }
  }

  private static func recipe(from root: Node, path: String, problems: RecipeProblems) throws -> Recipe? {
    let map = RecipeMap(root, kind: "A recipe", problems: problems)
    let keys = [
      "model", "output", "sources", "lookups", "rules", "checks", "tolerance", "batchSize", "hashesFrom",
      "allowOpenHashes", "severities", "nulls", "baseline", "suppressions", "budgets",
    ]
    map.allowOnly(keys + SuccessionReader.keys + Provenance.keys)
    let model = map.required("model")
    let output = map.required("output")
    let nulls = map.texts("nulls", mayBeNone: true) ?? []
    let rules = map.list("rules").compactMap { rule($0, problems) }
    let ownRules = Set(rules.map(\.code))
    if map["sources"] == nil { problems.add(.needs("A recipe", key: "sources"), at: map.position) }
    let reader = SourceRecipeReader(problems: problems, nulls: nulls, ownRules: ownRules)
    let sources = map.list("sources").flatMap(reader.read)
    guard let model, let output else { return nil }
    var recipe = Recipe(path: path, model: model, output: output)
    recipe.sources = sources
    recipe.lookups = lookups(map, problems: problems)
    recipe.rules = rules
    recipe.checks = map.map("checks").map(CheckReader(problems: problems).read) ?? []
    recipe.tolerance = tolerance(map, problems: problems)
    recipe.batchSize = map.integer("batchSize", in: 1...1_000_000) ?? recipe.batchSize
    recipe.hashesFrom = map.string("hashesFrom")
    (recipe.severities, recipe.rulesOff) = map.severities(ownRules: ownRules)
    recipe.allowsOpenHashes = map.boolean("allowOpenHashes") ?? false
    let acceptance = AcceptanceReader(problems: problems)
    recipe.baseline = map.string("baseline")
    recipe.suppressions = map.list("suppressions").compactMap(acceptance.suppression)
    recipe.budgets = map.list("budgets").compactMap(acceptance.budget)
    recipe.provenance = Provenance(map, problems)
    recipe.succession = SuccessionReader(problems: problems).read(map)
    let folder = RecipeFolder(ofRecipe: path)
    let previous = recipe.succession.previous
    let files = [
      ("The previous release", previous?.value == SuccessionRecipe.published ? nil : previous),
      ("The model", recipe.model), ("The file of hashes", recipe.hashesFrom), ("The baseline", recipe.baseline),
    ]
    for case (let what, let file?) in files {
      let path: String?
      do { path = try folder.path(of: file.value) } catch { throw ImportError(error) }
      if path == nil { problems.add(.outsideFolder(what, leadsOut: nil), at: file.position, value: file.value) }
    }
    return recipe
  }

  private static func lookups(_ map: RecipeMap, problems: RecipeProblems) -> [String: LookupRecipe] {
    var lookups: [String: LookupRecipe] = [:]
    guard let tables = map.map("lookups") else { return lookups }
    for key in tables.keys {
      guard let value = tables[key.value] else { continue }
      let table = RecipeMap(value, kind: "A lookup table", problems: problems)
      table.allowOnly(["file", "from", "to", "where", "entries", "ignoreCase"] + Provenance.keys)
      var lookup = LookupRecipe(position: table.position)
      lookup.file = table.string("file")
      lookup.from = table.string("from")
      lookup.to = table.string("to")
      lookup.condition = table.string("where")
      lookup.provenance = Provenance(table, problems)
      lookup.ignoresCase = table.boolean("ignoreCase") ?? false
      if let entries = table.map("entries") {
        lookup.entries = entries.keys.map { ($0.value, entries.text($0.value) ?? "") }
      } else if lookup.file == nil || lookup.from == nil || lookup.to == nil {
        problems.add(.contradiction(.lookup), at: table.position)
      }
      lookups[key.value] = lookup
    }
    return lookups
  }

  private static func rule(_ node: Node, _ problems: RecipeProblems) -> RuleRecipe? {
    let map = RecipeMap(node, kind: "A rule", problems: problems)
    map.allowOnly(["on", "require", "severity", "code", "message", "when"])
    guard let require = map.required("require") else { return nil }
    var rule = RuleRecipe(entity: map.string("on"), require: require)
    rule.severity = map.choice("severity", Severity.self) ?? .error
    rule.message = map.text("message")
    rule.code = map.text("code").map(RuleCode.init(rawValue:)) ?? .rulePredicate
    if let when = map.string("when") {
      switch when.value {
      case "record": rule.isCheckedAtEnd = false
      case "end": rule.isCheckedAtEnd = true
      default: problems.addUnknown("“when”", when, known: ["record", "end"])
      }
    }
    return rule
  }

  private static func tolerance(_ map: RecipeMap, problems: RecipeProblems) -> Tolerance {
    guard let text = map.string("tolerance") else { return .none }
    if let tolerance = Tolerance(text.value) { return tolerance }
    problems.add(.form(key: "tolerance", .tolerance), at: text.position)
    return .none
  }
}
