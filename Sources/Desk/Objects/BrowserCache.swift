internal import ImportPipeline
internal import Synchronization

/// The objects of the sources as they are, imported when somebody asks for them, and from then on with each change.
///
/// An import goes on beside everything else, and ends early when the sources have changed again.
final class BrowserCache: Sendable {
  /// Objects, and the version of the desk's state whose sources they are made from.
  private struct Known {
    var version: Int
    var browser: ObjectBrowser
  }

  private struct State {
    /// Those of the desk's state, and of the one that it will have when a change has been judged.
    var known: [Known] = []
    /// The newest version whose objects are wanted.
    var wanted = 0
    /// Whether objects are imported with each change.
    var isFollowing = false
    /// How long the last import took.
    var duration: Duration?
  }

  private let state = Mutex(State())
  /// Imports that take longer are made only when somebody asks: they would hold up the judgement of the change.
  private static let longestAhead = Duration.seconds(1)

  /// The objects, and what the desk knows at that moment.
  ///
  /// - Throws: `DeskProblem` if the recipe cannot be read; what an import throws.
  func browser(_ desk: DeskContext) async throws -> (ObjectBrowser, DeskState) {
    let session = desk.session
    _ = await session.current()
    follow(session)
    while true {
      let known = session.state
      if let browser = browser(of: known.version) { return (browser, known) }
      guard let plan = known.plan else {
        throw DeskProblem(
          .conflict,
          "There are no objects to show",
          known.problem?.message ?? "The recipe cannot be read"
        )
      }
      do {
        let browser = try await session.workAside { try self.imported(plan, known.version) }
        if let browser, session.state.version == known.version { return (browser, known) }
      } catch {
        // A file that is replaced while it is read may be the reason.
        guard session.state.version != known.version else { throw error }
      }
      // Something has changed, or is being changed: what comes of it is known when that has been judged.
      session.look()
      try await session.work {}
    }
  }

  private func browser(of version: Int) -> ObjectBrowser? {
    state.withLock { state in state.known.first { $0.version == version }?.browser }
  }

  /// Imports objects with each change from now on, while the sources are judged: whoever looks at objects will look at them again.
  private func follow(_ session: DeskSession) {
    let isNew = state.withLock { state in
      defer { state.isFollowing = true }
      return !state.isFollowing
    }
    guard isNew else { return }
    session.whenOpened { [weak self, weak session] plan, version in
      guard let self else { return }
      let isQuick = state.withLock { state in
        state.wanted = max(state.wanted, version)
        return state.duration.map { $0 < Self.longestAhead } ?? false
      }
      // What goes wrong is said to whoever asks for the objects.
      if isQuick { session?.prepareAside { [weak self] in _ = try? self?.imported(plan, version) } }
    }
  }

  /// Imports the objects of a version; on the queue of imports.
  ///
  /// - Returns: `nil` if they are not wanted any more, or if a file was changed while it was read.
  private func imported(_ plan: ImportPlan, _ version: Int) throws -> ObjectBrowser? {
    if let browser = browser(of: version) { return browser }
    state.withLock { state in
      state.wanted = max(state.wanted, version)
      // Two large stores at once take twice the memory.
      if let duration = state.duration, duration >= Self.longestAhead { state.known = [] }
    }
    let start = ContinuousClock.now
    let states = try plan.sourceStates()
    let graph: ImportedGraph
    do {
      graph = try ImportedGraph(plan) { [weak self] in self?.state.withLock { $0.wanted } == version }
    } catch is CancellationError {
      return nil
    }
    guard try plan.sourceStates() == states else { return nil }
    let browser = ObjectBrowser(graph)
    state.withLock { state in
      state.duration = ContinuousClock.now - start
      state.known.removeAll { $0.version < version - 1 }
      state.known.append(Known(version: version, browser: browser))
    }
    return browser
  }
}
