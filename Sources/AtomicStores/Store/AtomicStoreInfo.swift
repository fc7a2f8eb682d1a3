internal import FoundationEssentials
package import ManagedObjects
internal import MarkupText
internal import PropertyLists

/// What the file of an XML or a binary store says of itself; no model is needed.
package struct AtomicStoreInfo: Sendable {
  package let type: StoreType
  package let identifier: String
  package let metadata: StoreMetadata
  /// The file's size in bytes.
  package let fileSize: Int
  /// How many objects each entity has, without those of the entities below it. XML stores have the names in capitals; where the metadata name the entity,
  /// it has that name.
  package let objectCounts: [String: Int]

  /// Reads the file at `path`.
  ///
  /// - Throws: `AtomicStoreError` for a file that is neither.
  /// - Complexity: O(bytes of the file).
  package init(path: String) throws {
    let (bytes, _) = try StoreFormat.read(path)
    guard let format = StoreFormat.ofFile(beginning: bytes) else {
      throw AtomicStoreError(.otherContent("neither an XML nor a binary store"), path: path)
    }
    let header = try format.header(of: bytes, path: path)
    type = format == .xml ? .xml : .binary
    identifier = header.identifier
    metadata = header.metadata
    fileSize = bytes.count
    switch format {
    case .xml:
      let names = Dictionary(
        header.metadata.versionHashes.keys.map { ($0.uppercased(), $0) },
        uniquingKeysWith: { first, _ in first }
      )
      let counts = try XMLStoreReader.objectCounts(of: bytes, path: path)
      objectCounts = Dictionary(counts.map { (names[$0.key] ?? $0.key, $0.value) }, uniquingKeysWith: +)
    case .binary: objectCounts = try BinaryStoreReader.objectCounts(of: bytes, path: path)
    }
  }
}
