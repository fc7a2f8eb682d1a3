internal import AttributeValues
internal import ObjectModel

/// Which objects of a model fill which tables of Room's, and what does not fit.
struct RoomPlan {
  /// Where a column's values come from.
  indirect enum Source {
    case attribute(Int, AttributeType)
    case element(Int, path: [String], AttributeType)
    /// The object's number in the store.
    case number
    /// What stands in a column of the row of the related object.
    case toOne(Int, table: Int, column: String, Source)
    /// The place in an ordered relationship of the related object, from 0.
    case position(RelationshipDescription)
  }

  struct Column {
    let field: RoomSchema.Field
    let source: Source
    var affinity: String { field.affinity?.uppercased() ?? "" }
  }

  struct Rows {
    let table: Int
    let entity: EntityDescription
    var columns: [Column]
  }

  struct Links {
    let table: Int
    let relationship: RelationshipDescription
    let owner: LinkEnd
    let member: LinkEnd
    let position: RoomSchema.Field?
  }

  /// A column of a table of links, and the column of the other table that it refers to.
  struct LinkEnd {
    let field: RoomSchema.Field
    let table: Int
    let key: String
    let source: Source
  }

  private(set) var rows: [Rows] = []
  private(set) var links: [Links] = []
  /// What makes it impossible to write the file.
  private(set) var problems: [String] = []
  /// What the file will lack, and the app can do without.
  private(set) var notes: [String] = []

  private let schema: RoomSchema
  private let names: RoomNames
  private let model: ManagedObjectModel
  /// The table of each entity that has one.
  private var tables: [String: Int] = [:]
  private var used: Set<String> = []

  init(_ schema: RoomSchema, model: ManagedObjectModel, names said: [String: String]) {
    self.schema = schema
    self.model = model
    names = RoomNames(said: said)
    checkNames()
    chooseTables()
    for (index, table) in schema.tables.enumerated() where !table.isSearch {
      guard let entity = entity(of: index) else { continue }
      rows.append(Rows(table: index, entity: entity, columns: columns(of: table, index, entity)))
    }
    for entity in model.entities { planLinks(of: entity) }
    for (index, table) in schema.tables.enumerated() where table.isSearch && table.contentTable == nil {
      planSearch(index, table)
    }
    noteTheRest()
  }

  /// The plan for an entity's own rows in another table than its own, as of its ancestors.
  private func entity(of table: Int) -> EntityDescription? {
    model.entities.first { tables[$0.name] == table }
  }

  private mutating func checkNames() {
    for (name, target) in names.said.sorted(by: { $0.key < $1.key }) {
      let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
      guard let entity = model.entitiesByName[parts[0]] else {
        problems.append("the model has no entity \(parts[0]), for which \(target) is told")
        continue
      }
      if parts.count == 2, !entity.properties.contains(where: { $0.name == parts[1] }) {
        problems.append("\(parts[0]) has no property \(parts[1]), for which \(target) is told")
      }
      let isTable = parts.count == 1
      if isTable, !schema.tables.contains(where: { $0.tableName.lowercased() == target.lowercased() }) {
        problems.append("the schema has no table \(target), which is told for \(name)")
      }
    }
  }

  private mutating func chooseTables() {
    var choices: [(likeness: Int, entity: String, table: Int)] = []
    for entity in model.entities {
      for (index, table) in schema.tables.enumerated() where !table.isSearch {
        let likeness = names.likeness(of: table.tableName, to: entity.name)
        if likeness > 0 { choices.append((likeness, entity.name, index)) }
      }
    }
    // The best first; the model's and the schema's order decides between equal ones.
    for level in [9, 4, 3, 2] {
      for choice in choices where choice.likeness == level {
        guard tables[choice.entity] == nil, !tables.values.contains(choice.table) else { continue }
        tables[choice.entity] = choice.table
      }
    }
    if tables.isEmpty { problems.append("no table has the name of an entity of the model") }
  }

  // MARK: Columns

  private mutating func columns(of table: RoomSchema.Table, _ index: Int, _ entity: EntityDescription) -> [Column] {
    var columns: [Column] = []
    for field in table.fields {
      let place = "\(table.tableName).\(field.columnName)"
      if let source = source(of: field, in: table, index, entity, depth: 0) {
        if let problem = Self.misfit(source, field) { problems.append("\(place): \(problem)") }
        columns.append(Column(field: field, source: source))
      } else if field.defaultValue == nil, field.isRequired {
        problems.append("\(place) is NOT NULL without a default, and nothing of \(entity.name) has its name")
      } else {
        notes.append(
          "\(place) has nothing of its name in \(entity.name): it is \(field.defaultValue.map { "the default \($0)" } ?? "NULL") everywhere"
        )
      }
    }
    return columns
  }

