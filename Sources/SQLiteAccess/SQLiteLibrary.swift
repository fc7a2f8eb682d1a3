internal import CSQLite

/// SQLite's settings for the whole process.
package enum SQLiteLibrary {
  /// Lets SQLite keep no count of the memory that it takes. With it, connections of several threads wait for each other whenever one of them needs memory.
  ///
  /// For programs, before the first connection is opened; later it changes nothing. A library leaves it to the program that it is part of.
  package static func leaveOutMemoryStatistics() { _ = studbook_sqlite3_leave_out_memory_statistics() }
}
