/// The public types that no client writes down: the kinds of a family of findings, which are told apart as `RecordFinding`'s are.
enum TypesWithoutExample {
  static let names: Set<String> = [
    "AcceptanceFinding", "FileFinding", "JSONFinding", "ModelFinding", "RecipeFinding", "ReferenceFinding",
    "ReleaseFinding",
    "RuleFinding", "SheetFinding", "SourceFinding", "StoreFinding", "TextFinding", "ValueFinding", "NamedObject",
  ]
}
