import ArgumentParser
import Foundation
import ImportMatrix

/// Runs cases of the import matrix for as long as it is told to, and prints every failure as files that repeat it.
///
/// The cases are run by a second process, so that one that ends the importer is reported, too.
@main
struct ImportMatrixRun: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import-matrix",
    abstract:
      "Runs random imports, holds them against a plain importer, and prints every failure as files that repeat it."
  )

  @Argument(help: "For how long.")
  var seconds = 60.0

  @Argument(help: "The seed of the first case. (default: the time in seconds)")
  var first: UInt64?

  @Argument(help: "Where the files of failures go.")
  var folder = ".build/matrix"

  @Option(help: ArgumentHelp("Print the case of this seed instead.", valueName: "seed"))
  var show: UInt64?

  @Flag(name: .customLong("worker"), help: .hidden)
  var isWorker = false

  func run() throws {
    if let show { return print(RandomCase.draw(show).listing) }
    let first = first ?? UInt64(Date().timeIntervalSince1970)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if isWorker {
      try Self.work(seconds: seconds, first: first, folder: folder)
    } else {
      try Self.supervise(seconds: seconds, first: first, folder: folder)
    }
  }

  /// Starts workers until the time is over; each begins after the seed that ended the one before.
  private static func supervise(seconds: Double, first: UInt64, folder: String) throws {
    let end = Date().addingTimeInterval(seconds)
    print("import matrix: seeds from \(first)")
    var (next, crashes, hasFailed) = (first, 0, false)
    while Date() < end, crashes < 20 {
      let worker = Process()
      worker.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
      worker.arguments = ["--worker", "\(end.timeIntervalSinceNow)", "\(next)", folder]
      fflush(nil)
      try worker.run()
      worker.waitUntilExit()
      if worker.terminationReason == .exit {
        hasFailed = hasFailed || worker.terminationStatus != 0
        break
      }
      crashes += 1
      let text = try String(contentsOfFile: "\(folder)/seed", encoding: .utf8)
      guard let seed = UInt64(text.trimmingCharacters(in: .whitespacesAndNewlines)) else { break }
      try MatrixTrial(seed: seed).write(to: "\(folder)/crash-\(seed)")
      print("seed \(seed) ends the importer with signal \(worker.terminationStatus); files in \(folder)/crash-\(seed)")
      next = seed + 1
    }
    if crashes > 0 || hasFailed { throw ExitCode.failure }
  }

  private static func work(seconds: Double, first: UInt64, folder: String) throws {
    let end = Date().addingTimeInterval(seconds)
    var (seed, failed, idle) = (first, 0, 0)
    var kinds: [String: Int] = [:]
    let beside = (Bundle.main.executablePath ?? "") + "/../studbook"
    let tool = CommandLineUnderTest(tool: URL(fileURLWithPath: beside).standardized.path)
    while Date() < end {
      // A crash leaves the seed that it happened with.
      try Data("\(seed)\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/seed"))
      let trial = MatrixTrial(seed: seed)
      // Each case takes the tool a hundred times as long.
      let ownTool = seed % 50 == 0 ? tool : nil
      switch try trial.verdict(ownTool) {
      case .holds: break
      case .provesNothing(let reason):
        idle += 1
        if reason.hasPrefix("the recipe") { print("seed \(seed): \(reason)") }
      case .fails(let problems):
        failed += 1
        // The same kind of failure is shrunk once.
        let kind = MatrixTrial.kind(of: problems)
        kinds[kind, default: 0] += 1
        if kinds[kind] == 1, kinds.count <= 30 { print(try trial.report(into: "\(folder)/seed-\(seed)", ownTool)) }
      }
      fflush(nil)
      seed += 1
    }
    for (kind, count) in kinds.sorted(by: { $0.value > $1.value }) { print("\(count) × \(kind)") }
    print("\(seed - first) cases, \(idle) of them prove nothing, \(failed) failures of \(kinds.count) kinds")
    if failed > 0 { throw ExitCode.failure }
  }
}
