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
          try watch.watch(workspace.watched().folders)
          _ = try watch.wait()
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
  private let day = (Date().timeIntervalSinceReferenceDate / 86_400).rounded(.down)

  init() {}

  init(_ workspace: any DeskWorkspace) {
    for path in workspace.watched().files {
      // One that the system tells nothing of is as good as none: judging says what is the matter.
      states[path] = .some(try? FileState(ofFile: path))
    }
  }

  /// What the last change has done to cells; `nil` if these are not all by which the files differ from what they were before it.
  func changes(since before: WatchedStates, by step: JournalStep) -> CellChanges? {
    guard let cells = step.cells, before.day == day else { return nil }
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
  func changes(_ now: WatchedStates) -> [String] {
    Set(states.keys).union(now.states.keys).filter { (states[$0] ?? nil) != (now.states[$0] ?? nil) }
      .map { ($0 as NSString).lastPathComponent }.sorted()
  }
}
