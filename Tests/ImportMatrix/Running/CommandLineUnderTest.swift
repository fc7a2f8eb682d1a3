internal import Foundation
internal import TestSupport

/// The built tool as the matrix runs it: `studbook check` and `studbook build` say the same, and a build gives the same bytes every time.
package struct CommandLineUnderTest: Sendable {
  private let tool: String

  /// - Parameter tool: The path of the built `studbook`.
  package init?(tool: String) {
    guard FileManager.default.isExecutableFile(atPath: tool) else { return nil }
    self.tool = tool
  }

  /// What is wrong with what the tool does with a case; empty if nothing is.
  package func problems(of matrix: MatrixCase) throws -> [String] {
    let folder = try TemporaryFolder()
    try matrix.write(to: folder.path)
    let check = try run(["check", MatrixCase.recipeName, "--report", "json", "--output", "check"], in: folder.path)
    let first = try run(["build", MatrixCase.recipeName, "--allow-open-hashes", "--output", "first"], in: folder.path)
    let second = try run(
      ["build", MatrixCase.recipeName, "--allow-open-hashes", "--output", "second"],
      in: folder.path
    )
    var problems: [String] = []
    for (name, status) in [("check", check), ("build", first)] where status != 0 && status != 1 {
      problems.append("studbook \(name) ends with \(status)")
    }
    guard problems.isEmpty else { return problems }
    if check != first { problems.append("studbook check ends with \(check), studbook build with \(first)") }
    if second != first { problems.append("studbook build ends with \(first), then with \(second)") }
    let (checked, built) = (
      lines(of: folder.file("check/Case.json")), lines(of: folder.file("first/reports/Case.json"))
    )
    if checked != built {
      let differences = zip(checked, built).filter { $0 != $1 }.prefix(5).map { "check: \($0), build: \($1)" }
      problems.append("studbook check and studbook build report differently: \(differences)")
    }
    let files = ["Case.sqlite", "Case.manifest.json", "reports/Case.json", "reports/Case.html"]
    for file in files where contents(folder.file("first/\(file)")) != contents(folder.file("second/\(file)")) {
      problems.append("\(file) has other bytes the second time")
    }
    return try problems + problemsOfRebuilds(of: matrix, in: folder, files: files)
  }

  /// What is wrong with builds that take over what they can from the one before, each after a change of a source; empty if nothing is.
  private func problemsOfRebuilds(of matrix: MatrixCase, in folder: TemporaryFolder, files: [String]) throws -> [String]
  {
    var generator = SeededGenerator(matrix.seed ?? 0)
    let arguments = ["build", MatrixCase.recipeName, "--allow-open-hashes"]
    for round in 0..<4 {
      if round > 0 { try edit(folder, &generator) }
      let kept = try run(arguments + ["--incremental", "--output", "kept"], in: folder.path)
      let whole = try run(arguments + ["--output", "whole\(round)"], in: folder.path)
      guard kept == whole else { return ["an incremental build ends with \(kept), a whole one with \(whole)"] }
      // Nothing was published, and there may be rejects that the next build has to be told of.
      guard kept == 0 || kept == 1 else { break }
      for file in files where contents(folder.file("kept/\(file)")) != contents(folder.file("whole\(round)/\(file)")) {
        return ["\(file) of an incremental build has other bytes than that of a whole one, in round \(round)"]
      }
    }
    return []
  }

  /// Changes a line of a source: another letter, twice, or gone.
  private func edit(_ folder: TemporaryFolder, _ generator: inout SeededGenerator) throws {
    let sources = folder.names().filter { $0.hasSuffix(".csv") && !$0.contains("/") }
    guard !sources.isEmpty else { return }
    let name = generator.pick(sources)
    guard let data = contents(folder.file(name)) else { return }
    var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
    guard lines.count > 2 else { return }
    let line = 1 + generator.number(below: lines.count - 2)
    switch generator.number(below: 6) {
    case 0: lines.insert(lines[line], at: line)
    case 1: lines.remove(at: line)
    default:
      let letters = lines[line].indices.filter { lines[line][$0] > 0x40 && lines[line][$0] < 0x7B }
      guard !letters.isEmpty else { return }
      lines[line][generator.pick(letters)] = UInt8(0x61 + generator.number(below: 26))
    }
    try Data(lines.joined(separator: [UInt8(ascii: "\n")])).write(to: URL(fileURLWithPath: folder.file(name)))
  }

  private func run(_ arguments: [String], in folder: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = arguments + ["--quiet"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ProcessInfo.processInfo.environment.merging([
      "SOURCE_DATE_EPOCH": "1700000000", "XDG_STATE_HOME": "\(folder)/state",
    ]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }

  private func contents(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

  /// A report's lines without what only a build has: the name of the reference file, and the digests of what it is made from.
  private func lines(of path: String) -> [String] {
    var isInInputs = false
    return String(decoding: contents(path) ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init).filter {
      line in
      if line == "  \"inputs\": [" { isInInputs = true }
      defer { if isInInputs, line.hasPrefix("  ]") { isInInputs = false } }
      return !isInInputs && !line.hasPrefix("  \"output\"")
    }
  }
}
