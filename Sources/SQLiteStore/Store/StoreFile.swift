internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess
internal import SystemErrors

/// The first look into a file: whether it is a store at all, and what it says about itself.
struct StoreFile {
  var identifier: String
  var metadata: StoreMetadata
  /// The numbers of the entities by name, as `Z_PRIMARYKEY` has them.
  var entityNumbers: [String: Int64]
  var history: HistoryTables?

  /// What a file is opened for.
  enum Purpose {
    /// One look at it: nothing in its folder is made or changed.
    case inspection
    /// Reading for a while. Others may write meanwhile, which a store without a write-ahead log shows; one with a log is read as it stands now.
    case reading
    /// Reading on the promise that nobody writes.
    case immutableReading
    case writing
  }

  /// Opens a file after a look at its first bytes.
  ///
  /// - Parameter busyTimeout: How many seconds to wait for a lock.
  /// - Throws: `SQLiteStoreError` for a file that is missing, cut off, or no database.
  static func connect(
    to path: String,
    for purpose: Purpose,
    busyTimeout: Double = SQLiteStoreOptions().busyTimeout
  ) throws -> SQLiteConnection {
    let isInLogMode = try checkHeader(path: path)
    let timeout = SQLiteStoreOptions.milliseconds(busyTimeout)
    let connection =
      switch purpose {
      case .inspection: try SQLiteConnection.reading(path)
      case .reading:
        try isInLogMode
          ? SQLiteConnection.reading(path)
          : SQLiteConnection(path: path, mode: .readOnly, busyTimeoutMilliseconds: timeout)
      case .immutableReading: try SQLiteConnection(path: path, mode: .immutable)
      case .writing: try SQLiteConnection(path: path, mode: .readWrite, busyTimeoutMilliseconds: timeout)
      }
    do {
      _ = try connection.firstValue("SELECT count(*) FROM sqlite_master")
    } catch {
      // An interrupted writer has left a journal, which this connection may not play back.
      let isHot = [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.code.primary)
      guard case .reading = purpose, isHot else { throw error }
      return try SQLiteConnection.reading(path)
    }
    return connection
  }

  /// Looks at the 100 bytes that every SQLite file begins with (https://www.sqlite.org/fileformat2.html#the_database_header).
  ///
  /// - Returns: Whether the file is in WAL mode, or has a log beside it.
  private static func checkHeader(path: String) throws -> Bool {
    guard let file = try FileBeginning(path: path) else {
      throw SQLiteStoreError(.cannotOpen(reason: "there is no such file"), path: path)
    }
    if let kind = file.otherKind { throw SQLiteStoreError(.cannotOpen(reason: "it is \(kind)"), path: path) }
    let beginning = try file.firstBytes(4096)
    let header = beginning.prefix(100)
    guard header.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw SQLiteStoreError(.notADatabase(FileContent(beginning: beginning)), path: path)
    }
    guard header.count == 100 else {
      throw SQLiteStoreError(.truncated(expectedBytes: 100, foundBytes: header.count), path: path)
    }
    func number(_ offset: Int, _ count: Int) -> Int { header[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) } }
    if header[19] > 2 { throw SQLiteStoreError(.newerFormat(what: "SQLite's file format \(header[19])"), path: path) }
    let pageSize = number(16, 2) == 1 ? 65536 : number(16, 2)
    let isSizeValid = number(24, 4) == number(92, 4)
    let expected = pageSize * number(28, 4)
    // With a log or journal beside it a file may be shorter than its newest header; SQLite knows better then.
    let size = file.size
    let isAlone = try !["-wal", "-journal"].contains { try Files.exists(path + $0) }
    if isSizeValid, isAlone, size < expected {
      throw SQLiteStoreError(.truncated(expectedBytes: expected, foundBytes: size), path: path)
    }
    return try header[18] == 2 || header[19] == 2 || Files.exists(path + "-wal")
  }

  /// Whether the file's header asks for a write-ahead log.
  static func isInWALMode(_ path: String) throws -> Bool {
    let header = try FileBeginning(path: path)?.firstBytes(20) ?? []
    return header.count == 20 && header[18] == 2
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
      history: try HistoryTables(in: connection)
    )
  }
}
