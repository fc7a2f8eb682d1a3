import ArgumentParser
import Foundation

/// The exit codes that scripts rely on; the fourth, 64 for wrong usage, is ArgumentParser's own.
enum CommandExit {
  /// 0: done.
  static let done = ExitCode(0)
  /// 1: done, but with more rejected records than tolerated, or, for checks, with findings of error severity.
  static let findings = ExitCode(1)
  /// 2: could not run.
  static let couldNotRun = ExitCode(2)
}

/// A run that cannot go on, for a reason that only the command line knows; exits with 2.
struct CommandFailure: LocalizedError, CustomStringConvertible {
  /// What went wrong and what to do about it, as one sentence without a full stop at its end.
  var description: String

  init(_ description: String) { self.description = description }
}

/// Whoever read the results has closed the pipe, and the command has no other purpose: nothing is left to do, and nothing went wrong.
struct OutputClosed: LocalizedError {}

extension CommandFailure {
  var errorDescription: String? { description }
}

extension OutputClosed {
  var errorDescription: String? { "Nobody reads the output any more." }
}
