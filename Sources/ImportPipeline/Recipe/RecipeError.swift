public import Findings
public import FoundationEssentials

/// A recipe that cannot be followed, with everything that is wrong in it.
///
/// ```swift
/// do {
///   _ = try RecipeReader.read(
///     text: "model: DogBreeds.xcdatamodeld\nouptut: DogBreeds.sqlite\n",
///     path: "Dogs.recipe.yml"
///   )
/// } catch let error as RecipeError {
///   lines = error.problems.compactMap(\.position?.line)
/// }
/// ```
public struct RecipeError: LocalizedError, Sendable, CustomStringConvertible {
  /// The problems in the order of the recipe; at least one.
  public var problems: [Finding]

  init(_ problems: [Finding]) { self.problems = problems }

  public var description: String {
    problems.map { finding in
      let place = finding.position.map { "\($0): " } ?? ""
      let hint = finding.suggestion.map { "; did you mean “\($0)”?" } ?? ""
      return place + finding.message + hint
    }
    .joined(separator: "\n")
  }
}

extension RecipeError {
  public var errorDescription: String? { description }
}
