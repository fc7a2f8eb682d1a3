import FaultSweep
import Foundation
import Synchronization
import TestSupport
import Testing

/// System calls of the tool that fail; `make faults` tries all of them.
@Suite("System calls that fail", .serialized)
struct FaultSweepTests {
  /// The built tool and the library, beside the test bundle.
  private func tools() throws -> FaultTrial.Tools {
    let bundles = ([Bundle.main] + Bundle.allBundles).map(\.bundlePath)
    let places = bundles.flatMap { [$0, $0 + "/x"] } + [Package.path(".build/debug/x")]
    return try #require(places.lazy.compactMap(FaultTrial.Tools.init(beside:)).first)
  }

  /// A sample of each scenario; `STUDBOOK_SEEDS=7-7` draws another one.
  @Test(arguments: Seeds.range(1...1))
  func areSaidOrMakeNoDifference(_ seed: UInt64) throws {
    let place = try TemporaryFolder()
    var sweep = FaultSweep(try tools(), folder: place.file("trials"))
    sweep.sample = 2
    sweep.seed = seed
    let counted = Mutex(0)
    try sweep.run { verdict in
      counted.withLock { $0 += 1 }
      for problem in verdict.problems {
        Issue.record("\(verdict.scenario) \(verdict.fault) \(verdict.path ?? ""): \(problem); \(verdict.message)")
      }
    }
    #expect(counted.withLock { $0 } >= Scenario.all.count)
  }

  /// `make kills` tries a thousand.
  @Test(arguments: Seeds.range(1...1))
  func killsLeaveTheOldReleaseOrTheNewOne(_ seed: UInt64) throws {
    let place = try TemporaryFolder()
    var sweep = FaultSweep(try tools(), folder: place.file("trials"))
    sweep.scenarios = (Scenario.all + Scenario.large).filter {
      ["build-again", "only-rejects", "fix", "desk", "export-coredata", "migrate", "twice-at-once"].contains($0.name)
    }
    sweep.kills = 10
    sweep.seed = seed
    let counted = Mutex(0)
    try sweep.run { verdict in
      counted.withLock { $0 += 1 }
      for problem in verdict.problems { Issue.record("\(verdict.scenario) \(verdict.fault): \(problem)") }
    }
    #expect(counted.withLock { $0 } > 25)
  }

  /// Injects `error` into the calls of a kind on files whose paths have `path`, and returns what each came to.
  private func verdicts(
    _ name: String,
    _ kind: String,
    _ path: String,
    _ error: Int32,
    repeats: Bool = false,
    last count: Int = .max
  ) throws -> [FaultTrial.Verdict] {
    let place = try TemporaryFolder()
    let scenario = try #require(Scenario.all.first { $0.name == name })
    let trial = try FaultTrial(scenario, try tools(), place: place.file("trial"))
    let calls = try trial.calls().filter { $0.kind == kind && $0.path.contains(path) }
    return try calls.suffix(count).map {
      try trial.verdict(Fault(kind: kind, number: $0.number, error: error, repeats: repeats))
    }
  }

