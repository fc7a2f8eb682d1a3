internal import SystemErrors

/// The folder of a recipe, out of which none of the files that the recipe names may lead: neither by its name nor by a symbolic link in any part of its path.
struct RecipeFolder {
  /// The folder as it was named; empty for the current one.
  let path: String

  init(_ path: String) { self.path = path }

  /// The folder that a recipe stands in.
  init(ofRecipe path: String) {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    self.path = folder.isEmpty && path.hasPrefix("/") ? "/" : folder
  }

  /// The path of a file within the folder, whether it exists or not; `nil` if it leads out of the folder.
  ///
  /// - Throws: `FileError` if that cannot be found out.
  func path(of name: String) throws(FileError) -> String? {
    guard !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else { return nil }
    let path = self.path.isEmpty ? name : self.path + "/" + name
    guard let folder = try Self.resolved(self.path.isEmpty ? "." : self.path) else { return path }
    guard let file = try Self.resolved(path.isEmpty ? "." : path) else { return nil }
    return file == folder || folder == "/" || file.hasPrefix(folder + "/") ? path : nil
  }

  /// The path without links, as far as its parts exist; `nil` if a link leads to nothing by way of more links than a system follows.
  private static func resolved(_ path: String, links: Int = 0) throws(FileError) -> String? {
    if let real = try Files.realPath(path) { return real }
    guard links < 40 else { return nil }
    var parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard let last = parts.popLast() else { return "/" }
    let stem = (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    guard let parent = try resolved(stem.isEmpty ? "." : stem, links: links + 1) else { return nil }
    let candidate = (parent == "/" ? "" : parent) + "/" + last
    // A link to a file that is not there yet is taken for where it leads.
    guard let target = try Files.destination(ofLink: candidate) else { return candidate }
    return try resolved(target.hasPrefix("/") ? target : parent + "/" + target, links: links + 1)
  }
}
