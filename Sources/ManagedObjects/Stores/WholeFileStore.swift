/// A store whose file is written whole at each save, and whose keys are of one sequence for all entities: an XML or a binary store.
package protocol WholeFileStore: PersistentStore {
  /// Runs `body`, whose saves are kept in memory, and writes the file once at its end.
  ///
  /// - Throws: What `body` throws, and the store's error when it cannot write. The store is then to be thrown away.
  func writingOnce(_ body: () throws -> Void) throws
}
