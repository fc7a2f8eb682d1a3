internal import Foundation

/// A system call that fails: the call of its kind by number, with which error, and whether all calls after it fail, too; or the end of the process at a call.
package struct Fault: Sendable, Hashable, CustomStringConvertible {
  /// The kind, as `SystemFaults.c` names it, such as `open`; `time` for a kill at a moment.
  package var kind: String
  /// Which call of the kind, from 1; the microseconds since the start for a kill at a moment.
  package var number: Int
  /// The system's error number; 0 for a call that reads or writes half of what it should; negative for a kill.
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

  /// The process is killed instead of the call, after it, or when half of it is done.
  package static let (killBefore, killAfter, killAmid): (Int32, Int32, Int32) = (-1, -2, -3)

  /// Requests for memory: of the process to the system, and of SQLite to the process.
  package static let kindsOfMemory = ["memory", "allocation"]

  /// A kill at a moment.
  static func kill(after microseconds: Int) -> Fault {
    Fault(kind: "time", number: microseconds, error: killBefore, repeats: false)
  }

  /// Whether the process is killed, rather than a call made to fail.
  var isKill: Bool { error < 0 }

  /// When the process is killed, in microseconds; `nil` for what happens at a call.
  var moment: Int? { kind == "time" ? number : nil }

  /// Whether it may be the removal of a file that fails, or all that is needed for it.
  var mayKeepFilesFromRemoval: Bool {
    kind == "unlink" || kind == "rmdir" || repeats && ["open", "stat", "readdir"].contains(kind)
  }

  /// What a message may give as the reason: the system's words, or what SQLite says where it keeps no more.
  ///
  /// - Parameter path: The file whose call failed.
  func reasons(on path: String) -> [String] {
    var reasons = error == 0 ? [] : [String(cString: strerror(error))]
    let isOfJournal = ["-journal", "-wal", "-shm"].contains { path.hasSuffix($0) }
    let isOfCopy = path.contains(".replacing-") || path.contains(".building/")
    switch (kind, error) {
    case ("allocation", _): reasons.append("out of memory")
    case ("write", ENOSPC), ("truncate", ENOSPC): reasons.append("database or disk is full")
    // SQLite takes a lock that the system does not give for one that somebody else has.
    case ("lock", ENOLCK), ("lock", EINTR): reasons.append("database is locked")
    // A file that cannot be opened this once is opened for reading, or not at all; tried again, it can be opened.
    case ("open", _), ("create", _), ("stat", _):
      if !repeats { reasons += ["attempt to write a readonly database", "unable to open database file"] }
    default: break
    }
    // VACUUM INTO lets go of its new file with the error that it met there.
    if isOfCopy {
      reasons += ["unable to open database: ", "database disk image is malformed", "disk I/O error"]
    }
    // The journal is closed, and its error forgotten, when a transaction is given up; so is the folder that was to be synced.
    if isOfJournal || kind == "sync" { reasons.append("disk I/O error") }
    return reasons
  }

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
    "allocation": [ENOMEM],
  ]

  /// The kinds of calls, by name; `time` is that of kills at a moment.
  package static let kinds = errors.keys.sorted() + ["time"]

  /// Where a process is killed: around all that changes what is on the disk.
  private static let kills: [String: [Int32]] = [
    "create": [killBefore],
    "write": [killBefore, killAmid],
    "sync": [killBefore, killAfter],
    "rename": [killBefore, killAfter],
    "link": [killBefore, killAfter],
    "unlink": [killBefore, killAfter],
    "rmdir": [killBefore, killAfter],
    "mkdir": [killBefore, killAfter],
    "truncate": [killBefore, killAfter],
    "chmod": [killBefore],
  ]

  /// The faults that can be made of a call, each once and from then on, and the kills. What is interrupted every time would be tried for ever.
  static func all(of call: FaultTrial.Call) -> [Fault] {
    let failures = (errors[call.kind] ?? []).flatMap { error in
      [false, true].compactMap { repeats in
        error == EINTR && repeats ? nil : Fault(kind: call.kind, number: call.number, error: error, repeats: repeats)
      }
    }
    return failures
      + (kills[call.kind] ?? []).map { Fault(kind: call.kind, number: call.number, error: $0, repeats: false) }
  }
}
