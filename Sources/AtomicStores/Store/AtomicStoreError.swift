public import FoundationEssentials

/// Why a file cannot be used as an XML or a binary store, or why such a store cannot be saved.
///
/// ```swift
/// do {
///   try coordinator.addPersistentStore(type: .xml, at: path)
/// } catch let error as AtomicStoreError {
///   if case .damaged(let reason, let place) = error.kind { problem = "\(reason), \(place ?? "somewhere")" }
///   print(error)
/// }
/// ```
public struct AtomicStoreError: LocalizedError, Sendable, Hashable {
  /// What is wrong.
  public enum Kind: Sendable, Hashable {
    /// There is no file, or it cannot be read.
    case cannotOpen(reason: String)
    /// A new store would replace a file.
    case alreadyExists
    /// The file is no store of this type; what it seems to be.
    case otherContent(String)
    /// The file contradicts its format or itself; where, such as `line 12` or `object 7`, if that is known.
    case damaged(reason: String, place: String?)
    /// The file was made by a later version of the format than is known.
    case newerFormat(what: String)
    /// The store was made for another version of the model: these entities differ, are missing, or are too many.
    case incompatibleModel(differing: [String], missing: [String], unexpected: [String])
    /// The file has what a store of the model cannot hold.
    case unsupported(reason: String, place: String?)
    /// Somebody else has changed, replaced or removed the file since it was read; nothing was written.
    case changedElsewhere
    /// The file cannot be written.
    case unwritable(reason: String)
    /// The model or a value has no form in a file of this type.
    case unrepresentable(reason: String)
  }

  /// What went wrong, for code.
  public var kind: Kind
  /// The store's file.
  public var path: String

  /// Makes an error about the store at `path`.
  public init(_ kind: Kind, path: String) {
    self.kind = kind
    self.path = path
  }
}

extension AtomicStoreError: CustomStringConvertible {
  public var description: String { "\(path): \(kind.explanation)" }
  public var errorDescription: String? { description }
}

extension AtomicStoreError.Kind {
  /// What is wrong and what may help, as sentences.
  var explanation: String {
    switch self {
    case .cannotOpen(let reason): "The store cannot be opened: \(reason)."
    case .alreadyExists: "There is a file already; a new store does not replace it."
    case .otherContent(let content): "This is \(content)."
    case .damaged(let reason, let place): "The store is damaged: \(Self.placed(reason, place))."
    case .newerFormat(let what): "The store is of a later version than is known: \(what)."
    case .incompatibleModel(let differing, let missing, let unexpected):
      "The store was made for another version of the model: "
        + [("other", differing), ("missing in the store", missing), ("not in the model", unexpected)]
        .filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1.joined(separator: ", "))" }.joined(separator: "; ") + "."
    case .unsupported(let reason, let place): "The store cannot be read: \(Self.placed(reason, place))."
    case .changedElsewhere:
      "The file was changed by somebody else since it was read, so nothing was saved. Open the store again, and make the changes there."
    case .unwritable(let reason): "The store cannot be written: \(reason)."
    case .unrepresentable(let reason): "The store cannot be written in this form: \(reason)."
    }
  }

  private static func placed(_ reason: String, _ place: String?) -> String {
    place.map { "\(reason) (\($0))" } ?? reason
  }

  /// Whether another version of the model would open the store.
  var isAboutTheModel: Bool { if case .incompatibleModel = self { true } else { false } }
}
