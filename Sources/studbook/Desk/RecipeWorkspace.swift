import ArgumentParser
import Desk
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import SQLiteStore
import SystemErrors

/// A recipe as the desk works with it: what `check` and `build` do, for as long as the desk is open.
struct RecipeWorkspace: DeskWorkspace {
  let recipePath: String
  let acceptance: AcceptanceOptions

  func open() throws -> any OpenRecipe {
    OpenSession(session: try RecipeSession(recipePath: recipePath), acceptance: acceptance)
  }

  func watched() -> (files: Set<String>, folders: Set<String>) {
    let files = WatchedFiles(recipe: recipePath, others: [acceptance.baseline].compactMap(\.self))
    return (Set(files.states.keys), files.folders)
  }
}

extension RecipeWorkspace {
  /// A recipe with the baseline that it names itself.
  init(recipePath: String) throws { self.init(recipePath: recipePath, acceptance: try AcceptanceOptions.parse([])) }
}

/// A recipe that has been read.
private struct OpenSession: OpenRecipe {
  let session: RecipeSession
  let acceptance: AcceptanceOptions

  var plan: ImportPlan { session.plan }

  var baselinePath: String? {
    acceptance.baseline ?? session.recipe.baseline.map { session.path(of: $0.value) }
  }

  func judge() throws -> DeskJudgement {
    let result = try session.check(progress: nil).adding(session.openHashFindings(.warning))
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

  func trace(_ tracer: ObjectTracer) throws { try session.trace(tracer, progress: nil) }
}
