import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ModelReading
import ObjectModel
import ReferenceExport
import SQLiteStore

/// A recipe with its model and plan, ready to be carried out: what `build` and `check` share.
struct RecipeSession {
  let recipe: Recipe
  let folder: String
  let modelPath: String
  let model: ManagedObjectModel
  let plan: ImportPlan

  /// Reads the recipe and the model, and checks both against each other and against the sources' headers.
  ///
  /// - Throws: `RecipeError`, the model reader's error, `CommandFailure`.
  init(recipePath: String?) throws {
    let path = try recipePath ?? RecipeSession.onlyRecipe()
    let folder = (path as NSString).deletingLastPathComponent
    let recipe = try RecipeReader.read(path: path)
    let modelPath = folder.isEmpty ? recipe.model.value : "\(folder)/\(recipe.model.value)"
    let model = try ModelReader.read(modelPath)
    if let source = recipe.hashesFrom {
      model.adoptedVersionHashes = try AdoptedHashes.read(folder.isEmpty ? source.value : "\(folder)/\(source.value)")
    }
    self.recipe = recipe
    self.folder = folder
    self.modelPath = modelPath
    self.model = model
    plan = try ImportPlanner.plan(recipe, model: model, folder: folder)
  }

  /// The recipe to take when none is named: the only one here or in `Inputs`.
  private static func onlyRecipe() throws -> String {
    var found: [String] = []
    for folder in [".", "Inputs"] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      found += names.filter { $0.hasSuffix(".recipe.yml") }.map { folder == "." ? $0 : "\(folder)/\($0)" }
    }
    guard found.count == 1, let recipe = found.first else {
      throw CommandFailure(
        found.isEmpty
          ? "there is no recipe here; name one, as in “studbook build Inputs/Dogs.recipe.yml”"
          : "there are several recipes (\(found.sorted().joined(separator: ", "))); name one of them"
      )
    }
    return recipe
  }

  /// Every file that the release is made from, with its name for the manifest and its path.
  func inputs() -> [(name: String, path: String)] {
    func inFolder(_ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }
    var names: Set<String> = Set(recipe.sources.map(\.file.value))
    names.formUnion(recipe.lookups.values.compactMap { $0.file?.value })
    var inputs = names.map { (name: $0, path: inFolder($0)) }
    inputs.append(((recipe.path as NSString).lastPathComponent, recipe.path))
    let modelFiles = FileManager.default.enumerator(atPath: modelPath)?.compactMap { $0 as? String } ?? []
    for file in modelFiles where !FileManager.default.isFolder("\(modelPath)/\(file)") {
      inputs.append(("\(recipe.model.value)/\(file)", "\(modelPath)/\(file)"))
    }
    if modelFiles.isEmpty { inputs.append((recipe.model.value, modelPath)) }
    return inputs.sorted { $0.name < $1.name }
  }

  /// Imports every source into a new store at `path`.
  ///
  /// - Parameter whenLoaded: Called after the last source, before the indexes are made, which keeps only one processor busy.
  /// - Returns: The store with its indexes, and what was found.
  func run(
    into path: String,
    rejectFolder: String?,
    progress: ProgressLine?,
    whenLoaded: () -> Void = {}
  ) throws -> (SQLiteStore, ImportResult) {
    var storeOptions = SQLiteStoreOptions()
    storeOptions.bulkLoading = true
    let store = try SQLiteStore.create(at: path, model: model, options: storeOptions)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    // Nobody reads the store while it is filled, so it may lag behind on a thread of its own.
    let writer = WriteBehindStore(store)
    try coordinator.addPersistentStore(writer)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    var options = ImportOptions()
    options.rejectFolder = rejectFolder
    if let progress { options.progress = { (step: ImportProgress) in progress.show(step) } }
    defer { progress?.clear() }
    let result = try ImportRun(plan: plan, context: context, store: writer, options: options).run {
      whenLoaded()
      try writer.finish()
      try store.finishBulkLoading()
    }
    return (store, result)
  }

  /// The numbers of a run for its reports.
  func summary(of result: ImportResult, output: String?) -> RunSummary {
    RunSummary(
      toolVersion: StudbookVersion.current,
      recipe: (recipe.path as NSString).lastPathComponent,
      model: (recipe.model.value as NSString).lastPathComponent,
      output: output,
      sources: result.sources,
      entities: result.entities,
      completeness: result.completeness,
      findingCounts: result.tally.counts
    )
  }
}

extension FileManager {
  fileprivate func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
