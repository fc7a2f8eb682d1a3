package import Foundation

/// A run of the tool that goes on while the test does something else.
package final class RunningTool {
  package let process: Process
  private let files: TemporaryFolder

  package init(_ arguments: [String], environment: [String: String] = [:]) throws {
    files = try TemporaryFolder()
    process = Tool.process(arguments, environment: environment)
    for name in ["out", "err"] { try files.write("", to: name) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: files.file("out"))
    process.standardError = FileHandle(forWritingAtPath: files.file("err"))
    try process.run()
  }

  deinit {
    guard process.isRunning else { return }
    signal(SIGCONT)
    signal(SIGKILL)
    process.waitUntilExit()
  }

  package var number: Int32 { process.processIdentifier }
  /// What it has printed to standard error so far.
  package var errors: String { (try? files.text(of: "err")) ?? "" }

  package func signal(_ signal: Int32) { kill(number, signal) }

  /// How it ended.
  package func end() -> (reason: Process.TerminationReason, status: Int32) {
    process.waitUntilExit()
    return (process.terminationReason, process.terminationStatus)
  }

  /// Waits for something, for as long as a slow machine may take.
  ///
  /// - Throws: If it takes longer than a minute.
  package func wait(_ what: String, until isThere: () throws -> Bool) throws {
    let start = ContinuousClock.now
    while try !isThere() {
      if ContinuousClock.now - start > .seconds(60) { throw Impatience(description: "\(what): \(errors)") }
      Thread.sleep(forTimeInterval: 0.001)
    }
  }
}

/// Something did not come to pass in time.
private struct Impatience: Error, CustomStringConvertible {
  let description: String
}
