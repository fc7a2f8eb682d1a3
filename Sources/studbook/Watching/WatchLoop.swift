import ArgumentParser
import Findings
import Foundation
import ImportPipeline
import ReferenceExport
import SystemErrors

/// Runs a command again and again, each time that a file is saved which it reads, until a signal ends the process.
struct WatchLoop {
  /// A run that has come to its end.
  struct Run {
    let session: RecipeSession
    let evaluated: EvaluatedRun
    /// Whether the command would exit with 1.
    let fails: Bool
  }

  let recipe: String
  /// What is read beside what the recipe names.
  let others: [String]
  let printer: CommandOutput
  /// What a run is called: `built`, `checked`.
  let verb: String
  /// Carries the command out once; `isFirst` for the one whose report is printed whole.
  let run: (_ isFirst: Bool) throws -> Run?
  /// What is printed of a run beside its findings.
  let describe: (Run) throws -> String

  /// - Throws: `FileError` if folders cannot be watched; no other error ends it.
  func start() throws {
    let watch = try FolderWatch()
    var files = WatchedFiles(recipe: recipe, others: others)
    try watch.watch(files.folders)
    var findings = try carryOut(isFirst: true, before: nil, changed: [])
    printer.note("Watching \(files.states.count) files; Ctrl-C ends it.")
    while true {
      // What was saved during the run has happened already, and is found at once.
      _ = try watch.wait()
      let before = files
      files = WatchedFiles(recipe: recipe, others: others, before: before)
      try watch.watch(files.folders)
      let changed = files.changes(since: before)
      if changed.isEmpty { continue }
      findings = try carryOut(isFirst: false, before: findings, changed: changed) ?? findings
    }
  }

  /// - Returns: The findings; `nil` if the run did not come to its end.
  private func carryOut(isFirst: Bool, before: [Finding]?, changed: [String]) throws -> [Finding]? {
    let start = ContinuousClock.now
    func milliseconds() -> Int { Int((ContinuousClock.now - start) / .milliseconds(1)) }
    let names = changed.prefix(3).joined(separator: ", ") + (changed.count > 3 ? ", …" : "")
    do {
      guard let run = try run(isFirst) else { return before }
      let findings = run.evaluated.findings
      if isFirst { return findings }
      let counts = run.evaluated.summary.findingCounts
      func count(_ severity: Severity, _ word: String) -> String {
        let count = counts.filter { $0.severity == severity }.reduce(0) { $0 + $1.count }
        return "\(count) \(word)\(count == 1 ? "" : "s")"
      }
      let (came, went) = FindingChanges.between(before ?? [], findings)
      let verdict = run.fails ? "fails" : "passes"
      let all = [count(.error, "error"), count(.warning, "warning"), count(.note, "note")].joined(separator: ", ")
      try printer.writeLine(
        "\(Self.time()) \(names): \(verb) in \(milliseconds()) ms, \(verdict): \(all); \(came.count) came, \(went.count) went"
      )
      try printer.finish()
      for (mark, list) in [("+", came), ("-", went)] {
        for finding in list.prefix(20) { try printer.writeLine("  \(mark) \(FindingChanges.line(of: finding))") }
        if list.count > 20 { try printer.writeLine("  \(mark) and \(list.count - 20) more") }
      }
      try printer.write(try describe(run))
      try printer.finish()
      return findings
    } catch let error where !(error is OutputClosed) {
      // What is wrong may be mended with the next save. Its report has been printed if it has one.
      if !(error is ExitCode) { printer.diagnostic("studbook: \(SystemReason.description(of: error))") }
      try printer.writeLine("\(Self.time()) \(names.isEmpty ? recipe : names): not \(verb); what was there stays")
      try printer.finish()
      return before
    }
  }

  /// The time of day here, made without the tables of languages that Foundation would read first.
  private static func time() -> String {
    var now = time_t(Date().timeIntervalSince1970)
    var parts = tm()
    localtime_r(&now, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
  }
}

/// The files that a recipe reads, as they are at a moment.
struct WatchedFiles {
  /// `nil` for a file that is not there.
  private(set) var states: [String: FileState?] = [:]
  /// The folders in which something may happen to them, or to files that a pattern may mean.
  private(set) var folders: Set<String> = []
  /// Why the system does not tell which files the recipe reads; `nil` also if the recipe is wrong.
  private(set) var problem: (any Error)?

  /// - Parameters:
  ///   - before: What was watched before, for as long as the recipe cannot be read.
  ///   - last: The recipe as it was read last.
  init(recipe: String, others: [String], before: WatchedFiles? = nil, after last: RecipeSession? = nil) {
    func watch(_ path: String) {
      // One that the system tells nothing of is as good as none: the run says what is the matter.
      states[path] = .some(try? FileState(ofFile: path))
      folders.insert((path as NSString).deletingLastPathComponent)
    }
    for path in [recipe] + others { watch(path) }
    let found: (files: [String], folders: Set<String>)
    do {
      found = try RecipeSession.files(ofRecipe: recipe, after: last)
    } catch {
      problem = error is RecipeError ? nil : error
      for path in before.map({ Array($0.states.keys) }) ?? [] { watch(path) }
      folders.formUnion(before?.folders ?? [])
      return
    }
    for path in found.files { watch(path) }
    folders.formUnion(found.folders)
  }

  /// The files that are others than they were, or have come or gone, by their names.
  func changes(since before: WatchedFiles) -> [String] {
    Set(states.keys).union(before.states.keys)
      .filter {
        (states[$0] ?? nil) != (before.states[$0] ?? nil) || states.keys.contains($0) != before.states.keys.contains($0)
      }
      .map { ($0 as NSString).lastPathComponent }.sorted()
  }
}

/// Which findings two runs do not have alike.
enum FindingChanges {
  /// Findings are the same if they are in a baseline, wherever their lines have moved to.
  static func between(_ old: [Finding], _ new: [Finding]) -> (came: [Finding], went: [Finding]) {
    (others(in: new, than: old), others(in: old, than: new))
  }

  private static func others(in findings: [Finding], than known: [Finding]) -> [Finding] {
    var counter = FingerprintCounter()
    var left = Set(known.map { counter.next($0) })
    var own = FingerprintCounter()
    return findings.filter { left.remove(own.next($0)) == nil }
  }

  static func line(of finding: Finding) -> String {
    let place = finding.position.map { "\($0): " } ?? ""
    return "\(place)\(finding.severity)[\(finding.rule.rawValue)] \(finding.message)"
  }
}
