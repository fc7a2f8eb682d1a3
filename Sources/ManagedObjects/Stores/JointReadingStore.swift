/// A store of which several objects are read sooner together than one by one.
package protocol JointReadingStore: PersistentStore {
  /// Calls `body`; what it reads of this store is one state of it. The store may keep others from writing meanwhile, so `body` waits for nobody.
  ///
  /// - Throws: The store's error; what `body` throws.
  func readTogether(_ body: () throws -> Void) throws
}
