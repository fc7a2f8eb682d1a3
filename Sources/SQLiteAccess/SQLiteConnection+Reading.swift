internal import FoundationEssentials
internal import SystemErrors

extension SQLiteConnection {
  /// Opens a file that is only looked at: nothing in its folder is made or changed, whatever lies beside the file.
  ///
  /// A file that stands alone is opened as immutable, because a read-only connection to a file in WAL mode leaves a `-wal` and a `-shm` behind.
  /// What an interrupted or a running writer has left in a write-ahead log or a journal belongs to the content, and SQLite has to write to take
  /// it in; it does so in a private copy, which goes with the connection.
  ///
  /// - Throws: `SQLiteError`; `SQLITE_IOERR` if the copy cannot be made.
  /// - Complexity: O(1), or O(bytes of the file) if something lies beside it.
  package static func reading(_ path: String) throws(SQLiteError) -> SQLiteConnection {
    guard try DatabaseCopy.isNeeded(for: path) else { return try SQLiteConnection(path: path, mode: .immutable) }
    let copy = try DatabaseCopy(of: path)
    let connection = try SQLiteConnection(path: copy.path, mode: .readOnly)
    connection.companion = copy
    return connection
  }
}

/// A copy of a database in a folder of its own, with what its log or journal holds taken in; the folder is removed with the object.
final class DatabaseCopy {
  /// The copied database, which stands alone.
  let path: String
  private let folder: String

  private static let sideFiles = ["-wal", "-journal"]

  /// Whether something beside the file belongs to its content: a log or journal that is not empty.
  static func isNeeded(for path: String) throws(SQLiteError) -> Bool {
    do {
      return try sideFiles.contains { try Files.status(of: path + $0)?.size ?? 0 > 0 }
    } catch {
      throw SQLiteError(code: .SQLITE_CANTOPEN, message: SystemReason.description(of: error), path: path)
    }
  }

  /// Copies the database at `original`, again if it changes meanwhile.
  init(of original: String) throws(SQLiteError) {
    folder = FileManager.default.temporaryDirectory.appending(path: "studbook-\(UUID().uuidString)").path
    path = folder + "/copy"
    do {
      try Files.makeFolder(folder, mode: 0o700)
      var attempts = 3
      repeat {
        let before = try Self.states(of: original)
        try copyFiles(of: original)
        attempts -= 1
        if before == (try Self.states(of: original)) { break }
      } while attempts > 0
      try takeIn()
    } catch {
      // What failed is the error to say.
      try? Files.removeTree(folder)
      if let error = error as? SQLiteError {
        throw SQLiteError(code: error.code, message: error.message, path: original, sql: error.sql)
      }
      throw SQLiteError(
        code: .SQLITE_IOERR,
        message: "it cannot be copied: \(SystemReason.description(of: error))",
        path: original
      )
    }
  }

  // Nobody is there to be told; the folder is one of those for the moment.
  deinit { try? Files.removeTree(folder) }

  private func copyFiles(of original: String) throws {
    for suffix in [""] + Self.sideFiles {
      try Files.removeFile(path + suffix)
      if try suffix.isEmpty || Files.status(of: original + suffix)?.size ?? 0 > 0 {
        try Files.copy(original + suffix, to: path + suffix)
      }
    }
  }

  /// Makes SQLite write into the copied file what its log or journal holds.
  private func takeIn() throws(SQLiteError) {
    let connection = try SQLiteConnection(path: path, mode: .readWrite)
    defer { connection.close() }
    _ = try connection.firstValue("SELECT count(*) FROM sqlite_master")
    try connection.checkpoint()
  }

  /// Sizes and times of change, by which a writer shows.
  private static func states(of path: String) throws(FileError) -> [FileStamp?] {
    try ([""] + sideFiles).map { suffix throws(FileError) in try FileStamp(path: path + suffix) }
  }
}
