public import FoundationEssentials

#if canImport(Glibc)
  internal import Glibc
#endif
internal import TextInput

/// Why a packed source cannot be read.
///
/// ```swift
/// var limits = PackedLimits()
/// limits.bytes = 1 << 30  // what unpacks to more is refused
/// do {
///   _ = try PackedSource(path, limits: limits)
/// } catch {
///   let failure: PackedSourceError = error
///   if case .memberNeeded(let names) = failure.kind { members = names }
/// }
/// ```
public struct PackedSourceError: LocalizedError, Sendable, Hashable {
  /// What went wrong, for code.
  public enum Kind: Sendable, Hashable {
    /// The file cannot be opened or read; the number is the system's `errno`.
    case unreadable(errorNumber: Int32)
    /// The packed bytes are damaged or cut off; the text says how.
    case damaged(String)
    /// The contents are larger than the limits allow, as those of a bomb are.
    case limit(String)
    /// An archive of several files, none of which was chosen.
    case memberNeeded([String])
    /// The archive has no such file, or several that the pattern fits.
    case memberMissing(String, [String])
    /// A form that is not understood, such as an encrypted member.
    case unsupported(String)
    /// The system's library for this compression is not installed.
    case libraryMissing(library: String, package: String)
  }

  /// What went wrong, for code.
  public var kind: Kind
  /// The file's path as it was given.
  public var file: String

  package init(_ kind: Kind, file: String) {
    self.kind = kind
    self.file = file
  }

  init(_ error: InputError) { self.init(.unreadable(errorNumber: error.errorNumber), file: error.path) }
}

extension PackedSourceError: CustomStringConvertible {
  public var description: String { "\(file): \(reason)" }

  /// The description without the file's name.
  public var reason: String {
    switch kind {
    case .unreadable(let number): "cannot be read: \(String(cString: strerror(number)))"
    case .damaged(let what): "the packed data are damaged: \(what)"
    case .limit(let what): "not unpacked, because it may be a bomb: \(what); if you trust it, unpack it yourself"
    case .memberNeeded(let names): "the archive holds \(Self.list(names)); say which member to read"
    case .memberMissing(let name, let names):
      "the archive has not exactly one member “\(name)”; it holds \(Self.list(names))"
    case .unsupported(let what): what
    case .libraryMissing(let library, let package): "\(library) is not installed; try: sudo apt install \(package)"
    }
  }

  private static func list(_ names: [String]) -> String {
    if names.isEmpty { return "no files" }
    let shown = names.prefix(10).joined(separator: ", ")
    return names.count > 10 ? "\(shown) and \(names.count - 10) more" : shown
  }
}

extension PackedSourceError {
  public var errorDescription: String? { description }
}
