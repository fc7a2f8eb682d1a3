internal import FoundationEssentials
internal import ManagedObjects
public import ObjectModel
internal import SQLiteAccess

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension SQLiteStore {
  /// Opens a store.
  ///
  /// - Parameters:
  ///   - path: The store's file; a WAL beside it is honoured unless the file is opened as immutable.
  ///   - model: The model the store was made for; it is frozen.
  ///   - configuration: The configuration whose entities the store holds; `nil` for all.
  /// - Throws: `SQLiteStoreError` that says why the file is not a store for this model.
  public static func open(
    at path: String,
    model: ManagedObjectModel,
    configuration: String? = nil,
    options: SQLiteStoreOptions = SQLiteStoreOptions()
  ) throws -> SQLiteStore {
    try translatingErrors(path: path) {
      let isReadOnly = options.isReadOnly || options.isImmutable
      let connection = try StoreFile.connect(
        to: path,
        mode: options.isImmutable ? .immutable : isReadOnly ? .readOnly : .readWrite
      )
      let header = try StoreFile.header(of: connection, path: path)
      if options.checksVersionHashes {
        try header.metadata.requireCompatibility(with: model, configuration: configuration, path: path)
      }
      let names = Set(model.entities(forConfiguration: configuration).map(\.name))
      var schema = StoreSchema(
        model: model,
        era: StoreEra(frameworkVersion: header.metadata.frameworkVersion ?? options.era.frameworkVersion),
        configuration: configuration,
        // A store that was migrated may list an entity under its old name; the rule then gives the numbers.
        entityNumbers: names.isSubset(of: header.entityNumbers.keys) ? header.entityNumbers : nil
      )
      try schema.adapt(to: connection, path: path)
      let store = SQLiteStore(
        location: path,
        model: model,
        schema: schema,
        configuration: configuration,
        options: options,
        connection: connection,
        identifier: header.identifier,
        metadata: header.metadata,
        hasHistory: header.hasHistory
      )
      try store.configureConnection()
      if !isReadOnly { try store.readLastKeysIfChanged() }
      return store
    }
  }
}

/// The first look into a file: whether it is a store at all, and what it says about itself.
struct StoreFile {
  var identifier: String
  var metadata: StoreMetadata
  /// The numbers of the entities by name, as `Z_PRIMARYKEY` has them.
  var entityNumbers: [String: Int64]
  var hasHistory: Bool

  /// Opens a file after a look at its first bytes.
  ///
  /// - Throws: `SQLiteStoreError` for a file that is missing, cut off, or no database.
  static func connect(to path: String, mode: SQLiteConnection.OpenMode) throws -> SQLiteConnection {
    try checkHeader(path: path)
    let connection = try SQLiteConnection(path: path, mode: mode)
    do {
      _ = try connection.firstValue("SELECT count(*) FROM sqlite_master")
    } catch {
      // A store in WAL mode without its side files cannot be read in a folder that cannot be written, except as immutable.
      let isWithoutSideFiles = mode == .readOnly && !FileManager.default.fileExists(atPath: path + "-wal")
      guard isWithoutSideFiles, error.code.primary == .SQLITE_CANTOPEN else { throw error }
      return try SQLiteConnection(path: path, mode: .immutable)
    }
    return connection
  }

  /// Looks at the 100 bytes that every SQLite file begins with (https://www.sqlite.org/fileformat2.html#the_database_header).
  private static func checkHeader(path: String) throws {
    guard let file = FileHandleReader(path: path) else {
      let exists = FileManager.default.fileExists(atPath: path)
      throw SQLiteStoreError(.cannotOpen(reason: exists ? "it cannot be read" : "there is no such file"), path: path)
    }
    let header = file.firstBytes(100)
    guard header.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw SQLiteStoreError(.notADatabase, path: path)
    }
    guard header.count == 100 else {
      throw SQLiteStoreError(.truncated(expectedBytes: 100, foundBytes: header.count), path: path)
    }
    func number(_ offset: Int, _ count: Int) -> Int { header[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) } }
    if header[19] > 2 { throw SQLiteStoreError(.newerFormat(what: "SQLite's file format \(header[19])"), path: path) }
    let pageSize = number(16, 2) == 1 ? 65536 : number(16, 2)
    let isSizeValid = number(24, 4) == number(92, 4)
    let expected = pageSize * number(28, 4)
    // With a WAL beside it a file may be shorter than its newest header; SQLite knows better then.
    let size = file.size
    let hasLog = FileManager.default.fileExists(atPath: path + "-wal")
    if isSizeValid, !hasLog, size < expected {
      throw SQLiteStoreError(.truncated(expectedBytes: expected, foundBytes: size), path: path)
    }
  }

  /// Reads Core Data's own tables.
  ///
  /// - Throws: `SQLiteStoreError` for a database that is no store.
  static func header(of connection: SQLiteConnection, path: String) throws -> StoreFile {
    let tables = Set(
      try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'").compactMap { $0.first?.text }
    )
    for table in ["Z_METADATA", "Z_PRIMARYKEY"] where !tables.contains(table) {
      throw SQLiteStoreError(.foreignDatabase(missing: "the table \(table)"), path: path)
    }
    guard
      let row = try connection.rows("SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
        .first,
      let list = row[2].blob
    else { throw SQLiteStoreError(.foreignDatabase(missing: "the row of Z_METADATA"), path: path) }
    if let version = row[0].integer, version > 1 {
      throw SQLiteStoreError(.newerFormat(what: "Z_METADATA has version \(version)"), path: path)
    }
    let metadata: StoreMetadata
    do {
      metadata = try StorePropertyList.decoded(list, path: path)
    } catch let error as SQLiteStoreError {
      throw error
    } catch {
      throw SQLiteStoreError(.unreadableMetadata(reason: String(describing: error)), path: path)
    }
    var numbers: [String: Int64] = [:]
    for row in try connection.rows("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY") {
      if let name = row[0].text, let number = row[1].integer { numbers[name] = number }
    }
    return StoreFile(
      identifier: row[1].text ?? "",
      metadata: metadata,
      entityNumbers: numbers,
      hasHistory: tables.contains("ATRANSACTION") || tables.contains("ACHANGE")
    )
  }
}

/// The beginning and size of a file.
private struct FileHandleReader {
  let size: Int
  private let path: String

  init?(path: String) {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path), let size = attributes[.size] as? Int
    else { return nil }
    self.size = size
    self.path = path
    guard FileManager.default.isReadableFile(atPath: path) else { return nil }
  }

  func firstBytes(_ count: Int) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = fread(&bytes, 1, count, file)
    return Array(bytes.prefix(read))
  }
}
