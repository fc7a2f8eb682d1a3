import Foundation
import TestSupport
import Testing

@Suite struct CommandLineTests {
  static let commands: [[String]] = [
    ["init"], ["read"], ["verify"], ["query"], ["export"], ["model"], ["model", "hashes"], ["model", "lint"],
    ["model", "compile"], ["model", "swift"], ["store"], ["report"], ["explain"],
    ["store", "create"], ["store", "info"], ["store", "metadata"], ["store", "history"],
  ]

  @Test func aPatternMayStandBesideARecipeInTheCurrentFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"<model type="com.apple.IDECoreDataModeler.DataModel"><entity name="Dog"><attribute name="name" attributeType="String"/></entity></model>"#,
      to: "Dogs.xcdatamodel/contents"
    )
    try folder.write("name\nRex\n", to: "dogs-1.csv")
    try folder.write(
      "model: Dogs.xcdatamodel\noutput: Dogs.sqlite\nsources: [{ file: dogs-*.csv, entity: Dog, key: name }]\n",
      to: "Dogs.recipe.yml"
    )
    let outcome = try Tool.run(["check", "Dogs.recipe.yml"], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test(arguments: commands) func helpShowsAnExampleAndEveryDefault(_ command: [String]) throws {
    let outcome = try Tool.run(command + ["--help"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("Example"))
    #expect(outcome.output.contains("  studbook \(command.joined(separator: " "))"))
    // Every option but those that have to be given says its default.
    let required = ["--model", "--output", "--version", "--help"]
    let options = outcome.output.components(separatedBy: "\nOPTIONS:\n").dropFirst().joined()
    let paragraphs = options.components(separatedBy: "\n\n").first ?? ""
    var entries: [String] = []
    for line in paragraphs.split(separator: "\n") {
      if line.hasPrefix("  -") {
        entries.append(String(line))
      } else if !entries.isEmpty {
        entries[entries.count - 1] += line
      }
    }
    for entry in entries where !required.contains(where: entry.contains) {
      #expect(entry.contains("default:"), "\(entry)")
    }
  }

  @Test func toolNamesEveryCommandInItsHelp() throws {
    let outcome = try Tool.run([])
    #expect(outcome.status == 0)
    for command in Self.commands where command.count == 1 {
      #expect(outcome.output.contains("\n  \(command[0]) "))
    }
    #expect(outcome.output.contains("64  wrong usage"))
  }

  @Test(arguments: commands + [[], ["build"], ["check"], ["fix"]])
  func helpHasNoNamesOfOurTypes(_ command: [String]) throws {
    let help = try Tool.run(command + ["--help"]).output
    #expect(!help.contains(/[A-Z][a-z]+[A-Z][A-Za-z]*\(|[A-Z][A-Za-z]+\.[A-Z][A-Za-z]+\.[a-z]/), "\(help)")
  }

  @Test func helpNamesAllFormats() throws {
    let help = try Tool.run(["--help"]).output
    for format in ["CSV", "XML", "HTML", "JSON", ".xlsx"] { #expect(help.contains(format), "\(format)") }
    let report = try Tool.run(["report", "--help"]).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(report.contains("markdown, csv. (default: terminal)"))
  }

  @Test func printsItsVersion() throws {
    let outcome = try Tool.run(["--version"])
    #expect(outcome.output.split(separator: ".").count == 3)
    #expect(outcome.status == 0)
  }

  @Test(arguments: [
    (["query"], "studbook: Missing expected argument '<store>'"),
    (["query", "a.sqlite", "B", "--limit=-1"], "studbook: --limit cannot be negative."),
    (["read", "x.csv", "--format", "yaml"], "studbook: The value 'yaml' is invalid for '--format <format>'"),
    (["nonsense"], "studbook: Unexpected argument 'nonsense'"),
    (["--nonsense"], "studbook: Unknown option '--nonsense'"),
  ])
  func wrongUsageExitsWith64(_ arguments: [String], _ beginning: String) throws {
    let outcome = try Tool.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix(beginning), "\(outcome.errors)")
  }

  @Test func whatCannotRunExitsWith2AndSaysWhyOnOneLine() throws {
    for arguments in [
      ["read", "none.csv"], ["store", "info", "none.sqlite"], ["verify", "none.sqlite"], ["model", "lint", "none"],
    ] {
      let outcome = try Tool.run(arguments)
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix("studbook: "), "\(outcome.errors)")
      #expect(outcome.errors.filter { $0 == "\n" }.count == 1, "\(outcome.errors)")
    }
  }

  @Test func readerThatHasSeenEnoughIsNoFailure() throws {
    let folder = try TemporaryFolder()
    let rows = (1...50_000).map { "\($0),some text that fills the pipe\n" }.joined()
    let file = try folder.write("id,text\n" + rows, to: "long.csv")
    let process = Tool.process(["read", file, "--format", "csv", "--quiet"])
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    #expect(pipe.fileHandleForReading.readData(ofLength: 10) == Data("file,line,".utf8))
    try pipe.fileHandleForReading.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }

  @Test(arguments: [["read", "-", "--quiet"], ["--help"], ["build", "--help"], ["--version"]])
  func fullDeviceIsAFailure(arguments: [String]) throws {
    let query = Tool.process(arguments)
    query.standardInput = FileHandle.nullDevice
    query.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    query.standardError = FileHandle.nullDevice
    try query.run()
    query.waitUntilExit()
    #expect(query.terminationStatus == 2)
  }

  /// A name is no command to a terminal, nor to a CI system that reads the log.
  @Test func namesInMessagesAreInert() throws {
    let outcome = try Tool.run(["check", "a\u{1B}[31m\u{202E}\n::error::b.recipe.yml"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("a\\u{1B}[31m\\u{202E}"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("\n::"))
  }

  @Test func coloursOnlyWhenAsked() throws {
    let towns = try TownStore()
    let query = ["query", "Towns.sqlite", "Country", "--fields", "name"]
    let plain = try Tool.run(query, in: towns.folder.path, environment: ["TERM": "xterm"])
    #expect(plain.output == "name\nČesko\n日本\n")
    let coloured = try Tool.run(query + ["--color", "always"], in: towns.folder.path, environment: ["NO_COLOR": "1"])
    #expect(coloured.output == "\u{1B}[1mname\u{1B}[0m\nČesko\n日本\n")
  }

  @Test func aMistakeThatTheRunFindsIsShownWithTheUsageOfItsCommand() throws {
    let folder = try TemporaryFolder()
    let outcome = try Tool.run(["read", "*.none"], in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("studbook: No file fits ‘*.none’.\nUsage: studbook read [<options>] <file>\n"))
    #expect(outcome.errors.hasSuffix("\n  See 'studbook read --help' for more information.\n"))
    // What the parser finds has the same form.
    let parsed = try Tool.run(["read", "x", "--limit", "-1"], in: folder.path)
    #expect(parsed.errors.contains("\nUsage: studbook read [<options>] <file>\n  See 'studbook read --help' for more"))
  }

  /// A reader that goes away ends the printing, never the verdict.
  @Test func aClosedPipeDoesNotMakeAFailureASuccess() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Town"><attribute name="name" attributeType="String" maxValueString="3"/></entity>
      </model>
      """,
      to: "T.xcdatamodel/contents"
    )
    try folder.write("name\nLinz\n  Ulm\n", to: "towns.csv")
    try folder.write("name\nLinz,x\n", to: "broken.csv")
    try folder.write(
      "model: T.xcdatamodel\noutput: T.sqlite\nsources: [{ file: towns.csv, entity: Town }]\nchecks: { Town: { name: { text: clean } } }\n",
      to: "T.recipe.yml"
    )
    #expect(try Tool.run(["build", "T.recipe.yml", "--output", "V"], in: folder.path).status == 1)
    try folder.write("no store", to: "V/reports/T.json")
    let commands = [
      ["check", "T.recipe.yml"], ["check", "T.recipe.yml", "--report", "markdown"], ["build", "T.recipe.yml"],
      ["build", "T.recipe.yml", "--report", "github", "--output", "G"], ["verify", "V/T.sqlite"],
      ["fix", "T.recipe.yml"],
      ["read", "broken.csv", "--header", "1", "--skip", "0"],
    ]
    for command in commands {
      let process = Tool.process(command, in: folder.path)
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try pipe.fileHandleForReading.close()
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 1, "\(command)")
    }
    // A build publishes all the same.
    for name in ["Output", "G"] { #expect(FileManager.default.fileExists(atPath: folder.file("\(name)/T.sqlite"))) }
  }

  /// Issue 18: without threads to serve its tasks, the process waited for good.
  @Test func aProcessWithoutThreadsSaysSo() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // Each thread would have a stack that is larger than all the memory that the process may have.
    process.arguments = ["-c", "ulimit -s 8000000 && ulimit -v 6000000 && exec \"$0\" explain source.limit", Tool.path]
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let errors = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(process.terminationStatus == 2)
    #expect(errors.contains("the system gives this process no threads"))
  }
}
