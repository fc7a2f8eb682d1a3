internal import SystemErrors

/// Puts one file in the place of another, which goes: whoever looks finds one of the two, whole.
enum FileReplacement {
  /// - Throws: `SQLiteStoreError`; both files are as they were then.
  static func move(_ file: String, to path: String) throws {
    do {
      // The new content has to be on the disk before the name leads to it.
      try Files.synchronize(file)
      try Files.move(file, to: path)
    } catch {
      throw SQLiteStoreError(.cannotOpen(reason: "it cannot be replaced: \(error.reason)"), path: path)
    }
  }
}
