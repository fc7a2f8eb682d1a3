import ArgumentParser
import FaultSweep
import Foundation

/// Lets system calls of the tool fail, and says which failures end in another way than they should.
@main
struct FaultSweepRun: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fault-sweep",
    abstract: "Lets system calls of the tool fail, and says which failures end in another way than they should."
  )

  @Option(
    name: .customLong("scenario"),
    help: ArgumentHelp("Try this scenario only; may be given several times.", valueName: "name")
  )
  var scenarioNames: [String] = []

  @Option(
    name: .customLong("kind"),
    help: ArgumentHelp("Try calls of this kind only; may be given several times.", valueName: "kind")
  )
  var kinds: [String] = []

  @Option(help: ArgumentHelp("Try so many faults of each scenario, which the seed draws.", valueName: "count"))
  var sample: Int?

  @Option(
    help: ArgumentHelp(
      "Try so many kills over all scenarios, at calls and at moments that the seed draws, and nothing else.",
      valueName: "count"
    )
  )
  var kills: Int?

  @Option(help: "What the sample and the kills are drawn by.")
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Show what one fault comes to, as a sweep has printed it.",
      valueName: "kind:number:error:repeats"
    ),
    transform: { text in
      guard let fault = Fault(text) else {
        throw ValidationError("Expected KIND:NUMBER:ERROR:REPEATS, such as read:3:5:0.")
      }
      return fault
    }
  )
  var fault: Fault?

  @Option(help: "A folder for the trials.")
  var folder = NSTemporaryDirectory() + "fault-sweep-\(getpid())"

  mutating func validate() throws {
    let names = (Scenario.all + Scenario.large).map(\.name)
    if let name = scenarioNames.first(where: { !names.contains($0) }) {
      throw ValidationError("There is no scenario “\(name)”; there are \(names.joined(separator: ", ")).")
    }
    if let kind = (kinds + [fault?.kind].compactMap(\.self)).first(where: { !Fault.kinds.contains($0) }) {
      throw ValidationError(
        "There are no calls of the kind “\(kind)”; there are \(Fault.kinds.joined(separator: ", "))."
      )
    }
  }

  func run() throws {
    guard let executable = Bundle.main.executablePath, let tools = FaultTrial.Tools(beside: executable) else {
      throw ValidationError("studbook or libSystemFaults.so does not stand beside this program; build them first.")
    }
    // Each trial removes its own; what is somebody else's stays.
    defer { rmdir(folder) }
    var sweep = FaultSweep(tools, folder: folder)
    if !scenarioNames.isEmpty {
      sweep.scenarios = (Scenario.all + Scenario.large).filter { scenarioNames.contains($0.name) }
    }
    if let fault {
      for scenario in sweep.scenarios {
        Self.show(try FaultTrial(scenario, tools, place: "\(folder)/\(scenario.name)").verdict(fault))
      }
      return
    }
    sweep.kinds = Set(kinds)
    sweep.sample = sample
    sweep.seed = seed
    if let kills {
      if scenarioNames.isEmpty { sweep.scenarios += Scenario.large }
      sweep.kills = (kills + sweep.scenarios.count - 1) / sweep.scenarios.count
      print("seed \(seed)")
    }
    let tally = Tally()
    try sweep.run { verdict in
      tally.add(verdict)
      if !verdict.problems.isEmpty { Self.show(verdict) }
    }
    guard tally.print() else { throw ExitCode.failure }
  }

  private static func show(_ verdict: FaultTrial.Verdict) {
    print("--scenario \(verdict.scenario) --fault \(verdict.fault)  \(verdict.path ?? "(no such call)")")
    for problem in verdict.problems { print("    \(problem.prefix(300))") }
    print("    said: \(verdict.message.prefix(500).replacingOccurrences(of: "\n", with: " | "))")
    fflush(nil)
  }
}

/// Counts verdicts. The sweep reports one at a time.
private final class Tally: @unchecked Sendable {
  private var counts: [String: (all: Int, wrong: Int)] = [:]

  func add(_ verdict: FaultTrial.Verdict) {
    for key in ["all", verdict.scenario] {
      counts[key, default: (0, 0)].all += 1
      if !verdict.problems.isEmpty { counts[key, default: (0, 0)].wrong += 1 }
    }
  }

  /// Prints the counts; returns whether all ended well, and there were any.
  func print() -> Bool {
    guard !counts.isEmpty else {
      Swift.print("no such call is made; no fault was tried")
      return false
    }
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
      Swift.print("\(name): \(count.all) faults, \(count.wrong) ended wrongly")
    }
    return counts.values.allSatisfy { $0.wrong == 0 }
  }
}
