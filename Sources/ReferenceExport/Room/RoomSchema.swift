internal import FoundationEssentials
internal import SystemErrors

/// A database as Android's Room describes it in the JSON file that it exports when it is compiled (`room.schemaLocation`), version 1 of the format.
package struct RoomSchema: Sendable {
  /// The version of the database, which is `PRAGMA user_version`.
  package let version: Int32
  /// By what Room recognises that a file has this schema.
  package let identityHash: String
  let tables: [Table]
  let views: [View]

  struct Field: Codable, Sendable {
    let fieldPath: String?
    let columnName: String
    let affinity: String?
    let notNull: Bool?
    let defaultValue: String?

    var isRequired: Bool { notNull ?? false }
  }

  struct PrimaryKey: Codable, Sendable {
    let autoGenerate: Bool?
    let columnNames: [String]
  }

  struct Index: Codable, Sendable {
    let name: String
    let unique: Bool?
    let columnNames: [String]
    let orders: [String]?
    let createSql: String
  }

  struct ForeignKey: Codable, Sendable, Hashable {
    let table: String
    let onDelete: String?
    let onUpdate: String?
    let columns: [String]
    let referencedColumns: [String]
  }

  struct SearchOptions: Codable, Sendable {
    let contentTable: String?
  }

  /// What Room calls an entity.
  struct Table: Codable, Sendable {
    let tableName: String
    let createSql: String
    let fields: [Field]
    let primaryKey: PrimaryKey?
    let indices: [Index]?
    let foreignKeys: [ForeignKey]?
    let ftsVersion: String?
    let ftsOptions: SearchOptions?
    let contentSyncTriggers: [String]?

    var isSearch: Bool { ftsVersion != nil }
    /// The table of which this one is the search table; `nil` if it has texts of its own.
    var contentTable: String? { ftsOptions?.contentTable.flatMap { $0.isEmpty ? nil : $0 } }
    var key: [String] { primaryKey?.columnNames ?? [] }

    func field(_ column: String) -> Field? { fields.first { $0.columnName.lowercased() == column.lowercased() } }
  }

  struct View: Codable, Sendable {
    let viewName: String
    let createSql: String
  }

  private struct File: Codable {
    struct Database: Codable {
      let version: Int32
      let identityHash: String
      let entities: [Table]
      let views: [View]?
    }
    let formatVersion: Int
    let database: Database
  }

  /// Reads a schema.
  ///
  /// - Throws: `RoomError` if the file is none; `FileError` if it cannot be read.
  package init(contentsOf path: String) throws {
    guard let bytes = try Files.contents(of: path) else { throw RoomError(["there is no file \(path)"]) }
    try self.init(bytes, name: path)
  }

  /// Reads a schema from its text; `name` is what errors call it.
  ///
  /// - Throws: `RoomError`.
  package init(_ bytes: [UInt8], name: String) throws(RoomError) {
    struct Version: Codable { let formatVersion: Int }
    let data = Data(bytes)
    guard let version = try? JSONDecoder().decode(Version.self, from: data).formatVersion else {
      throw RoomError(["\(name) is no schema of Room's: it has no “formatVersion”"])
    }
    guard version == 1 else {
      throw RoomError(["\(name) has version \(version) of Room's format, and only 1 is known"])
    }
    let file: File
    do { file = try JSONDecoder().decode(File.self, from: data) } catch let error as DecodingError {
      throw RoomError(["\(name) is no schema of Room's: \(Self.words(error))"])
    } catch {
      throw RoomError(["\(name) is no schema of Room's"])
    }
    self.version = file.database.version
    identityHash = file.database.identityHash
    tables = file.database.entities
    views = file.database.views ?? []
    let problems = Self.unsafeStatements(tables, views)
    guard problems.isEmpty else { throw RoomError(problems) }
  }

  private static func words(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "“\(key.stringValue)” is missing\(place(context.codingPath))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      "a value is of another kind than Room writes\(place(context.codingPath))"
    @unknown default: "it cannot be read"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "" : " in " + path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }

  // MARK: Statements

  /// A statement with the name of its table or view filled in.
  static func statement(_ sql: String, named name: String) -> String {
    sql.replacing("${TABLE_NAME}", with: name).replacing("${VIEW_NAME}", with: name)
  }

  /// The statements of the file are carried out, so they may do nothing but make what they are there for.
  private static func unsafeStatements(_ tables: [Table], _ views: [View]) -> [String] {
    var problems: [String] = []
    func require(_ sql: String, _ starts: [String], _ what: String) {
      let text = sql.uppercased().drop(while: \.isWhitespace)
      if !starts.contains(where: { text.hasPrefix($0) }) {
        problems.append("the statement of \(what) does not begin with \(starts[0])")
      }
    }
    for table in tables {
      require(
        table.createSql,
        [table.isSearch ? "CREATE VIRTUAL TABLE" : "CREATE TABLE"],
        "the table \(table.tableName)"
      )
      if table.isSearch, !table.createSql.uppercased().contains(" USING FTS") {
        problems.append("the table \(table.tableName) is made by another module than FTS3 or FTS4")
      }
      for index in table.indices ?? [] {
        require(index.createSql, ["CREATE INDEX", "CREATE UNIQUE INDEX"], "the index \(index.name)")
      }
      for trigger in table.contentSyncTriggers ?? [] {
        require(trigger, ["CREATE TRIGGER"], "a trigger of the table \(table.tableName)")
      }
    }
    for view in views { require(view.createSql, ["CREATE VIEW"], "the view \(view.viewName)") }
    return problems
  }
}

/// Why a store cannot be written for Room: everything that does not fit.
package struct RoomError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// One sentence for each problem, with table and column.
  package let problems: [String]

  init(_ problems: [String]) { self.problems = problems }

  package var description: String {
    problems.count == 1
      ? "cannot write for Room: \(problems[0])"
      : "cannot write for Room: \(problems.count) problems\n" + problems.map { "  \($0)" }.joined(separator: "\n")
  }

  package var errorDescription: String? { description }
}
