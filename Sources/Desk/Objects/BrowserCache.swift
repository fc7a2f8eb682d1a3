internal import ImportPipeline
internal import Synchronization

/// The objects of the sources as they are, imported when somebody asks for them, and from then on with each change.
///
/// An import goes on beside everything else, and ends early when the sources have changed again. Where cells have changed that give objects other values and
/// nothing else, the objects that are there get these values instead.
final class BrowserCache: Sendable {
  /// Objects, and the version of the desk's state whose sources they are made from.
  private struct Known {
    var version: Int
    var browser: ObjectBrowser
  }

  /// What becomes of objects that are there, so that they are those of a later version.
  private struct Following {
    /// The version that they are of.
    var base: Int
    var version: Int
    var replacements: [ObjectReplacement]
  }

  private struct State {
    /// Those of the desk's state, and of the one that it will have when a change has been judged.
    var known: [Known] = []
    /// The cells by which a version differs from the one before, where that is known.
    var changes: [Int: CellChanges] = [:]
    /// What was found out about the newest version; the objects get their values when it is the desk's.
    var following: Following?
    /// How many versions were not imported.
    var followed = 0
    /// The newest version whose objects are wanted.
    var wanted = 0
    /// Whether objects are imported with each change.
    var isFollowing = false
    /// How long the last import took.
    var duration: Duration?
  }

  private let state = Mutex(State())
  private let memoryLimit: Int
  /// Imports that take longer are made only when somebody asks: they would hold up the judgement of the change.
  private static let longestAhead = Duration.seconds(1)

  /// The most cells for which objects that are there get other values; more are imported in less time.
  private static let mostCells = 1000

  /// - Parameter memoryLimit: The bytes of all sources above which the objects go to a file.
  init(memoryLimit: Int = ImportedGraph.memoryLimit) { self.memoryLimit = memoryLimit }

  /// How many times objects were given other values instead of being imported.
  var followed: Int { state.withLock(\.followed) }

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
        let browser = try await session.workAside {
          try self.followed(to: known.version) ?? self.imported(plan, known.version, session.places)
        }
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
    session.whenOpened { [weak self, weak session] plan, version, changes in
      guard let self else { return }
      let (isQuick, isNext) = state.withLock { state in
        state.wanted = max(state.wanted, version)
        if let changes { state.changes[version] = changes } else { state.changes = [:] }
        return (
          state.duration.map { $0 < Self.longestAhead } ?? false, state.known.contains { $0.version == version - 1 }
        )
      }
      // Where nobody has looked at the objects since the last change, there is time until somebody does.
      guard isNext || isQuick && changes == nil else { return }
      session?.prepareAside { [weak self, places = session?.places] in
        // What goes wrong is said to whoever asks for the objects.
        guard let self, (try? following(to: version)) == nil, isQuick else { return }
        _ = try? imported(plan, version, places)
      }
    }
  }

  // MARK: Following

  /// Finds out what becomes of objects that are there; on the queue of imports. They keep their values for now.
  ///
  /// - Returns: `nil` if they have to be imported again.
  private func following(to version: Int) throws -> Following? {
    let (known, base, changes) = state.withLock { state -> (Following?, Known?, CellChanges?) in
      if let following = state.following, following.version == version { return (following, nil, nil) }
      guard let base = state.known.filter({ $0.version < version }).max(by: { $0.version < $1.version }) else {
        return (nil, nil, nil)
      }
      var changes = CellChanges()
      for step in base.version + 1...version {
        guard let change = state.changes[step] else { return (nil, nil, nil) }
        changes.add(change)
      }
      return (nil, base, changes)
    }
    if let known { return known }
    guard let base, let changes, changes.count <= Self.mostCells,
      let replacements = try base.browser.graph.replacements(by: changes)
    else { return nil }
    let following = Following(base: base.version, version: version, replacements: replacements)
    state.withLock { $0.following = following }
    return following
  }

  /// Gives the objects that are there the values that they have in a version, which is the desk's; on the queue of imports.
  ///
  /// - Returns: `nil` if they have to be imported.
  private func followed(to version: Int) -> ObjectBrowser? {
    // What cannot be read says so when it is imported.
    guard browser(of: version) == nil, let following = try? following(to: version),
      let browser = browser(of: following.base)
    else { return nil }
    // From now on they are those of neither version, until all is well.
    state.withLock { state in
      state.known.removeAll { $0.version == following.base }
      state.following = nil
    }
    guard (try? browser.apply(following.replacements)) != nil else { return nil }
    state.withLock { state in
      state.known = [Known(version: version, browser: browser)]
      state.changes = state.changes.filter { $0.key > version }
      state.followed += 1
    }
    return browser
  }

  // MARK: Importing

  /// Imports the objects of a version; on the queue of imports.
  ///
  /// - Returns: `nil` if they are not wanted any more, or if a file was changed while it was read.
  private func imported(_ plan: ImportPlan, _ version: Int, _ places: RecordPlaces?) throws -> ObjectBrowser? {
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
      graph = try ImportedGraph(plan, memoryLimit: memoryLimit, places: places) { [weak self] in
        self?.state.withLock { $0.wanted } == version
      }
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
