/// What the plain layout is to be written for.
package struct PlainOptions: Sendable {
  /// The oldest version of SQLite that has to open the file; `nil` if a current one does.
  package var version: SQLiteVersion?
  /// Which module searches texts; `off` if none has to.
  package var search = SearchModule.fts5
  /// How texts are cut into words.
  package var tokenizer: SearchTokenizer
  /// The same for single entities, by name.
  package var tokenizers: [String: SearchTokenizer] = [:]

  package init() { tokenizer = .standard }

  /// The module that is used: FTS5 came with SQLite 3.9.
  var usedSearch: SearchModule {
    search == .fts5 && !knows(SQLiteVersion(3, 9)) ? .fts4 : search
  }

  /// Whether the file may hold what came with a version.
  func knows(_ feature: SQLiteVersion) -> Bool { version.map { $0 >= feature } ?? true }

  /// Tables whose columns refuse values of other types.
  var hasStrictTables: Bool { knows(SQLiteVersion(3, 37)) }
  /// Tables that are their primary key.
  var hasTablesWithoutRowID: Bool { knows(SQLiteVersion(3, 8, 2)) }
  /// Conditions that call functions of dates.
  var hasDateChecks: Bool { knows(SQLiteVersion(3, 20)) }
}
