internal import FoundationEssentials

#if canImport(Glibc)
  internal import Glibc
#endif

/// One file of a source.
public struct SourceFile: Sendable, Hashable {
  /// Its name relative to the recipe's folder.
  public var name: String
  /// Its full path.
  public var path: String

  /// Why its records cannot be changed where they stand; `nil` for a plain file.
  ///
  /// - Complexity: Reads the file's first bytes.
  func obstacle(_ recipe: SourceRecipe) -> String? {
    if name == "-" { return "it was read from standard input" }
    if recipe.format == .xlsx { return "it is a workbook" }
    // An archive may need the member to be opened, and a file that cannot be opened is left alone.
    let input = try? SourceInput(path: path, name: name, member: recipe.member?.value)
    return input?.packings.isEmpty == true ? nil : "its file is packed"
  }
}

/// The files that a source's name stands for: a file, every file of a folder, or those that fit a pattern such as `data/*.csv`.
package enum SourceFiles {
  /// The files in the order of their names' bytes; empty if there are none.
  ///
  /// Hidden files are left out. A pattern may stand in the last part of the name only.
  package static func find(_ name: String, in folder: String) -> [SourceFile] {
    if name == "-" { return StandardInputFile.path.map { [SourceFile(name: "-", path: $0)] } ?? [] }
    guard let path = RecipeFolder(folder).path(of: name) else { return [] }
    if isFolder(path) { return files(of: name, path: path) { _ in true } }
    if FileManager.default.fileExists(atPath: path) { return [SourceFile(name: name, path: path)] }
    guard hasPattern(name) else { return [] }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let parent = parts.dropLast().joined(separator: "/")
    guard let pattern = parts.last.map(String.init), let parentPath = RecipeFolder(folder).path(of: parent) else {
      return []
    }
    return files(of: parent, path: parent.isEmpty ? folder : parentPath) { fnmatch(pattern, $0, FNM_PERIOD) == 0 }
  }

  /// The files that a path stands for, wherever they are; a path to nothing stands for itself.
  package static func at(_ path: String) -> [SourceFile] {
    if path != "-" {
      if isFolder(path) { return files(of: path, path: path) { _ in true } }
      if !FileManager.default.fileExists(atPath: path), hasPattern(path) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let parent = parts.dropLast().joined(separator: "/") + (parts.count > 1 ? "/" : "")
        return files(of: parent, path: parent) { fnmatch(String(parts.last ?? ""), $0, FNM_PERIOD) == 0 }
      }
    }
    return [SourceFile(name: path, path: path)]
  }

  /// Whether a name is a pattern.
  static func hasPattern(_ name: String) -> Bool { name.contains { "*?[".contains($0) } }

  private static func files(of name: String, path: String, where fits: (String) -> Bool) -> [SourceFile] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path.isEmpty ? "." : path)) ?? []
    let stem = name.isEmpty || name.hasSuffix("/") ? name : name + "/"
    let folder = path.isEmpty || path.hasSuffix("/") ? path : path + "/"
    return names.filter { !$0.hasPrefix(".") && fits($0) && !isFolder(folder + $0) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { SourceFile(name: stem + $0, path: folder + $0) }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// Standard input as a file: a recipe is read twice, first for the names of its fields.
enum StandardInputFile {
  /// The path of a copy of standard input, which is made at the first use and goes with the process; `nil` if it cannot be made.
  static let path: String? = {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/studbook-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return nil }
    template.withUnsafeBufferPointer { _ = $0.baseAddress.map { unlink($0) } }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count == 0 { break }
      guard count > 0, write(descriptor, buffer, count) == count else { return nil }
    }
    return "/proc/self/fd/\(descriptor)"
  }()
}
