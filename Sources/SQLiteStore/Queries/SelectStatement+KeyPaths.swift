internal import AttributeValues
internal import ObjectModel

/// What a key path leads to, as SQL.
struct SelectedColumn {
  enum Content {
    case attribute(AttributeColumn)
    /// The key of an object of this entity.
    case object(EntityDescription)
  }

  /// The column with its table's name.
  var sql: String
  var content: Content
}

/// Objects of an entity in a statement.
struct SelectedObjects {
  var entity: StoreEntity
  /// The name of their table in the statement.
  var alias: String
}

extension SelectStatement {
  /// The fetched objects.
  var root: SelectedObjects { SelectedObjects(entity: entity, alias: Self.rootAlias) }

  /// The column of an attribute or to-one relationship of the fetched entity, or further along to-one relationships.
  ///
  /// - Returns: `nil` for to-many relationships, transient properties, and names that are not there.
  mutating func column(at keyPath: String) -> SelectedColumn? {
    column(at: keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...], of: root)
  }

  /// The column at the end of a path.
  mutating func column(at path: ArraySlice<String>, of start: SelectedObjects) -> SelectedColumn? {
    guard let name = path.last, let owner = objects(at: path.dropLast(), of: start) else {
      return compositeColumn(at: path, of: start)
    }
    let table = schema.tables[owner.entity.table]
    func spelled(_ column: Int) -> String { "\(owner.alias).\(SQLIdentifier.spelled(table.columns[column].name))" }
    switch owner.entity.entity.layout.slot(named: name) {
    case .attribute(let slot):
      guard case .column(let column) = owner.entity.attributes[slot] else { return nil }
      return SelectedColumn(sql: spelled(column.index), content: .attribute(column))
    case .toOne(let slot):
      guard let storage = owner.entity.toOne[slot],
        let destination = owner.entity.entity.layout.toOneRelationships[slot].destinationEntity
      else { return nil }
      return SelectedColumn(sql: spelled(storage.column), content: .object(destination))
    case nil where name == "self" || name == "SELF" || name == "objectID":
      return SelectedColumn(sql: "\(owner.alias).Z_PK", content: .object(owner.entity.entity))
    case .toMany, .fetched, nil: return nil
    }
  }

  /// The objects at the end of a path of to-one relationships, joined where needed.
  mutating func objects(at path: ArraySlice<String>, of start: SelectedObjects) -> SelectedObjects? {
    var current = start
    for name in path {
      guard case .toOne(let slot) = current.entity.entity.layout.slot(named: name),
        let storage = current.entity.toOne[slot],
        let destination = current.entity.entity.layout.toOneRelationships[slot].destinationEntity,
        let next = schema.entity(destination)
      else { return nil }
      let column = schema.tables[current.entity.table].columns[storage.column].name
      current = SelectedObjects(entity: next, alias: join(column, of: current.alias, table: next.table))
    }
    return current
  }

  /// The column of a composite attribute's leaf.
  private mutating func compositeColumn(at path: ArraySlice<String>, of start: SelectedObjects) -> SelectedColumn? {
    for (position, name) in zip(path.indices, path) {
      guard let owner = objects(at: path[path.startIndex..<position], of: start) else { return nil }
      guard case .attribute(let slot) = owner.entity.entity.layout.slot(named: name) else { continue }
      var storage = owner.entity.attributes[slot]
      for element in path[(position + 1)...] {
        guard case .composite(let elements) = storage, let inner = elements.first(where: { $0.name == element }) else {
          return nil
        }
        storage = inner.storage
      }
      guard case .column(let column) = storage else { return nil }
      let spelled = SQLIdentifier.spelled(schema.tables[owner.entity.table].columns[column.index].name)
      return SelectedColumn(sql: "\(owner.alias).\(spelled)", content: .attribute(column))
    }
    return nil
  }
}
