internal import AttributeValues
internal import ObjectModel

/// Tables of links: relationships that no column of their objects' tables carries.
extension RoomPlan {
  mutating func planLinks(of entity: EntityDescription) {
    let inherited = Set(entity.superentity?.properties.map(\.name) ?? [])
    for case let relationship as RelationshipDescription in entity.declaredProperties
    where relationship.isToMany && !inherited.contains(relationship.name) && !relationship.isTransient {
      let inverse = relationship.inverseRelationship
      if let inverse, !inverse.isToMany { continue }
      if let inverse, links.contains(where: { $0.relationship === inverse }) { continue }
      guard let destination = relationship.destinationEntity, let owner = table(of: entity),
        let member = table(of: destination)
      else { continue }
      var found: [Links] = []
      let said = names.said["\(entity.name).\(relationship.name)"]
      for (index, table) in schema.tables.enumerated() where !table.isSearch && !isTaken(index) {
        if let said, said.lowercased() != table.tableName.lowercased() { continue }
        if let link = link(index, table, relationship, inverse, owner: owner, member: member) { found.append(link) }
      }
      let name = RoomNames.plain(relationship.name)
      let named = found.filter { RoomNames.plain(schema.tables[$0.table].tableName).contains(RoomNames.singular(name)) }
      let choice = named.count == 1 ? named : found
      if choice.count == 1 {
        links.append(choice[0])
        checkLinks(choice[0])
      } else if choice.count > 1 {
        let tables = choice.map { schema.tables[$0.table].tableName }.joined(separator: ", ")
        problems.append(
          "several tables can hold \(entity.name).\(relationship.name): \(tables); say which with --room-name \(entity.name).\(relationship.name)=TABLE"
        )
      } else {
        notes.append("\(entity.name).\(relationship.name) has no table of links, so its links are left out")
      }
    }
  }

  private mutating func link(
    _ index: Int,
    _ table: RoomSchema.Table,
    _ relationship: RelationshipDescription,
    _ inverse: RelationshipDescription?,
    owner: Int,
    member: Int
  ) -> Links? {
    let ownerWords = [relationship.entity?.name, inverse.map { RoomNames.singular($0.name) }]
    let memberWords = [relationship.destinationEntity?.name, RoomNames.singular(relationship.name)]
    var owners = table.fields.filter { refers($0, in: table, to: owner, ownerWords) }
    var members = table.fields.filter { refers($0, in: table, to: member, memberWords) }
    if owner == member {
      // Both refer to the same table: the names of the relationship and of its inverse decide, else the order.
      func named(_ name: String?, _ fields: [RoomSchema.Field]) -> RoomSchema.Field? {
        let word = name.map { RoomNames.plain(RoomNames.singular($0)) }
        return fields.first { field in word.map { RoomNames.plain(field.columnName).hasPrefix($0) } ?? false }
      }
      if let field = named(relationship.name, members) {
        members = [field]
        owners.removeAll { $0.columnName == field.columnName }
      } else if let field = named(inverse?.name, owners) {
        owners = [field]
        members.removeAll { $0.columnName == field.columnName }
      } else if owners.count == 2 {
        (owners, members) = ([owners[0]], [owners[1]])
      }
    }
    guard owners.count == 1, members.count == 1, owners[0].columnName != members[0].columnName,
      let ownerEnd = end(owners[0], of: table, at: owner),
      let memberEnd = end(members[0], of: table, at: member)
    else { return nil }
    let taken = [owners[0].columnName, members[0].columnName]
    let position =
      relationship.isOrdered ? table.fields.first { !taken.contains($0.columnName) && Self.isPosition($0) } : nil
    return Links(
      table: index,
      relationship: relationship,
      owner: ownerEnd,
      member: memberEnd,
      position: position
    )
  }

  /// Whether a column refers to the rows of a table: by a foreign key, or by the name of its key.
  private func refers(
    _ field: RoomSchema.Field,
    in table: RoomSchema.Table,
    to target: Int,
    _ words: [String?]
  ) -> Bool {
    let other = schema.tables[target]
    if let key = table.foreignKeys?.first(where: {
      $0.columns.map { $0.lowercased() } == [field.columnName.lowercased()]
    }) {
      return key.table.lowercased() == other.tableName.lowercased()
    }
    let name = RoomNames.plain(field.columnName)
    let keys = other.key.map(RoomNames.plain)
    if keys.contains(name), !["id", "uid", "uuid"].contains(name) { return true }
    let singular = RoomNames.singular(RoomNames.plain(other.tableName))
    return (words.compactMap(\.self).map(RoomNames.plain) + [singular]).contains { word in
      (["id"] + keys).contains { name == word + $0 }
    }
  }

  private mutating func end(_ field: RoomSchema.Field, of table: RoomSchema.Table, at target: Int) -> LinkEnd? {
    let key = table.foreignKeys?.first { $0.columns.map { $0.lowercased() } == [field.columnName.lowercased()] }
    let other = schema.tables[target]
    guard let column = key?.referencedColumns.first ?? (other.key.count == 1 ? other.key[0] : nil),
      let referenced = other.field(column), let entity = entity(of: target),
      let source = source(of: referenced, in: other, target, entity, depth: 1)
    else { return nil }
    return LinkEnd(field: field, table: target, key: referenced.columnName, source: source)
  }

  private mutating func checkLinks(_ link: Links) {
    let table = schema.tables[link.table]
    for (field, source) in [(link.owner.field, link.owner.source), (link.member.field, link.member.source)] {
      if let problem = Self.misfit(source, field) {
        problems.append("\(table.tableName).\(field.columnName): \(problem)")
      }
    }
    let filled = [link.owner.field.columnName, link.member.field.columnName, link.position?.columnName]
    for field in table.fields where !filled.contains(field.columnName) {
      if field.isRequired, field.defaultValue == nil {
        problems.append(
          "\(table.tableName).\(field.columnName) is NOT NULL without a default, and links have nothing of its name"
        )
      } else {
        notes.append("\(table.tableName).\(field.columnName) has nothing of its name")
      }
    }
  }
}
