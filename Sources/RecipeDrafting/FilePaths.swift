internal import FoundationEssentials

/// Where a recipe and its sources stand in relation to each other.
enum FilePaths {
  /// The full path without `.` and `..`; symbolic links stay.
  static func absolute(_ path: String) -> String {
    let full = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    var parts: [Substring] = []
    for part in full.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The deepest folder that all files are in.
  static func commonFolder(_ files: [String]) -> String {
    var common: [Substring]?
    for file in files {
      let parts = absolute(file).split(separator: "/").dropLast()
      guard let known = common else {
        common = Array(parts)
        continue
      }
      common = zip(known, parts).prefix { $0 == $1 }.map(\.0)
    }
    return "/" + (common ?? []).joined(separator: "/")
  }

  /// The path of a file as seen from a folder that it is in.
  ///
  /// - Throws: `DraftingError` if it is not.
  static func relative(_ file: String, to folder: String, named name: String) throws -> String {
    let start = folder == "/" ? "/" : folder + "/"
    guard file.hasPrefix(start), file.count > start.count else {
      throw DraftingError(
        "\(name) is not in \(folder): a recipe reads only files in its own folder or below; put the file there, or choose another folder with --output"
      )
    }
    return String(file.dropFirst(start.count))
  }

  /// The path of a file as seen from any folder.
  static func relativeAnywhere(_ file: String, to folder: String) -> String {
    let parts = file.split(separator: "/")
    let base = folder.split(separator: "/")
    let common = zip(parts, base).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: base.count - common) + parts.dropFirst(common).map(String.init))
      .joined(separator: "/")
  }

  /// The name for a recipe: that of its only file, or of its folder.
  static func draftName(_ files: [String], folder: String) -> String {
    let hint = files.count == 1 ? SourceSurvey.hint(files[0]) : folder.split(separator: "/").last.map(String.init) ?? ""
    let words = CoreDataNames.words(hint)
    let name = words.map(CoreDataNames.capitalised).joined()
    return name.isEmpty ? "Reference" : name
  }
}
