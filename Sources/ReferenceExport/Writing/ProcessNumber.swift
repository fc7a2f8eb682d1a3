internal import FoundationEssentials
internal import SystemErrors

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

  /// What a process was started as, and when, by Linux's `/proc` (proc(5)); `nil` if that does not tell.
  static func description(of number: Int32) -> (command: String, start: Date)? {
    guard let arguments = contents(of: "/proc/\(number)/cmdline"), !arguments.isEmpty,
      let status = contents(of: "/proc/\(number)/stat"), let uptime = contents(of: "/proc/uptime")
    else { return nil }
    // The second field is the program's name in parentheses, which may have any in it.
    let fields = status[(status.lastIndex(of: ")") ?? status.startIndex)...].split(separator: " ")
    guard fields.count > 20, let ticks = Double(fields[20]),
      let now = uptime.split(separator: " ").first.flatMap({ Double($0) })
    else { return nil }
    let age = now - ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    var words = arguments.split(separator: "\0").map(String.init)
    words[0] = FileOperations.fileName(of: words[0])
    return (words.joined(separator: " "), Date(timeIntervalSinceNow: -age))
  }

  /// The process that has the lock (flock(2)) on an open file or folder, by `/proc/locks`; `nil` if that does not tell.
  static func holder(ofLockOn descriptor: FileOperations.Descriptor) -> Int32? {
    var status = stat()
    guard fstat(descriptor.number, &status) == 0, let locks = contents(of: "/proc/locks") else { return nil }
    for line in locks.split(separator: "\n") {
      // “1: FLOCK  ADVISORY  WRITE 1234 08:01:5678 0 EOF”; whoever waits has “->” behind the number.
      let fields = line.split(separator: " ")
      // Some file systems have another device number here than in a file's status.
      guard fields.count > 5, fields[1] == "FLOCK",
        fields[5].split(separator: ":").last == Substring("\(status.st_ino)"),
        let process = Int32(fields[4]), process > 0
      else { continue }
      return process
    }
    return nil
  }

  /// What a file of `/proc` says: words for a message, which does without them where they cannot be read.
  private static func contents(of path: String) -> String? {
    (try? Files.contents(of: path)).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
  }
}
