internal import FoundationEssentials

/// Why a tree is not read any further.
enum VerificationStop: LocalizedError, CustomStringConvertible {
  /// The file is not what it should be.
  case damage(String)
  /// The file cannot be read.
  case unreadable(SealedPagesError)

  var description: String {
    switch self {
    case .damage(let problem): problem
    case .unreadable(let error): error.description
    }
  }
}

extension VerificationStop {
  var errorDescription: String? { description }
}
