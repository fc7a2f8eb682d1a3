/// The public types that no client writes down, each with the reason.
enum TypesWithoutExample {
  static let reasons: [String: String] = [partsOfRecipes, partsOfTheTool, kinds].reduce(into: [:]) {
    $0.merge($1) { first, _ in first }
  }

  /// A recipe is written as text: `RecipeReader` makes these of it, and only `ImportPlanner` reads them.
  private static let partsOfRecipes = named(
    "a part of a recipe, which is written as text: docs/recipe.md has the examples",
    [
      "Agreement", "CheckKind", "CheckRecipe", "DelimitedRecipe", "Distinctness", "FaultPolicy", "FieldMapping",
      "FieldOrigin", "JSONRecipe", "KeptContent", "LetterCase", "LineBreakPolicy", "LookupRecipe", "MarkupRecipe",
      "MissingPolicy", "ParentLink", "PeerRecipe", "ReferencePolicy", "RelationshipMapping", "RepetitionPolicy",
      "RuleRecipe", "SequenceOrder", "TakenPolicy", "KeyFolding", "TextShape", "WorksheetRecipe",
    ]
  )

  private static let partsOfTheTool = named(
    "only the command line tool and its reports use it",
    [
      "BinaryContents", "CorrectedSources", "DialectDescription", "FingerprintCounter", "HistogramBuilder",
      "ReleaseRejects", "RunSummary", "SourceFiles", "SourceInput",
    ]
  )

  private static let kinds = named(
    "the kinds of a family of findings, which are told apart as RecordFinding's are",
    [
      "AcceptanceFinding", "JSONFinding", "ModelFinding", "RecipeFinding", "ReferenceFinding", "ReleaseFinding",
      "RuleFinding", "SheetFinding", "SourceFinding", "StoreFinding", "TextFinding", "ValueFinding", "NamedObject",
    ]
  )

  private static func named(_ reason: String, _ names: [String]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, reason) })
  }
}
