import Foundation

/// What one process cost, as the kernel accounts for it.
struct Measurement {
  /// Seconds from start to end.
  var wall: Double
  /// Seconds of all processors, in the program and in the kernel for it.
  var cpu: Double
  /// The greatest resident memory, in MiB.
  var peakMiB: Double

  /// Runs a command to its end.
  ///
  /// - Parameter input: What it reads from standard input, if anything.
  /// - Throws: `BenchmarkError` if it cannot be started or fails.
  static func run(_ command: [String], input: String? = nil) throws -> Measurement {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input ?? "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    let start = DispatchTime.now().uptimeNanoseconds
    guard posix_spawnp(&child, command[0], &actions, nil, &arguments, environ) == 0 else {
      throw BenchmarkError.notStarted(command[0])
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0 && errno == EINTR {}
    let wall = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    guard status == 0 else { throw BenchmarkError.failed(command.joined(separator: " "), status >> 8) }
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return Measurement(
      wall: wall,
      cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      peakMiB: Double(usage.ru_maxrss) / 1024
    )
  }
}

enum BenchmarkError: Error, CustomStringConvertible {
  case notStarted(String)
  case failed(String, Int32)

  var description: String {
    switch self {
    case .notStarted(let program): "\(program) cannot be started; is it installed?"
    case .failed(let command, let code): "exit status \(code) from: \(command)"
    }
  }
}
