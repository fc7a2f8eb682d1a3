package import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess
internal import SQLiteStore

/// What a store says of itself, read without a model: metadata, entities and how many objects there are.
package struct StoreSummary: Sendable {
  /// An entity as the store's books have it.
  package struct Entity: Sendable {
    package var name: String
    /// The number that its rows carry (`Z_ENT`).
    package var number: Int64
    /// The parent's name; `nil` for a root entity.
    package var parent: String?
    /// The objects of this entity itself; `nil` when its table is not there.
    package var objects: Int64?
    /// The version hash in Base64; `nil` when the metadata have none.
    package var hash: String?
  }

  package var path: String
  package var bytes: Int64
  package var pageSize: Int64
  /// `delete` for a rollback journal, `wal` for a write-ahead log.
  package var journalMode: String
  package var identifier: String
  package var metadata: StoreMetadata
  package var entities: [Entity]
  /// Whether changes are recorded for other processes and devices.
  package var hasHistory: Bool
  /// Whether the store carries its model.
  package var hasModel: Bool

  /// Reads the store at `path`.
  ///
  /// - Throws: `SQLiteStoreError` if the file is no store.
  package init(_ path: String) throws {
    (identifier, metadata) = try SQLiteStore.metadata(ofStoreAt: path)
    self.path = path
    let connection = try Self.connect(to: path)
    defer { connection.close() }
    let pageSize = try connection.pragma("page_size")?.integer ?? 0
    self.pageSize = pageSize
    bytes = pageSize * (try connection.pragma("page_count")?.integer ?? 0)
    journalMode = try connection.journalMode()?.rawValue ?? "unknown"
    let tables = Set(try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'").compactMap { $0.first?.text })
    hasHistory = tables.contains("ACHANGE")
    hasModel =
      try tables.contains("Z_MODELCACHE")
      && connection.firstValue("SELECT 1 FROM Z_MODELCACHE WHERE length(Z_CONTENT) > 0") != nil

    // The numbers of history and cloud bookkeeping begin above those that a model can have.
    let books = try connection.rows(
      "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT"
    )
    var names: [Int64: String] = [:]
    var parents: [Int64: Int64] = [:]
    for row in books {
      guard let number = row[0].integer else { continue }
      names[number] = row[1].text ?? ""
      parents[number] = row[2].integer ?? 0
    }
    let hashes = metadata.versionHashes
    entities = []
    for number in names.keys.sorted() {
      let name = names[number] ?? ""
      // A broken book may lead in a circle.
      var root = number
      for _ in 0..<names.count { if let parent = parents[root], parent != 0 { root = parent } }
      let table = "Z" + (names[root] ?? "").uppercased()
      var objects: Int64?
      if tables.contains(table) {
        let sql = "SELECT count(*) FROM \(SQLText.name(table)) WHERE Z_ENT = ?1"
        objects = try connection.firstValue(sql, [.integer(number)])?.integer
      }
      entities.append(
        Entity(
          name: name,
          number: number,
          parent: parents[number].flatMap { $0 == 0 ? nil : names[$0] },
          objects: objects,
          hash: hashes[name].map(Base64.encode)
        )
      )
    }
  }

  /// Opens a file for reading; one in WAL mode as immutable where no side files can be made for it.
  private static func connect(to path: String) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: path, mode: .readOnly)
    do {
      _ = try connection.firstValue("SELECT count(*) FROM sqlite_schema")
      return connection
    } catch {
      guard error.code.primary == .SQLITE_CANTOPEN, !FileOperations.exists(path + "-wal") else { throw error }
      return try SQLiteConnection(path: path, mode: .immutable)
    }
  }
}
