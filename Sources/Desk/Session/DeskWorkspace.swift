package import Findings
package import ImportPipeline
package import ManagedObjects

/// What the desk needs of the tool: to read a recipe with all that it names.
///
/// The tool has it already, for `build` and `check`, with options, digests, version hashes and publishing; the desk knows none of these.
package protocol DeskWorkspace: Sendable {
  /// The recipe's path.
  var recipePath: String { get }

  /// Reads the recipe, the model and the headers of the sources.
  ///
  /// - Throws: `RecipeError`, the model reader's error, and others that read well.
  func open() throws -> any OpenRecipe

  /// The files that are read, the recipe among them, and the folders in which more may come, for as much of the recipe as can be read.
  func watched() -> (files: Set<String>, folders: Set<String>)
}

/// A recipe that has been read, with its model and its plan. It is used by one thread at a time.
package protocol OpenRecipe: Sendable {
  var plan: ImportPlan { get }
  /// The file of accepted findings, whether it is there or not; `nil` if none is named.
  var baselinePath: String? { get }

  /// Judges all sources, as `check` does, with what the recipe and its baseline accept.
  ///
  /// - Throws: As a run does; an error if a file was changed meanwhile.
  func judge() throws -> DeskJudgement

  /// Imports all sources into a store that goes with the value returned.
  ///
  /// - Throws: As a run does.
  func importObjects() throws -> ImportedObjects

  /// Imports all sources once more, to note where an object has its values from.
  ///
  /// - Throws: As a run does.
  func trace(_ tracer: ObjectTracer) throws
}

/// What is wrong with the sources.
package struct DeskJudgement: Sendable {
  /// All findings, those that are accepted among them.
  package var findings: [Finding]
  package var summary: RunSummary
  /// Whether `check` would fail.
  package var fails: Bool

  package init(findings: [Finding], summary: RunSummary, fails: Bool) {
    self.findings = findings
    self.summary = summary
    self.fails = fails
  }
}

/// The objects that the sources make, in a store that is removed with the last reference to this.
package final class ImportedObjects: @unchecked Sendable {
  // Used on the session's queue, by one thread at a time.
  package let coordinator: PersistentStoreCoordinator
  private let remove: @Sendable () -> Void

  package init(_ coordinator: PersistentStoreCoordinator, remove: @escaping @Sendable () -> Void) {
    self.coordinator = coordinator
    self.remove = remove
  }

  deinit { remove() }
}
