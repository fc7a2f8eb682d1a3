import FaultSweep
import Foundation

/// Lets system calls of the tool fail, and says which failures end in another way than they should.
///
///     fault-sweep [--scenario NAME] [--kind KIND] [--sample COUNT] [--kills COUNT] [--seed SEED] [--fault KIND:NUMBER:ERROR:REPEAT] [--folder FOLDER]
///
/// `--kills` tries so many over all scenarios, at calls and at moments that are drawn by the seed, and nothing else. `--scenario` and `--kind` may be given several times; `--fault` shows what one fault of a scenario comes to.
@main
struct FaultSweepRun {
  static func main() throws {
    var values: [String: [String]] = [:]
    var arguments = CommandLine.arguments.dropFirst()
    while let name = arguments.popFirst(), let value = arguments.popFirst() { values[name, default: []].append(value) }
    guard let executable = Bundle.main.executablePath, let tools = FaultTrial.Tools(beside: executable) else {
      print("studbook or libSystemFaults.so does not stand beside this program; build them first")
      exit(2)
    }
    let folder = values["--folder"]?.last ?? NSTemporaryDirectory() + "fault-sweep-\(getpid())"
    var sweep = FaultSweep(tools, folder: folder)
    if let names = values["--scenario"] {
      sweep.scenarios = (Scenario.all + Scenario.large).filter { names.contains($0.name) }
    }
    if let text = values["--fault"]?.last, let fault = Fault(text) {
      for scenario in sweep.scenarios { show(try FaultTrial(scenario, tools, place: folder).verdict(fault)) }
      return
    }
    sweep.kinds = Set(values["--kind"] ?? [])
    sweep.sample = values["--sample"]?.last.flatMap { Int($0) }
    sweep.seed = values["--seed"]?.last.flatMap { UInt64($0) } ?? 1
    if let count = values["--kills"]?.last.flatMap({ Int($0) }) {
      if values["--scenario"] == nil { sweep.scenarios += Scenario.large }
      sweep.kills = (count + sweep.scenarios.count - 1) / sweep.scenarios.count
      print("seed \(sweep.seed)")
    }
    let tally = Tally()
    try sweep.run { verdict in
      tally.add(verdict)
      if !verdict.problems.isEmpty { show(verdict) }
    }
    try? FileManager.default.removeItem(atPath: folder)
    exit(tally.print() ? 0 : 1)
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

  /// Prints the counts; returns whether all ended well.
  func print() -> Bool {
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
      Swift.print("\(name): \(count.all) faults, \(count.wrong) ended wrongly")
    }
    return counts.values.allSatisfy { $0.wrong == 0 }
  }
}
