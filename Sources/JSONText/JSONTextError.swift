public import Findings
public import FoundationEssentials

/// Why JSON cannot be read at all.
///
/// ```swift
/// do {
///   _ = try JSONRecordPath("$.breeds[")
/// } catch {
///   let failure: JSONTextError = error
///   message = failure.message
/// }
/// ```
///
/// Faults inside a source that is read record by record are findings instead, so that the run can go on and report them.
public struct JSONTextError: LocalizedError, Sendable, Hashable {
  /// What went wrong, for code.
  public enum Kind: Sendable, Hashable {
    /// The file cannot be opened or read.
    case unreadable
    /// A record path or field path is not written correctly.
    case path
    /// The encoding is none that JSON can have.
    case encoding
    /// A safety limit was exceeded.
    case limit
  }

  /// What went wrong.
  public var kind: Kind
  /// What is wrong, as one sentence without a full stop at its end.
  public var message: String
  /// Where it is; `nil` for paths and for files that cannot be opened.
  public var position: SourcePosition?

  /// Makes an error; `message` is one sentence without a full stop at its end.
  public init(_ kind: Kind, _ message: String, at position: SourcePosition? = nil) {
    self.kind = kind
    self.message = message
    self.position = position
  }
}

extension JSONTextError: CustomStringConvertible {
  /// The message, after `file:line:column: ` where the place is known.
  public var description: String { position.map { "\($0): \(message)" } ?? message }
}

extension JSONTextError {
  public var errorDescription: String? { description }
}
