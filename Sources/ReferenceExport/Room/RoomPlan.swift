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
  var links: [Links] = []
  /// What makes it impossible to write the file.
  var problems: [String] = []
  /// What the file will lack, and the app can do without.
  var notes: [String] = []

  let schema: RoomSchema
  let names: RoomNames
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
      var columns = columns(of: table, index, entity)
      // Search tables find a row by its number.
      if !Self.isNumbered(table), table.field("rowid") == nil { columns.append(rowNumber(of: table, index, entity)) }
      rows.append(Rows(table: index, entity: entity, columns: columns))
    }
    for entity in model.entities { planLinks(of: entity) }
    for (index, table) in schema.tables.enumerated() where table.isSearch && table.contentTable == nil {
      planSearch(index, table)
    }
    noteTheRest()
  }

  /// The plan for an entity's own rows in another table than its own, as of its ancestors.
  func entity(of table: Int) -> EntityDescription? {
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
  static func misfit(_ source: Source, _ field: RoomSchema.Field) -> String? {
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

  mutating func source(
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
  func table(of entity: EntityDescription) -> Int? { tables(of: entity).first }

  private func tables(of entity: EntityDescription) -> [Int] { entity.roomLineage.compactMap { tables[$0.name] } }

  private func position(of field: RoomSchema.Field, _ entity: EntityDescription) -> Source? {
    let ordered = entity.layout.toOneRelationships.compactMap { relationship in
      relationship.inverseRelationship.flatMap { $0.isToMany && $0.isOrdered ? (relationship.name, $0) : nil }
    }
    let plain = RoomNames.plain(field.columnName)
    for (name, inverse) in ordered where plain == RoomNames.plain(name) + "position" { return .position(inverse) }
    return ordered.count == 1 && Self.isPosition(field) ? .position(ordered[0].1) : nil
  }

  static func isPosition(_ field: RoomSchema.Field) -> Bool {
    let name = RoomNames.plain(field.columnName)
    return field.affinity?.uppercased() == "INTEGER"
      && ["position", "order", "sortorder", "displayorder", "ordinal", "idx", "index", "joinindex", "sort", "rank"]
        .contains(name)
  }

  /// Whether a table is that of an entity, or has links already.
  func isTaken(_ table: Int) -> Bool { tables.values.contains(table) || links.contains { $0.table == table } }

  // MARK: Search tables with texts of their own

  /// Whether a table's key is the number of its rows.
  private static func isNumbered(_ table: RoomSchema.Table) -> Bool {
    table.key.count == 1 && table.field(table.key[0])?.affinity?.uppercased() == "INTEGER"
  }

  /// The numbers of a table's rows, which those of its search table are, too: its key, or else the numbers of the objects.
  private mutating func rowNumber(of table: RoomSchema.Table, _ index: Int, _ entity: EntityDescription) -> Column {
    let field = RoomSchema.Field(
      fieldPath: nil,
      columnName: "rowid",
      affinity: "INTEGER",
      notNull: true,
      defaultValue: nil
    )
    guard Self.isNumbered(table), let key = table.field(table.key[0]),
      let source = source(of: key, in: table, index, entity, depth: 1)
    else { return Column(field: field, source: .number) }
    return Column(field: field, source: source)
  }

  private mutating func planSearch(_ index: Int, _ table: RoomSchema.Table) {
    var base = RoomNames.plain(table.tableName)
    for ending in ["fts", "fts4", "search"] where base.hasSuffix(ending) { base = String(base.dropLast(ending.count)) }
    let found = model.entities.first { entity in
      if let said = names.said[entity.name], said.lowercased() == table.tableName.lowercased() { return true }
      return RoomNames.plain(entity.name) == base || RoomNames.plain(entity.name) == RoomNames.singular(base)
        || tables[entity.name].map { RoomNames.plain(schema.tables[$0].tableName) == base } ?? false
    }
    guard let entity = found, let main = tables[entity.name] else { return }
    var columns = [rowNumber(of: schema.tables[main], main, entity)]
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
