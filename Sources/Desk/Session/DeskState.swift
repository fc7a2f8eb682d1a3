package import Findings
package import ImportPipeline

/// What the desk knows at a moment.
package struct DeskState: Sendable {
  /// Grows with every change of the sources and everything that is found out about them.
  package internal(set) var version = 0
  /// The version from which on records have had the numbers that they have: after that, none was added or removed, and no other program wrote a source.
  package internal(set) var numberedSince = 0
  /// The recipe's file name.
  package let name: String
  /// The recipe with its model and plan; `nil` if it cannot be read.
  package internal(set) var recipe: (any OpenRecipe)?
  /// What is wrong with the sources; `nil` before it is known, or if the recipe cannot be read.
  package internal(set) var judgement: DeskJudgement?
  /// What tells the judgement's findings apart, one for each; the same as in reports and baselines.
  package internal(set) var fingerprints: [String] = []
  /// The file that another program changed last.
  package internal(set) var changedFile: String?
  /// Why the sources cannot be judged: the words of the error, and its findings if it has some.
  package internal(set) var problem: (message: String, findings: [Finding])?
  /// Whether the sources are being judged: what is known is about them as they were before.
  package internal(set) var isJudging = false
  /// What undo would take back, and redo bring back, in words; `nil` for nothing.
  package internal(set) var undoTitle: String?
  package internal(set) var redoTitle: String?

  package var plan: ImportPlan? { recipe?.plan }
}
