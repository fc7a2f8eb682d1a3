internal import SystemErrors

/// What is asked of the files of models, with the reader's error where the system cannot tell.
enum ModelFiles {
  /// What a path leads to; `nil` if there is nothing.
  static func kind(of path: String) throws(ModelReadingError) -> Files.Status.Kind? {
    try reading(path) { () throws(FileError) in try Files.status(of: path)?.kind }
  }

  static func exists(_ path: String) throws(ModelReadingError) -> Bool { try kind(of: path) != nil }

  static func isFolder(_ path: String) throws(ModelReadingError) -> Bool { try kind(of: path) == .folder }

  static func isLink(_ path: String) throws(ModelReadingError) -> Bool {
    try reading(path) { () throws(FileError) in try Files.status(of: path, followsLinks: false)?.kind == .link }
  }

  /// The names in a folder, sorted; none if there is no such folder.
  static func names(in folder: String) throws(ModelReadingError) -> [String] {
    try reading(folder) { () throws(FileError) in try Files.names(in: folder) ?? [] }
  }

  /// The bytes of a file; `nil` if there is none.
  static func contents(of path: String) throws(ModelReadingError) -> [UInt8]? {
    try reading(path) { () throws(FileError) in try Files.contents(of: path) }
  }

  /// The first bytes of a file; none of what is no file.
  static func beginning(of path: String, _ count: Int) throws(ModelReadingError) -> [UInt8] {
    try reading(path) { () throws(FileError) in
      guard let beginning = try FileBeginning(path: path), beginning.otherKind == nil else { return [] }
      return try beginning.firstBytes(count)
    }
  }

  private static func reading<Result>(
    _ path: String,
    _ body: () throws(FileError) -> Result
  ) throws(ModelReadingError) -> Result {
    do { return try body() } catch {
      throw ModelReadingError(.unreadable, path: path, "The model cannot be read: \(error.reason)")
    }
  }
}
