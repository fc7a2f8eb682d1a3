internal import FoundationEssentials

/// Why a compiled model cannot be read or written.
package struct CompiledModelError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong, for code.
  package enum Kind: Sendable, Hashable {
    /// The bytes are no compiled model.
    case notACompiledModel
    /// The bytes are one, but damaged.
    case malformed
    /// The compressed form is damaged or too large.
    case compression
    /// A feature whose archived form is not established; it is refused rather than guessed.
    case unsupported
    /// A file cannot be read or written.
    case file
  }

  package let kind: Kind
  /// What is wrong, as one sentence without a full stop at its end.
  package let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

extension CompiledModelError {
  package var errorDescription: String? { description }
}
