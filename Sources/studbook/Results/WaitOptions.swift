import ArgumentParser
import ReferenceExport

/// How long a command waits for another process that publishes.
struct WaitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How many seconds to wait for another process that publishes the same file; 0 for not at all. (default: as long as it takes)",
      valueName: "seconds"
    )
  )
  var wait: Double?

  func validate() throws {
    if let wait, !(wait >= 0) { throw ValidationError("--wait takes a number of seconds that is not negative") }
  }

  /// Waits so long, and says for whom.
  func lockWait(_ printer: CommandOutput) -> LockWait {
    LockWait(limit: wait) { printer.note("Waiting for \($0).") }
  }
}
