internal import PackedSources
package import SystemErrors

internal import TextInput

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
  /// - Throws: `PackedSourceError` if the file cannot be read.
  /// - Complexity: Reads the file's first bytes.
  func obstacle(_ recipe: SourceRecipe) throws -> String? {
    if name == "-" { return "it was read from standard input" }
    if recipe.format == .xlsx { return "it is a workbook" }
    do {
      let input = try SourceInput(path: path, name: name, member: recipe.member?.value)
      return input.packings.isEmpty ? nil : "its file is packed"
    } catch {
      if case .unreadable = error.kind { throw error }
      // Only what is packed is damaged, or without the member that is asked for.
      return "its file is packed"
    }
  }
}

/// The files that a source's name stands for: a file, every file of a folder, or those that fit a pattern such as `data/*.csv`.
package enum SourceFiles {
  /// The files in the order of their names' bytes; empty if there are none.
  ///
  /// Hidden files are left out, and those that Excel keeps beside a workbook while it is open. A pattern may stand in the last part of the name only.
  ///
  /// - Throws: `FileError` if the system cannot tell.
  package static func find(_ name: String, in folder: String) throws(FileError) -> [SourceFile] {
    if name == "-" { return [SourceFile(name: "-", path: try StandardInputFile.path.get())] }
    guard let path = try RecipeFolder(folder).path(of: name) else { return [] }
    switch try Files.status(of: path)?.kind {
    case .folder?: return try files(of: name, path: path) { _ in true }
    case nil: break
    default: return [SourceFile(name: name, path: path)]
    }
    guard hasPattern(name) else { return [] }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let parent = parts.dropLast().joined(separator: "/")
    guard let pattern = parts.last.map(String.init), let parentPath = try RecipeFolder(folder).path(of: parent) else {
      return []
    }
    return try files(of: parent, path: parent.isEmpty ? folder : parentPath) { fnmatch(pattern, $0, FNM_PERIOD) == 0 }
  }

  /// The files that a path stands for, wherever they are; a path to nothing stands for itself.
  ///
  /// - Throws: `FileError` if the system cannot tell.
  package static func at(_ path: String) throws(FileError) -> [SourceFile] {
    if path != "-" {
      let kind = try Files.status(of: path)?.kind
      if kind == .folder { return try files(of: path, path: path) { _ in true } }
      if kind == nil, hasPattern(path) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let parent = parts.dropLast().joined(separator: "/") + (parts.count > 1 ? "/" : "")
        return try files(of: parent, path: parent) { fnmatch(String(parts.last ?? ""), $0, FNM_PERIOD) == 0 }
      }
    }
    return [SourceFile(name: path, path: path)]
  }

  /// Whether a name is a pattern.
  static func hasPattern(_ name: String) -> Bool { name.contains { "*?[".contains($0) } }

  private static func files(of name: String, path: String, where fits: (String) -> Bool) throws(FileError)
    -> [SourceFile]
  {
    let names = try Files.names(in: path) ?? []
    let stem = name.isEmpty || name.hasSuffix("/") ? name : name + "/"
    let folder = path.isEmpty || path.hasSuffix("/") ? path : path + "/"
    var files: [SourceFile] = []
    for name in names where !name.hasPrefix(".") && !name.hasPrefix("~$") && fits(name) {
      if try !Files.isFolder(folder + name) { files.append(SourceFile(name: stem + name, path: folder + name)) }
    }
    return files
  }
}

/// Standard input as a file: a recipe is read twice, first for the names of its fields.
enum StandardInputFile {
  /// The path of a copy that has taken the place of standard input at the first use, and goes with the process; or why there is none.
  static let path = Result { () throws(FileError) in
    let copy = TemporaryItem()
    defer { copy.remove() }
    let descriptor = open(copy.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: copy.path, number: errno, action: "written") }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count: Int
      do throws(InputError) { count = try InputFile("-").read(into: buffer) } catch {
        throw FileError(path: "-", number: error.errorNumber, action: "read")
      }
      if count == 0 {
        guard dup2(descriptor, STDIN_FILENO) == STDIN_FILENO else {
          throw FileError(path: copy.path, number: errno, action: "read")
        }
        return "/dev/stdin"
      }
      let number = FileWriter.writeAll([UInt8](buffer[..<count]), to: descriptor)
      if number != 0 { throw FileError(path: copy.path, number: number, action: "written") }
    }
  }
}
