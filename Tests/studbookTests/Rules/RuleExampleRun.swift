import Findings
import Foundation
import SQLiteAccess
import TestSupport

/// The example of a rule's page, carried out by the built tool in a folder of its own.
///
/// The folder begins as a copy of `docs/rules/Towns`. Then the page's texts are taken in their order. The line above a text says what it is:
/// commands of `studbook` in that line are run first; SQL is carried out in the database that the line names, shell commands in the folder; what
/// "`studbook …` reports:" is what that command prints; any other text is the new content of the file that the line names.
struct RuleExampleRun {
  let rule: RuleDescription
  let folder: TemporaryFolder

  /// The findings of the rule that the tool prints, for each report of the page, and once more after the page's last text.
  private(set) var reports: [String] = []

  /// Carries the example out.
  init(_ rule: RuleDescription) throws {
    self.rule = rule
    folder = try TemporaryFolder()
    let towns = Package.path("docs/rules/Towns")
    for name in try FileManager.default.contentsOfDirectory(atPath: towns) {
      try FileManager.default.copyItem(atPath: "\(towns)/\(name)", toPath: folder.file(name))
    }
    var reporting: String?
    for block in rule.example.blocks {
      let commands = block.names.filter { $0.hasPrefix("studbook ") }
      if block.isReport {
        guard let command = commands.last else { throw Mistake("no command in “\(block.caption)”") }
        for command in commands.dropLast() { _ = try run(command) }
        reporting = command
        reports.append(try run(command))
        continue
      }
      for command in commands { _ = try run(command) }
      try apply(block, to: block.names.last { !$0.hasPrefix("studbook ") })
    }
    guard let reporting else { throw Mistake("nothing is reported") }
    reports.append(try run(reporting))
  }

  /// What is wrong with a page.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  private func apply(_ block: RuleExample.Block, to name: String?) throws {
    if block.language == "sh" {
      try runShell(block.text)
      return
    }
    guard let name else { throw Mistake("“\(block.caption)” names no file") }
    let file = folder.file(name)
    if block.language == "sql" {
      // A published file is read-only, which is the first thing that somebody who changes it takes away.
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
      let connection = try SQLiteConnection(path: file)
      defer { connection.close() }
      for statement in block.text.split(separator: ";") where statement.contains(where: \.isLetter) {
        try connection.execute(String(statement))
      }
      return
    }
    let parent = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    let bytes = name.hasSuffix(".xlsx") ? Self.workbook(block.text) : Self.unescaped(block.text + "\n")
    try? FileManager.default.removeItem(atPath: file)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
  }

  /// The findings of the rule in what a command prints, without the advice.
  private func run(_ command: String) throws -> String {
    let arguments = command.split(separator: " ").dropFirst().map(String.init)
    let outcome = try Tool.run(arguments, in: folder.path, environment: Self.environment)
    var findings: [String] = []
    var isInside = false
    for line in (outcome.output + outcome.errors).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.contains("[\(rule.code)] ") {
        isInside = true
      } else if line.isEmpty || line.drop(while: { $0 == " " }).hasPrefix("= help: ") {
        isInside = false
      }
      if isInside { findings.append(String(line)) }
    }
    return findings.joined(separator: "\n")
  }

  private func runShell(_ script: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-ec", script]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let paths = [(Tool.path as NSString).deletingLastPathComponent, "/usr/bin", "/bin"]
    process.environment = Self.environment.merging(Tool.sanitizerOptions) { $1 }
      .merging(["PATH": paths.joined(separator: ":")]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Mistake("“\(script)” fails") }
  }

  /// The examples' day is the 15th of April 2026.
  private static let environment = ["SOURCE_DATE_EPOCH": "1776211200"]

  // MARK: Texts

  /// The bytes of a text in which `\u{A0}` stands for a character and `\xFC` for a byte.
  private static func unescaped(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let match = rest.firstMatch(of: /\\u\{([0-9A-F]+)\}|\\x([0-9A-F]{2})/) {
      bytes += Array(rest[..<match.range.lowerBound].utf8)
      if let digits = match.1, let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) {
        bytes += Array(String(scalar).utf8)
      } else if let digits = match.2, let byte = UInt8(digits, radix: 16) {
        bytes.append(byte)
      }
      rest = rest[match.range.upperBound...]
    }
    return bytes + Array(rest.utf8)
  }

  /// A workbook of one sheet, whose rows are lines and whose cells stand between commas. `#N/A` is an error, `=…` a formula whose result is
  /// not stored, `… (date)` a number in the format of a date; a line that ends with ` (hidden)` is a hidden row.
  private static func workbook(_ text: String) -> [UInt8] {
    var rows = ""
    for (number, line) in zip(1..., text.split(separator: "\n")) {
      let isHidden = line.hasSuffix(" (hidden)")
      let cells = (isHidden ? line.dropLast(9) : line).split(separator: ",", omittingEmptySubsequences: false)
      rows += "<row r=\"\(number)\"\(isHidden ? " hidden=\"1\"" : "")>"
      for (letter, cell) in zip("ABCDEFGH", cells) {
        let place = "\(letter)\(number)"
        if cell.hasPrefix("#") {
          rows += "<c r=\"\(place)\" t=\"e\"><v>\(cell)</v></c>"
        } else if cell.hasPrefix("=") {
          rows += "<c r=\"\(place)\"><f>\(cell.dropFirst())</f></c>"
        } else if cell.hasSuffix(" (date)") {
          rows += "<c r=\"\(place)\" s=\"1\"><v>\(cell.dropLast(7))</v></c>"
        } else if Double(cell) != nil {
          rows += "<c r=\"\(place)\" s=\"0\"><v>\(cell)</v></c>"
        } else {
          rows += "<c r=\"\(place)\" t=\"inlineStr\"><is><t>\(cell)</t></is></c>"
        }
      }
      rows += "</row>"
    }
    var workbook = TestWorkbook([TestWorkbook.Sheet("Towns", rows)])
    workbook.formats = ["0", "14"]
    return workbook.bytes
  }
}
