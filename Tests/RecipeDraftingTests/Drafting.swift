import ImportPipeline
import ModelReading
import RecipeDrafting
import TestSupport
import Testing

/// A draft from files that a test writes.
struct Drafting {
  let folder: TemporaryFolder
  let draft: RecipeDraft

  /// - Parameters:
  ///   - files: Texts by file name; they are drafted in the order of their names.
  ///   - change: Changes the request.
  init(_ files: [String: String], change: (inout DraftRequest) throws -> Void = { _ in }) throws {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    var request = DraftRequest(files: files.keys.sorted().map { folder.file($0) })
    request.name = "Draft"
    try change(&request)
    self.folder = folder
    draft = try RecipeDrafter(request).draft()
  }

  /// The line of the recipe that begins with `start`, without what stands before it.
  func line(_ start: String) -> String? {
    draft.recipe.split(separator: "\n").map { $0.drop { $0 == " " || $0 == "-" } }.first { $0.hasPrefix(start) }
      .map(String.init)
  }

  /// Writes the draft and plans it as an import would.
  ///
  /// - Throws: `RecipeError` if the recipe does not fit the model and the sources.
  func plan() throws -> ImportPlan {
    try DraftFiles(draft).write(replacing: false) { _, _ in }
    return try ImportPlanner.plan(
      RecipeReader.read(path: folder.file("Draft.recipe.yml")),
      model: ModelReader.read(folder.file("Draft.xcdatamodeld")),
      folder: folder.path
    )
  }
}
