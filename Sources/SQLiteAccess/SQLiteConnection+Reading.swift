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
    guard DatabaseCopy.isNeeded(for: path) else { return try SQLiteConnection(path: path, mode: .immutable) }
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
  static func isNeeded(for path: String) -> Bool { sideFiles.contains { size(of: path + $0) ?? 0 > 0 } }

  /// Copies the database at `original`, again if it changes meanwhile.
  init(of original: String) throws(SQLiteError) {
    let manager = FileManager.default
    folder = manager.temporaryDirectory.appending(path: "studbook-\(UUID().uuidString)").path
    path = folder + "/copy"
    do {
      try manager.createDirectory(
        atPath: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
      var attempts = 3
      repeat {
        let before = Self.states(of: original)
        try copyFiles(of: original)
        attempts -= 1
        if before == Self.states(of: original) { break }
      } while attempts > 0
      try takeIn()
    } catch {
      try? manager.removeItem(atPath: folder)
      if let error = error as? SQLiteError {
        throw SQLiteError(code: error.code, message: error.message, path: original, sql: error.sql)
      }
      throw SQLiteError(
        code: .SQLITE_IOERR,
        message: "it cannot be copied: \(SystemReason.text(of: error))",
        path: original
      )
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func copyFiles(of original: String) throws {
    let manager = FileManager.default
    for suffix in [""] + Self.sideFiles {
      try? manager.removeItem(atPath: path + suffix)
      if suffix.isEmpty || Self.size(of: original + suffix) ?? 0 > 0 {
        try manager.copyItem(atPath: original + suffix, toPath: path + suffix)
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path + suffix)
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
  private static func states(of path: String) -> [String] {
    ([""] + sideFiles).map { suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
      return "\(attributes?[.size] ?? 0) \(attributes?[.modificationDate] ?? 0)"
    }
  }

  private static func size(of path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
  }
}
