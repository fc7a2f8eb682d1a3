internal import Foundation

/// Says what is wrong with how a run ended in which a call failed.
///
/// Either the run says so, with the file and the reason, and what it was to replace is as it was, or all of it is new; or nothing can be seen of the fault: the
/// exit code, what is printed and every file are those of a run without it.
struct FaultJudge {
  private let scenario: Scenario
  private let fault: Fault
  private let before: FolderContents
  private let expected: FaultTrial.Outcome
  private let outcome: FaultTrial.Outcome
  /// The file whose call failed.
  private let path: String

  init(
    _ scenario: Scenario,
    _ fault: Fault,
    on path: String,
    before: FolderContents,
    expected: FaultTrial.Outcome,
    outcome: FaultTrial.Outcome
  ) {
    self.scenario = scenario
    self.fault = fault
    self.before = before
    self.expected = expected
    self.outcome = outcome
    self.path = path
  }

  func problems() -> [String] {
    guard let status = outcome.status else {
      return (fault.kind == "memory" ? [] : ["it does not end"]) + mixtureProblems()
    }
    if fault.isKill { return (status == -SIGKILL ? [] : ["it ends with \(status)"]) + mixtureProblems() }
    if status < 0 {
      // Where memory cannot be had, Swift ends the process.
      return (fault.kind == "memory" ? [] : ["it ends with signal \(-status)"]) + mixtureProblems()
    }
    if status == expected.status, status != 2 || outcome.errors == expected.errors { return unnoticedProblems() }
    guard status == 2 else { return ["exit \(status)"] + mixtureProblems() }
    return messageProblems() + mixtureProblems()
  }

  /// A run that says nothing of the fault.
  private func unnoticedProblems() -> [String] {
    var found = outcome.contents
    var wanted = expected.contents
    if ["unlink", "rmdir", "open", "stat", "readdir"].contains(fault.kind) {
      // A file for the moment that cannot be removed does no harm.
      found = found.filtered { !$0.hasPrefix("tmp/") }
      wanted = wanted.filtered { !$0.hasPrefix("tmp/") }
    }
    // A cache that cannot be left is no part of the release, and the run says so.
    if outcome.errors.contains("No cache was left") {
      found = found.filtered { !$0.contains(".cache") }
      wanted = wanted.filtered { !$0.contains(".cache") }
    }
    // What a run that fails anyhow leaves of what it was making is removed by the next one.
    if outcome.status == 2 { found = found.filtered { !$0.contains(".building") } }
    var problems = found.differences(from: wanted).map { "exit \(outcome.status ?? 0), but \($0)" }
    if outcome.output != expected.output {
      problems.append("exit \(outcome.status ?? 0), but it prints \(outcome.output)")
    }
    return problems
  }

  /// A message has to name the file and the reason.
  private func messageProblems() -> [String] {
    let text = outcome.errors + outcome.output
    var problems: [String] = []
    for raw in ["NSCocoaErrorDomain", "Error Domain", "NSPOSIXErrorDomain", "Code=", "UserInfo", "CocoaError("]
    where text.contains(raw) {
      problems.append("the message has \(raw)")
    }
    // Nobody else writes the files of a trial.
    if text.contains("another program") || text.contains("somebody else") {
      problems.append("the message speaks of another program")
    }
    if !fault.repeats, text.contains(DeskVisit.again) { problems.append("what was asked again was refused, too") }
    let reasons = fault.reasons(on: path)
    if fault.kind != "memory", !reasons.contains(where: text.contains) {
      problems.append("the message does not say why")
    }
    let names = Set(before.entries.keys).union(expected.contents.entries.keys).union([path]).map {
      ($0 as NSString).lastPathComponent
    }
    // What is named for a file in it: the folder of the trial, which is called "run".
    let folders = ["/run cannot", " .:", "\".:", " . ", "\". "]
    // The pattern of a source stands for its files.
    let sources = ["more-*.csv"] + (scenario.input == nil ? [] : ["studbook: - ", "studbook: -: ", "/dev/stdin"])
    // A database in memory has none.
    if !Fault.kindsOfMemory.contains(fault.kind),
      !(names + folders + sources + [".building", "studbook-"]).contains(where: { text.contains($0) })
    {
      problems.append("the message does not say which file")
    }
    return problems
  }

  /// Whether a name is one that the tool gives to files for the moment.
  private func isOfTheMoment(_ name: Substring) -> Bool {
    name.hasPrefix(".") || name.hasSuffix("-journal") || Self.isStaged(name) && mayLeaveFiles
  }

  /// Whether a file is one under another name that is to take the place of its own.
  static func isStaged(_ name: some StringProtocol) -> Bool {
    [".studbook-", ".migrating-", ".replacing-"].contains { name.contains($0) }
  }

  /// Whether the fault can keep the tool from removing what it has made.
  private var mayLeaveFiles: Bool { fault.kind == "memory" || fault.isKill || fault.mayKeepFilesFromRemoval }

  /// What is there after a failure has to be what was there before, or what was to come, and not a mixture.
  private func mixtureProblems() -> [String] {
    let found = outcome.contents.files
    var problems: [String] = []
    var (old, new) = (0, 0)
    for path in Set(before.files.keys).union(expected.contents.files.keys).union(found.keys).sorted() {
      let (was, is_, shall) = (before.files[path], found[path], expected.contents.files[path])
      // What the tool keeps for the moment; the next run removes it, or shows that it does not matter.
      let parts = path.split(separator: "/")
      if parts.contains(where: { isOfTheMoment($0) })
        || parts.first == "tmp"
      {
        continue
      }
      // The reports of a build that could not begin are not those of the release.
      if path.hasPrefix("Out/unpublished/") || was == nil && path.hasPrefix("Out/reports/") { continue }
      // What a journal of SQLite's lies beside is taken back by whoever opens it next.
      if found[path + "-journal"] != nil { continue }
      if is_ == was && is_ == shall { continue }
      if scenario.progressFiles.contains(path) { continue }
      // What the new release does not have is not of it, and is removed last.
      if is_ == was, shall == nil { continue }
      if is_ == was {
        old += 1
      } else if is_ == shall {
        new += 1
      } else {
        problems.append("\(path) is neither old nor new")
      }
    }
    let isDecided = outcome.contents.entries.keys.contains { $0.hasSuffix(".decided") }
    if old > 0, new > 0, !isDecided, !scenario.changesFilesOneByOne {
      problems.append("\(new) files are new and \(old) are old")
    }
    return problems
  }
}
