internal import AttributeValues
internal import ObjectModel

extension PlainSchema {
  /// The statements that make the tables, in the order of the model.
  var tableStatements: [String] { tables.map(statement) + joinTables.map(statement) }

  /// The statements that make the indexes; they run after the rows are in.
  var indexStatements: [String] {
    var statements: [String] = []
    for table in tables {
      for index in table.indexes {
        let columns = index.columns.map { SQLText.name($0.name) + ($0.isAscending ? "" : " DESC") }
        statements.append(
          "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(SQLText.name(index.name)) "
            + "ON \(SQLText.name(table.name)) (\(columns.joined(separator: ", ")))"
        )
      }
    }
    // The primary key of a join table leads from owner to member; this leads back.
    var names = names
    for table in joinTables {
      let name = names.register("\(table.name).\(table.member.column)")
      statements.append(
        "CREATE INDEX \(SQLText.name(name)) ON \(SQLText.name(table.name)) (\(SQLText.name(table.member.column)))"
      )
    }
    return statements
  }

  private func statement(for table: PlainTable) -> String {
    let key = SQLText.name(table.keyName)
    var lines = ["\(key) INTEGER PRIMARY KEY"]
    if let parent = table.parent {
      lines[0] += " REFERENCES \(SQLText.name(parent)) (\(key)) ON DELETE CASCADE"
    }
    for column in table.columns {
      var line = "\(SQLText.name(column.name)) \(column.type.rawValue)"
      if column.isRequired { line += " NOT NULL" }
      for check in column.checks { line += " CHECK (\(check))" }
      if let reference = column.reference { line += " " + Self.clause(reference) }
      lines.append(line)
    }
    let strict = options.hasStrictTables ? " STRICT" : ""
    return "CREATE TABLE \(SQLText.name(table.name)) (\n  \(lines.joined(separator: ",\n  "))\n)\(strict)"
  }

  private func statement(for table: PlainJoinTable) -> String {
    var lines = [
      "\(SQLText.name(table.owner.column)) INTEGER NOT NULL \(Self.clause(table.owner.reference))",
      "\(SQLText.name(table.member.column)) INTEGER NOT NULL \(Self.clause(table.member.reference))",
    ]
    for position in [table.positionColumn, table.inversePositionColumn] {
      if let position { lines.append("\(SQLText.name(position)) INTEGER") }
    }
    lines.append("PRIMARY KEY (\(SQLText.name(table.owner.column)), \(SQLText.name(table.member.column)))")
    let kinds = (options.hasStrictTables ? ["STRICT"] : []) + (options.hasTablesWithoutRowID ? ["WITHOUT ROWID"] : [])
    let kind = kinds.isEmpty ? "" : " " + kinds.joined(separator: ", ")
    return "CREATE TABLE \(SQLText.name(table.name)) (\n  \(lines.joined(separator: ",\n  "))\n)\(kind)"
  }

  private static func clause(_ reference: PlainReference) -> String {
    let action = reference.onDelete == "NO ACTION" ? "" : " ON DELETE \(reference.onDelete)"
    return "REFERENCES \(SQLText.name(reference.table)) (\(SQLText.name(reference.key)))\(action)"
  }
}
