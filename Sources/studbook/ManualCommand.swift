import ArgumentParser
import SystemErrors

/// Writes the manual: `make install` and `make dist` call it. Hidden, because whoever uses the tool has the pages.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Write the manual pages of all commands.",
    discussion: """
      Example:
        studbook manual /usr/local/share/man/man1
      """,
    shouldDisplay: false
  )

  @Argument(help: "The folder to write the pages to.", completion: .directory)
  var folder: String

  func run() throws {
    try Files.makeFolder(folder)
    let root = try CommandDescription(of: Studbook.self)
    for page in ManualPage.all(of: root, version: StudbookVersion.current) {
      try FileWriter.replace("\(folder)/\(page.fileName)", with: page.text.utf8)
    }
  }
}
