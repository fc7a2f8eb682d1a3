internal import Foundation

/// A program that runs. `Foundation.Process` was seen to crash when two threads start thousands of them.
struct ChildProcess {
  private let process: pid_t
  private let end: Date

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: The program's path, and what it is given.
  ///   - library: A library to load into it; none if empty.
  ///   - folder: Where it runs.
  ///   - input: The file that is its standard input.
  ///   - output: The file for its standard output, made anew.
  ///   - errors: That for its standard error.
  ///   - seconds: How long it may take; then it is killed.
  init(
    _ arguments: [String],
    loading library: String,
    environment: [String: String],
    folder: String,
    input: String = "/dev/null",
    output: String,
    errors: String,
    seconds: Double
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    for (number, path) in [(1, output), (2, errors)] {
      posix_spawn_file_actions_addopen(&actions, Int32(number), path, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    }
    let variables = environment.map { "\($0.key)=\($0.value)" }
    // The shell changes the folder, and only the program itself gets the library.
    let program = "/bin/sh"
    let script = #"cd "$0" && LD_PRELOAD="$1" && export LD_PRELOAD && shift && exec "$@""#
    let arguments = [program, "-c", script, folder, library] + arguments
    var process = pid_t()
    let number = Self.withCStrings(arguments) { arguments in
      Self.withCStrings(variables) { variables in
        posix_spawn(&process, program, &actions, nil, arguments, variables)
      }
    }
    if number != 0 { throw POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO) }
    self.process = process
    end = Date().addingTimeInterval(seconds)
  }

  /// Kills the program in so many microseconds, if it still runs then.
  func kill(after moment: Int) {
    usleep(UInt32(moment))
    Foundation.kill(process, SIGKILL)
  }

  /// Asks the program to end.
  func terminate() { Foundation.kill(process, SIGTERM) }

  /// Waits for the program's end.
  ///
  /// - Returns: Its exit code, or the negative number of the signal that ended it; `nil` if it was killed for taking too long.
  func wait() -> Int32? {
    var (status, pause) = (Int32(0), UInt32(1_000))
    while waitpid(process, &status, WNOHANG) == 0 {
      if Date() > end {
        Foundation.kill(process, SIGKILL)
        waitpid(process, &status, 0)
        return nil
      }
      usleep(pause)
      pause = min(pause * 2, 8_000)
    }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : -signal
  }

  /// Calls `body` with the texts as C wants them, ended by a null pointer.
  private static func withCStrings<Result>(
    _ texts: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