  /// Why values from a source cannot stand in a column.
  private static func misfit(_ source: Source, _ field: RoomSchema.Field) -> String? {
    let affinity = field.affinity?.uppercased() ?? ""
    switch source {
    case .attribute(_, let type), .element(_, _, let type):
      return RoomValues.fits(type, affinity) ? nil : "it is \(affinity), and the attribute is a \(type.displayName)"
    case .number, .position:
      return affinity == "INTEGER" ? nil : "it is \(affinity), and the numbers of objects are INTEGER"
    case .toOne(_, _, let column, let source):
      return misfit(source, field).map { "\($0) (by way of \(column))" }
    }
  }

  private mutating func source(
    of field: RoomSchema.Field,
    in table: RoomSchema.Table,
    _ index: Int,
    _ entity: EntityDescription,
    depth: Int
  ) -> Source? {
    let lineage = entity.roomLineage.map(\.name)
    for (slot, attribute) in entity.layout.attributes.enumerated() where !attribute.isTransient {
      if let composite = attribute as? CompositeAttributeDescription {
        if let found = element(of: composite, slot, [attribute.name], field, lineage) { return found }
      } else if names.means(field, attribute.name, of: lineage) {
        used.insert("\(entity.name).\(attribute.name)")
        return .attribute(slot, attribute.attributeType)
      }
    }
    if let found = reference(of: field, in: table, entity, lineage, depth) { return found }
    if table.key.count == 1, table.key[0].lowercased() == field.columnName.lowercased(),
      field.affinity?.uppercased() == "INTEGER"
    {
      return .number
    }
    return position(of: field, entity)
  }

  private mutating func element(
    of composite: CompositeAttributeDescription,
    _ slot: Int,
    _ path: [String],
    _ field: RoomSchema.Field,
    _ lineage: [String]
  ) -> Source? {
    for element in composite.elements {
      let path = path + [element.name]
      if let inner = element as? CompositeAttributeDescription {
        if let found = self.element(of: inner, slot, path, field, lineage) { return found }
      } else if names.means(field, path.joined(), of: lineage) {
        used.insert("\(lineage[0]).\(path[0])")
        return .element(slot, path: Array(path.dropFirst()), element.attributeType)
      }
    }
    return nil
  }

  /// The to-one relationship that a column is: by its name, with `id` or the name of the other's key behind it, or by its foreign key.
  private mutating func reference(
    of field: RoomSchema.Field,
    in table: RoomSchema.Table,
    _ entity: EntityDescription,
    _ lineage: [String],
    _ depth: Int
  ) -> Source? {
    let key = table.foreignKeys?.first { $0.columns.map { $0.lowercased() } == [field.columnName.lowercased()] }
    let foreign = key.flatMap { key in schema.tables.firstIndex { $0.tableName.lowercased() == key.table.lowercased() }
    }
    var found: [(slot: Int, table: Int, isNamed: Bool)] = []
    for (slot, relationship) in entity.layout.toOneRelationships.enumerated() {
      guard let destination = relationship.destinationEntity, let other = self.table(of: destination) else { continue }
      if let foreign, foreign != other, !self.tables(of: destination).contains(foreign) { continue }
      let target = foreign ?? other
      let endings = ["", "id", "uid", "uuid", "key"] + schema.tables[target].key.map(RoomNames.plain)
      let isNamed =
        names.means(field, relationship.name, of: lineage)
        || endings.contains { ending in
          names.said["\(entity.name).\(relationship.name)"] == nil
            && RoomNames.plain(field.columnName) == RoomNames.plain(relationship.name) + ending
        }
      if isNamed || foreign != nil { found.append((slot, target, isNamed)) }
    }
    let named = found.filter(\.isNamed)
    // A foreign key alone tells which relationship it is only if there is one.
    guard let choice = named.first ?? (found.count == 1 ? found[0] : nil) else { return nil }
    let column = key?.referencedColumns.first ?? schema.tables[choice.table].key.first
    guard depth < 8, let column, let referenced = schema.tables[choice.table].field(column),
      let owner = self.entity(of: choice.table),
      let source = source(of: referenced, in: schema.tables[choice.table], choice.table, owner, depth: depth + 1)
    else { return nil }
    used.insert("\(entity.name).\(entity.layout.toOneRelationships[choice.slot].name)")
    return .toOne(choice.slot, table: choice.table, column: referenced.columnName, source)
  }

