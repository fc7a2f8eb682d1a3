import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ModelReading
import ObjectModel
import ReferenceExport
import SQLiteStore
import SystemErrors

/// A recipe with its model and plan, ready to be carried out: what `build` and `check` share.
struct RecipeSession {
  let recipe: Recipe
  let folder: String
  let modelPath: String
  let model: ManagedObjectModel
  let plan: ImportPlan
  /// The file from which version hashes were taken over; `nil` if there is none.
  let hashesPath: String?
  /// The entities whose version hashes were taken over.
  let adoptedEntities: [String]
  /// Files that are read in the place of sources, by the sources' names.
  let standIns: [String: String]
  /// The files that are read, by their paths, as they were before anything was read of them.
  private let states: [String: FileState]
  /// The model's files, and the one that version hashes come from.
  private let modelFiles: [String]
  /// The day that the plan takes for today.
  private let today: Date

  /// Reads the recipe and the model, and checks both against each other and against the sources' headers.
  ///
  /// - Throws: `RecipeError`, the model reader's error, `CommandFailure`.
  ///
  /// - Parameters:
  ///   - hashesFrom: A file to take version hashes from, instead of the one that the recipe names.
  ///   - standIns: Files to read in the place of sources, by the sources' names.
  ///   - last: The recipe as it was read before: what has not changed since, recipe and model, is not read again.
  init(
    recipePath path: String,
    hashesFrom: String? = nil,
    standIns: [String: String] = [:],
    after last: RecipeSession? = nil
  ) throws {
    let folder = (path as NSString).deletingLastPathComponent
    let (recipe, recipeState) = try Self.recipe(path, after: last)
    let modelPath = try ModelReader.location(of: Self.path(of: recipe.model.value, in: folder))
    hashesPath = hashesFrom ?? recipe.hashesFrom.map { folder.isEmpty ? $0.value : "\(folder)/\($0.value)" }
    self.recipe = recipe
    self.folder = folder
    self.modelPath = modelPath
    self.standIns = standIns
    var states: [String: FileState] = [:]
    let files = try Self.files(of: recipe, in: folder, modelPath: modelPath, hashesPath: hashesPath, standIns: standIns)
    for file in files {
      if let known = states.index(forKey: file), !states.keys[known].utf8.elementsEqual(file.utf8) {
        throw CommandFailure("two files are called \(file), in different normal forms of Unicode; rename one of them")
      }
      states[file] = try FileState(ofFile: file)
    }
    states[path] = recipeState
    self.states = states
    today = Self.savingTime ?? Date()
    let modelFiles = try Self.files(ofModel: modelPath) + [hashesPath.map(Self.hashesFile)].compactMap(\.self)
    if let last, last.modelPath == modelPath, last.hashesPath == hashesPath,
      modelFiles == last.modelFiles,
      modelFiles.allSatisfy({ [states] in states[$0] != nil && states[$0] == last.states[$0] })
    {
      model = last.model
      adoptedEntities = last.adoptedEntities
    } else {
      let model = try ModelReader.read(modelPath)
      self.model = model
      adoptedEntities = try hashesPath.map { try model.adoptHashes(from: $0) } ?? []
    }
    self.modelFiles = modelFiles
    plan = try ImportPlanner.plan(
      recipe,
      model: model,
      folder: folder,
      paths: standIns,
      today: today
    )
  }

  /// The recipe with its state before it was read; as it was read before if that has not changed.
  private static func recipe(_ path: String, after last: RecipeSession?) throws -> (Recipe, FileState?) {
    let state = try FileState(ofFile: path)
    if let last, let state, last.recipe.path == path, last.states[path] == state { return (last.recipe, state) }
    return (try RecipeReader.read(path: path), state)
  }

