internal import ObjectModel
internal import SQLiteAccess

/// The tables in which Core Data records a store's history: `ATRANSACTION`, one row for each save; `ACHANGE`, one for each object that a save inserted,
/// changed or deleted; and `ATRANSACTIONSTRING`, the names that transactions share.
struct HistoryTables: Sendable {
  /// The numbers under which `Z_PRIMARYKEY` keeps the last keys of the tables.
  enum Number {
    static let change: Int64 = 16_001
    static let transaction: Int64 = 16_002
    static let string: Int64 = 16_003
  }

  /// How many `ZTOMBSTONE…` columns `ACHANGE` has.
  let tombstoneCount: Int
  /// Whether transactions refer to the names in `ATRANSACTIONSTRING`; the first versions spelled them out in each row.
  let hasStrings: Bool
  /// Why nothing can be recorded in these tables; `nil` if all of them are understood.
  let problem: String?

  private static let changeColumns = [
    "Z_PK", "Z_ENT", "Z_OPT", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID", "ZCOLUMNS",
  ]
  private static let names = ["AUTHOR", "BUNDLEID", "CONTEXTNAME", "PROCESSID"]
  private static let transactionColumns =
    ["Z_PK", "Z_ENT", "Z_OPT", "ZTIMESTAMP"] + names.map { "Z\($0)" } + ["ZQUERYGEN"]
  private static let referenceColumns = names.map { "Z\($0)TS" }

  /// Reads the layout of a store's history tables; `nil` if it has none.
  init?(in connection: SQLiteConnection) throws {
    func columns(_ table: String) throws -> [String] {
      try connection.rows("SELECT name FROM pragma_table_info(?1)", [.text(table)]).compactMap { $0[0].text }
    }
    let changes = try columns("ACHANGE")
    let transactions = try columns("ATRANSACTION")
    guard !changes.isEmpty || !transactions.isEmpty else { return nil }
    tombstoneCount = changes.count { $0.hasPrefix("ZTOMBSTONE") }
    hasStrings = try !columns("ATRANSACTIONSTRING").isEmpty
    let tombstones = (0..<tombstoneCount).map { "ZTOMBSTONE\($0)" }
    let wanted = (
      Set(Self.changeColumns + tombstones), Set(Self.transactionColumns + (hasStrings ? Self.referenceColumns : []))
    )
    problem =
      (Set(changes), Set(transactions)) == wanted
      ? nil : "its history tables are not of a form that is known"
  }

  /// The statements that make the tables in a new store, as Core Data does after its own tables.
  static func statements(tombstoneCount: Int) -> [String] {
    let key = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
    let tombstones = (0..<tombstoneCount).map { ", ZTOMBSTONE\($0) BLOB" }.joined()
    return [
      "CREATE TABLE ACHANGE ( \(key), ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, "
        + "ZCOLUMNS BLOB\(tombstones) )",
      "CREATE TABLE ATRANSACTION ( \(key), \(referenceColumns.map { "\($0) INTEGER, " }.joined())ZTIMESTAMP FLOAT, "
        + "\(names.map { "Z\($0) VARCHAR, " }.joined())ZQUERYGEN BLOB )",
      "CREATE TABLE ATRANSACTIONSTRING ( \(key), ZNAME VARCHAR )",
      "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
    ] + referenceColumns.map { "CREATE INDEX ATRANSACTION_\($0)_INDEX ON ATRANSACTION (\($0))" } + [
      "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
      "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
      "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
    ]
  }

  /// The attributes of an entity whose values the history keeps when an object is deleted, in the order of the tombstone columns. A value that may be
  /// kept in a file of its own is not among them.
  static func preservedSlots(of entity: StoreEntity) -> [Int] {
    let attributes = entity.entity.layout.attributes
    return attributes.indices
      .filter { slot in
        guard case .column(let column) = entity.attributes[slot] else { return false }
        return attributes[slot].preservesValueInHistoryOnDeletion && !column.allowsExternalStorage
      }
      .sorted { attributes[$0].name.utf8.lexicographicallyPrecedes(attributes[$1].name.utf8) }
  }
}

extension StoreEra {
  /// Whether the history's tables have the form in which they are made here.
  var hasHistoryStrings: Bool { frameworkVersion >= 1000 }
}
