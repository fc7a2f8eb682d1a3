package import Findings
package import ImportPipeline
package import ManagedObjects
package import StoreComparison

/// What the desk needs of the tool: to read a recipe with all that it names.
///
/// The tool has it already, for `build` and `check`, with options, digests, version hashes and publishing; the desk knows none of these.
package protocol DeskWorkspace: Sendable {
  /// The recipe's path.
  var recipePath: String { get }

  /// What is known of earlier judgements, for the next one and for edits; `nil` if nothing is kept.
  var memory: JudgementMemory? { get }

  /// Reads the recipe, the model and the headers of the sources.
  ///
  /// - Throws: `RecipeError`, the model reader's error, and others that read well.
  func open() throws -> any OpenRecipe

  /// Builds the release, as the command does; takes as long as that takes.
  ///
  /// - Parameter progress: Told how far it is, several times a second at most.
  /// - Throws: An error that reads well if the build cannot be started.
  func build(_ progress: (DeskBuildProgress) -> Void) throws -> DeskBuild

  /// The files that are read, the recipe among them, and the folders in which more may come, for as much of the recipe as can be read.
  ///
  /// - Returns: `problem` is why the system does not tell which files these are; there may be more then.
  func watched() -> (files: Set<String>, folders: Set<String>, problem: (any Error)?)
}

extension DeskWorkspace {
  package var memory: JudgementMemory? { nil }
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

  /// Compares the last release with one that would be built now, which is made and thrown away.
  ///
  /// - Parameter most: How many objects are named at most.
  /// - Throws: As a run does, and as stores do.
  func compareWithRelease(most: Int) throws -> DeskRelease

  /// Imports all sources once more, to note where an object has its values from.
  ///
  /// - Throws: As a run does.
  func trace(_ tracer: ObjectTracer) throws
}

/// What a release of the sources as they are would change.
package struct DeskRelease: Sendable {
  /// An object that differs.
  package struct Object: Sendable {
    package let entity: String
    package let kind: String
    package let name: String
    package let changes: [(property: String, old: String, new: String)]

    package init(entity: String, kind: String, name: String, changes: [(property: String, old: String, new: String)]) {
      self.entity = entity
      self.kind = kind
      self.name = name
      self.changes = changes
    }
  }

  /// The last release, as people name it; `nil` if there is none.
  package let last: String?
  package let entities: [EntityDifference]
  /// The first objects that differ.
  package let objects: [Object]

  package init(last: String?, entities: [EntityDifference] = [], objects: [Object] = []) {
    self.last = last
    self.entities = entities
    self.objects = objects
  }
}

/// How far a build is.
package struct DeskBuildProgress: Codable, Sendable, Equatable {
  /// Where it is, in words.
  package let text: String
  /// How much of the sources has been read, from 0 to 1; `nil` when it is not known how much is left.
  package let share: Double?

  package init(text: String, share: Double?) {
    self.text = text
    self.share = share
  }
}

/// How a build ended.
package struct DeskBuild: Sendable {
  /// 0: published; 1: published, but too much was rejected or found; 2: not published.
  package let status: Int32
  /// What the command said.
  package let text: String

  package init(status: Int32, text: String) {
    self.status = status
    self.text = text
  }
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
