internal import SQLiteAccess
package import SQLiteStore
internal import SealedPages
internal import SystemErrors

/// Makes a finished database into a file that can be shipped: compact, analysed, sound, in one file, and with the same bytes for the same
/// content.
///
/// The compact copy is written page by page (`PagewiseCopy`), with indexes that are made of the rows, or by `VACUUM INTO` where only SQLite can write what the
/// database has. What `VACUUM INTO` leaves different between two runs with the same content is then evened out: SQLite counts transactions in the header, and how many
/// there were depends on the size of the batches.
package enum ReferenceSealer {
  /// Seals the database at `work` as the new file `sealed`, and removes `work`.
  ///
  /// The sealed file has pages of 4096 bytes, incremental auto-vacuum, a rollback journal's header and no side files; it and the indexes of `work` have been proven
  /// sound, `PRAGMA foreign_key_check` finds nothing in it, and it opens as an immutable file. Files of external binary data that belong to `work` move along.
  ///
  /// - Parameters:
  ///   - renumbering: New keys for its objects, and the store's UUID.
  ///   - userVersion: What `PRAGMA user_version` is in the file; one that is not 0 is written by SQLite only.
  ///   - checkpoint: Called after each step; what it throws ends the sealing there.
  ///   - meanwhile: Called when the file's bytes are final, while its content is still being checked on another thread; for work that only reads it.
  /// - Returns: How it was done.
  /// - Throws: `PublicationError`; `sealed` is not a finished file then.
  @discardableResult
  package static func seal(
    _ work: String,
    as sealed: String,
    renumbering: (keys: KeyRenumbering, identifier: String)? = nil,
    userVersion: Int32 = 0,
    checkpoint: (SealingStep) throws -> Void = { _ in },
    meanwhile: () throws -> Void = {}
  ) throws -> SealingWay {
    let way: SealingWay
    do {
      let connection = try SQLiteConnection(path: work, mode: .readWrite)
      defer { connection.close() }
      // Nobody needs the working file after a crash.
      try connection.setJournalMode(.delete)
      let plan =
        userVersion == 0 ? try SealingPlan(of: connection, at: work) : .sqlite(reason: "it has a user_version")
      way = plan.way
      if let renumbering {
        try connection.setJournalMode(.off)
        try renumbering.keys.writeBooks(of: connection, identifier: renumbering.identifier)
        if case .sqlite = plan { try renumbering.keys.rewriteRows(of: connection) }
      }
      switch plan {
      case .pages(let copy):
        try write(
          copy,
          of: connection,
          as: sealed,
          renumbering: renumbering?.keys,
          checkpoint: checkpoint,
          meanwhile: meanwhile
        ) {
          try moveExternalData(of: work, to: sealed)
        }
      case .sqlite:
        try connection.setPragma("user_version", to: String(userVersion))
        try vacuum(connection, work, as: sealed, checkpoint: checkpoint, meanwhile: meanwhile)
      }
    } catch {
      throw publicationError(error, action: "seal", path: work, sealed: sealed)
    }
    try removeDatabase(work)
    try checkpoint(.checked)
    return way
  }

  /// Seals a database as its readers see it now, with what its write-ahead log holds and with its external binary data; it stays as it is.
  ///
  /// - Parameters:
  ///   - work: Where a working copy is made if one is needed.
  ///   - sealed: The new file, as `seal(_:as:)` makes it.
  /// - Returns: How it was done.
  /// - Throws: `PublicationError`; `sealed` is not a finished file then.
  static func sealCopy(
    of database: String,
    as sealed: String,
    work: String,
    checkpoint: (SealingStep) throws -> Void,
    meanwhile: () throws -> Void
  ) throws -> SealingWay {
    do {
      let connection = try SQLiteConnection.reading(database)
      defer { connection.close() }
      let plan = try SealingPlan(of: connection, at: connection.path ?? database)
      if case .pages(let copy) = plan {
        try write(copy, of: connection, as: sealed, renumbering: nil, checkpoint: checkpoint, meanwhile: meanwhile) {
          try copyExternalData(of: database, to: sealed)
        }
        try checkpoint(.checked)
        return plan.way
      }
    } catch {
      throw publicationError(error, action: "copy", path: database, sealed: sealed)
    }
    try copy(database, to: work)
    return try seal(work, as: sealed, checkpoint: checkpoint, meanwhile: meanwhile)
  }

  // MARK: The two ways

  /// Writes the sealed file page by page. It is read back, and so are the indexes of the original, which are not copied but made anew: one that differs from its table
  /// is damage. (Those of a store that is renumbered are others, and nobody takes them over.)
  private static func write(
    _ copy: PagewiseCopy,
    of connection: SQLiteConnection,
    as sealed: String,
    renumbering: KeyRenumbering?,
    checkpoint: (SealingStep) throws -> Void,
    meanwhile: () throws -> Void,
    placeExternalData: () throws -> Void
  ) throws {
    try checkpoint(.analyzed)
    try FileOperations.removeFile(sealed)
    let keys = BackgroundWork { [schema = copy.schema, path = connection.path, mode = connection.mode] in
      guard renumbering == nil else { return nil as IndexKeys? }
      let reader = try SQLiteConnection(path: path, mode: mode == .immutable ? .immutable : .readOnly)
      defer { reader.close() }
      return try IndexKeys.standing(in: schema, of: reader)
    }
    let proof = try copy.write(to: sealed, renumbering: renumbering)
    try checkpoint(.compacted)
    try placeExternalData()
    try checkpoint(.normalized)
    try requireSound(
      sealed,
      problems: { try proof.problems() + (keys.value().map(proof.problems(ofOriginal:)) ?? []) },
      meanwhile: meanwhile
    )
  }

  /// Writes the sealed file by SQLite.
  private static func vacuum(
    _ connection: SQLiteConnection,
    _ work: String,
    as sealed: String,
    checkpoint: (SealingStep) throws -> Void,
    meanwhile: () throws -> Void
  ) throws {
    try connection.setPragma("synchronous", to: "off")
    try connection.setPragma("page_size", to: "4096")
    try connection.setPragma("auto_vacuum", to: "2")
    try connection.setPragma("application_id", to: "0")
    // Estimates from a thousand rows of each index serve the planner as well as exact counts; the same rows give the same estimates.
    try connection.setPragma("analysis_limit", to: "1000")
    try connection.execute("ANALYZE")
    try checkpoint(.analyzed)
    try FileOperations.removeFile(sealed)
    // Whether every index has exactly its table's rows takes longer to check than to copy, so it goes on meanwhile; the copy is taken page by page
    // from what is being checked, and its own pages are checked below.
    let check = BackgroundWork { try ReferenceSealer.contentProblems(of: work) }
    try connection.vacuum(into: sealed)
    try checkpoint(.compacted)
    try normalizeHeader(of: sealed)
    try moveExternalData(of: work, to: sealed)
    try checkpoint(.normalized)
    try meanwhile()
    try requireNone(try problems(of: sealed, isCopyOfCheckedContent: true), in: sealed)
    try requireNone(try check.value(), in: sealed)
  }

  private static func publicationError(
    _ error: any Error,
    action: String,
    path: String,
    sealed: String
  ) -> any Error {
    switch error {
    case let error as SQLiteError: PublicationError(error, action: action, path: path)
    case SealedPagesError.file(let failure): FileOperations.failure("write", failure.path, number: failure.number)
    case let error as SealedPagesError: PublicationError(error, action: action, path: path)
    case let error as SQLiteStoreError:
      PublicationError(
        .unsoundDatabase(problems: [error.description]),
        action: action,
        path: path,
        reason: error.description
      )
    default: error
    }
  }

  /// Checks a file that was written sealed, as a sealed copy is checked.
  ///
  /// - Parameters:
  ///   - problems: What its writer finds wrong with it, which has to prove that every index holds exactly its table's rows; called on another thread.
  ///   - meanwhile: Called while the file is checked; for work that only reads it.
  /// - Throws: `PublicationError`; what `problems` and `meanwhile` throw.
  static func requireSound(
    _ sealed: String,
    problems: @escaping @Sendable () throws -> [String],
    meanwhile: () throws -> Void
  ) throws {
    let check = BackgroundWork(problems)
    let quickCheck = BackgroundWork { try Self.problems(of: sealed, isCopyOfCheckedContent: true) }
    try meanwhile()
    try requireNone(try quickCheck.value(), in: sealed)
    try requireNone(try check.value(), in: sealed)
  }

  /// Copies a database as its readers see it now, with what its write-ahead log holds and with its external binary data.
  ///
  /// - Parameter copy: The new file; there must be none.
  /// - Throws: `PublicationError`.
  static func copy(_ database: String, to copy: String) throws {
    do {
      let connection = try SQLiteConnection.reading(database)
      defer { connection.close() }
      try connection.vacuum(into: copy)
    } catch {
      throw PublicationError(error, action: "copy", path: database)
    }
    try copyExternalData(of: database, to: copy)
  }

  private static func copyExternalData(of database: String, to copy: String) throws {
    let source = try SQLiteStore.supportFolder(ofStoreAt: database)
    guard try FileOperations.isFolder(source) else { return }
    let folder = try SQLiteStore.supportFolder(ofStoreAt: copy)
    for file in try FileOperations.files(below: source) {
      let destination = "\(folder)/\(file)"
      try FileOperations.makeFolder(FileOperations.parentFolder(of: destination))
      try FileOperations.copyFile("\(source)/\(file)", to: destination)
    }
  }

  static func requireNone(_ problems: [String], in sealed: String) throws {
    guard !problems.isEmpty else { return }
    throw PublicationError(
      .unsoundDatabase(problems: problems),
      action: "seal",
      path: sealed,
      reason: "the database is not sound: \(problems.prefix(3).joined(separator: "; "))"
    )
  }

  /// What `PRAGMA integrity_check` finds in a database that nobody writes.
  ///
  /// - Complexity: O(*n* log *n*): every row is looked up in every index. A larger cache was measured to gain nothing.
  private static func contentProblems(of path: String) throws -> [String] {
    let connection = try SQLiteConnection(path: path, mode: .readOnly)
    defer { connection.close() }
    try connection.setPragma("cache_size", to: "-16384")
    return try connection.integrityProblems()
  }

  /// What keeps a file from being a sealed one: damage, broken foreign keys, another journal mode, side files. Empty when there is nothing.
  ///
  /// - Parameter isCopyOfCheckedContent: Whether the content has been checked in the database that this is a copy of; `PRAGMA quick_check` then
  ///   checks the pages.
  /// - Throws: `PublicationError` if the file cannot be read at all.
  /// - Complexity: reads the whole file.
  package static func problems(of path: String, isCopyOfCheckedContent: Bool = false) throws -> [String] {
    var problems = try problemsOfForm(of: path)
    guard try SQLiteFileHeader(contentsOf: path) != nil else { return problems }
    do {
      let connection = try SQLiteConnection(path: path, mode: .immutable)
      defer { connection.close() }
      problems += try connection.integrityProblems(isCopyOfCheckedContent ? .quick : .full)
      for row in try connection.rows("PRAGMA foreign_key_check").prefix(100) {
        problems.append(
          "\(row[0].text ?? "?") row \(row[1].integer ?? 0) refers to a row of \(row[2].text ?? "?") that does not exist"
        )
      }
    } catch {
      if error.isOfTheSystem { throw PublicationError(error, action: "check", path: path) }
      problems.append(error.message)
    }
    return problems
  }

  /// What keeps a file from being a sealed one, as far as its header and the files beside it tell.
  ///
  /// - Throws: `PublicationError` if the file cannot be read at all.
  static func problemsOfForm(of path: String) throws -> [String] {
    var problems: [String] = []
    for suffix in ["-journal", "-wal", "-shm"] where try FileOperations.exists(path + suffix) {
      problems.append("there is a file \(FileOperations.fileName(of: path))\(suffix) beside it")
    }
    let header = try SQLiteFileHeader(contentsOf: path)
    guard let header else { return problems + ["it is no SQLite database"] }
    if !header.hasRollbackJournal { problems.append("its header asks for a write-ahead log") }
    if !header.isWhole(try FileOperations.status(of: path)?.size ?? 0) {
      problems.append("its size is not the one in its header")
    }
    return problems
  }

  /// Sets the counters of the header that count transactions.
  private static func normalizeHeader(of path: String) throws {
    for offset in SQLiteFileHeader.changeCounterOffsets {
      try FileOperations.overwrite([0, 0, 0, 1], at: offset, of: path)
    }
  }

  /// Removes a database with everything that SQLite may have put beside it.
  private static func removeDatabase(_ path: String) throws {
    for suffix in ["", "-journal", "-wal", "-shm"] { try FileOperations.removeFile(path + suffix) }
  }

  /// Moves a sealed file with its external binary data, and makes it one that can be written.
  static func moveDatabase(_ sealed: String, to work: String) throws {
    try FileOperations.move(sealed, to: work)
    try FileOperations.setMode(0o644, of: work)
    try moveExternalData(of: sealed, to: work)
  }

  /// Moves the folder in which Core Data keeps large values.
  private static func moveExternalData(of work: String, to sealed: String) throws {
    let source = try SQLiteStore.supportFolder(ofStoreAt: work)
    guard try FileOperations.isFolder(source) else { return }
    let folder = try SQLiteStore.supportFolder(ofStoreAt: sealed)
    try FileOperations.removeTree(folder)
    try FileOperations.move(source, to: folder)
  }
}

extension PublicationError {
  init(_ error: SQLiteError, action: String, path: String) {
    let kind: Kind =
      switch error.code.primary {
      case .SQLITE_FULL: .diskFull
      case .SQLITE_READONLY: .notPermitted
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: .unsoundDatabase(problems: [error.message])
      default: .database(code: error.code.description)
      }
    self.init(kind, action: action, path: path, reason: error.message)
  }
}

extension PublicationError {
  init(_ error: SealedPagesError, action: String, path: String) {
    self.init(.unsoundDatabase(problems: [error.description]), action: action, path: path, reason: error.description)
  }
}
