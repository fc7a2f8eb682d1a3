internal import ObjectModel

/// A subquery over the members of to-many relationships.
struct MemberQuery {
  /// The members at the end of the path.
  var members: SelectedObjects
  /// The first table of the subquery, whose scope is the subquery's.
  var alias: String
  var tables: String
  var conditions: [String]

  /// The subquery's text.
  func text(selecting selection: String, where condition: String?, in select: SelectStatement) -> String {
    let conditions = (self.conditions + (condition.map { [$0] } ?? [])).joined(separator: " AND ")
    return "SELECT \(selection) FROM \(tables)\(select.joinText(inScopeOf: alias)) WHERE \(conditions)"
  }
}

extension SelectStatement {
  /// Begins a subquery over the members at the end of a path that leads through one or more to-many relationships; to-one relationships
  /// may stand before, between and behind them.
  ///
  /// - Returns: The subquery and what of the path is left behind the last to-many relationship; `nil` if there is none in the path, or
  ///   the path cannot be followed.
  mutating func members(
    at path: ArraySlice<String>,
    of start: SelectedObjects
  ) -> (query: MemberQuery, rest: ArraySlice<String>)? {
    guard let (owner, slot, rest) = firstToMany(in: path, of: start) else { return nil }
    let alias = openScope()
    guard var query = memberQuery(of: owner, slot: slot, alias: alias) else { return nil }
    var remaining = rest
    while let (owner, slot, rest) = firstToMany(in: remaining, of: query.members) {
      guard owner.alias == query.members.alias,
        let inner = memberQuery(of: owner, slot: slot, alias: makeAlias(inScopeOf: alias))
      else { return nil }
      query.members = inner.members
      query.tables += " JOIN " + inner.tables
      query.conditions += inner.conditions
      remaining = rest
    }
    return (query, remaining)
  }

  /// The first to-many relationship of a path, with the objects that own it and the path behind it.
  private mutating func firstToMany(
    in path: ArraySlice<String>,
    of start: SelectedObjects
  ) -> (owner: SelectedObjects, slot: Int, rest: ArraySlice<String>)? {
    var entity = start.entity
    for (position, name) in zip(path.indices, path) {
      switch entity.entity.layout.slot(named: name) {
      case .toMany(let slot):
        guard let owner = objects(at: path[path.startIndex..<position], of: start) else { return nil }
        return (owner, slot, path[(position + 1)...])
      case .toOne(let slot):
        guard let destination = entity.entity.layout.toOneRelationships[slot].destinationEntity,
          let next = schema.entity(destination)
        else { return nil }
        entity = next
      case .attribute, .fetched, nil: return nil
      }
    }
    return nil
  }

  /// The members of one to-many relationship; `alias` becomes the name of their table.
  private mutating func memberQuery(of owner: SelectedObjects, slot: Int, alias: String) -> MemberQuery? {
    guard let destination = owner.entity.entity.layout.toManyRelationships[slot].destinationEntity,
      let member = schema.entity(destination)
    else { return nil }
    let table = SQLIdentifier.spelled(schema.tables[member.table].name)
    let members = SelectedObjects(entity: member, alias: alias)
    switch owner.entity.toMany[slot] {
    case .none: return nil
    case .memberColumn(_, let column, _, _, _):
      return MemberQuery(
        members: members,
        alias: alias,
        tables: "\(table) AS \(alias)",
        conditions: ["\(alias).\(SQLIdentifier.spelled(column)) = \(owner.alias).Z_PK"]
      )
    case .joinTable(let index, let isFirst):
      let join = schema.joinTables[index]
      // A relationship that is its own inverse stands in either direction; the context reads its members one by one.
      if join.isSymmetric { return nil }
      let link = makeAlias(inScopeOf: alias)
      let ownerColumn = SQLIdentifier.spelled(isFirst ? join.firstColumn : join.secondColumn)
      let memberColumn = SQLIdentifier.spelled(isFirst ? join.secondColumn : join.firstColumn)
      return MemberQuery(
        members: members,
        alias: alias,
        tables: "\(SQLIdentifier.spelled(join.name)) AS \(link) JOIN \(table) AS \(alias)",
        conditions: ["\(link).\(ownerColumn) = \(owner.alias).Z_PK", "\(alias).Z_PK = \(link).\(memberColumn)"]
      )
    }
  }
}
