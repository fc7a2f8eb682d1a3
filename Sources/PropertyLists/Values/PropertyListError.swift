internal import FoundationEssentials

/// Why bytes are not a property list, or not the one that was expected.
package struct PropertyListError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong.
  package enum Kind: Sendable, Hashable {
    /// Neither the binary nor the XML form.
    case notAPropertyList
    /// The file ends before what it announces.
    case truncated
    /// The bytes contradict the format.
    case malformed
    /// Larger or deeper than a property list may be.
    case tooLarge
    /// A property list, but not a keyed archive of the expected kind.
    case notAKeyedArchive
  }

  package let kind: Kind
  /// What is wrong, for people.
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

extension PropertyListError {
  package var errorDescription: String? { description }
}
