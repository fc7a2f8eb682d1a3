public import Findings
public import FoundationEssentials

/// Why a model cannot be used at all.
///
/// ```swift
/// do {
///   _ = try ModelReader.read(inputs + "/akc-breeds.csv")
/// } catch let error as ModelReadingError {
///   kind = error.kind  // .notAModel
/// }
/// ```
public struct ModelReadingError: LocalizedError, Sendable, Hashable {
  /// What went wrong, for code.
  public enum Kind: Sendable, Hashable {
    /// There is no such file, or it cannot be read.
    case unreadable
    /// The file is not a model.
    case notAModel
    /// The path leads to Swift sources, and Studbook was built without the trait that reads them.
    case builtWithoutTrait
    /// The model contradicts itself; `findings` say where.
    case inconsistent
  }

  /// What went wrong, for code.
  public let kind: Kind
  /// The path as it was given.
  public let path: String
  /// What is wrong, as one sentence without a full stop at its end.
  public let message: String
  /// Every inconsistency with its place; empty for other kinds.
  public let findings: [Finding]

  init(_ kind: Kind, path: String, _ message: String, findings: [Finding] = []) {
    self.kind = kind
    self.path = path
    self.message = message
    self.findings = findings
  }
}

extension ModelReadingError: CustomStringConvertible {
  public var description: String { "\(path): \(message)" }
}

extension ModelReadingError {
  public var errorDescription: String? { description }
}
