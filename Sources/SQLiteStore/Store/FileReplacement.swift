#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Puts one file in the place of another, which goes: whoever looks finds one of the two, whole.
enum FileReplacement {
  /// - Throws: `SQLiteStoreError`; both files are as they were then.
  static func move(_ file: String, to path: String) throws {
    let descriptor = open(file, O_RDONLY)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    // The new content has to be on the disk before the name leads to it.
    guard fsync(descriptor) == 0, rename(file, path) == 0 else { throw failure(path) }
  }

  private static func failure(_ path: String) -> SQLiteStoreError {
    SQLiteStoreError(.cannotOpen(reason: "it cannot be replaced: \(String(cString: strerror(errno)))"), path: path)
  }
}
