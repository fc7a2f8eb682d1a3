#if canImport(Glibc)
  internal import Glibc
#endif

/// Why the system does not deliver the bytes of a file.
public struct InputError: Error, Sendable, Hashable {
  /// What was tried.
  public enum Action: Sendable, Hashable {
    case open, read
  }

  public var action: Action
  public var path: String
  /// The system's `errno`.
  public var errorNumber: Int32
}

extension InputError: CustomStringConvertible {
  public var description: String {
    "\(path) cannot be \(action == .open ? "opened" : "read"): \(String(cString: strerror(errorNumber)))"
  }
}
