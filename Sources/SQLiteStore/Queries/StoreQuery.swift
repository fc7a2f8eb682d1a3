internal import PredicateLanguage
internal import SQLiteAccess

/// A fetch's translation and its prepared statements, for all fetches of one shape.
final class StoreQuery {
  /// What a statement returns.
  enum Selection: Int {
    case rows
    case identifiers
    case count
  }

  let select: SelectStatement
  /// Reads the rows that the query selects.
  let reader: RowReader
  /// Whether the text is right for other constants too.
  let isReusable: Bool
  private let hasRange: Bool
  private var statements: [SQLiteStatement?] = [nil, nil, nil]

  init(select: SelectStatement, reader: RowReader, isReusable: Bool, hasRange: Bool) {
    self.select = select
    self.reader = reader
    self.isReusable = isReusable
    self.hasRange = hasRange
  }

  /// Calls `body` with a statement whose parameters are bound; it is reset afterwards and kept for the next time.
  ///
  func withStatement<Result>(
    _ selection: Selection,
    constants: [PredicateConstant],
    limit: Int,
    offset: Int,
    on connection: SQLiteConnection,
    _ body: (SQLiteStatement) throws -> Result
  ) throws -> Result {
    // While it runs, the statement is nobody else's: the body may fetch the same again.
    let statement =
      try statements[selection.rawValue] ?? connection.prepare(text(selection))
    statements[selection.rawValue] = nil
    defer {
      statement.reset()
      statements[selection.rawValue] = statement
    }
    try statement.bind(select.parameters, constants: constants)
    if hasRange {
      try statement.bind(limit == 0 ? -1 : Int64(limit), at: select.parameters.count + 1)
      try statement.bind(Int64(offset), at: select.parameters.count + 2)
    }
    return try body(statement)
  }

  /// Prepares the statement that counts, so that a text that SQLite refuses, such as one that is nested too deeply, is noticed in time.
  ///
  /// - Throws: `SQLiteError`.
  func prepare(on connection: SQLiteConnection) throws(SQLiteError) {
    statements[Selection.count.rawValue] = try connection.prepare(text(.count))
  }

  /// The statement's text.
  func text(_ selection: Selection) -> String {
    switch selection {
    case .rows: select.text(selecting: reader.selection, inRange: hasRange)
    case .identifiers: select.text(selecting: "t0.Z_PK, t0.Z_ENT", inRange: hasRange)
    case .count: select.countText(inRange: hasRange)
    }
  }
}

/// The queries of a store by their shapes, the translations that failed included.
struct QueryCache {
  enum Entry {
    case query(StoreQuery)
    case untranslatable(String)

    /// - Throws: `SQLiteStoreError.untranslatableFetch`.
    func query(path: String) throws -> StoreQuery {
      switch self {
      case .query(let query): return query
      case .untranslatable(let reason): throw SQLiteStoreError(.untranslatableFetch(reason), path: path)
      }
    }
  }

  private var entries: [[UInt64]: Entry] = [:]
  /// The last shape that was asked for, which is mostly the next one, too.
  private var last: (words: [UInt64], entry: Entry)?

  /// Shapes that change with every fetch would fill the memory otherwise.
  private static let mostEntries = 256

  /// The entry of a shape; `nil` if there is none.
  mutating func entry(of shape: QueryShape) -> Entry? {
    if let last, last.words == shape.words { return last.entry }
    guard let entry = entries[shape.words] else { return nil }
    last = (shape.words, entry)
    return entry
  }

  /// Keeps the entry of a shape.
  mutating func insert(_ entry: Entry, for shape: QueryShape) {
    if entries.count >= Self.mostEntries { entries.removeAll(keepingCapacity: true) }
    entries[shape.words] = entry
  }

  /// Lets all statements go.
  mutating func removeAll() {
    entries.removeAll()
    last = nil
  }
}
