internal import SQLiteAccess

/// The triggers that keep range indexes, which write into virtual tables (R-trees).
///
/// SQLite lets triggers do that only where the schema is trusted, which that of a file from elsewhere is not: a connection trusts it where all triggers
/// are these, word for word, or those of derived attributes.
enum RangeIndexTriggers {
  /// Lets a connection write to tables with range indexes, if the file has such and no other triggers.
  static func trust(in connection: SQLiteConnection) throws {
    let objects = try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    let trees = objects.filter { $0[0].text == "table" && $0[3].text?.hasPrefix("CREATE VIRTUAL TABLE") == true }
      .compactMap { $0[1].text }.filter { $0.hasPrefix("Z_RT_") }
    guard !trees.isEmpty else { return }
    let triggers = objects.filter { $0[0].text == "trigger" }
    var known: Set<String> = []
    for trigger in triggers {
      guard let name = trigger[1].text, let table = trigger[2].text, let sql = trigger[3].text else { return }
      if name.hasPrefix("Z_DA_") { continue }
      guard let tree = trees.first(where: { name.hasPrefix($0 + "_") }) else { return }
      if known.isEmpty || !known.contains(words(of: sql)) {
        known.formUnion(try statements(of: tree, on: table, in: connection).map(words))
      }
      guard known.contains(words(of: sql)) else { return }
    }
    try connection.setPragma("trusted_schema", to: "on")
  }

  /// The statements that make a range index over a table, by the columns that it has.
  private static func statements(of tree: String, on table: String, in connection: SQLiteConnection) throws -> [String]
  {
    let columns = try connection.rows("SELECT name FROM pragma_table_info(?1)", [.text(tree)]).compactMap(\.[0].text)
    let bounds = columns.filter { $0.hasSuffix("_MIN") }.map { String($0.dropLast(4)) }
    return StoreSchema.statements(for: StoreRangeIndex(name: tree, table: table, columns: bounds))
  }

  private static func words(of statement: String) -> String {
    statement.filter { $0 != "\"" }.split(separator: " ").joined(separator: " ")
  }
}
