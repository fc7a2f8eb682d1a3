internal import FoundationEssentials

/// Why a release could not be published. The release that was there before is as it was, unless `kind` says otherwise.
package struct PublicationError: LocalizedError, Sendable, Hashable {
  /// What stood in the way.
  package enum Kind: Sendable, Hashable {
    /// The disk, or the share of it that the user may fill, is full.
    case diskFull
    /// The system does not allow it: permissions, or a file system that is mounted read-only.
    case notPermitted
    /// A file or folder that has to be there is not.
    case notFound
    /// Something that is not a folder stands where the folder should be.
    case notAFolder
    /// A name that reaches out of the folder, or that the publisher needs for itself.
    case unusableName
    /// Another process publishes, and the time to wait for it is over.
    case busy
    /// Another error of the system, by its number (`errno`).
    case system(number: Int32)
    /// The database that was to be sealed is not sound.
    case unsoundDatabase(problems: [String])
    /// SQLite refused to go on.
    case database(code: String)
  }

  package var kind: Kind
  /// The file or folder it happened to.
  package var path: String
  /// What was being done, such as `write` or `replace`.
  package var action: String
  /// The reason in the words of the system or of SQLite.
  package var reason: String
  /// Whether the new release had been decided on already: it is whole, and the next run puts what is missing of it in place.
  package var isDecided = false
  /// Whether all of the new release is in its place, and only what was needed to make it is left.
  package var isPlaced = false

  init(_ kind: Kind, action: String, path: String, reason: String) {
    self.kind = kind
    self.action = action
    self.path = path
    self.reason = reason
  }
}

extension PublicationError: CustomStringConvertible {
  package var description: String {
    var text = "cannot \(action) \(path): \(reason)"
    if kind == .diskFull { text += "; free some space and run again" }
    if kind == .busy { text += "; run again when it has ended, or wait longer for it" }
    if isDecided { text += "; the new release is whole, and the next run puts the rest of it in place" }
    if isPlaced { text += "; the new release is in its place, and the next run removes what is left" }
    return text
  }
}

extension PublicationError {
  package var errorDescription: String? { description }
}
