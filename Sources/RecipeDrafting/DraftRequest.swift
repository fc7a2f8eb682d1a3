package import ObjectModel

/// What a recipe is drafted from.
package struct DraftRequest: Sendable {
  /// Files, folders or patterns, in the order in which they were named.
  package var files: [String]
  /// The recipe's folder; the deepest one that all files are in, unless given.
  package var folder: String?
  /// The name of the recipe and the model; that of the file, or of the folder of several, unless given.
  package var name: String?
  /// Which file of an archive is meant.
  package var member: String?
  /// How many records of each source are looked at; `nil` for all.
  package var sample: Int?
  /// A model whose entities the records become, and its path.
  package var model: (path: String, model: ManagedObjectModel)?

  package init(files: [String]) { self.files = files }
}
