import Foundation
import TestSupport
import Testing

@Suite("What the README says")
struct ReadmeTests {
  /// The lines of the README's code blocks that run the tool.
  private func commands() throws -> [String] {
    let text = try String(contentsOfFile: Package.path("README.md"), encoding: .utf8)
    return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
      $0.hasPrefix("studbook ")
    }
  }

  @Test func namesSubcommandsAndOptionsThatExist() throws {
    let commands = try commands()
    #expect(commands.count >= 4)
    for command in commands {
      let words = command.split(separator: " ").map(String.init)
      let help = try Tool.run(["help", words[1]])
      #expect(help.status == 0, "\(command)")
      for option in words where option.hasPrefix("--") { #expect(help.output.contains(option), "\(command)") }
    }
  }

  @Test func linksToFilesThatExist() throws {
    let text = try String(contentsOfFile: Package.path("README.md"), encoding: .utf8)
    for match in text.matches(of: /\]\(([^):]+)\)/) {
      #expect(FileManager.default.fileExists(atPath: Package.path(String(match.1))), "\(match.1)")
    }
  }

  @Test(arguments: [
    "build", "check", "read", "query", "verify", "export", "store create", "store info", "model hashes", "model lint",
    "model compile", "model swift", "init",
  ])
  func everyCommandsHelpHasAnExample(_ command: String) throws {
    let help = try Tool.run(["help"] + command.split(separator: " ").map(String.init))
    #expect(help.status == 0)
    #expect(help.output.contains("studbook \(command) "), "\(help.output)")
  }
}
