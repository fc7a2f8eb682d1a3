public import FoundationEssentials
internal import SystemErrors

/// Why an import cannot go on.
///
/// ```swift
/// var options = ImportOptions()
/// options.threads = 1
/// options.progress = { (progress: ImportProgress) in print("\(progress.file): \(progress.records)") }
/// let result = try ImportRun.check(plan, options: options)  // an ImportError if a file cannot be read
/// ```
public enum ImportError: LocalizedError, Sendable, CustomStringConvertible {
  /// A source cannot be read on.
  case cannotRead(path: String, reason: String)
  /// A file cannot be written.
  case cannotWrite(path: String, reason: String)
  /// The store has no key for a new object.
  case noIdentifier(entity: String)
  /// The counts do not fit together: a mistake in Studbook, never in the sources.
  case unbalanced(String)

  public var description: String {
    switch self {
    case .cannotRead(let path, let reason): "\(path) cannot be read: \(reason)"
    case .cannotWrite(let path, let reason): "\(path) cannot be written: \(reason)"
    case .noIdentifier(let entity): "The store has no key left for a new \(entity)"
    case .unbalanced(let what): "The accounts do not balance: \(what). This is a mistake in Studbook; please report it."
    }
  }
}

extension ImportError {
  /// The error of a file that cannot be read, or of which the system tells nothing.
  init(_ error: FileError) { self = .cannotRead(path: error.path, reason: error.reason) }

  public var errorDescription: String? { description }
}
