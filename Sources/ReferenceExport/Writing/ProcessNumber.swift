#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Numbers of processes.
enum ProcessNumber {
  /// The number of this process.
  static var current: Int32 { getpid() }

  /// Whether there is a process with this number; it may be another one than the number was written for.
  static func isAlive(_ number: Int32) -> Bool { kill(number, 0) == 0 || errno == EPERM }
}
