/// Why a tree is not read any further.
enum VerificationStop: Error {
  /// The file is not what it should be.
  case damage(String)
  /// The file cannot be read.
  case unreadable(SealedPagesError)
}
