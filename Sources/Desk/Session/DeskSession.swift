internal import Dispatch
package import Foundation
internal import Findings
package import ImportPipeline
internal import Synchronization
internal import SystemErrors

/// A recipe on the desk: its sources as they are, what is wrong with them, and what was changed here.
///
/// All work with files is done on one queue, one thing after the other; what is known is at hand for every page at any time.
package final class DeskSession: Sendable {
  package let isReadOnly: Bool
  package let events = DeskEvents()
  private let workspace: any DeskWorkspace
  private let queue = DispatchQueue(label: "studbook.desk", qos: .userInitiated)
  /// Objects are imported beside all else: that takes long, and edits and other pages do not wait for it.
  private let imports = DispatchQueue(label: "studbook.desk.imports", qos: .userInitiated)
  private let known: Mutex<DeskState>
  /// Called when a changed recipe or source has been opened, before it is judged.
  private let opening = Mutex<Opening?>(nil)
  /// Used on the queue only.
  private let journal: Mutex<EditJournal>
  private let builds = Mutex<(isBuilding: Bool, progress: DeskBuildProgress?, last: DeskBuild?)>((false, nil, nil))
  /// The files as they were when they were judged last.
  private let judged = Mutex(WatchedStates())
  /// Whether the system did not tell, when it was asked last, how the files are; and whether it will be asked again.
  private let isUnsure = Mutex(false)
  private let willAsk = Mutex(false)
  /// When it is tried again to judge sources that could not be judged; used on the queue only.
  private let nextTry = Mutex(ContinuousClock.now)
  /// The time, of which windows of dates see the day.
  private let now: @Sendable () -> Date

  /// How long it takes until the system is asked again what it did not tell, in seconds.
  static let patience = 1.0

  package init(
    _ workspace: any DeskWorkspace,
    isReadOnly: Bool = false,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.workspace = workspace
    self.isReadOnly = isReadOnly
    self.now = now
    journal = Mutex(EditJournal { [memory = workspace.memory] in memory?.note($0, takenBackBy: $1) })
    known = Mutex(DeskState(name: (workspace.recipePath as NSString).lastPathComponent))
  }

  /// Where records stand, as far as judgements have found it out; `nil` if nobody notes it.
  var places: RecordPlaces? { workspace.memory?.places }

  /// What is known now.
  package var state: DeskState { known.withLock { $0 } }

  /// What is known now, once something is; what could not be judged is tried again.
  package func current() async -> DeskState {
    let state = state
    return state.version > 0 && state.problem == nil ? state : await work { self.retried() }
  }

  // MARK: Reading

  /// Reads the recipe and judges the sources for the first time.
  package func begin() {
    queue.async { _ = self.judge(renumbers: true) }
    SourceWatch(workspace, self).begin()
  }

  /// Judges everything again if files are others than those that were judged last.
  func look() {
    // What the system does not tell is asked again, by this and by the next change.
    queue.async { try? self.notice() }
  }

  /// Judges everything again if files are others than those that were judged last; on the queue.
  ///
  /// - Throws: An error that reads well if the system does not tell; what is known stays.
  private func notice() throws {
    let states = WatchedStates(workspace, now: now())
    if let problem = states.problem {
      becomeUnsure()
      throw problem
    }
    let wasUnsure = isUnsure.withLock { isUnsure in
      defer { isUnsure = false }
      return isUnsure
    }
    let (changed, new) = judged.withLock { $0 }.changes(states)
    // Of files of which the system has told nothing before, nobody says that they were changed.
    if let name = changed.first ?? (wasUnsure ? nil : new.first) {
      known.withLock { $0.changedFile = name }
      _ = judge(renumbers: true)
    } else if !new.isEmpty {
      _ = judge(renumbers: false)
    }
  }

  /// Notes that the system does not tell how the files are, and asks again later; on the queue.
  private func becomeUnsure() {
    isUnsure.withLock { $0 = true }
    guard !willAsk.withLock({ $0 }) else { return }
    willAsk.withLock { $0 = true }
    queue.asyncAfter(deadline: .now() + Self.patience) { [weak self] in
      guard let self else { return }
      willAsk.withLock { $0 = false }
      // As above.
      if isUnsure.withLock({ $0 }) { try? notice() }
    }
  }

  /// What is known after one more try to judge sources that could not be judged; on the queue.
  ///
  /// Where trying takes long, it is not tried each time that somebody asks.
  private func retried() -> DeskState {
    guard state.problem != nil, nextTry.withLock({ $0 }) <= .now else { return state }
    // What cannot be told now is said by judging.
    try? notice()
    return state.problem == nil ? state : judge(renumbers: false, isRetry: true)
  }

  /// Reads the recipe and judges the sources, for the first time or because files have changed.
  ///
  /// - Parameter isOutside: Whether another program changed them.
  /// - Returns: What is known then; problems are part of it.
  @discardableResult
  package func reload(isOutside: Bool = true) async -> DeskState {
    await work { self.judge(renumbers: isOutside) }
  }

  /// Does some work with the sources when what was asked for before is done: nothing is changed meanwhile.
  package func work<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try body() }) }
    }
  }

  /// Imports objects, one import after the other; sources may be changed meanwhile.
  func workAside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      imports.async { continuation.resume(with: Swift.Result { try body() }) }
    }
  }

  /// Imports objects that somebody may ask for soon.
  func prepareAside(_ body: @escaping @Sendable () -> Void) { imports.async(execute: body) }

  /// What is done with a plan that has been opened.
  ///
  /// - Parameters:
  ///   - version: The version that the desk's state will have when it has been judged.
  ///   - changes: The cells by which everything differs from the version before; `nil` if it may differ by more.
  typealias Opening = @Sendable (_ plan: ImportPlan, _ version: Int, _ changes: CellChanges?) -> Void

  /// Calls `body` from now on with each plan that has been opened, before it is judged.
  func whenOpened(_ body: @escaping Opening) { opening.withLock { $0 = body } }

  private func work<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: body()) } }
  }

  // MARK: Changing

  /// Changes sources, all or none of the edits, and judges them again.
  ///
  /// - Parameters:
  ///   - title: What it is for people, as undo names it: “Beegle → Beagle in akc-breeds.csv”.
  ///   - version: The version of the page on which the editor has seen the records, whose numbers may be others by now; `nil` if places are not by number.
  /// - Returns: What is known then.
  /// - Throws: `SourceEditError` if a cell says something else by now or cannot be changed; nothing is written then. Errors of writing.
  @discardableResult
  package func perform(_ edits: [SourceEdit], title: String, version: Int? = nil) async throws -> DeskState {
    let renumbers = edits.contains(where: \.renumbers)
    let cells = SourceEdit.cells(of: edits)
    return try await change(title, version: version, renumbers: renumbers, cells: cells) { state, plan in
      try SourceEditor(plan, places: self.places).revisions(for: edits)
    }
  }

  /// Changes files and judges everything again.
  ///
  /// - Parameters:
  ///   - cells: The cells that are changed; `nil` if more than cells is.
  ///   - makeWrites: What is written, all or nothing; called when all that was asked for before is done.
  /// - Throws: As `perform`, and what `makeWrites` throws.
  @discardableResult
  func change(
    _ title: String,
    version: Int? = nil,
    renumbers: Bool = false,
    cells: [CellEdit]? = nil,
    _ makeWrites: @escaping @Sendable (DeskState, ImportPlan) throws -> [any DeskWrite]
  ) async throws -> DeskState {
    try await work {
      guard !self.isReadOnly else { throw DeskProblem(.forbidden, "This desk is read only") }
      if self.isUnsure.withLock({ $0 }) { try self.notice() }
      let state = self.retried()
      guard let plan = state.plan else {
        throw DeskProblem(.conflict, "The recipe cannot be read", state.problem?.message ?? "")
      }
      if let version, version < state.numberedSince { throw SourceEditError.changed(state.changedFile ?? "A source") }
      let writes = try makeWrites(state, plan)
      let step = try self.journal.withLock { journal in
        try journal.carryOut(writes, title: title, renumbers: renumbers, cells: cells)
        return journal.last
      }
      return self.judge(renumbers: renumbers, after: step)
    }
  }

  /// Takes the last change back: the files have the bytes that they had.
  ///
  /// - Throws: `SourceEditError` if one was changed by another program since.
  @discardableResult
  package func undo() async throws -> DeskState { try await step { try $0.undo() } }

  /// Makes the last change again that was taken back.
  ///
  /// - Throws: As `undo()`.
  @discardableResult
  package func redo() async throws -> DeskState { try await step { try $0.redo() } }

  private func step(_ body: @escaping @Sendable (inout EditJournal) throws -> Bool?) async throws
    -> DeskState
  {
    try await work {
      guard !self.isReadOnly else { throw DeskProblem(.forbidden, "This desk is read only") }
      if self.isUnsure.withLock({ $0 }) { try self.notice() }
      let (renumbers, step) = try self.journal.withLock { (try body(&$0), $0.last) }
      guard let renumbers else { return self.state }
      return self.judge(renumbers: renumbers, after: step)
    }
  }

  /// The changes of the session that were not taken back, oldest first, with the lines that they changed.
  var changes: [(title: String, diff: String)] { journal.withLock { $0.changes } }

  // MARK: Building

  /// How the last build of the session ended; `nil` while there was none, and while one goes on.
  var lastBuild: DeskBuild? { builds.withLock { $0.last } }
  /// Whether one goes on.
  var isBuilding: Bool { builds.withLock { $0.isBuilding } }
  /// How far it is; `nil` if it has said nothing yet.
  var buildProgress: DeskBuildProgress? { builds.withLock { $0.progress } }

  /// Starts a build, unless one goes on; sources may be changed meanwhile, and the build then says so.
  func startBuild() {
    let isNew = builds.withLock { builds in
      defer { builds.isBuilding = true }
      return !builds.isBuilding
    }
    guard isNew else { return }
    events.send("build", "started")
    DispatchQueue.global().async { [self] in
      let build: DeskBuild
      do { build = try workspace.build(tell) } catch {
        build = DeskBuild(status: 2, text: SystemReason.description(of: error))
      }
      builds.withLock { $0 = (false, nil, build) }
      events.send("build", "\(build.status)")
    }
  }

  /// Notes how far the build is, and tells all pages.
  private func tell(_ progress: DeskBuildProgress) {
    builds.withLock { $0.progress = progress }
    // It has nothing that JSON could not say.
    if let data = try? JSONEncoder().encode(progress) {
      events.send("progress", String(decoding: data, as: UTF8.self))
    }
  }

  // MARK: Judging

  /// Reads and judges everything; on the queue.
  ///
  /// - Parameters:
  ///   - step: What was changed here, if nothing else is the reason.
  ///   - isRetry: Whether nothing has changed since it failed: nothing is new then if it fails in the same way.
  private func judge(renumbers: Bool, after step: JournalStep? = nil, isRetry: Bool = false) -> DeskState {
    let start = ContinuousClock.now
    // Looked at before anything is read: what changes meanwhile is noticed afterwards.
    let states = WatchedStates(workspace, now: now())
    let before = judged.withLock(\.self)
    let changes = step.flatMap { states.changes(since: before, by: $0) }
    known.withLock { $0.isJudging = true }
    events.send("judging")
    var recipe: (any OpenRecipe)?
    var judgement: DeskJudgement?
    var problem: (message: String, findings: [Finding])?
    do {
      let opened = try workspace.open()
      recipe = opened
      if !isRetry, let prepare = opening.withLock({ $0 }) { prepare(opened.plan, self.state.version + 1, changes) }
      judgement = try opened.judge()
    } catch {
      problem = (SystemReason.description(of: error), (error as? RecipeError)?.problems ?? [])
    }
    keep(states, before, after: step, isOpen: recipe != nil)
    if problem != nil {
      let end = ContinuousClock.now
      nextTry.withLock { $0 = end.advanced(by: start.duration(to: end) * 5) }
      if isRetry, problem?.message == state.problem?.message {
        known.withLock { $0.isJudging = false }
        events.send("changed", "\(state.version)")
        return state
      }
    }
    var counter = FingerprintCounter()
    let identifiers = judgement.map { $0.findings.map { counter.next($0) } } ?? []
    let (undoTitle, redoTitle) = journal.withLock { ($0.undoTitle, $0.redoTitle) }
    let state = known.withLock { state in
      state.version += 1
      state.isJudging = false
      if renumbers { state.numberedSince = state.version }
      state.recipe = recipe
      state.judgement = judgement
      state.fingerprints = identifiers
      state.problem = problem
      state.undoTitle = undoTitle
      state.redoTitle = redoTitle
      return state
    }
    events.send("changed", "\(state.version)")
    return state
  }

  /// Keeps how the files were when they were judged.
  private func keep(_ states: WatchedStates, _ before: WatchedStates, after step: JournalStep?, isOpen: Bool) {
    guard states.problem != nil else {
      isUnsure.withLock { $0 = false }
      return judged.withLock { $0 = states }
    }
    // What was known before holds as long as the system tells nothing else, but for what was written here.
    var known = before
    if let step { known.follow(step) }
    if !isOpen { known = states.completed(by: known) }
    judged.withLock { [known] in $0 = known }
    if isOpen { becomeUnsure() }
  }
}
