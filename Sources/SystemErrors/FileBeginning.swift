internal import FoundationEssentials

#if canImport(Musl)
  internal import Musl
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The beginning and size of a file.
package struct FileBeginning {
  /// The size in bytes.
  package let size: Int
  /// What the path leads to if that is no file; reading from a pipe or a device might not end.
  package let otherKind: String?
  private let path: String

  /// Looks at a file, without opening it; `nil` if there is none.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    size = Int(status.st_size)
    self.path = path
    otherKind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: nil
      case S_IFDIR: "a folder"
      default: "a device or a pipe"
      }
    guard FileManager.default.isReadableFile(atPath: path) else { return nil }
  }

  /// The first bytes; fewer if the file is shorter or cannot be read.
  package func firstBytes(_ count: Int) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = fread(&bytes, 1, count, file)
    return Array(bytes.prefix(read))
  }
}
