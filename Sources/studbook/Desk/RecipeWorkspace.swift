import ArgumentParser
import Desk
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import SQLiteStore
import StoreComparison
import Synchronization
import SystemErrors

/// A recipe as the desk works with it: what `check` and `build` do, for as long as the desk is open.
struct RecipeWorkspace: DeskWorkspace {
  let recipePath: String
  let acceptance: AcceptanceOptions
  /// The folder in which releases are published.
  var output = "Output"
  /// The tool, for builds in a process of their own.
  var tool = "/proc/self/exe"
  private let judgements = JudgementMemory()
  private let last = LastSession()

  var memory: JudgementMemory? { judgements }

  func open() throws -> any OpenRecipe {
    let session = try RecipeSession(recipePath: recipePath, after: last.session)
    last.keep(session)
    return OpenSession(session: session, acceptance: acceptance, output: output, memory: judgements)
  }

  /// Builds in a process of its own, which may fail or be ended without ending the desk.
  func build(_ progress: (DeskBuildProgress) -> Void) throws -> DeskBuild {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool).resolvingSymlinksInPath()
    process.arguments = ["build", recipePath, "--output", output] + acceptance.arguments
    process.environment = ProcessInfo.processInfo.environment.merging([ProgressLine.variable: "sequence"]) { $1 }
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    var reader = BuildOutput()
    while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
      for value in reader.take(data) { progress(value) }
    }
    process.waitUntilExit()
    return DeskBuild(status: process.terminationStatus, text: reader.text)
  }

  func watched() -> (files: Set<String>, folders: Set<String>, problem: (any Error)?) {
    let others = [acceptance.baseline].compactMap(\.self)
    let files = WatchedFiles(recipe: recipePath, others: others, before: last.files, after: last.session)
    last.keep(files)
    return (Set(files.states.keys), files.folders, files.problem)
  }
}

extension RecipeWorkspace {
  init(recipePath: String, acceptance: AcceptanceOptions, output: String = "Output") {
    self.recipePath = recipePath
    self.acceptance = acceptance
    self.output = output
  }

  /// A recipe with the baseline that it names itself.
  init(recipePath: String) throws { self.init(recipePath: recipePath, acceptance: try AcceptanceOptions.parse([])) }
}

/// The recipe as it was read last: what has not changed since is not read again.
private final class LastSession: Sendable {
  private let kept = Mutex<RecipeSession?>(nil)
  private let watched = Mutex<WatchedFiles?>(nil)

  var session: RecipeSession? { kept.withLock { $0 } }
  /// The files that the recipe reads, as far as it could be read last.
  var files: WatchedFiles? { watched.withLock { $0 } }

  func keep(_ session: RecipeSession) { kept.withLock { $0 = session } }

  func keep(_ files: WatchedFiles) { watched.withLock { $0 = files } }
}

/// A recipe that has been read.
private struct OpenSession: OpenRecipe {
  let session: RecipeSession
  let acceptance: AcceptanceOptions
  let output: String
  let memory: JudgementMemory

  var plan: ImportPlan { session.plan }

  var baselinePath: String? {
    acceptance.baseline ?? session.recipe.baseline.map { session.path(of: $0.value) }
  }

  func judge() throws -> DeskJudgement {
    let result = try session.check(progress: nil, memory: memory).adding(session.openHashFindings(.warning))
    let run = try EvaluatedRun(
      result,
      summary: session.summary(of: result, output: nil, inputs: session.inputAccounts()),
      session: session,
      options: acceptance
    )
    return DeskJudgement(
      findings: run.findings,
      summary: run.summary,
      fails: run.fails(on: acceptance.failOn ?? .error)
    )
  }

  func importObjects() throws -> ImportedObjects {
    let folder = TemporaryItem()
    try Files.makeFolder(folder.path)
    let store = try session.makeStore(at: "\(folder.path)/desk.sqlite")
    _ = try session.run(into: store, rejectFolder: nil, progress: nil) { try store.finishBulkLoading() }
    let coordinator = PersistentStoreCoordinator(managedObjectModel: session.model)
    try coordinator.addPersistentStore(store)
    return ImportedObjects(coordinator) { folder.remove() }
  }

  func compareWithRelease(most: Int) throws -> DeskRelease {
    let path = "\(output)/\(session.recipe.output.value)"
    guard try Files.exists(path) else { return DeskRelease(last: nil) }
    let old = try OpenedStore(path, model: session.modelPath)
    // It was only read.
    defer { try? old.store.close() }
    try PersistentStoreCoordinator(managedObjectModel: old.model).addPersistentStore(old.store)
    let new = try importObjects()
    guard let store = new.coordinator.persistentStores.first else { return DeskRelease(last: nil) }
    let comparison = try StoreComparison(
      from: ComparedStore(model: old.model, store: old.store),
      to: ComparedStore(model: session.model, store: store),
      keys: ObjectKeys(told: [:])
    )
    var objects: [DeskRelease.Object] = []
    let entities = try comparison.run { _ in
    } _: { object in
      guard objects.count < most else { return }
      objects.append(
        DeskRelease.Object(
          entity: object.entity,
          kind: object.kind.rawValue,
          name: DifferencePrinter.name(of: object),
          changes: object.changes.map { ($0.property, DifferencePrinter.text($0.old), DifferencePrinter.text($0.new)) }
        )
      )
    }
    return DeskRelease(last: path, entities: entities, objects: objects)
  }

  func trace(_ tracer: ObjectTracer) throws { try session.trace(tracer, progress: nil) }
}
