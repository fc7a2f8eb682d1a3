internal import FoundationEssentials
internal import SystemErrors

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// How to wait for another process that publishes in the same folder, and whom to tell.
///
/// All locks are the kernel's, which lets go of those of a process that dies: nobody waits for a dead one.
package final class LockWait {
  /// How many seconds to wait for a lock; `nil` for as long as it takes.
  private let limit: Double?
  private let announce: (LockHolder) -> Void
  private var announced: Set<Int32?> = []

  /// How many seconds a wait may take without a word: putting a release in place takes less.
  private static let silence = 0.25

  /// - Parameters:
  ///   - limit: How many seconds to wait for a lock; `nil` for as long as it takes.
  ///   - announce: Called with the process that is waited for, once for each.
  package init(limit: Double? = nil, announce: @escaping (LockHolder) -> Void = { _ in }) {
    self.limit = limit
    self.announce = announce
  }

  /// Asks for a lock until it is given.
  ///
  /// - Parameters:
  ///   - path: What is locked, for the error.
  ///   - isShared: Whether others may have the lock too, if they share it.
  ///   - holder: Finds out the number of the process that has it; `nil` if that is not known.
  /// - Throws: `PublicationError` when the time is over. Without locks, as on some network file systems, everything still holds for one publisher at a time.
  func lock(
    _ descriptor: FileOperations.Descriptor,
    of path: String,
    isShared: Bool = false,
    heldBy holder: () -> Int32?
  ) throws(PublicationError) {
    let start = ContinuousClock.now
    var pause: UInt32 = 1_000
    while true {
      switch FileOperations.lock(descriptor, isShared: isShared) {
      case .locked, .unsupported: return
      case .held: break
      }
      let waited = (ContinuousClock.now - start) / .seconds(1)
      if let limit, waited >= limit {
        let reason = "\(LockHolder(process: holder())) is at work there"
        throw PublicationError(.busy, action: "publish", path: path, reason: reason)
      }
      if waited >= Self.silence {
        let holder = holder()
        if announced.insert(holder).inserted { announce(LockHolder(process: holder)) }
      }
      usleep(pause)
      pause = min(pause * 2, 50_000)
    }
  }
}

/// A process that others wait for, as far as the system tells.
package struct LockHolder: Sendable, CustomStringConvertible {
  /// Its number; `nil` if it is not known.
  private let process: Int32?
  private let command: String?
  private let start: Date?

  /// - Parameter process: The number; `nil` if it is not known.
  init(process: Int32?) {
    self.process = process
    let known = process.flatMap(ProcessNumber.description)
    command = known?.command
    start = known?.start
  }

  package var description: String {
    guard let process else { return "another process" }
    let command = command.map { " (\($0))" } ?? ""
    return "process \(process)\(command)\(start.map { ", which began at \($0.formatted(.iso8601))" } ?? "")"
  }
}
