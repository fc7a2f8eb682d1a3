internal import Foundation
internal import ModelReading
internal import SystemErrors

/// Puts a draft into its folder: all of it, or nothing.
package struct DraftFiles {
  private let draft: RecipeDraft

  package init(_ draft: RecipeDraft) { self.draft = draft }

  /// The recipe's path.
  package var recipePath: String { draft.folder + "/" + draft.name + ".recipe.yml" }

  /// The model's path; `nil` if it was there before.
  package var modelPath: String? { draft.model.map { _ in draft.folder + "/" + draft.name + ".xcdatamodeld" } }

  /// What is there already and would be replaced.
  ///
  /// - Throws: `FileError` if the system cannot tell.
  package func existing() throws -> [String] {
    if try Files.exists(recipePath) { return try [recipePath] + (modelPath.map { [$0] } ?? []).filter(Files.exists) }
    guard let text = draft.model, let path = modelPath, try Files.exists(path) else { return [] }
    // A run that was killed may have put the model in its place, and not yet the recipe: nothing is lost with one that is as it will be.
    return try isModel(text, at: path) ? [] : [path]
  }

  /// Whether a model is as `write` makes it, with nothing besides.
  private func isModel(_ text: String, at path: String) throws -> Bool {
    let version = "\(draft.name).xcdatamodel"
    return try Files.names(in: path) == [".xccurrentversion", version]
      && Files.names(in: "\(path)/\(version)") == ["contents"]
      && Files.contents(of: "\(path)/\(version)/contents") == Array(text.utf8)
      && Files.contents(of: path + "/.xccurrentversion") == Array(ModelWriter.currentVersion(draft.name).utf8)
  }

  /// Writes the files.
  ///
  /// All is written under other names first, tried, and then moved to its place.
  ///
  /// - Parameters:
  ///   - replaces: Whether what is there already is replaced.
  ///   - check: Called with the recipe and the model as they were written; what it throws keeps them from their places.
  /// - Throws: `DraftingError` if something is there already or cannot be written; what `check` throws.
  package func write(replacing replaces: Bool, check: (_ recipe: String, _ model: String?) throws -> Void) throws {
    if !replaces, let first = try existing().first {
      throw DraftingError("\(first) is there already; --force replaces it, --name and --output choose another place")
    }
    let name = TemporaryItem.name(beside: draft.folder + "/")
    let recipeItem = TemporaryItem(name + ".recipe.yml")
    let modelItem = TemporaryItem(name + ".xcdatamodeld")
    let (recipe, model) = (recipeItem.path, modelItem.path)
    do { try Files.makeFolder(draft.folder) } catch {
      throw DraftingError("the folder \(draft.folder) cannot be made: \(error.reason)")
    }
    defer {
      recipeItem.remove()
      modelItem.remove()
    }
    do {
      if let text = draft.model {
        let version = model + "/\(draft.name).xcdatamodel"
        try Files.makeFolder(version)
        try FileWriter.replace(version + "/contents", with: text.utf8)
        try FileWriter.replace(model + "/.xccurrentversion", with: ModelWriter.currentVersion(draft.name).utf8)
      }
      try FileWriter.replace(recipe, with: draft.recipe.utf8)
    } catch {
      throw DraftingError("\(draft.folder) cannot be written to: \(SystemReason.text(of: error))")
    }
    try check(recipe, draft.model == nil ? nil : model)
    // A signal ends the process with the old files or with the new ones.
    Termination.postpone()
    defer { Termination.resume() }
    let hadModel = try modelPath.map(Files.exists) ?? false
    if let path = modelPath { try replace(path, with: model) }
    do {
      try replace(recipePath, with: recipe)
    } catch {
      // A model without its recipe would be in the way of the next run; the recipe's error is the one to say.
      if let path = modelPath, !hadModel { try? Files.removeTree(path) }
      throw error
    }
  }

  private func replace(_ path: String, with new: String) throws {
    let old = new + ".old"
    do {
      // A file takes the place of another at once; a folder does not.
      let isThere = try Files.isFolder(path)
      if isThere { try Files.move(path, to: old) }
      do { try Files.move(new, to: path) } catch {
        // What failed is the error to say; the old one lies beside it where it cannot be put back.
        if isThere { try? Files.move(old, to: path) }
        throw error
      }
      if isThere { try Files.removeTree(old) }
    } catch {
      throw DraftingError("\(path) cannot be replaced: \(SystemReason.text(of: error))")
    }
  }
}