  /// The table of an entity, or of the nearest ancestor that has one.
  private func table(of entity: EntityDescription) -> Int? { tables(of: entity).first }

  private func tables(of entity: EntityDescription) -> [Int] { entity.roomLineage.compactMap { tables[$0.name] } }

  private func position(of field: RoomSchema.Field, _ entity: EntityDescription) -> Source? {
    let ordered = entity.layout.toOneRelationships.compactMap { relationship in
      relationship.inverseRelationship.flatMap { $0.isToMany && $0.isOrdered ? (relationship.name, $0) : nil }
    }
    let plain = RoomNames.plain(field.columnName)
    for (name, inverse) in ordered where plain == RoomNames.plain(name) + "position" { return .position(inverse) }
    return ordered.count == 1 && Self.isPosition(field) ? .position(ordered[0].1) : nil
  }

  private static func isPosition(_ field: RoomSchema.Field) -> Bool {
    let name = RoomNames.plain(field.columnName)
    return field.affinity?.uppercased() == "INTEGER"
      && ["position", "order", "sortorder", "displayorder", "ordinal", "idx", "index", "joinindex", "sort", "rank"]
        .contains(name)
  }

  /// Whether a table is that of an entity, or has links already.
  private func isTaken(_ table: Int) -> Bool { tables.values.contains(table) || links.contains { $0.table == table } }

  // MARK: Tables of links

  private mutating func planLinks(of entity: EntityDescription) {
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

  // MARK: Search tables with texts of their own

  private mutating func planSearch(_ index: Int, _ table: RoomSchema.Table) {
    var base = RoomNames.plain(table.tableName)
    for ending in ["fts", "fts4", "search"] where base.hasSuffix(ending) { base = String(base.dropLast(ending.count)) }
    let found = model.entities.first { entity in
      if let said = names.said[entity.name], said.lowercased() == table.tableName.lowercased() { return true }
      return RoomNames.plain(entity.name) == base || RoomNames.plain(entity.name) == RoomNames.singular(base)
        || tables[entity.name].map { RoomNames.plain(schema.tables[$0].tableName) == base } ?? false
    }
    guard let entity = found, let main = tables[entity.name] else { return }
    var columns: [Column] = []
    for field in table.fields where field.columnName.lowercased() != "rowid" {
      let place = "\(table.tableName).\(field.columnName)"
      let name = RoomNames.plain(field.columnName)
      var source: Source?
      if name == RoomNames.plain(entity.name) + "id", let key = schema.tables[main].key.first,
        let keyField = schema.tables[main].field(key)
      {
        source = self.source(of: keyField, in: schema.tables[main], main, entity, depth: 1)
      }
      source = source ?? self.source(of: field, in: table, index, entity, depth: 1)
      if let source {
        columns.append(Column(field: field, source: source))
      } else {
        notes.append("\(place) has nothing of its name in \(entity.name)")
      }
    }
    rows.append(Rows(table: index, entity: entity, columns: columns))
  }

  // MARK: What is left

  private mutating func noteTheRest() {
    let filled = Set(rows.map(\.table) + links.map(\.table))
    for (index, table) in schema.tables.enumerated() where !filled.contains(index) && table.contentTable == nil {
      notes.append("the table \(table.tableName) has nothing of its name in the model, and stays empty")
    }
    for entity in model.entities where !entity.isAbstract {
      guard !tables(of: entity).isEmpty else {
        notes.append("the objects of \(entity.name) have no table, and are left out")
        continue
      }
      let lineage = Set(entity.roomLineage.map(\.name))
      for property in entity.properties
      where !property.isTransient && !lineage.contains(where: { used.contains("\($0).\(property.name)") }) {
        if property is AttributeDescription {
          notes.append("\(entity.name).\(property.name) has no column, and is left out")
        } else if let relationship = property as? RelationshipDescription, !relationship.isToMany,
          !(relationship.inverseRelationship.map { used.contains("\($0.entity?.name ?? "").\($0.name)") } ?? false)
        {
          notes.append("\(entity.name).\(property.name) has no column, and is left out")
        }
      }
    }
  }
}

extension AttributeType {
  /// The type's name in messages.
  fileprivate var displayName: String { "\(self)" }
}
