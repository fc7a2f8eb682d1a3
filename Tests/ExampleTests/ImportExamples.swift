import AttributeValues
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ModelReading
import ObjectModel
import PredicateLanguage
import SQLiteStore
import TestSupport
import Testing

/// Imports by a recipe.
@Suite struct ImportExamples {
  private let folder: TemporaryFolder
  private let path: String
  private let model = Showcase.model()

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("name,yearEstablished\nHound Group,1930\nTerrier Group,1924\n", to: "groups.csv")
    try folder.write("name,heightMax,Group\nBeagle,38.1,Hound Group\nWhippet,559,Hound Grup\n", to: "breeds.csv")
    path = try folder.write(
      """
      model: DogBreeds.xcdatamodeld
      output: DogBreeds.sqlite
      sources:
        - file: groups.csv
          entity: AKCGroup
          key: name
        - file: breeds.csv
          entity: Breed
          key: name
          relationships:
            group: { field: Group, matches: name }
      """,
      to: "DogBreeds.recipe.yml"
    )
  }

  private func plan() throws -> ImportPlan {
    try ImportPlanner.plan(RecipeReader.read(path: path), model: model, folder: folder.path)
  }

  @Test func theShowcaseIsBuiltByAFewLines() throws {
    let folder = Package.path("Inputs")
    let output = self.folder.file("Showcase.sqlite")
    // example: README
    let recipe = try RecipeReader.read(path: "\(folder)/DogBreeds.recipe.yml")
    let model = try ModelReader.read("\(folder)/\(recipe.model.value)")
    let plan = try ImportPlanner.plan(recipe, model: model, folder: folder)

    let store = try SQLiteStore.create(at: output, model: model)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let result = try ImportRun(plan: plan, context: context, store: store, options: ImportOptions()).run()
    for finding in result.findings { print(finding.severity, finding.message) }

    var request = FetchRequest<ManagedObject>(entityName: "Breed")
    request.predicate = try ObjectPredicate(format: "group.name == %@ AND weightMax < 12", "Hound Group")
    request.sortDescriptors = [SortKey("name")]
    let smallHounds = try context.fetch(request)
    for breed in smallHounds { print(breed.value(forKey: "name") ?? "") }
    // end
    #expect(result.records.imported > 277 && !result.hasErrors && !smallHounds.isEmpty)
  }

  @Test func aRecipeIsRead() throws {
    // example: RecipeReader, Recipe, SourceRecipe, Located
    let recipe: Recipe = try RecipeReader.read(path: path)
    let model: Located<String> = recipe.model  // its value, and where it stands in the recipe
    for source: SourceRecipe in recipe.sources {
      print(source.file.value, source.entity.value, source.mode == ImportMode.insert, source.format == SourceFormat.csv)
    }
    // end
    #expect(model.value == "DogBreeds.xcdatamodeld" && recipe.sources.map(\.entity.value) == ["AKCGroup", "Breed"])
  }

  @Test func aMistakeInARecipeHasAPlace() throws {
    var lines: [Int] = []
    // example: RecipeError
    do {
      _ = try RecipeReader.read(
        text: "model: DogBreeds.xcdatamodeld\nouptut: DogBreeds.sqlite\n",
        path: "Dogs.recipe.yml"
      )
    } catch let error as RecipeError {
      lines = error.problems.compactMap(\.position?.line)
    }
    // end
    #expect(lines.contains(2))
  }

  @Test func aPlanIsMade() throws {
    let model = Showcase.model()
    // example: ImportPlan, ImportPlanner
    let recipe = try RecipeReader.read(path: path)
    let plan: ImportPlan = try ImportPlanner.plan(recipe, model: model, folder: folder.path)
    let files = plan.sourceFiles.map { (file: SourceFile) in file.name }
    // end
    #expect(files == ["groups.csv", "breeds.csv"])
  }

  @Test func aRunSavesWhatIsRightAndFindsWhatIsWrong() throws {
    let plan = try plan()
    let model = model
    // example: ImportRun, ImportResult
    let store = InMemoryStore()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let run = ImportRun(plan: plan, context: context, store: store, options: ImportOptions())
    let result: ImportResult = try run.run()
    let rules = result.findings.map(\.rule)  // value.range: a height of 559; reference.unknown: the Hound Grup
    // end
    #expect(Set(rules) == [.valueRange, .referenceUnknown] && result.records.imported == 3)
  }

  @Test func aCheckFindsTheSameWithoutAStore() throws {
    let plan = try plan()
    // example: ImportOptions, ImportProgress, ImportError
    var options = ImportOptions()
    options.threads = 1
    options.progress = { (progress: ImportProgress) in print("\(progress.file): \(progress.records)") }
    let result = try ImportRun.check(plan, options: options)  // an ImportError if a file cannot be read
    // end
    #expect(result?.hasErrors == true)
  }

  @Test func sourcesAreCorrected() throws {
    let plan = try plan()
    let findings = try #require(try ImportRun.check(plan, options: ImportOptions())).findings
    // example: SourceFix, SourceFixer
    let fixer = SourceFixer(plan: plan, takesSuggestions: true)
    for fix: SourceFix in try fixer.fixes(for: findings) {
      print(try fix.diff())
      try fix.apply()
    }
    // end
    #expect(try folder.text(of: "breeds.csv").contains("Whippet,559,Hound Group"))
  }

  // example: RecordRule, RuleRecord, RuleViolation
  struct PalindromeRule: RecordRule {
    let code = RuleCode("own.palindrome")
    let severity = Severity.warning
    let entityName = "Breed"
    func violations(of record: RuleRecord) -> [RuleViolation] {
      guard case .string(let name)? = record["name"], name == String(name.reversed()) else { return [] }
      return [RuleViolation("“\(name)” reads the same backwards", attribute: "name")]
    }
  }
  static func plan(_ recipe: Recipe, model: ManagedObjectModel, folder: String) throws -> ImportPlan {
    try ImportPlanner.plan(recipe, model: model, folder: folder, rules: [PalindromeRule()])
  }
  // end

  @Test func aRuleOfOnesOwnIsAsked() throws {
    try folder.write("name,heightMax,Group\nhannah,38.1,Hound Group\n", to: "breeds.csv")
    let plan = try Self.plan(RecipeReader.read(path: path), model: model, folder: folder.path)
    let result = try #require(try ImportRun.check(plan, options: ImportOptions()))
    #expect(result.findings.map(\.rule) == ["own.palindrome"])
  }
}
