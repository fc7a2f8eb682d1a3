internal import SystemErrors

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension SQLiteConnection {
  /// Opens a file that is only looked at: nothing in its folder is made or changed, whatever lies beside the file.
  ///
  /// A file that stands alone is opened as immutable, because a read-only connection to a file in WAL mode leaves a `-wal` and a `-shm` behind.
  /// What an interrupted or a running writer has left in a write-ahead log or a journal belongs to the content, and SQLite has to write to take
  /// it in; it does so in a private copy, which goes with the connection.
  ///
  /// - Throws: `SQLiteError`; `SQLITE_IOERR` if the copy cannot be made, `SQLITE_BUSY` if another program writes all the time.
  /// - Complexity: O(1), or O(bytes of the file) if something lies beside it.
  package static func reading(_ path: String) throws(SQLiteError) -> SQLiteConnection {
    let path = try DatabaseCopy.file(at: path)
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
  private let folder: TemporaryItem

  private static let sideFiles = ["-wal", "-journal"]

  /// Where the file is, if the path is a symbolic link: its log or journal is beside it, and not beside the link.
  static func file(at path: String) throws(SQLiteError) -> String {
    do { return try Files.realPath(path) ?? path } catch {
      throw SQLiteError(code: .SQLITE_CANTOPEN, message: SystemReason.description(of: error), path: path)
    }
  }

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
    folder = TemporaryItem()
    path = folder.path + "/copy"
    do {
      try Files.makeFolder(folder.path, mode: 0o700)
      var attempts = 10
      while try !copyFiles(of: original) {
        attempts -= 1
        guard attempts > 0 else {
          let message = "another program writes to it again and again; try again when it has paused"
          throw SQLiteError(code: .SQLITE_BUSY, message: message, path: original)
        }
      }
      try takeIn()
    } catch let error as SQLiteError {
      throw SQLiteError(code: error.code, message: error.message, path: original, sql: error.sql)
    } catch {
      throw SQLiteError(
        code: .SQLITE_IOERR,
        message: "it cannot be copied: \(SystemReason.description(of: error))",
        path: original
      )
    }
  }

  /// Copies the files.
  ///
  /// - Returns: Whether the copies are of one moment, as SQLite reads them.
  private func copyFiles(of original: String) throws -> Bool {
    let log = original + "-wal"
    let before = try Self.states(of: original)
    let logHeader = try Self.isInWALMode(original) ? Self.logHeader(log) : nil
    // A file's time of change goes in steps of some milliseconds: what is written from now on has another one than what was written before.
    if logHeader == nil { usleep(20_000) }
    for suffix in [""] + Self.sideFiles {
      try Files.removeFile(path + suffix)
      if try suffix.isEmpty || Files.status(of: original + suffix)?.size ?? 0 > 0 {
        try Files.copy(original + suffix, to: path + suffix)
      }
    }
    // Until a log begins anew, each page that is written to the database is in it, and it only grows: a copy of it that is made later than that of the
    // database holds all that may be missing there, and what is half written at its end does not count. Salts say that it begins anew (fileformat2.html, 4.1).
    if let logHeader { return try logHeader == Self.logHeader(path + "-wal") && logHeader == Self.logHeader(log) }
    return try before == Self.states(of: original)
  }

  /// Whether SQLite heeds a log beside the database, as bytes 18 and 19 of the file say.
  private static func isInWALMode(_ path: String) throws(FileError) -> Bool {
    try FileBeginning(path: path)?.firstBytes(20).suffix(2) == [2, 2]
  }

  /// The header of a log, with its salts; `nil` if there is none.
  private static func logHeader(_ path: String) throws(FileError) -> [UInt8]? {
    guard let bytes = try FileBeginning(path: path)?.firstBytes(32), bytes.count == 32 else { return nil }
    return bytes
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

/// The state of a database that is read without a lock, by which a change shows that was made meanwhile.
///
/// To be taken before it is read. A database with a log or journal beside it is read from a private copy, which nobody changes.
package struct ReadingState {
  private let path: String
  private let stamp: FileStamp?

  /// - Throws: `SQLiteError` if the system does not let the file be looked at.
  package init(of path: String) throws(SQLiteError) {
    self.path = path
    stamp = try DatabaseCopy.isNeeded(for: DatabaseCopy.file(at: path)) ? nil : Self.stamp(of: path)
  }

  /// - Throws: `SQLITE_BUSY` if the file has been changed.
  package func requireUnchanged() throws(SQLiteError) { try require { $0 == $1 } }

  /// - Throws: `SQLITE_BUSY` if the file has been written to. One that another file has taken the place of was read whole.
  package func requireUnwritten() throws(SQLiteError) { try require { $0 == $1 || $1?.isOfSameFile(as: $0) != true } }

  private func require(_ isFine: (FileStamp, FileStamp?) -> Bool) throws(SQLiteError) {
    guard let stamp, try !isFine(stamp, Self.stamp(of: path)) else { return }
    let message = "another program changed it while it was read; run the command again"
    throw SQLiteError(code: .SQLITE_BUSY, message: message, path: path)
  }

  private static func stamp(of path: String) throws(SQLiteError) -> FileStamp? {
    do { return try FileStamp(path: path) } catch {
      throw SQLiteError(code: .SQLITE_CANTOPEN, message: SystemReason.description(of: error), path: path)
    }
  }
}
