internal import AttributeValues
internal import ObjectModel

extension PlainSchema {
  /// A table for full-text search.
  struct SearchTable {
    let name: String
    /// Makes the table.
    let statement: String
    /// Fill it, and merge its index into one piece.
    let fillStatements: [String]
  }

  /// With more entities, none has a search table.
  static let mostSearched = 1_000

  /// The search tables of an entity; none if it has no texts.
  ///
  /// A search table keeps no texts of its own but reads them through a table or view. One over the entity's own table is the one that Datasette and
  /// sqlite-utils find. Where an entity inherits texts, FTS5 has another one over the view, which finds objects by all of their texts; FTS4 reads
  /// rows by their row numbers, which a view has not. SQLite looks at all tables for each one that is made, and a search table is six: a model of
  /// very many entities has none.
  ///
  /// - Throws: `SearchTokenizer.Problem` for a tokenizer that the module does not have.
  mutating func makeSearchTables(for view: View) throws(SearchTokenizer.Problem) -> [SearchTable] {
    guard options.usedSearch != .off, tables.count <= Self.mostSearched else { return [] }
    let own = Self.searchable(view.ownTextColumns)
    let all = Self.searchable(view.textColumns)
    var made: [SearchTable] = []
    if options.usedSearch == .fts5, all.count > own.count {
      made.append(try searchTable(view.table + "Search", over: view.name, key: view.keyName, all, view.entity))
      if !own.isEmpty {
        made.append(try searchTable(view.table + "_fts", over: view.table, key: view.keyName, own, view.entity))
      }
    } else if !own.isEmpty {
      made.append(try searchTable(view.table + "Search", over: view.table, key: view.keyName, own, view.entity))
    }
    return made
  }

  private static func searchable(_ columns: [String]) -> [String] { columns.filter { !isOfTheModule($0) } }

  /// Whether a name is one of the search module's own.
  private static func isOfTheModule(_ column: String) -> Bool {
    ["rank", "rowid", "docid", "oid", "_rowid_"].contains(column.lowercased())
  }

  /// What the search tables of views do not have, as sentences.
  func unsearched(_ views: [View]) -> [String] {
    guard options.usedSearch != .off else { return [] }
    if tables.count > Self.mostSearched { return ["search tables, for more than \(Self.mostSearched) entities"] }
    var sentences: [String] = []
    let texts = views.flatMap { view in view.ownTextColumns.filter(Self.isOfTheModule).map { "\(view.table).\($0)" } }
    if !texts.isEmpty {
      sentences.append("search in \(Self.list(texts)), named as the search module's own columns are")
    }
    let heirs = views.filter { $0.textColumns.count > $0.ownTextColumns.count }.map(\.table)
    if options.usedSearch == .fts4, !heirs.isEmpty {
      sentences.append(
        "one search table for all texts of \(Self.list(heirs)); FTS4 finds those that are inherited by the table that has them"
      )
    }
    return sentences
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
  }

  private mutating func searchTable(
    _ base: String,
    over content: String,
    key: String,
    _ columns: [String],
    _ entity: EntityDescription
  ) throws(SearchTokenizer.Problem) -> SearchTable {
    var name = register(base, withParts: Self.parts)
    while columns.contains(where: { $0.lowercased() == name.lowercased() }) {
      name = register(base, withParts: Self.parts)
    }
    let told = options.tokenizers
    let tokenizer = entity.ancestry.compactMap { told[$0.name] }.first ?? options.tokenizer
    // In double quotes and without a space: so it is looked for.
    var arguments = columns.map(SQLText.name) + ["content=\(SQLText.name(content))"]
    if options.usedSearch == .fts5 {
      arguments += ["content_rowid=\(SQLText.name(key))"]
      arguments += ["tokenize=\(SQLText.literal(try tokenizer.fts5(options.version)))"]
    } else {
      arguments += ["tokenize=\(try tokenizer.fts4(options.version))"]
    }
    let quoted = SQLText.name(name)
    return SearchTable(
      name: name,
      statement:
        "CREATE VIRTUAL TABLE \(quoted) USING \(options.usedSearch.rawValue)(\(arguments.joined(separator: ", ")))",
      fillStatements: ["rebuild", "optimize"].map {
        "INSERT INTO \(quoted) (\(quoted)) VALUES (\(SQLText.literal($0)))"
      }
    )
  }

  /// The tables that a search table is made of, by the ends of their names.
  private static let parts = [
    "_data", "_idx", "_content", "_docsize", "_config", "_segments", "_segdir", "_stat",
  ]
}

extension EntityDescription {
  /// The entity and those that it inherits from, nearest first.
  fileprivate var ancestry: [EntityDescription] {
    var lineage = [self]
    while let parent = lineage[lineage.count - 1].superentity { lineage.append(parent) }
    return lineage
  }
}

extension PlainSchema {
  /// What the file does not have because of the version of SQLite that it is written for, as sentences.
  var leftOut: [String] {
    var sentences: [String] = []
    func add(_ what: String, _ version: SQLiteVersion) { sentences.append("\(what) (SQLite \(version))") }
    if !options.hasStrictTables { add("STRICT tables, which refuse values of other types", SQLiteVersion(3, 37)) }
    if !options.hasTablesWithoutRowID, !joinTables.isEmpty {
      add("WITHOUT ROWID, which makes tables of links smaller", SQLiteVersion(3, 8, 2))
    }
    if !options.hasDateChecks, tables.contains(where: Self.limitsDates) {
      add("conditions on dates, which call functions", SQLiteVersion(3, 20))
    }
    guard tables.count <= Self.mostSearched, options.search != .off else { return sentences }
    if options.usedSearch != options.search {
      add("search by FTS5; the search tables are FTS4's", SQLiteVersion(3, 9))
    }
    if !options.knows(SQLiteVersion(3, 7, 13)) {
      add("search without regard to case and accents beyond ASCII", SQLiteVersion(3, 7, 13))
    } else if !options.knows(SQLiteVersion(3, 27)) {
      add("search without regard to several accents on one letter (remove_diacritics 2)", SQLiteVersion(3, 27))
    }
    return sentences
  }

  private static func limitsDates(_ table: PlainTable) -> Bool {
    table.entity.attributesByName.values.contains { attribute in
      attribute.attributeType == .date && (attribute.constraints.minimum != nil || attribute.constraints.maximum != nil)
    }
  }
}
