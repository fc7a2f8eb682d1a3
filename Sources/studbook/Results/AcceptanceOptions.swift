import ArgumentParser
import Findings
import Foundation
import ImportPipeline
import ReferenceExport
import Reports
import SystemErrors

/// What makes a run fail.
enum FailureThreshold: String, ExpressibleByArgument, CaseIterable {
  /// Any finding of error severity that counts.
  case error
  /// Any finding of warning or error severity that counts.
  case warning
  /// Any finding that counts.
  case note
  /// Any finding that the baseline does not hold.
  case new
  /// Nothing that is found.
  case never

  /// The least severity that makes a run fail; `nil` for none.
  var severity: Severity? {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note, .new: .note
    case .never: nil
    }
  }
}

/// Which findings count.
struct AcceptanceOptions: ParsableArguments {
  @Option(
    help: "Count only findings that this file does not hold. (default: the recipe's baseline)",
    completion: .file()
  )
  var baseline: String?

  @Option(
    help: "Write the findings of this run to a file that later runs take as their baseline.",
    completion: .file()
  )
  var writeBaseline: String?

  @Option(help: "What makes the command exit with 1: error, warning, note, new (not in the baseline), never.")
  var failOn: FailureThreshold?

  /// The options of a run that counts as this one.
  var arguments: [String] {
    (baseline.map { ["--baseline", $0] } ?? []) + (failOn.map { ["--fail-on", $0.rawValue] } ?? [])
  }
}

/// A run's findings with what the team has accepted among them.
struct EvaluatedRun {
  /// All findings, those about the policy at the end.
  let findings: [Finding]
  let summary: RunSummary
  private let acceptance: AcceptanceResult
  /// How many records were read, and how many rejected by errors that count.
  private let records: (read: Int, rejected: Int)
  /// How many errors that count rejected no record.
  private let errorsBesideRecords: Int

  /// Accepts or counts the findings of `result` by the recipe's policy and the options.
  ///
  /// - Throws: `CommandFailure` when the baseline cannot be read.
  init(_ result: ImportResult, summary: RunSummary, session: RecipeSession, options: AcceptanceOptions) throws {
    if options.baseline == nil, session.recipe.baseline == nil, options.failOn == .new {
      throw CommandFailure("--fail-on new needs a baseline to compare with; write one with --write-baseline")
    }
    acceptance = try Self.acceptance(of: result, session: session, baseline: options.baseline)
    findings = acceptance.findings + acceptance.remarks
    var tally = result.tally
    for remark in acceptance.remarks { tally.add(remark) }
    var summary = summary
    summary.findingCounts = tally.counts
    summary.acceptedCounts = acceptance.acceptedCounts
    summary.hasBaseline = acceptance.hasBaseline
    self.summary = summary
    let others = result.placesOfErrorsBesideRecords
    records = (result.records.read, result.records.rejected - acceptance.acceptedRejects(besides: others))
    errorsBesideRecords = result.errorsBesideRecords - acceptance.acceptedCount(at: others)
    if let path = options.writeBaseline { try Self.writeBaseline(result.findings, to: path) }
  }

  /// Says of each finding of a run whether it counts, by the recipe's policy.
  ///
  /// - Parameter baseline: The file of the baseline; `nil` for the recipe's own.
  /// - Throws: `CommandFailure` when the baseline cannot be read.
  static func acceptance(of result: ImportResult, session: RecipeSession, baseline: String? = nil) throws
    -> AcceptanceResult
  {
    var policy = FindingPolicy()
    policy.suppressions = session.recipe.suppressions
    policy.budgets = session.recipe.budgets
    if let path = baseline ?? session.recipe.baseline.map({ session.path(of: $0.value) }) {
      policy.baseline = try readBaseline(path)
    }
    let epoch = try ReleaseManifest.date(fromSourceDateEpoch: CommandOutput.environment("SOURCE_DATE_EPOCH"))
    let today =
      epoch.flatMap { CalendarDay($0.prefix(10)) } ?? CalendarDay(secondsSince1970: Int(Date().timeIntervalSince1970))
    return policy.evaluate(result.findings, sources: result.sources, today: today)
  }

  /// Whether findings that count reach `threshold`; that a suppression or a baseline could be shorter never does.
  func fails(on threshold: FailureThreshold) -> Bool {
    guard let severity = threshold.severity else { return false }
    let remarks = acceptance.remarks.count { $0.severity == .note && severity == .note }
    return acceptance.openCount(atLeast: severity, of: summary.findingCounts) > remarks
  }

  /// Whether more records were rejected than `tolerance` allows, or there are errors beside records, those accepted not counted.
  func exceeds(_ tolerance: Tolerance) -> Bool {
    !tolerance.allows(records.rejected, of: records.read) || errorsBesideRecords > 0
      || acceptance.remarks.contains { $0.severity == .error }
  }

  private static func readBaseline(_ path: String) throws -> FindingBaseline {
    guard let bytes = try Files.contents(of: path) else {
      throw CommandFailure("there is no baseline \(path); write one with --write-baseline")
    }
    do {
      return try BaselineFile.read(bytes)
    } catch {
      throw CommandFailure("\(path): \(error)")
    }
  }

  private static func writeBaseline(_ findings: [Finding], to path: String) throws {
    try ReportFiles.write(to: path, isReplacing: true) {
      try $0.write(BaselineFile.bytes(FindingBaseline(accepting: findings)))
    }
  }
}
