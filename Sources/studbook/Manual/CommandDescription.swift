import ArgumentParser
import Foundation

/// A command as the parser knows it: what its help is made of, and its completions.
struct CommandDescription: Decodable {
  let commandName: String
  let shouldDisplay: Bool
  let abstract: String?
  let discussion: String?
  let arguments: [Argument]?
  let subcommands: [CommandDescription]?

  /// Describes a command with all that is below it.
  init(of command: any ParsableCommand.Type) throws {
    // The parser tells its tree only in this form, which `--experimental-dump-help` prints.
    let text = command._dumpHelp()
    self = try JSONDecoder().decode(Dump.self, from: Data(text.utf8)).command
  }

  private struct Dump: Decodable { let command: CommandDescription }
}

extension CommandDescription {
  /// An argument, an option or a flag.
  struct Argument: Decodable {
    enum Kind: String, Decodable {
      case positional
      case option
      case flag
    }

    let kind: Kind
    let shouldDisplay: Bool
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let allValues: [String]?
    let abstract: String?
    let discussion: String?
  }

  /// A name of an option or a flag.
  struct Name: Decodable {
    let kind: String
    let name: String

    /// As it is typed.
    var spelling: String { kind == "long" ? "--\(name)" : "-\(name)" }
  }
}
