public import FoundationEssentials

#if canImport(Glibc)
  internal import Glibc
#endif

/// Why a delimited text could not be read at all. What is wrong with single records is a `Finding`, not an error.
///
/// ```swift
/// do {
///   _ = try DelimitedReader(path: "nowhere.csv")
/// } catch {
///   let failure: DelimitedTextError = error
///   if case .cannotOpen(ENOENT) = failure.kind { isMissing = true }
/// }
/// ```
public struct DelimitedTextError: LocalizedError, Sendable, Hashable {
  /// What went wrong, for code.
  public enum Kind: Sendable, Hashable {
    /// The file cannot be opened; the number is the system's `errno`.
    case cannotOpen(errorNumber: Int32)
    /// Reading stopped in the middle; the number is the system's `errno`.
    case cannotRead(errorNumber: Int32)
    /// No decoder for the encoding of this name.
    case unknownEncoding(String)
    /// A dialect that contradicts itself; the text says how.
    case invalidDialect(String)
    /// The text has no table of this number.
    case missingTable(number: Int, found: Int)
    /// What a packed source delivers cannot be read; the text says why.
    case packing(String)
  }

  /// What went wrong, for code.
  public var kind: Kind
  /// The file's name as the options give it.
  public var file: String

  /// Makes an error about `file`.
  public init(_ kind: Kind, file: String) {
    self.kind = kind
    self.file = file
  }
}

extension DelimitedTextError: CustomStringConvertible {
  public var description: String {
    switch kind {
    case .cannotOpen(let number): "\(file): cannot be opened: \(String(cString: strerror(number)))"
    case .cannotRead(let number): "\(file): reading stopped: \(String(cString: strerror(number)))"
    case .unknownEncoding(let name): "\(file): no such encoding: “\(name)”"
    case .invalidDialect(let reason): "\(file): the dialect cannot be used: \(reason)"
    case .missingTable(let number, let found):
      "\(file): there is no table \(number); the text has \(found == 1 ? "one table" : "\(found) tables")"
    case .packing(let reason): "\(file): \(reason)"
    }
  }
}

extension DelimitedTextError {
  public var errorDescription: String? { description }
}
