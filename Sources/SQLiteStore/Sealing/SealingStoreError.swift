internal import FoundationEssentials

/// What a store that is written once is not made for.
package enum SealingStoreError: LocalizedError, Sendable, Hashable {
  /// It takes new objects and new members of many-to-many relationships only, and changes of entities of which it was said that they would change.
  case takesNewObjectsOnly
  /// Its objects cannot be read before it is finished.
  case unreadable
  /// It is finished, or writing it has failed.
  case closed
}

extension SealingStoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .takesNewObjectsOnly: "a file that is written page by page takes new objects only"
    case .unreadable: "a file that is written page by page cannot be read before it is finished"
    case .closed: "a file that is written page by page takes no objects once it is finished or has failed"
    }
  }
}

extension SealingStoreError {
  package var errorDescription: String? { description }
}
