internal import Findings
internal import FoundationEssentials
internal import ManagedObjects
internal import SQLiteAccess

extension StoreVerifier {
  /// Looks at `Z_METADATA`: one row, a UUID, the kind of store, and digests that are those of the hashes.
  mutating func verifyMetadata() throws {
    var problems: [StoreFinding.Problem] = []
    if let count = try connection.firstValue("SELECT count(*) FROM Z_METADATA")?.integer, count != 1 {
      problems.append(.metadataRows(count))
    }
    if UUID(uuidString: header.identifier) == nil { problems.append(.identifier) }
    if let list = try connection.firstValue("SELECT Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")?.blob {
      problems += try StorePropertyList.contradictions(in: list)
    }
    for problem in problems { add(problem, table: "Z_METADATA") }
  }

  /// Looks at the folder of external values for files that no row refers to.
  mutating func verifyExternalFiles() throws {
    let folder = try ExternalDataFolder(storePath: path, threshold: .max, requiresFiles: true)
    let orphans = try folder.orphans(in: connection, schema: schema)
    for name in orphans { add(.orphanFile(name, folder: folder.path)) }
  }
}
