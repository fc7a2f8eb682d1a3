import ArgumentParser
import SQLiteAccess
import SystemErrors

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The command line: connects the parts and prints; the libraries do neither.
struct Studbook: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studbook",
    abstract: "Builds a reference database from CSV, XML, HTML, JSON and .xlsx sources through a Core Data model.",
    discussion: """
      Results go to standard output, everything else to standard error.

      Exit codes:
        0   done
        1   done, but more records were rejected than tolerated, or a check found errors
        2   could not run
        64  wrong usage

      SIGINT, SIGTERM and SIGHUP end a command without a trace: what it had begun is removed, what was published stays. A release that is being
      put in its place is put there first.
      """,
    version: StudbookVersion.current,
    subcommands: [
      InitCommand.self,
      BuildCommand.self,
      CheckCommand.self,
      FetchCommand.self,
      FixCommand.self,
      DeskCommand.self,
      ReadCommand.self,
      ReportCommand.self,
      ExplainCommand.self,
      VerifyCommand.self,
      QueryCommand.self,
      DiffCommand.self,
      WhyCommand.self,
      ExportCommand.self,
      SiteCommand.self,
      SignCommand.self,
      KeysCommand.self,
      PackCommand.self,
      UnpackCommand.self,
      ModelCommand.self,
      StoreCommand.self,
      ManualCommand.self,
    ]
  )
}

extension Studbook {
  /// Runs the command that the arguments name, and exits with its code.
  static func main() async {
    // A reader that has seen enough closes the pipe (`studbook query … | head`): writing then fails with an error that `CommandOutput`
    // knows, where the signal would end the process at any point, with a publication half done.
    signal(SIGPIPE, SIG_IGN)
    CommandOutput.openMissingStreams()
    SQLiteLibrary.leaveOutMemoryStatistics()
    Termination.begin { CommandOutput.printError("studbook: ended by \($0)") }
    var command: any ParsableCommand
    do { command = try parseAsRoot() } catch { exit(afterUnusableArguments: error) }
    do {
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      exit(afterFailedRun: error, of: type(of: command))
    }
    Termination.waitIfEnding()
  }

  /// Exits after a request for help with 0, after wrong usage with 64 and the parser's message in our form.
  private static func exit(afterUnusableArguments error: any Error) -> Never {
    let message = fullMessage(for: error)
    if exitCode(for: error) == .success { exit(afterPrinting: message) }
    guard exitCode(for: error) == .validationFailure, message.hasPrefix("Error: ") else { exit(withError: error) }
    CommandOutput.printError("studbook: " + message.dropFirst("Error: ".count))
    exit(withError: ExitCode.validationFailure)
  }

  /// How a command is used, in the parser's form.
  private static func usage(of command: any ParsableCommand.Type) -> String {
    let name = names(of: command, below: self).joined(separator: " ")
    let lines = usageString(for: command).split(separator: "\n").joined(separator: "\n       ")
    return "Usage: \(lines)\n  See '\(name) --help' for more information."
  }

  /// The names by which a command is called, `root`'s first; empty if it is not below `root`.
  private static func names(of command: any ParsableCommand.Type, below root: any ParsableCommand.Type) -> [String] {
    let own = root.configuration.commandName ?? ""
    if command == root { return [own] }
    for child in root.configuration.subcommands {
      let names = names(of: command, below: child)
      if !names.isEmpty { return [own] + names }
    }
    return []
  }

  /// Exits with 0 after what was asked for, help or the version, has been printed.
  private static func exit(afterPrinting message: String) -> Never {
    let failure = FileWriter.writeAll(
      [UInt8](message.utf8) + [UInt8(ascii: "\n")],
      to: CommandOutput.Stream.results.rawValue
    )
    // Whoever closed the pipe has seen enough.
    guard failure == 0 || failure == EPIPE else {
      CommandOutput.printError("studbook: cannot write the results: \(String(cString: strerror(failure)))")
      exit(withError: CommandExit.couldNotRun)
    }
    exit(withError: CommandExit.done)
  }

  private static func exit(afterFailedRun error: any Error, of command: any ParsableCommand.Type) -> Never {
    Termination.waitIfEnding()
    switch error {
    case is OutputClosed: exit(withError: CommandExit.done)
    case is ValidationError:
      CommandOutput.printError("studbook: \(message(for: error))\n\(usage(of: command))")
      exit(withError: ExitCode.validationFailure)
    case is ExitCode: exit(withError: error)
    case _ where exitCode(for: error) == .success: exit(afterPrinting: fullMessage(for: error))
    default:
      CommandOutput.printError("studbook: \(SystemReason.description(of: error))")
      exit(withError: CommandExit.couldNotRun)
    }
  }
}
