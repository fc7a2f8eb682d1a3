public import Findings
public import FoundationEssentials

/// Why markup cannot be read at all.
///
/// ```swift
/// do {
///   let options = HTMLTableOptions(choice: .caption("Popularity 2021"))
///   _ = try HTMLTableReader(path: inputs + "/akc-statistics.html", options: options)
/// } catch let error as MarkupTextError where error.kind == .tableMissing {
///   nearest = error.nearest
/// }
/// ```
///
/// Faults inside a source that is read record by record are findings instead, so that the run can go on and report them.
public struct MarkupTextError: LocalizedError, Sendable, Hashable {
  /// What went wrong, for code.
  public enum Kind: Sendable, Hashable {
    /// The file cannot be opened or read.
    case unreadable
    /// The document is not well-formed.
    case malformed
    /// The bytes are not text in the document's encoding, or the encoding is unknown.
    case encoding
    /// A safety limit was exceeded.
    case limit
    /// A record path, field path or selector is not written correctly.
    case path
    /// The page has no such table.
    case tableMissing
  }

  /// What went wrong.
  public var kind: Kind
  /// What is wrong, as one sentence without a full stop at its end.
  public var message: String
  /// Where it is; `nil` for paths and for files that cannot be opened.
  public var position: SourcePosition?
  /// The name that was probably meant, where one of several was asked for.
  public var nearest: String?

  /// Makes an error; `message` is one sentence without a full stop at its end.
  public init(_ kind: Kind, _ message: String, at position: SourcePosition? = nil) {
    self.kind = kind
    self.message = message
    self.position = position
  }
}

extension MarkupTextError: CustomStringConvertible {
  /// The message, after `file:line:column: ` where the place is known.
  public var description: String {
    guard let position else { return message }
    return "\(position): \(message)"
  }
}

extension MarkupTextError {
  public var errorDescription: String? { description }
}
