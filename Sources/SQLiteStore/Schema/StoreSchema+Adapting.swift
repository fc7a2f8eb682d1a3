internal import SQLiteAccess

extension StoreSchema {
  /// Takes over from an existing store what the rules leave open: which relationship names a reflexive join table, which of two join
  /// columns got the number, and which derived attributes have triggers.
  ///
  /// - Throws: `SQLiteStoreError.schemaMismatch` when tables or columns are missing.
  mutating func adapt(to connection: SQLiteConnection, path: String) throws {
    let objects = try connection.rows("SELECT type, name FROM sqlite_master")
    func names(_ type: String) -> Set<String> { Set(objects.filter { $0[0].text == type }.compactMap { $0[1].text }) }
    let found = names("table")
    let triggers = names("trigger")
    var differences: [String] = []
    func columns(_ table: String) throws -> [String] {
      try connection.rows("SELECT name FROM pragma_table_info(?1)", [.text(table)]).compactMap { $0.first?.text }
    }

    for table in tables {
      guard found.contains(table.name) else {
        differences.append("the table \(table.name) is missing")
        continue
      }
      let present = Set(try columns(table.name))
      for column in table.columns where !present.contains(column.name) {
        differences.append("the column \(table.name).\(column.name) is missing")
      }
    }
    for index in joinTables.indices {
      if !found.contains(joinTables[index].name), let other = joinTables[index].alternativeName, found.contains(other) {
        joinTables[index].name = other
      }
      let name = joinTables[index].name
      guard found.contains(name) else {
        differences.append("the table \(name) is missing")
        continue
      }
      let present = try columns(name)
      joinTables[index].adoptColumns(present)
      let wanted = [joinTables[index].firstColumn, joinTables[index].secondColumn] + joinTables[index].orderColumns
      for column in wanted where !present.contains(column) {
        differences.append("the column \(name).\(column) is missing")
      }
    }
    let known = Set(derivationTriggers.map(\.name))
    otherDerivationTriggers = triggers.filter { $0.hasPrefix("Z_DA_") && !known.contains($0) }
    derivationTriggers.removeAll { !triggers.contains($0.name) }
    guard differences.isEmpty else { throw SQLiteStoreError(.schemaMismatch(differences), path: path) }
  }
}

extension JoinTable {
  /// Takes the columns that a table has for those the rules foretell, where only the number at the end differs.
  fileprivate mutating func adoptColumns(_ present: [String]) {
    func base(_ name: String) -> Substring {
      var name = name[...]
      while let last = name.last, last.isNumber { name.removeLast() }
      return name
    }
    func adopted(_ column: String, except other: String) -> String {
      if present.contains(column) { return column }
      return present.first { $0 != other && base($0) == base(column) } ?? column
    }
    let (oldFirst, oldSecond) = (firstColumn, secondColumn)
    firstColumn = adopted(oldFirst, except: oldSecond)
    secondColumn = adopted(oldSecond, except: firstColumn)
    func renamed(_ order: String?, from old: String, to new: String) -> String? {
      guard let order, !present.contains(order), old != new else { return order }
      return "Z_FOK_" + new.dropFirst(2)
    }
    firstOrderColumn = renamed(firstOrderColumn, from: oldSecond, to: secondColumn)
    secondOrderColumn = renamed(secondOrderColumn, from: oldFirst, to: firstColumn)
  }
}
