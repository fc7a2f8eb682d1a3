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

  init() {}

  init(_ workspace: any DeskWorkspace) {
    for path in workspace.watched().files {
      // One that the system tells nothing of is as good as none: judging says what is the matter.
      states[path] = .some(try? FileState(ofFile: path))
    }
  }

  /// The files that are others than they were, by their names.
  func changes(_ now: WatchedStates) -> [String] {
    Set(states.keys).union(now.states.keys).filter { (states[$0] ?? nil) != (now.states[$0] ?? nil) }
      .map { ($0 as NSString).lastPathComponent }.sorted()
  }
}
