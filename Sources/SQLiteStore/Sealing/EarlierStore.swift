internal import Digests
package import ObjectModel
internal import SealedPages

/// A store that a `SealingStore` has written before, of which another one takes over rows.
///
/// Whoever makes one knows by its digest that the file is the one that was written.
package struct EarlierStore {
  let path: String
  /// The entities whose rows are taken over; each has the table to itself.
  let entities: [EntityDescription]
  /// By index, `DatabaseSummary.Index.distinct`.
  let distinct: [String: [Int]]

  package init(path: String, keeping entities: [EntityDescription], distinct: [String: [Int]]) {
    self.path = path
    self.entities = entities
    self.distinct = distinct
  }

  func database(keeping tables: [String], _ settings: DatabaseSettings) throws(SealedPagesError) -> EarlierDatabase {
    try EarlierDatabase(path: path, keeping: tables, distinct: distinct, settings: settings)
  }
}

/// The size and the SHA-256 of bytes that come piece by piece.
///
/// `@unchecked Sendable`: one thread adds bytes, and whoever asks for the digest has waited for it.
final class StreamHasher: @unchecked Sendable {
  private var hasher = SHA2Hasher()
  private var size = 0

  func add(_ bytes: UnsafeRawBufferPointer) {
    hasher.update(bytes)
    size += bytes.count
  }

  /// What came so far.
  var digest: (bytes: Int, sha256: String) { (size, hasher.digestSoFar().hexadecimal) }
}
