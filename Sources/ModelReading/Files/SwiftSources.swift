internal import SystemErrors

/// The Swift files that a path means: a `.swift` file, or a folder that holds such files and no model of another kind. A part of the model in
/// them is named like a file in either: one of its versions, or the classes that an app gives to `ModelContainer(for:)`.
struct SwiftSources {
  /// The file or folder.
  let path: String
  /// The name of a version, or names of classes with commas between them; `nil` where the path has none.
  let choice: String?
  private let isFolder: Bool

  /// Folders of tools and of other people's packages, which are no part of an app's sources.
  private static let foreignFolders: Set<String> = ["Carthage", "DerivedData", "Pods", "build"]
  /// How deep a folder is searched.
  private static let depth = 32

  static func isSource(_ path: String) -> Bool { path.hasSuffix(".swift") }

  /// The sources that a path means; `nil` if it means something else.
  init?(_ path: String) throws(ModelReadingError) {
    switch try ModelFiles.kind(of: path) {
    case .folder?: try self.init(folder: path)
    case nil: try self.init(choice: path)
    default: if Self.isSource(path) { self.init(file: path) } else { return nil }
    }
  }

  init(file: String) {
    (path, choice, isFolder) = (file, nil, false)
  }

  /// `nil` for a folder that is a model of another kind, and for one without Swift files.
  init?(folder: String) throws(ModelReadingError) {
    let isOtherModel = try ModelFiles.names(in: folder).contains { name in
      name == "contents" || name == "elements" || [".xcdatamodel", ".mom"].contains(where: name.hasSuffix)
    }
    guard !isOtherModel, try !Self.files(in: folder, depth: Self.depth, isFirstEnough: true).isEmpty else { return nil }
    (path, choice, isFolder) = (folder, nil, true)
  }

  /// `SchemaV2` in `Models/SchemaV2`; `nil` unless `Models` has Swift files.
  init?(choice path: String) throws(ModelReadingError) {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    while parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    guard let choice = parts.popLast(), Self.isChoice(choice) else { return nil }
    let owner = parts.isEmpty ? "." : parts.joined(separator: "/")
    guard try ModelFiles.exists(owner), let sources = try SwiftSources(owner) else { return nil }
    (self.path, self.choice, isFolder) = (sources.path, String(choice), sources.isFolder)
  }

  /// Whether a name can be that of types, which begin with capitals: `Missing.xcdatamodeld` is a file that is not there.
  private static func isChoice(_ name: Substring) -> Bool {
    name.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }.allSatisfy { part in
      part.first.map { $0.isUppercase || $0 == "_" } == true
        && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
  }

  /// The files, sorted by their paths.
  func files() throws(ModelReadingError) -> [String] {
    isFolder ? try Self.files(in: path, depth: Self.depth, isFirstEnough: false).sorted() : [path]
  }

  /// Links are not followed: they lead to what is found elsewhere, or to where they begin.
  private static func files(in folder: String, depth: Int, isFirstEnough: Bool) throws(ModelReadingError) -> [String] {
    var found: [String] = []
    for name in try ModelFiles.names(in: folder) {
      if isFirstEnough, !found.isEmpty { return found }
      let path = folder + "/" + name
      guard !name.hasPrefix("."), try !ModelFiles.isLink(path) else { continue }
      let kind = try ModelFiles.kind(of: path)
      if kind == .file {
        if isSource(name) { found.append(path) }
      } else if kind == .folder, depth > 0, !foreignFolders.contains(name), !name.contains(".xc") {
        found += try files(in: path, depth: depth - 1, isFirstEnough: isFirstEnough)
      }
    }
    return found
  }
}
