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
    try adoptJoinTables(of: connection)
    for join in joinTables {
      guard found.contains(join.name) else {
        differences.append("the table \(join.name) is missing")
        continue
      }
      let present = try columns(join.name)
      let wanted = [join.firstColumn, join.secondColumn] + join.orderColumns
      for column in wanted where !present.contains(column) {
        differences.append("the column \(join.name).\(column) is missing")
      }
    }
    let known = Set(derivationTriggers.map(\.name))
    otherDerivationTriggers = triggers.filter { $0.hasPrefix("Z_DA_") && !known.contains($0) }
    derivationTriggers.removeAll { !triggers.contains($0.name) }
    guard differences.isEmpty else { throw SQLiteStoreError(.schemaMismatch(differences), path: path) }
  }

  /// Takes over the names of join tables and of their columns, and lets the indexes follow.
  mutating func adoptJoinTables(of connection: SQLiteConnection) throws {
    let tables = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    let found = Set(tables.compactMap { $0[0].text })
    for index in joinTables.indices {
      let old = joinTables[index]
      if !found.contains(old.name), let other = old.alternativeName, found.contains(other) {
        joinTables[index].name = other
      }
      let name = joinTables[index].name
      let present = try connection.rows("SELECT name FROM pragma_table_info(?1)", [.text(name)])
      joinTables[index].adoptColumns(present.compactMap { $0[0].text })
      let new = joinTables[index]
      for index in indexes.indices where indexes[index].table == old.name {
        indexes[index].table = new.name
        indexes[index].columns = [.init(name: new.secondColumn), .init(name: new.firstColumn)]
      }
    }
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