  /// What the sweep has found in commands whose scenarios came later.
  @Test(arguments: [
    ("sign", "rename", "minisig", Fault.killAfter), ("sign", "chmod", "minisig", EPERM),
    ("why", "lock", "Out/Towns.sqlite", EIO), ("store-create", "sync", "My.sqlite", Fault.killBefore),
    ("check-of-other-sources", "read", "plans/linz.txt", EIO), ("check-of-other-sources", "read", "drawn.tar", EIO),
    ("site-again", "rename", "Site", Fault.killBefore), ("site-again", "unlink", "town", EIO),
    ("export-room", "write", "room.db-journal", EIO), ("check-of-other-sources", "unlink", "tmp/studbook", EACCES),
    ("build-of-standard-input", "read", "tmp/studbook", EIO), ("keys-make", "write", "towns.key", Fault.killBefore),
    ("keys-make", "rename", "towns.key", Fault.killAfter),
  ])
  func areSaidOrMakeNoDifferenceByCommand(_ name: String, _ kind: String, _ path: String, _ error: Int32) throws {
    let verdicts = try verdicts(name, kind, path, error, repeats: kind == "unlink", last: 40)
    #expect(verdicts.contains { $0.path != nil })
    for verdict in verdicts { #expect(verdict.problems == [], "\(verdict.fault): \(verdict.message)") }
  }

  /// SQLite takes a file whose size the system does not tell for one that is there.
  @Test(arguments: [false, true]) func aFileWithoutASizeIsNotSaidToBeThere(_ repeats: Bool) throws {
    let verdicts = try verdicts("export-room", "stat", "release/room.db", EACCES, repeats: repeats)
    #expect(verdicts.count > 5)
    for verdict in verdicts { #expect(verdict.problems == [], "\(verdict.fault): \(verdict.message)") }
  }

  /// Files of the previous release go last, and their folder with the last of them, even if that was a run ago.
  @Test func aKillBetweenAFileAndItsFolderLeavesNoFolder() throws {
    let verdicts = try verdicts("build-after-mending", "unlink", "Out/rejects/Towns/rejects.json", Fault.killAfter)
    #expect(verdicts.count == 1)
    for verdict in verdicts { #expect(verdict.problems == []) }
  }

  /// The model that a store carries only says more of what differs; that it could not be read is no reason to say less.
  @Test func hashesOfAStoreThatCannotBeReadAreNotComparedWithLess() throws {
    let verdicts =
      try verdicts("model-hashes", "read", "Out/Towns.sqlite", EIO)
      + verdicts("model-hashes", "read", "Out/Towns.sqlite", EIO, repeats: true)
    #expect(verdicts.count > 5)
    for verdict in verdicts { #expect(verdict.problems == [], "\(verdict.fault): \(verdict.message)") }
  }

  /// SQLite's own check takes some pages that the system does not give for pages that are wrong.
  @Test func aPageThatCannotBeReadIsNoDamage() throws {
    let verdicts = try verdicts("build-first", "read", "building/release/Towns.sqlite", EIO)
    #expect(verdicts.count > 20)
    for verdict in verdicts { #expect(verdict.problems == [], "\(verdict.fault): \(verdict.message)") }
  }

  /// A migration that fails takes its copies with it, with what SQLite leaves beside them.
  @Test func aMigrationThatFailsLeavesNoFiles() throws {
    let failed =
      try verdicts("migrate", "sync", ".replacing-", EIO, repeats: true)
      + verdicts("migrate", "stat", ".migrating-", EIO, last: 12)
    #expect(failed.count > 5)
    for verdict in failed { #expect(verdict.problems == [], "\(verdict.fault): \(verdict.message)") }
  }

  /// The desk looks at files to notice other programs: what the system does not tell it is nobody's change, and nothing that is written is lost to undo.
  @Test func aLookOfTheDeskThatFailsIsNoOtherProgram() throws {
    let failed = try verdicts("desk", "stat", "more-1.csv", EACCES, last: 25)
    #expect(failed.count == 25)
    for verdict in failed { #expect(verdict.problems == [], "\(verdict.fault): \(verdict.message)") }
  }

  /// SQLite says only that there was an error; what it was stands in the message all the same.
  @Test(arguments: [("read", EIO), ("write", EDQUOT)])
  func sqlitesErrorsHaveTheSystemsReason(_ kind: String, _ error: Int32) throws {
    let verdicts = try verdicts("metadata", kind, "My.sqlite", error)
    #expect(verdicts.count > 5 || kind == "write" && verdicts.count > 1)
    for verdict in verdicts { #expect(verdict.problems == [], "\(verdict.fault): \(verdict.message)") }
    let reason = String(cString: strerror(error))
    #expect(verdicts.contains { $0.message.contains(reason) })
  }

  /// Where SQLite gets no memory, the run says so, or does without. What Swift does not get ends the process, as a kill would.
  @Test(arguments: Seeds.range(1...1), Fault.kindsOfMemory)
  func memoryThatIsRefusedHarmsNothing(_ seed: UInt64, _ kind: String) throws {
    let place = try TemporaryFolder()
    var sweep = FaultSweep(try tools(), folder: place.file("trials"))
    sweep.scenarios = sweep.scenarios.filter {
      ["build-through-sqlite", "migrate", "export-plain", "metadata"].contains($0.name)
    }
    sweep.kinds = [kind]
    sweep.sample = kind == "memory" ? 1 : 5
    sweep.seed = seed
    let counted = Mutex(0)
    try sweep.run { verdict in
      counted.withLock { $0 += 1 }
      for problem in verdict.problems {
        Issue.record("\(verdict.scenario) \(verdict.fault): \(problem); \(verdict.message)")
      }
    }
    #expect(counted.withLock { $0 } >= sweep.scenarios.count)
  }

  /// A call that is known to be made and to matter: what writes the reference file does not get its space.
  @Test func aFullDiskIsSaidAndLeavesTheReleaseAsItWas() throws {
    let place = try TemporaryFolder()
    let scenario = try #require(Scenario.all.first { $0.name == "build-again" })
    let trial = try FaultTrial(scenario, try tools(), place: place.file("trial"))
    let verdict = try trial.verdict(Fault(kind: "write", number: 1, error: ENOSPC, repeats: true))
    #expect(verdict.path != nil)
    #expect(verdict.problems == [])
    #expect(verdict.message.contains("No space left on device"))
  }

  /// The judge sees what it is there for: a run that is killed by a fault, and one that hides it.
  @Test func theJudgeIsNotBlind() throws {
    let place = try TemporaryFolder()
    let scenario = try #require(Scenario.all.first { $0.name == "build-again" })
    let other = try #require(Scenario.all.first { $0.name == "build-unchanged" })
    let (trial, tools) = (try FaultTrial(scenario, try tools(), place: place.file("trial")), try tools())
    // What another scenario gives is neither this one's old release nor its new one.
    let foreign = try FaultTrial(other, tools, place: place.file("foreign"))
    #expect(try trial.problems(takenFor: foreign) != [])
  }
}
