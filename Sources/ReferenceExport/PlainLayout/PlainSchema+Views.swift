internal import AttributeValues
internal import ObjectModel

extension PlainSchema {
  /// A view, and the table that searches the texts it shows.
  struct View {
    let entity: EntityDescription
    let name: String
    let statement: String
    /// The columns with the entity's own and inherited texts, by the names in the view.
    let textColumns: [String]
    /// The columns of the entity's own table with texts.
    let ownTextColumns: [String]
    let table: String
    let keyName: String
  }

  /// A view per entity: its key, own and inherited attributes, and for each to-one relationship the key and the name of the related object.
  mutating func makeViews() -> [View] {
    var views: [View] = []
    for table in tables {
      let name = register(table.name + "View")
      views.append(view(of: table, name: name))
    }
    return views
  }

  private func view(of table: PlainTable, name: String) -> View {
    var columnNames = NameRegister()
    var columns = ["t0.\(SQLText.name(table.keyName))"]
    _ = columnNames.register(table.keyName)
    var sources = ["\(SQLText.name(table.name)) AS t0"]
    var textColumns: [String] = []
    var ownTextColumns: [String] = []
    for (index, level) in lineage(of: table).enumerated() {
      // The lineage begins with the entity itself; its ancestors' columns are joined by the key they share.
      let alias = "t\(index)"
      if index > 0 {
        sources.append("JOIN \(SQLText.name(level.name)) AS \(alias) USING (\(SQLText.name(level.keyName)))")
      }
      for column in level.columns {
        let shown = columnNames.register(column.name)
        columns.append(
          "\(alias).\(SQLText.name(column.name))" + (shown == column.name ? "" : " AS \(SQLText.name(shown))")
        )
        if column.isSearched {
          textColumns.append(shown)
          if index == 0 { ownTextColumns.append(column.name) }
        }
        guard case .toOne(let slot) = column.source, let reference = column.reference,
          let destination = level.entity.layout.toOneRelationships[slot].destinationEntity,
          let label = label(of: destination)
        else { continue }
        let joined = "r\(sources.count)"
        sources.append(
          "LEFT JOIN \(SQLText.name(label.table)) AS \(joined) "
            + "ON \(joined).\(SQLText.name(reference.key)) = \(alias).\(SQLText.name(column.name))"
        )
        let shownLabel = columnNames.register(level.entity.layout.toOneRelationships[slot].name)
        columns.append("\(joined).\(SQLText.name(label.column)) AS \(SQLText.name(shownLabel))")
      }
    }
    let statement = """
      CREATE VIEW \(SQLText.name(name)) AS
      SELECT \(columns.joined(separator: ", "))
      FROM \(sources.joined(separator: "\n  "))
      """
    return View(
      entity: table.entity,
      name: name,
      statement: statement,
      textColumns: textColumns,
      ownTextColumns: ownTextColumns,
      table: table.name,
      keyName: table.keyName
    )
  }

  /// The table and those of the entity's ancestors, nearest first.
  private func lineage(of table: PlainTable) -> [PlainTable] {
    var tables = [table]
    while let parent = tables[tables.count - 1].entity.superentity, let next = self.table(for: parent) {
      tables.append(next)
    }
    return tables
  }

  /// The column that names an object for people: a unique text, else one that is called name or title, else the first required text.
  private func label(of entity: EntityDescription) -> (table: String, column: String)? {
    let texts = entity.layout.attributes.filter { $0.attributeType == .string && !$0.isTransient }
    var lineage: [EntityDescription] = [entity]
    while let parent = lineage[lineage.count - 1].superentity { lineage.append(parent) }
    let unique = Set(lineage.flatMap(\.uniquenessConstraints).filter { $0.count == 1 }.joined())
    let chosen =
      texts.first { unique.contains($0.name) && $0.name.lowercased() == "name" }
      ?? texts.first { ["name", "title"].contains($0.name.lowercased()) }
      ?? texts.first { unique.contains($0.name) }
      ?? texts.first { !$0.isOptional }
    guard let chosen else { return nil }
    for level in lineage {
      guard let table = table(for: level) else { continue }
      for column in table.columns {
        if case .attribute(let slot) = column.source, level.layout.attributes[slot].name == chosen.name {
          return (table.name, column.name)
        }
      }
    }
    return nil
  }
}
