internal import FoundationEssentials
internal import ManagedObjects
internal import SQLiteAccess

extension StoreVerifier {
  /// Looks at `Z_METADATA`: one row, a UUID, the kind of store, and digests that are those of the hashes.
  mutating func verifyMetadata() throws {
    func problem(_ message: String) -> StoreProblem { StoreProblem(.metadata, message, table: "Z_METADATA") }
    if let count = try connection.firstValue("SELECT count(*) FROM Z_METADATA")?.integer, count != 1 {
      add(problem("Z_METADATA has \(count) rows instead of one"))
    }
    if UUID(uuidString: header.identifier) == nil { add(problem("the store's identifier is no UUID")) }
    guard let list = try connection.firstValue("SELECT Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")?.blob
    else { return }
    for message in try StorePropertyList.contradictions(in: list) { add(problem(message)) }
  }

  /// Looks at the folder of external values for files that no row refers to.
  mutating func verifyExternalFiles() throws {
    let folder = ExternalDataFolder(storePath: path, threshold: .max, requiresFiles: true)
    let orphans = try folder.orphans(in: connection, schema: schema)
    for name in orphans {
      add(StoreProblem(.orphanFile, "no row refers to the file \(name) in \(folder.path)"))
    }
  }
}