  /// The files that a recipe reads, but for itself. Standard input is read by whoever looks for its file, and cannot change.
  private static func files(
    of recipe: Recipe,
    in folder: String,
    modelPath: String,
    hashesPath: String?,
    standIns: [String: String] = [:]
  ) throws -> [String] {
    let sources = recipe.sources.map(\.file.value).filter { $0 != "-" }
    let files = try sources.flatMap { name in
      try SourceFiles.find(name, in: folder).map { standIns[$0.name] ?? path(of: $0.name, in: folder) }
    }
    let lookups =
      try recipe.lookups.values.compactMap { $0.file.map { path(of: $0.value, in: folder) } }
      + recipe.namedFiles(in: folder).map(\.path)
    let hashes = try hashesPath.map(hashesFile)
    return try files + lookups + self.files(ofModel: modelPath) + [hashes].compactMap(\.self)
  }

  /// The files that a recipe reads, but for itself, and the folders in which more of them may come.
  ///
  /// - Throws: `RecipeError` and other errors if the recipe or the model cannot be found out.
  static func files(ofRecipe path: String, after last: RecipeSession? = nil) throws
    -> (files: [String], folders: Set<String>)
  {
    let folder = (path as NSString).deletingLastPathComponent
    let recipe = try recipe(path, after: last).0
    let modelPath = try ModelReader.location(of: self.path(of: recipe.model.value, in: folder))
    let hashes = recipe.hashesFrom.map { self.path(of: $0.value, in: folder) }
    var files = try self.files(of: recipe, in: folder, modelPath: modelPath, hashesPath: hashes)
    var folders: Set<String> = []
    for name in recipe.sources.map(\.file.value) where name != "-" {
      let source = self.path(of: name, in: folder)
      let isFolder = try Files.isFolder(source)
      folders.insert(isFolder ? source : (source as NSString).deletingLastPathComponent)
      // Files that describe dialects, by the names that they have beside a source or in its folder.
      if !isFolder { files += try dialectFiles(beside: source) }
    }
    for name in recipe.namedFolders {
      let named = self.path(of: name, in: folder)
      folders.insert(try Files.isFolder(named) ? named : (named as NSString).deletingLastPathComponent)
    }
    if let baseline = recipe.baseline { files.append(self.path(of: baseline.value, in: folder)) }
    return (files, folders)
  }

  private static func dialectFiles(beside path: String) throws -> [String] {
    let folder = (path as NSString).deletingLastPathComponent
    return DialectDescription.names(beside: path).map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
  }

  /// The recipe to take when none is named: the only one here or in `Inputs`.
  ///
  /// - Parameter preferred: The file name of the one to take of several.
  static func onlyRecipe(preferring preferred: String? = nil) throws -> String {
    var found: [String] = []
    for folder in [".", "Inputs"] {
      let names = try Files.names(in: folder) ?? []
      found += names.filter { $0.hasSuffix(".recipe.yml") }.map { folder == "." ? $0 : "\(folder)/\($0)" }
    }
    let wanted = found.filter { ($0 as NSString).lastPathComponent == preferred }
    if wanted.count == 1 { found = wanted }
    guard found.count == 1, let recipe = found.first else {
      throw CommandFailure(
        found.isEmpty
          ? "there is no recipe here; name one, as in “studbook build Inputs/Dogs.recipe.yml”"
          : "there are several recipes (\(found.sorted().joined(separator: ", "))); name one of them"
      )
    }
    return recipe
  }

  /// The path of a file that the recipe names.
  func path(of name: String) -> String { Self.path(of: name, in: folder) }

  private static func path(of name: String, in folder: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }

  /// The files of a model: those in its folder, or the file that it is, with the log of a store.
  private static func files(ofModel path: String) throws -> [String] {
    if let sources = try ModelReader.swiftFiles(of: path) { return sources }
    guard try Files.isFolder(path) else { return try [path] + [path + "-wal"].filter(Files.exists) }
    return try Files.names(in: path)?.flatMap { try filesInFolder("\(path)/\($0)") } ?? []
  }

