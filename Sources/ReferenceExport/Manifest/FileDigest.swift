internal import Digests
internal import FoundationEssentials

/// A file's name, size and SHA-256.
package struct FileDigest: Sendable, Hashable, Codable {
  /// The file, relative to the folder of the recipe (inputs) or of the release (outputs).
  package var path: String
  /// The size in bytes.
  package var bytes: Int
  /// The SHA-256 in lower-case hexadecimal digits.
  package var sha256: String
  /// The licence of an input and where it comes from, as the recipe says.
  package var licence: String?
  package var origin: String?

  package init(path: String, bytes: Int, sha256: String) {
    self.path = path
    self.bytes = bytes
    self.sha256 = sha256
  }

  /// Reads the file at `file` and calls it `path`.
  ///
  /// - Throws: `PublicationError` if the file cannot be read.
  /// - Complexity: O(*n*) in the file's bytes, in constant memory.
  package init(of file: String, as path: String) throws {
    var size = 0
    let digest = try FileDigest.sha256(of: file) { size += $0 }
    self.init(path: path, bytes: size, sha256: digest)
  }

  /// The SHA-256 of bytes in memory, in lower-case hexadecimal digits.
  package static func sha256(_ bytes: some Sequence<UInt8>) -> String { SHA2Digest(of: bytes).hexadecimal }

  /// The SHA-256 of a file; `count` is called with the size of each piece that was read.
  static func sha256(of file: String, count: (Int) -> Void = { _ in }) throws(PublicationError) -> String {
    var hasher = SHA2Hasher()
    try FileOperations.read(file) { piece in
      hasher.update(piece)
      count(piece.count)
      return true
    }
    return hasher.finalize().hexadecimal
  }
}
