internal import Foundation
internal import Synchronization
internal import TestSupport

/// Injects faults into scenarios, on two threads.
package struct FaultSweep: Sendable {
  /// The scenarios to try.
  package var scenarios = Scenario.all
  /// How many faults of each scenario are tried; all if `nil`.
  package var sample: Int?
  /// How many kills of each scenario are tried, at calls and at moments, instead of all faults; `nil` for these.
  package var kills: Int?
  /// What the sample and the kills are drawn by.
  package var seed: UInt64 = 1
  /// The kinds of calls to try; all but those of memory if empty.
  package var kinds: Set<String> = []
  private let tools: FaultTrial.Tools
  private let folder: String

  /// - Parameter folder: A folder for the trials; what they make in it is removed.
  package init(_ tools: FaultTrial.Tools, folder: String) {
    self.tools = tools
    self.folder = folder
  }

  /// Tries the faults; `report` is called with each verdict on an injected one, on any thread, one at a time.
  package func run(_ report: @escaping @Sendable (FaultTrial.Verdict) -> Void) throws {
    // Preparing a trial takes as long as a few faults.
    let parts = sample == nil && kills == nil ? 2 : 1
    let work = Mutex(scenarios.reversed().flatMap { scenario in (0..<parts).map { (scenario: scenario, part: $0) } })
    let failure = Mutex<(any Error)?>(nil)
    let reporting = Mutex(())
    DispatchQueue.concurrentPerform(iterations: 2) { worker in
      while let (scenario, part) = work.withLock({ $0.popLast() }), failure.withLock({ $0 == nil }) {
        do {
          let trial = try FaultTrial(scenario, tools, place: "\(folder)/\(scenario.name)-\(worker)")
          let faults = try kills == nil ? chosen(of: trial) : drawnKills(of: trial)
          var left = kills ?? .max
          for (number, fault) in faults.enumerated() where number % parts == part && left > 0 {
            // The other thread may have found that nothing can be tried any more.
            guard failure.withLock({ $0 == nil }) else { break }
            let verdict = try trial.verdict(fault)
            guard verdict.path != nil else { continue }
            left -= 1
            reporting.withLock { _ in report(verdict) }
          }
        } catch {
          failure.withLock { $0 = error }
        }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
  }

  private func chosen(of trial: FaultTrial) throws -> [Fault] {
    var generator = SeededGenerator(seed)
    var faults = try trial.faults().filter { kinds.isEmpty || kinds.contains($0.kind) }
    for kind in Fault.kindsOfMemory where kinds.contains(kind) { faults += try trial.faults(of: kind) }
    return sample.map { Array(faults.shuffled(using: &generator).prefix($0)) } ?? faults
  }

  /// Kills at a call and at a moment by turns; more than are asked for, as some moments come after the end.
  private func drawnKills(of trial: FaultTrial) throws -> [Fault] {
    var generator = SeededGenerator(seed)
    let calls = try trial.faults().filter(\.isKill).shuffled(using: &generator)
    return (0..<4 * (kills ?? 0)).map { number in
      number % 2 == 0 && !calls.isEmpty
        ? calls[number / 2 % calls.count] : .kill(after: generator.number(below: trial.duration))
    }
  }
}