  /// A file, or all files of a folder and below it; links are not followed.
  private static func filesInFolder(_ path: String) throws -> [String] {
    let kind = try Files.status(of: path, followsLinks: false)?.kind
    guard kind == .folder else { return try kind == .link && Files.isFolder(path) ? [] : [path] }
    return try Files.names(in: path)?.flatMap { try filesInFolder("\(path)/\($0)") } ?? []
  }

  /// The file in which a store, a model or a list has version hashes.
  private static func hashesFile(_ path: String) throws -> String {
    try Files.isFolder(path) ? "\(path)/VersionInfo.plist" : path
  }

  /// Throws if a file was changed since the session began to read it: nobody knows, then, which of its contents the findings and digests are about.
  ///
  /// - Throws: `CommandFailure`.
  func requireUnchangedInputs() throws {
    for (name, path) in try inputs() where try FileState(ofFile: path) != states[path] {
      throw CommandFailure("\(name) was changed while it was read; run the command again")
    }
  }

  /// Every file that the release is made from, with its name for the manifest and its path.
  ///
  /// - Throws: `ModelReadingError`, `FileError` if the model's files cannot be listed.
  func inputs() throws -> [(name: String, path: String)] {
    var names: Set<String> = Set(plan.sourceFiles.map(\.name))
    names.formUnion(recipe.lookups.values.compactMap { $0.file?.value })
    names.formUnion(try recipe.namedFiles(in: folder).map(\.name))
    var inputs = names.map { (name: $0, path: standIns[$0] ?? path(of: $0)) }
    inputs.append(((recipe.path as NSString).lastPathComponent, recipe.path))
    let prefix = path(of: "")
    for file in try Self.files(ofModel: modelPath) { inputs.append((String(file.dropFirst(prefix.count)), file)) }
    if !adoptedEntities.isEmpty, let list = try hashesPath.map(Self.hashesFile) {
      inputs.append(((list as NSString).lastPathComponent, list))
    }
    return inputs.sorted { $0.name < $1.name }
  }

  /// Imports every source into a new, empty store.
  ///
  /// - Parameters:
  ///   - isWrittenOnce: Whether the store takes rows only, and cannot be read before it is finished.
  ///   - adjust: Changes how the run is carried out.
  ///   - whenRead: Called after the last source, while the store may still be written.
  ///   - whenWritten: Called when the store has got all objects, to finish it.
  /// - Returns: What was found.
  func run(
    into store: any PersistentStore,
    isWrittenOnce: Bool = false,
    rejectFolder: String?,
    progress: ProgressLine?,
    adjust: (inout ImportOptions) -> Void = { _ in },
    whenRead: () -> Void = {},
    whenWritten: () throws -> Void
  ) throws -> ImportResult {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    // Nobody reads the store while it is filled, so it may lag behind on a thread of its own.
    let writer = WriteBehindStore(store)
    try coordinator.addPersistentStore(writer)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    var options = importOptions(progress)
    options.rejectFolder = rejectFolder
    options.writesRows = true
    options.writesNothingButRows = isWrittenOnce
    adjust(&options)
    defer { progress?.clear() }
    return try ImportRun(plan: plan, context: context, store: writer, options: options).run {
      whenRead()
      progress?.show(.finishing)
      try writer.finish()
      try whenWritten()
    }
  }

  /// Makes an empty store that libsqlite3 fills, without indexes as long as objects are added.
  func makeStore(at path: String) throws -> SQLiteStore {
    var options = SQLiteStoreOptions()
    options.bulkLoading = true
    options.savingTime = Self.savingTime
    return try SQLiteStore.create(at: path, model: model, options: options)
  }

  /// What `now()` gives in derived attributes; `nil` for the clock.
  static var savingTime: Date? {
    CommandOutput.environment("SOURCE_DATE_EPOCH").flatMap(Double.init).map { Date(timeIntervalSince1970: $0) }
  }

