package import Findings
internal import FoundationEssentials
internal import ManagedObjects
package import ObjectModel
internal import SQLiteAccess
internal import SystemErrors

/// A look into a store's file without opening it as a store.
package enum StoreInspection {
  /// What the store at `path` says about itself; no model is needed.
  ///
  /// - Throws: `SQLiteStoreError` if the file is no store.
  /// - Complexity: O(rows), for counting them.
  package static func info(_ path: String) throws -> StoreInfo {
    try SQLiteStore.translatingErrors(path: path) {
      let connection = try StoreFile.connect(to: path, for: .inspection)
      let header = try StoreFile.header(of: connection, path: path)
      let tables = Set(
        try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'").compactMap { $0.first?.text }
      )
      let rows = try connection.rows("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT")
      var names: [Int64: (name: String, parent: Int64)] = [:]
      for row in rows { names[row[0].integer ?? 0] = (row[1].text ?? "", row[2].integer ?? 0) }
      let metadata = header.metadata
      var entities: [StoreInfo.Entity] = []
      for row in rows {
        // Numbers from 16000 on are those of Core Data's own entities.
        guard let number = row[0].integer, let name = row[1].text, number <= StoreSchema.mostEntities else { continue }
        let table = "Z" + rootName(of: number, in: names).uppercased()
        var count: Int?
        if tables.contains(table) {
          count = try connection.firstValue(
            "SELECT count(*) FROM \(SQLIdentifier.spelled(table)) WHERE Z_ENT = ?1",
            [.integer(number)]
          )?.integer.map(Int.init)
        }
        let isRoot = row[2].integer ?? 0 == 0
        entities.append(
          StoreInfo.Entity(
            name: name,
            number: number,
            parent: isRoot ? nil : names[row[2].integer ?? 0]?.name,
            table: table,
            count: count,
            greatestKey: isRoot ? row[3].integer : nil,
            versionHash: metadata.versionHashes[name].map(hexadecimal)
          )
        )
      }
      let size = try Files.status(of: path)?.size
      let hasCache = tables.contains("Z_MODELCACHE")
      return StoreInfo(
        path: path,
        fileSize: size ?? 0,
        identifier: header.identifier,
        frameworkVersion: metadata.frameworkVersion,
        versionIdentifiers: metadata.versionIdentifiers,
        journalMode: try StoreFile.isInWALMode(path) ? "wal" : "delete",
        pageSize: Int(try connection.pragma("page_size")?.integer ?? 0),
        entities: entities,
        recordsHistory: header.history != nil,
        mirrorsToCloudKit: tables.contains { $0.hasPrefix("ANSCK") },
        hasModelCache: try hasCache && connection.firstValue("SELECT count(*) FROM Z_MODELCACHE")?.integer != 0,
        hashesDigest: VersionHashing.digest(of: metadata.versionHashes),
        versionChecksum: VersionHashing.checksum(of: metadata.versionHashes),
        applicationKeys: metadata.userValues.keys.sorted(by: NameOrder.properties)
      )
    }
  }

  /// Why a file is no store that can be looked at, as a sentence without a full stop at its end; `nil` if it is one, though it may be damaged.
  ///
  /// - Throws: `SQLiteStoreError` if the system does not let the file be read.
  package static func obstacle(at path: String) throws -> String? {
    do {
      do {
        _ = try StoreFile.header(of: try StoreFile.connect(to: path, for: .inspection), path: path)
        return nil
      } catch let error as SQLiteError where !error.isOfTheSystem {
        throw SQLiteStoreError(error, path: path)
      }
    } catch let error as SQLiteError {
      throw SQLiteStoreError(error, path: path)
    } catch let error as FileError {
      throw SQLiteStoreError(error, path: path)
    } catch let error as SQLiteStoreError {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      switch error.kind {
      case .damaged, .database, .busy: return nil
      case .notADatabase(let content): return "\(name) is no SQLite database, but \(content.explanation)"
      default:
        let text = error.kind.explanation
        return "\(name): \(text.hasSuffix(".") ? String(text.dropLast()) : text)"
      }
    } catch {
      return nil
    }
  }

  /// Everything that is wrong with the store at `path` if it is to be a store of `model`; empty when nothing is.
  ///
  /// - Parameters:
  ///   - limit: The most problems of one kind to list; a last one says that there are more.
  ///   - checksIntegrity: Whether to ask SQLite whether the file is sound; not if that has been done.
  /// - Throws: `SQLiteStoreError` if the file is no store at all.
  /// - Complexity: reads the whole file several times.
  package static func verify(
    _ path: String,
    model: ManagedObjectModel,
    configuration: String? = nil,
    limit: Int = 100,
    checksIntegrity: Bool = true
  ) throws -> [Finding] {
    try SQLiteStore.translatingErrors(path: path) {
      var verifier = try StoreVerifier(path: path, model: model, configuration: configuration, limit: limit)
      return try verifier.verify(checksIntegrity: checksIntegrity)
    }
  }

  private static func rootName(of number: Int64, in names: [Int64: (name: String, parent: Int64)]) -> String {
    var number = number
    // A damaged table may hold a circle of parents.
    for _ in names {
      guard let entry = names[number], entry.parent != 0, names[entry.parent] != nil else { break }
      number = entry.parent
    }
    return names[number]?.name ?? ""
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
