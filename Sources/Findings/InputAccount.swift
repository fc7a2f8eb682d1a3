/// A file that a run has read, and whose it is.
package struct InputAccount: Sendable, Hashable, Codable {
  /// The file, relative to the recipe's folder.
  package var path: String
  /// The size in bytes; `nil` where it was not taken.
  package var bytes: Int?
  /// The SHA-256 in hexadecimal digits; `nil` where it was not taken.
  package var sha256: String?
  /// Under what licence its contents are: an SPDX expression, or a text.
  package var licence: String?
  /// Where its contents come from: an address, or a text.
  package var origin: String?

  package init(
    path: String,
    bytes: Int? = nil,
    sha256: String? = nil,
    licence: String? = nil,
    origin: String? = nil
  ) {
    self.path = path
    self.bytes = bytes
    self.sha256 = sha256
    self.licence = licence
    self.origin = origin
  }

  /// Whether anything is said of whose the file is.
  package var hasProvenance: Bool { licence != nil || origin != nil }
}
