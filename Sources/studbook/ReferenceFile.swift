import ImportPipeline
import ObjectModel
import ReferenceExport
import SQLiteStore
import SealedPages

/// How the reference file of a build is made: written page by page while the sources are read, or by libsqlite3, which can do everything, and sealed
/// afterwards.
enum ReferenceFile {
  case written(SealingStore)
  case throughSQLite(SQLiteStore, reason: String)

  /// Chooses the way, and makes the empty store: the only place where it is decided.
  ///
  /// - Throws: The store's error.
  init(_ session: RecipeSession, _ publisher: ReferencePublisher) throws {
    if let reason = session.plan.needOfObjects {
      self = .throughSQLite(try session.makeStore(at: publisher.workPath), reason: reason)
      return
    }
    do {
      self = .written(
        try SealingStore(
          at: publisher.stagedPath(for: publisher.name),
          model: session.model,
          streaming: session.plan.entitiesMadeAlone,
          updating: session.plan.entitiesUpdated,
          savingTime: RecipeSession.savingTime
        )
      )
    } catch SealedPagesError.unsupported(let what) {
      let reason = "it has what only SQLite can write: \(what)"
      self = .throughSQLite(try session.makeStore(at: publisher.workPath), reason: reason)
    }
  }

  /// Which way was chosen, and why, as a sentence.
  var note: String {
    switch self {
    case .written: "The reference file is written page by page."
    case .throughSQLite(_, let reason): "The reference file is written by SQLite, because \(reason)."
    }
  }

  /// Imports every source and seals the file as the publisher's reference file.
  ///
  /// - Parameters:
  ///   - succession: The release that is followed, if there is one.
  ///   - isTraced: Whether to note what the next build needs to take rows over.
  ///   - whenRead: Called after the last source; what is begun there goes on while the file is finished.
  ///   - identifier: Gives the store's UUID; it is asked once, afterwards.
  /// - Returns: What was found, the store's UUID, what became of its objects' keys, and what was counted in the indexes of a file whose rows can be taken over.
  func make(
    _ session: RecipeSession,
    _ publisher: ReferencePublisher,
    rejectFolder: String,
    progress: ProgressLine?,
    succession: Succession?,
    isTraced: Bool = false,
    whenRead: () -> Void,
    identifier: () throws -> String
  ) throws -> (result: ImportResult, identifier: String, keys: Succession.Outcome?, distinct: [String: [Int]]?) {
    var ownIdentifier = ""
    func identify() throws -> String {
      let found = try identifier()
      ownIdentifier = succession?.identifier(found) ?? found
      return ownIdentifier
    }
    switch self {
    case .written(let store):
      var proof: SealedFileProof?
      let result = try session.run(
        into: store,
        isWrittenOnce: true,
        rejectFolder: rejectFolder,
        progress: progress,
        adjust: { $0.tracesSources = isTraced },
        whenRead: whenRead
      ) { proof = try store.finish(identifiedBy: identify) }
      guard let proof else { preconditionFailure("A run ends with a finished store.") }
      try store.close()
      let path = try publisher.stagedPath(for: publisher.name)
      let keys = try succession?.outcome(forStoreAt: path, identifier: ownIdentifier)
      if let renumbering = keys?.renumbering {
        try publisher.reopenSealedFile(problems: proof.problems)
        try publisher.seal(model: session.model, renumbering: renumbering)
      } else {
        try publisher.acceptSealedFile(model: session.model, problems: proof.problems)
      }
      let distinct = keys?.renumbering == nil ? proof.distinct : nil
      return (result, keys?.renumbering?.identifier ?? ownIdentifier, keys, distinct)
    case .throughSQLite(let store, _):
      let result = try session.run(
        into: store,
        rejectFolder: rejectFolder,
        progress: progress,
        whenRead: whenRead
      ) { try store.finishBulkLoading() }
      try store.setIdentifier(identify())
      try store.close()
      let keys = try succession?.outcome(forStoreAt: publisher.workPath, identifier: ownIdentifier)
      try publisher.seal(model: session.model, renumbering: keys?.renumbering)
      return (result, keys?.renumbering?.identifier ?? ownIdentifier, keys, nil)
    }
  }
}
