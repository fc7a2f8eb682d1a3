package import SQLiteAccess

/// How to open a file that is only looked at.
package enum ReadingMode {
  /// Immutable when nothing lies beside the file, so that a store in WAL mode is read without SQLite leaving a `-wal` and a `-shm` there; else
  /// read-only, with what the log or journal holds.
  ///
  /// A writer of a WAL store has a `-wal` beside it, so a file without one is complete.
  package static func mode(for path: String) -> SQLiteConnection.OpenMode {
    ["-wal", "-journal"].contains { FileOperations.exists(path + $0) } ? .readOnly : .immutable
  }
}
