internal import Foundation
internal import ManagedObjects
internal import ModelReading
internal import SQLiteStore

/// Runs one scenario, with a fault or without, in a folder of its own.
///
/// Used from one thread.
package final class FaultTrial {
  /// How a run of the tool ended.
  struct Outcome {
    /// The exit code; negative for a signal, `nil` for a run that did not end.
    var status: Int32?
    var output: String
    var errors: String
    /// What is wrong with how the companion ended.
    var companionProblems: [String] = []
    var contents: FolderContents
  }

  /// What a fault came to.
  package struct Verdict: Sendable {
    package let scenario: String
    package let fault: Fault
    /// The file whose call failed; `nil` if there was no such call, so that nothing was shown.
    package let path: String?
    /// What is wrong; empty if nothing is.
    package let problems: [String]
    /// What the tool said.
    package let message: String
  }

  /// A call that can be made to fail.
  package struct Call: Sendable {
    package let kind: String
    /// Which call of the kind, from 1.
    package let number: Int
    /// The whole path of the file that it concerns.
    package let path: String
  }

  private let scenario: Scenario
  private let tools: Tools
  private let place: String
  private var folder: String { place + "/run" }
  private var template: String { place + "/template" }
  private let server: FileServer?
  private var before = FolderContents(of: "/nowhere")
  /// Whether the last run left everything in the folder as it was prepared, so that another run in it is one in a new copy.
  private var isAsPrepared = false
  private var expected: Outcome?
  private var repeated: Outcome?
  /// How long a run takes, in microseconds, with the copying of its folder.
  package private(set) var duration = 0

  /// The executables under test.
  package struct Tools: Sendable {
    let tool: String
    let library: String

    /// - Parameters:
    ///   - tool: The path of the built `studbook`.
    ///   - library: That of the library that makes calls fail.
    /// - Returns: `nil` if one of them is not there.
    package init?(tool: String, library: String) {
      let files = FileManager.default
      guard files.isExecutableFile(atPath: tool), files.fileExists(atPath: library) else { return nil }
      self.tool = tool
      self.library = library
    }

    /// Those beside an executable or a test bundle.
    package init?(beside path: String) {
      let folder = (path as NSString).deletingLastPathComponent
      self.init(tool: "\(folder)/studbook", library: "\(folder)/libSystemFaults.so")
    }
  }

  /// Why nothing can be tried.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Prepares the scenario's folder, and finds out what comes without a fault.
  ///
  /// - Parameter place: A folder that is made for the trial and removed with it.
  package init(_ scenario: Scenario, _ tools: Tools, place: String) throws {
    self.scenario = scenario
    self.tools = tools
    self.place = place
    Self.remove(place)
    server = scenario.isServed ? try FileServer(folder: place + "/run/Served") : nil
    try FileManager.default.createDirectory(atPath: folder + "/tmp", withIntermediateDirectories: true)
    for (name, text) in scenario.files { try write(text, to: name) }
    for step in scenario.steps { try carryOut(step) }
    before = contents()
    try FileManager.default.moveItem(atPath: folder, toPath: template)
    isAsPrepared = false
    let first = try runFresh()
    let second = try run(scenario.arguments)
    let start = ContinuousClock.now
    let again = try runFresh()
    duration = Int((ContinuousClock.now - start) / .microseconds(1))
    guard first.status == scenario.status, first.status == again.status, first.companionProblems == [],
      first.contents == again.contents
    else {
      throw Failure(
        description: """
          \(scenario.name) ends with \(first.status.map(String.init) ?? "nothing") and then with \
          \(again.status.map(String.init) ?? "nothing"), without any fault: \(first.errors)\(again.errors)\(first.companionProblems)
          \(first.contents.differences(from: again.contents))
          """
      )
    }
    expected = first
    repeated = second
  }

  deinit {
    server?.stop()
    Self.remove(place)
  }

  /// The calls that are made without a fault, as the library counts them.
  ///
  /// - Parameter memory: `memory` or `allocation`, for requests for memory instead of calls on files.
  package func calls(of memory: String? = nil) throws -> [Call] {
    _ = try runFresh(["STUDBOOK_FAULT_TRACE": memory ?? "files"])
    return log().compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, let number = Int(parts[1]) else { return nil }
      guard memory == nil ? !Fault.kindsOfMemory.contains(parts[0]) : parts[0] == memory else { return nil }
      return Call(kind: parts[0], number: number, path: parts[2])
    }
  }

  /// The faults that can be injected, in the order of the calls.
  package func faults(of memory: String? = nil) throws -> [Fault] { try calls(of: memory).flatMap(Fault.all) }

  /// Injects a fault and judges what comes of it.
  package func verdict(_ fault: Fault) throws -> Verdict {
    let outcome: Outcome
    let path: String?
    if fault.moment != nil {
      outcome = try runFresh(killedAfter: fault.moment)
      path = outcome.status == -SIGKILL ? "" : nil
    } else {
      outcome = try runFresh(["STUDBOOK_FAULT": fault.description])
      path = log().first?.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).last.map(String.init)
    }
    var problems: [String] = []
    if let path, let expected, let repeated {
      problems = Self.problems(
        FaultJudge(scenario, fault, on: path, before: before, expected: expected, outcome: outcome).problems()
          + outcome.companionProblems,
        isAsPrepared ? [] : try nextRunProblems(fault, expected, repeated)
      )
    }
    return Verdict(
      scenario: scenario.name,
      fault: fault,
      path: path.map { $0.replacingOccurrences(of: folder + "/", with: "") },
      problems: problems,
      message: "exit \(outcome.status.map(String.init) ?? "–"): \(outcome.errors)"
    )
  }

  /// What the judge says if the outcome of another trial is taken for that of this one.
  package func problems(takenFor other: FaultTrial) throws -> [String] {
    guard let expected, let outcome = other.expected else { return [] }
    let fault = Fault(kind: "read", number: 1, error: EIO, repeats: false)
    return FaultJudge(scenario, fault, on: folder, before: before, expected: expected, outcome: outcome).problems()
  }

  private static func problems(_ own: [String], _ next: [String]) -> [String] { own + next.map { "next run: \($0)" } }

  private func nextRunProblems(_ fault: Fault, _ expected: Outcome, _ repeated: Outcome) throws -> [String] {
    let next = try run(scenario.arguments)
    // A file for the moment that could not be removed is nobody's any more.
    let isLeft = ["unlink", "rmdir", "open", "stat", "readdir", "memory"].contains(fault.kind)
    // Nobody removes what a killed process had for the moment yet; it takes room, and nothing else.
    let keepsStaged = fault.isKill || fault.mayKeepFilesFromRemoval
    func relevant(_ contents: FolderContents) -> FolderContents {
      contents.filtered { path in
        // The reports of a run that published nothing go with the next release, not with the next run.
        !((isLeft || fault.isKill) && path.hasPrefix("tmp/")
          || expected.status == 2 && path.hasPrefix("Out/unpublished") || keepsStaged && FaultJudge.isStaged(path))
      }
    }
    let fits = [expected, repeated].contains {
      next.status == $0.status && relevant(next.contents) == relevant($0.contents)
    }
    // What a draft could not take back is in the way of the next one, which says so.
    let isInTheWay =
      fault.mayKeepFilesFromRemoval && scenario.changesFilesOneByOne && next.errors.contains("there already")
      || (fault.isKill || fault.mayKeepFilesFromRemoval) && scenario.neverReplaces
        && next.errors.contains("is never replaced")
    if fits || isInTheWay { return [] }
    return [
      "exit \(next.status.map(String.init) ?? "–") \(next.errors)"
    ] + relevant(next.contents).differences(from: relevant(expected.contents))
  }

  // MARK: Running

  /// Runs the command in a copy of the prepared folder.
  private func runFresh(_ environment: [String: String]? = nil, killedAfter moment: Int? = nil) throws -> Outcome {
    if !isAsPrepared {
      Self.remove(folder)
      try FileManager.default.copyItem(atPath: template, toPath: folder)
    }
    return try run(scenario.arguments, environment, killedAfter: moment, isAccompanied: scenario.hasCompanion)
  }

  private func run(
    _ arguments: [String],
    _ faults: [String: String]? = nil,
    killedAfter moment: Int? = nil,
    isAccompanied: Bool = false
  ) throws -> Outcome {
    var environment = ProcessInfo.processInfo.environment
    environment["SOURCE_DATE_EPOCH"] = "1700000000"
    environment["TMPDIR"] = folder + "/tmp"
    environment["XDG_STATE_HOME"] = folder + "/state"
    environment["SWIFT_BACKTRACE"] = "enable=no"
    environment["LANG"] = "C.UTF-8"
    if let faults {
      environment.merge(faults) { $1 }
      environment["STUDBOOK_FAULT_FOLDER"] = folder
      environment["STUDBOOK_FAULT_LOG"] = place + "/log"
      try? FileManager.default.removeItem(atPath: place + "/log")
    }
    let ofMemory = faults?.values.contains { $0.hasPrefix("memory:") } ?? false
    // The companion gets neither the library nor its orders.
    let companion = isAccompanied ? try start(arguments, environment, as: "companion-", seconds: 60) : nil
    let process = try start(
      arguments,
      environment,
      loading: faults == nil ? "" : tools.library,
      // Where no thread can be made, those that wait for one wait for ever.
      seconds: ofMemory ? 5 : 60
    )
    let visit =
      scenario.edits.isEmpty || arguments != scenario.arguments
      ? nil : DeskVisit(scenario.edits, output: "\(place)/out") { process.terminate() }
    if let moment { process.kill(after: moment) }
    var status = process.wait()
    var errors = text("err")
    if let said = visit?.problems(), status == -SIGTERM {
      // What a page says is what another command prints.
      (status, errors) = (said.isEmpty ? 0 : 2, errors + said.joined(separator: "\n"))
    }
    let companionStatus = companion.map { $0.wait() }
    let contents = contents()
    isAsPrepared = contents == before
    if status == 125 { throw Failure(description: "the system does not let its calls be intercepted") }
    var companionProblems: [String] = []
    if let companionStatus, companionStatus != scenario.status {
      let ending = companionStatus.map { "ends with \($0): " + text("companion-err") } ?? "does not end"
      companionProblems = ["the companion " + ending]
    }
    return Outcome(
      status: status,
      // The desk prints an address, which is another one each time.
      output: visit == nil ? output() : "",
      errors: errors,
      companionProblems: companionProblems,
      contents: contents
    )
  }

  private func start(
    _ arguments: [String],
    _ environment: [String: String],
    as prefix: String = "",
    loading library: String = "",
    seconds: Double
  ) throws -> ChildProcess {
    try ChildProcess(
      [tools.tool] + arguments,
      loading: library,
      environment: environment,
      folder: folder,
      input: scenario.input.map { "\(folder)/\($0)" } ?? "/dev/null",
      output: "\(place)/\(prefix)out",
      errors: "\(place)/\(prefix)err",
      seconds: seconds
    )
  }

  private func text(_ name: String) -> String {
    String(decoding: FileManager.default.contents(atPath: "\(place)/\(name)") ?? Data(), as: UTF8.self)
  }

  /// What the command has printed, or its length where that is all that two runs have in common.
  private func output() -> String { scenario.varyingFiles.isEmpty ? text("out") : "\(text("out").count) characters" }

  private func contents() -> FolderContents { FolderContents(of: folder).withSizes(of: scenario.varyingFiles) }

  private func log() -> [Substring] { text("log").split(separator: "\n") }

  // MARK: Preparing

  private func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: "\(folder)/\(name)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    let text = server.map { text.replacingOccurrences(of: "PORT", with: "\($0.port)") } ?? text
    try Data(text.utf8).write(to: url)
  }

  private func carryOut(_ step: Scenario.Step) throws {
    switch step {
    case .run(let arguments):
      let outcome = try run(arguments)
      guard outcome.status == 0 || outcome.status == 1 else {
        throw Failure(description: "\(scenario.name): \(arguments) says \(outcome.errors)")
      }
    case .write(let text, let name): try write(text, to: name)
    case .edit(let name, let old, let new):
      let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")), as: UTF8.self)
      guard text.contains(old) else { throw Failure(description: "\(scenario.name): \(name) has no “\(old)”") }
      try write(text.replacingOccurrences(of: old, with: new), to: name)
    case .move(let name, let other):
      if rename("\(folder)/\(name)", "\(folder)/\(other)") != 0 {
        throw Failure(description: "\(scenario.name): \(name) cannot be moved: \(String(cString: strerror(errno)))")
      }
    case .makeStore(let name, let plan): try makeStore("\(folder)/\(name)", plan)
    }
  }

  private func makeStore(_ path: String, _ plan: String) throws {
    let model = try ModelReader.read("\(folder)/Towns.xcdatamodel")
    var options = SQLiteStoreOptions()
    (options.tracksHistory, options.transactionAuthor) = (true, "an editor")
    options.externalStorageThreshold = 100_000
    let store = try SQLiteStore.create(at: path, model: model, options: options)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    for name in ["Linz", "Wels"] {
      let town = ManagedObjectContext.insertNewObject(forEntityName: "Town", into: context)
      try town.setValue(name, forKey: "name")
      if !plan.isEmpty { try town.setValue(Data(String(repeating: plan, count: 50_000).utf8), forKey: "plan") }
      try context.save()
    }
    try store.close()
  }

  private static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
