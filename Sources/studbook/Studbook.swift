import ArgumentParser
import SystemErrors

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The command line: connects the parts and prints; the libraries do neither.
@main
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
      """,
    version: StudbookVersion.current,
    subcommands: [
      InitCommand.self,
      BuildCommand.self,
      CheckCommand.self,
      FixCommand.self,
      ReadCommand.self,
      ReportCommand.self,
      ExplainCommand.self,
      VerifyCommand.self,
      QueryCommand.self,
      ExportCommand.self,
      ModelCommand.self,
      StoreCommand.self,
    ]
  )
}

extension Studbook {
  /// Runs the command that the arguments name, and exits with its code.
  static func main() async {
    // A reader that has seen enough closes the pipe (`studbook query … | head`): writing then fails with an error that `CommandOutput`
    // knows, where the signal would end the process at any point, with a publication half done.
    signal(SIGPIPE, SIG_IGN)
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
  }

  /// Exits after a request for help with 0, after wrong usage with 64 and the parser's message in our form.
  private static func exit(afterUnusableArguments error: any Error) -> Never {
    let message = fullMessage(for: error)
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

  private static func exit(afterFailedRun error: any Error, of command: any ParsableCommand.Type) -> Never {
    switch error {
    case is OutputClosed: exit(withError: CommandExit.done)
    case is ValidationError:
      CommandOutput.printError("studbook: \(message(for: error))\n\(usage(of: command))")
      exit(withError: ExitCode.validationFailure)
    case is ExitCode, is CleanExit: exit(withError: error)
    // A request for help.
    case _ where exitCode(for: error) == .success: exit(withError: error)
    default:
      CommandOutput.printError("studbook: \(SystemReason.description(of: error))")
      exit(withError: CommandExit.couldNotRun)
    }
  }
}
