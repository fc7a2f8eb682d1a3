internal import FoundationEssentials
internal import SystemErrors

/// What was fetched into a folder: which address every file comes from, and what it was then. The file `NAME.lock.json` stands beside the folder.
package struct FetchLock: Codable, Sendable, Hashable {
  /// A file that was fetched.
  package struct Entry: Codable, Sendable, Hashable {
    /// Its name in the folder.
    package var file: String
    package var bytes: Int
    package var sha256: String
    /// The kind of file that its bytes show, or that the server said.
    package var mediaType: String?
    /// When it was fetched or last found to be the same, in ISO 8601.
    package var date: String
    /// What the server said of its state.
    package var entityTag: String?
    package var lastModified: String?
    /// The licence that the server named, else that of the source that has the address.
    package var licence: String?

    package init(
      file: String,
      bytes: Int,
      sha256: String,
      mediaType: String?,
      date: String,
      entityTag: String?,
      lastModified: String?,
      licence: String?
    ) {
      self.file = file
      self.bytes = bytes
      self.sha256 = sha256
      self.mediaType = mediaType
      self.date = date
      self.entityTag = entityTag
      self.lastModified = lastModified
      self.licence = licence
    }
  }

  /// The version of this format.
  package var schemaVersion = 1
  /// By address, as `key(_:)` spells it.
  private var files: [String: Entry] = [:]

  package init() {}

  /// What was fetched, sorted by address.
  package var entries: [Entry] { files.sorted { $0.key < $1.key }.map(\.value) }

  /// What was fetched from an address.
  package subscript(address: String) -> Entry? {
    get { files[Self.key(address)] }
    set { files[Self.key(address)] = newValue }
  }

  /// An address in ASCII (RFC 3987, 3.1): as texts, addresses that differ in Unicode's normal form would be one.
  package static func key(_ address: String) -> String {
    var key = ""
    for byte in address.utf8 {
      if byte < 0x80 {
        key.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        key += "%" + String(byte, radix: 16, uppercase: true)
      }
    }
    return key
  }

  /// The lock file's name for a folder.
  package static func fileName(forFolder folder: String) -> String {
    (folder.hasSuffix("/") ? String(folder.dropLast()) : folder) + ".lock.json"
  }

  /// Reads a lock file; an empty one if there is none.
  ///
  /// - Throws: `FileError`, and `FetchLockError` if it is none.
  package init(path: String) throws {
    // One that a process was about to write when it was killed is empty.
    guard let bytes = try Files.contents(of: path), !bytes.isEmpty else { return }
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(bytes))
    } catch {
      throw FetchLockError(path: path)
    }
    files = Dictionary(files.map { (Self.key($0.key), $0.value) }) { first, _ in first }
    let names = files.values.map(\.file)
    guard schemaVersion == 1, names.allSatisfy({ !$0.isEmpty && !$0.contains("/") && $0 != ".." && $0 != "." }) else {
      throw FetchLockError(path: path)
    }
  }

  /// The lock file's bytes: sorted, so that the same files give the same bytes.
  package func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try Array(encoder.encode(self)) + [UInt8(ascii: "\n")]
  }
}

/// A lock file that cannot be used.
package struct FetchLockError: LocalizedError, CustomStringConvertible, Sendable {
  let path: String

  package var description: String { "\(path) is no lock file of “studbook fetch”, or of another version" }
  package var errorDescription: String? { description }
}
