internal import ObjectModel
internal import SQLiteAccess

/// The triggers that keep range indexes, which write into virtual tables (R-trees).
///
/// SQLite lets triggers do that only where the schema is trusted, which that of a file from elsewhere is not. A connection trusts it where there are no
/// other virtual tables than R-trees, and where whatever writes into these is word for word a trigger of Core Data's. What else triggers do, such as an
/// application's own that keep counts, has no effect outside the file either way: no function that has one is there.
enum RangeIndexTriggers {
  private static let prefix = "Z_RT_"

  /// Lets a connection write to tables with range indexes, if the file has such.
  ///
  /// Some libraries of Photos have range indexes without triggers, which are true all the same: there the connection gets triggers of its own, which are not
  /// in the file.
  static func trust(in connection: SQLiteConnection, schema: StoreSchema) throws {
    let objects = try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    var trees: [String] = []
    for object in objects where object[3].text?.hasPrefix("CREATE VIRTUAL TABLE") == true {
      guard let name = object[1].text, name.hasPrefix(prefix), object[3].text?.contains(" USING RTREE ") == true else {
        return
      }
      trees.append(name)
    }
    guard !trees.isEmpty else { return }
    for trigger in objects where trigger[0].text == "trigger" {
      guard let name = trigger[1].text, let table = trigger[2].text, let sql = trigger[3].text else { return }
      guard sql.uppercased().contains(prefix) else { continue }
      guard let tree = trees.first(where: { name.hasPrefix($0 + "_") }),
        try statements(of: tree, on: table, in: connection).contains(where: { words(of: $0) == words(of: sql) })
      else { return }
    }
    try connection.setPragma("trusted_schema", to: "on")
    let triggers = Set(objects.filter { $0[0].text == "trigger" }.compactMap { $0[1].text })
    for tree in trees where !triggers.contains(where: { $0.hasPrefix(tree + "_") }) {
      let owners = schema.entities.filter { tree.hasPrefix("\(prefix)\($0.entity.name)_") }
      guard let owner = owners.max(by: { $0.entity.name.utf8.count < $1.entity.name.utf8.count }) else { continue }
      for statement in try statements(of: tree, on: schema.tables[owner.table].name, in: connection).dropFirst() {
        try connection.execute("CREATE TEMP TRIGGER" + statement.dropFirst("CREATE TRIGGER".count))
      }
    }
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