  /// Finds out what is wrong with every source, and keeps nothing. A store is filled only where findings need one.
  ///
  /// - Parameter memory: What is known of earlier judgements of the same recipe, and what is to be known of this one.
  /// - Throws: As a run does; `CommandFailure` if a file was changed meanwhile.
  func check(progress: ProgressLine?, memory: JudgementMemory? = nil) throws -> ImportResult {
    do {
      memory?.begin(plan, states: states, today: today)
      let result = try uncheckedResult(progress, memory)
      try requireUnchangedInputs()
      return result
    } catch {
      memory?.forget()
      throw error
    }
  }

  /// What is wrong with the sources, if they did not change meanwhile.
  private func uncheckedResult(_ progress: ProgressLine?, _ memory: JudgementMemory?) throws -> ImportResult {
    defer { progress?.clear() }
    var options = importOptions(progress)
    options.memory = memory
    if let result = try ImportRun.check(plan, options: options) { return result }
    let folder = TemporaryItem()
    defer { folder.remove() }
    try Files.makeFolder(folder.path)
    let store = try makeStore(at: "\(folder.path)/check.sqlite")
    let result = try run(into: store, rejectFolder: nil, progress: progress) {
      // Indexes are of use for questions after the last source only.
      if plan.asksStoreAtEnd { try store.finishBulkLoading() }
    }
    try store.close()
    return result
  }

  /// Imports every source once more, into a store that is thrown away, to note where one object has its values from.
  ///
  /// - Throws: As a run does; `CommandFailure` if a file was changed meanwhile.
  func trace(_ tracer: ObjectTracer, progress: ProgressLine?) throws {
    defer { progress?.clear() }
    let folder = TemporaryItem()
    defer { folder.remove() }
    try Files.makeFolder(folder.path)
    let store = try makeStore(at: "\(folder.path)/why.sqlite")
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    var options = importOptions(progress)
    options.writesRows = true
    options.objectTracer = tracer
    _ = try ImportRun(plan: plan, context: context, store: store, options: options).run {
      if plan.asksStoreAtEnd { try store.finishBulkLoading() }
    }
    try store.close()
    try requireUnchangedInputs()
  }

  private func importOptions(_ progress: ProgressLine?) -> ImportOptions {
    var options = ImportOptions()
    if let progress { options.progress = { (step: ImportProgress) in progress.show(step) } }
    return options
  }

  /// Every input with what the recipe says of whose it is.
  ///
  /// - Parameter digests: The inputs' digests; without them only those of which something is said are listed, because a check takes no digests.
  /// - Throws: As `inputs()`.
  func inputAccounts(_ digests: [FileDigest]? = nil) throws -> [InputAccount] {
    let provenances = plan.provenances
    var own = Set(plan.sourceFiles.map(\.name) + recipe.lookups.values.compactMap { $0.file?.value })
    own.formUnion(try recipe.namedFiles(in: folder).map(\.name))
    let files = try digests ?? inputs().map { FileDigest(path: $0.name, bytes: 0, sha256: "") }
    let accounts = files.map { file in
      let provenance = provenances[file.path] ?? (own.contains(file.path) ? nil : recipe.provenance)
      return InputAccount(
        path: file.path,
        bytes: digests == nil ? nil : file.bytes,
        sha256: digests == nil ? nil : file.sha256,
        licence: provenance?.licence,
        origin: provenance?.origin
      )
    }
    return digests == nil ? accounts.filter(\.hasProvenance) : accounts
  }

  /// The numbers of a run for its reports.
  func summary(of result: ImportResult, output: String?, inputs: [InputAccount] = []) -> RunSummary {
    RunSummary(
      toolVersion: StudbookVersion.current,
      recipe: (recipe.path as NSString).lastPathComponent,
      model: (recipe.model.value as NSString).lastPathComponent,
      output: output,
      sources: result.sources,
      entities: result.entities,
      inputs: inputs,
      completeness: result.completeness,
      findingCounts: result.tally.counts
    )
  }
}
