import Foundation

/// The processor's time for whole programs.
enum ProcessorTime {
  struct Failure: Error {
    var command: String
  }

  /// Runs a command to its end and says how many seconds of all processors it took, in itself and in the kernel for it.
  static func ofCommand(_ command: [String]) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardOutput = FileHandle.nullDevice
    let before = spent()
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(command: command.joined(separator: " ")) }
    return spent() - before
  }

  /// What all children that have ended took.
  private static func spent() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
