internal import AttributeValues
internal import ObjectModel

/// What a key path leads to, as SQL.
struct SelectedColumn {
  /// The column with its table's name.
  var sql: String
  /// The type of the attribute; `nil` when the column is a relationship's or the object's own key.
  var type: AttributeType?
  /// The entity of the objects whose key the column holds.
  var destination: EntityDescription?
}

extension SelectStatement {
  /// The column of an attribute or to-one relationship of the fetched entity, or further along to-one relationships.
  ///
  /// - Returns: `nil` for to-many relationships, transient properties, and names that are not there.
  mutating func column(at keyPath: String) -> SelectedColumn? {
    column(
      at: keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init),
      of: entity,
      alias: Self.rootAlias
    )
  }

  /// The column at the end of a path that begins at an entity whose table is called `alias`.
  mutating func column(at path: [String], of start: StoreEntity, alias: String) -> SelectedColumn? {
    var entity = start
    var alias = alias
    for (position, name) in path.enumerated() {
      let isLast = position == path.count - 1
      if isLast, name == "objectID" || name == "self" || name == "SELF" {
        return SelectedColumn(sql: "\(alias).Z_PK", type: nil, destination: entity.entity)
      }
      switch entity.entity.layout.slot(named: name) {
      case .attribute(let slot):
        var storage = entity.attributes[slot]
        for element in path[(position + 1)...] {
          guard case .composite(let elements) = storage, let inner = elements.first(where: { $0.name == element })
          else { return nil }
          storage = inner.storage
        }
        guard case .column(let column) = storage else { return nil }
        return SelectedColumn(
          sql: "\(alias).\(SQLIdentifier.spelled(schema.tables[entity.table].columns[column.index].name))",
          type: column.type,
          destination: nil
        )
      case .toOne(let slot):
        guard let storage = entity.toOne[slot],
          let destination = entity.entity.layout.toOneRelationships[slot].destinationEntity,
          let next = schema.entity(destination)
        else { return nil }
        let column = schema.tables[entity.table].columns[storage.column].name
        if isLast {
          return SelectedColumn(sql: "\(alias).\(SQLIdentifier.spelled(column))", type: nil, destination: destination)
        }
        alias = join(column, of: alias, table: next.table)
        entity = next
      case .toMany, .fetched, nil: return nil
      }
    }
    return nil
  }
}
