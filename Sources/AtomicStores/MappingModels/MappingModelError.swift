public import FoundationEssentials

/// Why the file of a mapping model cannot be used.
///
/// ```swift
/// do {
///   let mapping = try MappingModel(contentsOf: folder + "/Breeds1to2.xcmappingmodel", from: older, to: newer)
///   try SQLiteStore.migrate(storeAt: path, with: mapping)
/// } catch let error as MappingModelError {
///   kind = error.kind  // .unreadable
/// }
/// ```
public struct MappingModelError: LocalizedError, Sendable, Hashable {
  /// What went wrong, for code.
  public enum Kind: Sendable, Hashable {
    /// There is no such file, or it cannot be read.
    case unreadable
    /// The file is no mapping model, or a damaged one.
    case notAMappingModel
    /// It was made for other versions of the models.
    case otherModels
    /// It names the class of a migration policy that was not given.
    case missingPolicy
    /// It asks for something that is not carried out.
    case unsupported
    /// Several mapping models lead from one model to the other.
    case ambiguous
  }

  /// What went wrong, for code.
  public let kind: Kind
  /// The path as it was given.
  public let path: String
  /// What is wrong, as sentences without a full stop at their end.
  public let message: String

  init(_ kind: Kind, path: String, _ message: String) {
    self.kind = kind
    self.path = path
    self.message = message
  }
}

extension MappingModelError: CustomStringConvertible {
  public var description: String { "\(path): \(message)" }
  public var errorDescription: String? { description }
}
