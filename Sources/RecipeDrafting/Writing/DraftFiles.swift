internal import Foundation
internal import ModelReading
internal import SystemErrors

#if canImport(Glibc)
  internal import Glibc
#endif

/// Puts a draft into its folder: all of it, or nothing.
package struct DraftFiles {
  private let draft: RecipeDraft

  package init(_ draft: RecipeDraft) { self.draft = draft }

  /// The recipe's path.
  package var recipePath: String { draft.folder + "/" + draft.name + ".recipe.yml" }

  /// The model's path; `nil` if it was there before.
  package var modelPath: String? { draft.model.map { _ in draft.folder + "/" + draft.name + ".xcdatamodeld" } }

  /// What is there already and would be replaced.
  package var existing: [String] {
    ([recipePath] + (modelPath.map { [$0] } ?? [])).filter { FileManager.default.fileExists(atPath: $0) }
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
    if !replaces, let first = existing.first {
      throw DraftingError("\(first) is there already; --force replaces it, --name and --output choose another place")
    }
    let manager = FileManager.default
    let mark = ".studbook-init-\(getpid())"
    let recipe = draft.folder + "/\(mark).recipe.yml"
    let model = draft.folder + "/\(mark).xcdatamodeld"
    do {
      try manager.createDirectory(atPath: draft.folder, withIntermediateDirectories: true)
    } catch {
      throw DraftingError("the folder \(draft.folder) cannot be made: \(SystemReason.text(of: error))")
    }
    defer {
      try? manager.removeItem(atPath: recipe)
      try? manager.removeItem(atPath: model)
    }
    do {
      if let text = draft.model {
        let version = model + "/\(draft.name).xcdatamodel"
        try manager.createDirectory(atPath: version, withIntermediateDirectories: true)
        try FileWriter.replace(version + "/contents", with: text.utf8)
        try FileWriter.replace(model + "/.xccurrentversion", with: ModelWriter.currentVersion(draft.name).utf8)
      }
      try FileWriter.replace(recipe, with: draft.recipe.utf8)
    } catch {
      throw DraftingError("\(draft.folder) cannot be written to: \(SystemReason.text(of: error))")
    }
    try check(recipe, draft.model == nil ? nil : model)
    if let path = modelPath { try replace(path, with: model) }
    try replace(recipePath, with: recipe)
  }

  private func replace(_ path: String, with new: String) throws {
    let old = new + ".old"
    let isThere = FileManager.default.fileExists(atPath: path)
    if isThere, rename(path, old) != 0 { throw DraftingError("\(path) cannot be replaced: \(Self.systemReason)") }
    guard rename(new, path) == 0 else {
      let reason = Self.systemReason
      if isThere { rename(old, path) }
      throw DraftingError("\(path) cannot be written: \(reason)")
    }
    if isThere { try? FileManager.default.removeItem(atPath: old) }
  }

  private static var systemReason: String { String(cString: strerror(errno)) }
}
