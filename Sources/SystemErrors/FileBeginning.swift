/// The beginning and size of a file.
package struct FileBeginning {
  /// The size in bytes.
  package let size: Int
  /// What the path leads to if that is no file; reading from a pipe or a device might not end.
  package let otherKind: String?
  private let path: String

  /// Looks at a file, without opening it; `nil` if there is none.
  ///
  /// - Throws: `FileError` if the system cannot tell.
  package init?(path: String) throws(FileError) {
    guard let status = try Files.status(of: path) else { return nil }
    size = status.size
    self.path = path
    otherKind =
      switch status.kind {
      case .file: nil
      case .folder: "a folder"
      case .link, .other: "a device or a pipe"
      }
  }

  /// The first bytes; fewer if the file is shorter.
  ///
  /// - Throws: `FileError` if it cannot be read.
  package func firstBytes(_ count: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try Files.read(path, inPiecesOf: max(count, 1)) { piece in
      bytes.append(contentsOf: piece.prefix(count - bytes.count))
      return bytes.count < count
    }
    return bytes
  }
}
