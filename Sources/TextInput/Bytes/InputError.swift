internal import FoundationEssentials

#if canImport(Glibc)
  internal import Glibc
#endif

/// Why the system does not deliver the bytes of a file.
package struct InputError: LocalizedError, Sendable, Hashable {
  /// What was tried.
  package enum Action: Sendable, Hashable {
    case open, read
  }

  package var action: Action
  package var path: String
  /// The system's `errno`.
  package var errorNumber: Int32
}

extension InputError: CustomStringConvertible {
  package var description: String {
    "\(path) cannot be \(action == .open ? "opened" : "read"): \(String(cString: strerror(errorNumber)))"
  }
}

extension InputError {
  package var errorDescription: String? { description }
}
