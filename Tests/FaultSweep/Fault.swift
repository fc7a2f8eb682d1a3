internal import Foundation

/// A system call that fails: the call of its kind by number, with which error, and whether all calls after it fail, too.
package struct Fault: Sendable, Hashable, CustomStringConvertible {
  /// The kind, as `SystemFaults.c` names it, such as `open`.
  package var kind: String
  /// Which call of the kind, from 1.
  package var number: Int
  /// The system's error number; 0 for a call that reads or writes half of what it should.
  package var error: Int32
  /// Whether all calls of the kind after it fail as well.
  package var repeats: Bool

  package init(kind: String, number: Int, error: Int32, repeats: Bool) {
    self.kind = kind
    self.number = number
    self.error = error
    self.repeats = repeats
  }

  /// Reads what `description` writes.
  package init?(_ text: String) {
    let parts = text.split(separator: ":").map(String.init)
    guard parts.count == 4, let number = Int(parts[1]), let error = Int32(parts[2]) else { return nil }
    self.init(kind: parts[0], number: number, error: error, repeats: parts[3] == "1")
  }

  /// As the library takes it.
  package var description: String { "\(kind):\(number):\(error):\(repeats ? 1 : 0)" }

  /// Whether it may be the removal of a file that fails, or all that is needed for it.
  var mayKeepFilesFromRemoval: Bool {
    kind == "unlink" || kind == "rmdir" || repeats && ["open", "stat", "readdir"].contains(kind)
  }

  /// The reason in the system's words.
  var reason: String { String(cString: strerror(error)) }

  /// The errors that calls of a kind may meet.
  private static let errors: [String: [Int32]] = [
    "open": [EACCES, EMFILE, EIO, EINTR],
    "create": [ENOSPC, EACCES, EDQUOT, EMFILE, EINTR],
    "read": [EIO, EINTR, 0],
    "write": [ENOSPC, EIO, EDQUOT, EINTR, 0],
    "sync": [EIO, ENOSPC, EINTR],
    "rename": [EIO, ENOSPC, EACCES, EINTR],
    "link": [EACCES],
    "unlink": [EACCES, EIO, EINTR],
    "rmdir": [EACCES, EIO],
    "mkdir": [ENOSPC, EACCES, EDQUOT, EINTR],
    "stat": [EIO, EACCES],
    "readdir": [EIO],
    "truncate": [ENOSPC, EIO, EINTR],
    "chmod": [EIO, EPERM],
    "lock": [EIO, ENOLCK, EINTR],
    "map": [ENOMEM, EACCES],
    "close": [EIO],
    "memory": [ENOMEM],
  ]

  /// The faults that can be made of a trace, each once and from then on. What is interrupted every time would be tried for ever.
  static func all(kinds: [String]) -> [Fault] {
    var numbers: [String: Int] = [:]
    return kinds.flatMap { kind in
      numbers[kind, default: 0] += 1
      let number = numbers[kind] ?? 1
      return (errors[kind] ?? []).flatMap { error in
        [false, true].compactMap { repeats in
          error == EINTR && repeats ? nil : Fault(kind: kind, number: number, error: error, repeats: repeats)
        }
      }
    }
  }
}
