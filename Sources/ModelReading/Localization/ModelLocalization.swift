internal import Findings
internal import FoundationEssentials

/// The translations that lie beside a model: `BreedsModel.strings` for `Breeds.xcdatamodeld`, in the same folder or in `de.lproj` there.
struct ModelLocalization {
  /// A file of translations.
  struct File {
    /// The language of its folder; empty for a file in no language's folder.
    var language: String
    var path: String
  }

  let files: [File]

  /// Looks beside the model at `path`, which may be a bundle, one of its versions or a `contents` file.
  ///
  /// - Throws: `ModelReadingError` if the folder cannot be read.
  init(modelAt path: String) throws(ModelReadingError) {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    while parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    if parts.last == "contents" { parts.removeLast() }
    if parts.count > 1, let bundle = parts.dropLast().last,
      bundle.hasSuffix(".xcdatamodeld") || bundle.hasSuffix(".momd")
    {
      parts.removeLast()
    }
    guard let last = parts.popLast(), let dot = last.lastIndex(of: ".") else {
      files = []
      return
    }
    let folder = parts.isEmpty ? "." : parts.joined(separator: "/")
    let name = last[..<dot] + "Model.strings"
    let children = try ModelFiles.names(in: folder.isEmpty ? "/" : folder)
    let languages = children.filter { $0.hasSuffix(".lproj") }
    let candidates =
      [File(language: "", path: "\(folder)/\(name)")]
      + languages.map { File(language: String($0.dropLast(6)), path: "\(folder)/\($0)/\(name)") }
    var files: [File] = []
    for file in candidates where try ModelFiles.exists(file.path) { files.append(file) }
    self.files = files
  }

  /// The file for a language; without a language, or where it has none, the one of no language or of `Base`.
  func file(for language: String?) -> File? {
    files.first { $0.language == language } ?? files.first { $0.language.isEmpty }
      ?? files.first { $0.language == "Base" }
  }

  /// The translations of a file; `nil` with a finding when it cannot be understood.
  ///
  /// - Throws: `ModelReadingError` if it cannot be read.
  static func entries(of file: File) throws(ModelReadingError) -> (entries: [String: String]?, finding: Finding?) {
    guard let bytes = try ModelFiles.contents(of: file.path) else { return (nil, nil) }
    do {
      return (try StringsFile.entries(of: bytes), nil)
    } catch {
      let place = SourcePosition(file: file.path, line: error.line, column: error.column)
      return (nil, Finding(ModelFinding.translations(problem: error.message), severity: .warning, at: place))
    }
  }
}
