internal import Foundation
internal import ImportPipeline
internal import SystemErrors

/// Tells a session when a program has written one of the files that the recipe reads: inotify, on a thread of its own.
struct SourceWatch {
  private let workspace: any DeskWorkspace
  private let session: DeskSession

  init(_ workspace: any DeskWorkspace, _ session: DeskSession) {
    self.workspace = workspace
    self.session = session
  }

  /// Watches for as long as the session lives.
  func begin() {
    let thread = Thread { [workspace, weak session] in
      do {
        let watch = try FolderWatch()
        while session != nil {
          let (_, folders, problem) = workspace.watched()
          try watch.watch(folders)
          // Nothing may happen in folders that are not known yet.
          if problem == nil { _ = try watch.wait() } else { Thread.sleep(forTimeInterval: DeskSession.patience) }
          session?.look()
        }
      } catch {
        session?.events.send("unwatched", SystemReason.description(of: error))
      }
    }
    thread.name = "studbook.desk.watch"
    thread.start()
  }
}

/// The files that a recipe reads, as they are at a moment.
struct WatchedStates: Sendable {
  private var states: [String: FileState?] = [:]
  /// The day, on which windows of dates depend.
  private let day: Double?
  /// Why the system does not tell all of it; a file that it does not tell of is left out.
  private(set) var problem: (any Error)?

  /// Nothing is known.
  init() { day = nil }

  /// - Parameter now: The moment.
  init(_ workspace: any DeskWorkspace, now: Date) {
    day = Self.day(of: now)
    let (files, _, problem) = workspace.watched()
    self.problem = problem
    for path in files.sorted() {
      do { states[path] = .some(try FileState(ofFile: path)) } catch { self.problem = self.problem ?? error }
    }
  }

  private static func day(of date: Date) -> Double { (date.timeIntervalSinceReferenceDate / 86_400).rounded(.down) }

  /// Takes for known what a change has written; what is not known of that is left out.
  mutating func follow(_ step: JournalStep) {
    for (path, _, new) in step.writes { states[path] = new.map(Optional.some) }
  }

  /// What the last change has done to cells; `nil` if these are not all by which the files differ from what they were before it.
  func changes(since before: WatchedStates, by step: JournalStep) -> CellChanges? {
    guard let cells = step.cells, before.day == day, problem == nil else { return nil }
    var expected = before.states
    var written: [String: FileState] = [:]
    for (path, old, new) in step.writes {
      guard let old, let new, expected[path] == old else { return nil }
      expected[path] = .some(new)
      written[path] = new
    }
    return expected == states ? CellChanges(cells, states: written) : nil
  }

  /// The files that are others than they were, by their names.
  ///
  /// - Returns: `new` are those of which nothing was known.
  func changes(_ now: WatchedStates) -> (changed: [String], new: [String]) {
    func names(_ paths: some Sequence<String>) -> [String] { paths.map { ($0 as NSString).lastPathComponent }.sorted() }
    let changed = states.filter { $0.value != (now.states[$0.key] ?? nil) }
    return (names(changed.keys), names(now.states.keys.filter { states[$0] == nil && now.states[$0] != .some(nil) }))
  }

  /// These states, with those of another moment for the files of which nothing is known.
  func completed(by other: WatchedStates) -> WatchedStates {
    var completed = self
    completed.states.merge(other.states) { own, _ in own }
    return completed
  }
}
