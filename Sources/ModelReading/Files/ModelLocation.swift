/// Finds the model that a path means, where that is not the path itself.
enum ModelLocation {
  /// The folders in which apps and their parts carry models.
  private static let bundles = [".app", ".appex", ".framework", ".bundle", ".xctest", ".xcarchive"]
  private static let models = [".momd", ".mom", ".xcdatamodeld", ".xcdatamodel"]
  /// How deep a bundle is searched: an app in an archive has resource bundles in frameworks.
  private static let depth = 8

  /// The one model in an application or another bundle; of an optimised model the compiled one beside it; else the path as it is.
  ///
  /// - Throws: `ModelReadingError` for a bundle without a model, and for one with several.
  static func resolve(_ path: String) throws -> String {
    let trimmed = trimmed(path)
    if trimmed.hasSuffix(".omo") {
      let compiled = trimmed.dropLast(4) + ".mom"
      return try ModelFiles.exists(String(compiled)) ? String(compiled) : path
    }
    guard bundles.contains(where: trimmed.hasSuffix), try ModelFiles.isFolder(trimmed) else { return path }
    let found = try models(in: trimmed, depth: depth)
    guard let first = found.first else {
      throw ModelReadingError(
        .notAModel,
        path: path,
        "The bundle holds no model. SwiftData makes its model while the app runs: name a store that the app has made"
      )
    }
    guard found.count == 1 else {
      let names = found.map { $0.dropFirst(trimmed.count + 1) }.joined(separator: ", ")
      throw ModelReadingError(.notAModel, path: path, "The bundle holds several models (\(names)); name one of them")
    }
    return first
  }

  /// The models below a folder, by name. Links are not followed: they lead to what is found elsewhere, or to where they begin.
  private static func models(in folder: String, depth: Int) throws -> [String] {
    try ModelFiles.names(in: folder).flatMap { name -> [String] in
      let path = folder + "/" + name
      if try ModelFiles.isLink(path) { return [] }
      if models.contains(where: name.hasSuffix) { return [path] }
      return try depth > 0 && ModelFiles.isFolder(path) ? models(in: path, depth: depth - 1) : []
    }
  }

  private static func trimmed(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return String(path)
  }
}
