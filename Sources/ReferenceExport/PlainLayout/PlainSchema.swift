internal import AttributeValues
internal import ObjectModel

/// The plain layout of a model: natural names, STRICT tables, keys, checks and indexes that any SQLite client understands.
///
/// - A table per entity, with the entity's and its attributes' names; the primary key is `id`. The table of a sub-entity adds its own columns
///   to the parent's row of the same key.
/// - A to-one relationship is a column with the relationship's name and `ID`. Its foreign key deletes as the inverse's delete rule says.
/// - A to-many relationship that no column can carry is a table with the names of the entity and the relationship.
/// - Values: Booleans 0 and 1; dates ISO 8601 in UTC; UUIDs and URIs as text; decimals as numbers, as Core Data's own store
///   keeps them; elements of composites as columns of their own.
/// - A view per entity, its name and `View`, with inherited attributes and the names of related objects.
/// - A search table per entity with texts, its name and `Search`. Of an entity that inherits texts it is one over the view, and one over the table has the
///   name `_fts`: Datasette and sqlite-utils find a table's search table by `content="TABLE"`.
///
/// What the version of SQLite does not know for which the file is written is left out, and listed in `leftOut`.
struct PlainSchema {
  private(set) var tables: [PlainTable] = []
  private(set) var joinTables: [PlainJoinTable] = []
  private(set) var positions: [PlainPosition] = []
  let options: PlainOptions
  /// Names of tables, views and indexes, which share one space of names in SQLite.
  private(set) var names = NameRegister()

  private var tableNames: [String: String] = [:]
  private var keyNames: [String: String] = [:]
  /// Where each entity's table stands among `tables`.
  private var tablePlaces: [ObjectIdentifier: Int] = [:]

  /// Works out the layout of a frozen model.
  init(model: ManagedObjectModel, options: PlainOptions = PlainOptions()) {
    self.options = options
    for entity in model.entities { tableNames[entity.name] = names.register(entity.name) }
    let hierarchies = Dictionary(grouping: model.entities) { ObjectIdentifier($0.rootEntity) }
    for entity in model.entities where entity.superentity == nil {
      let hierarchy = hierarchies[ObjectIdentifier(entity)] ?? []
      let attributes = hierarchy.flatMap { $0.declaredProperties.map { $0.name.lowercased() } }
      let key = attributes.contains("id") ? attributes.contains("objectid") ? "objectKey" : "objectID" : "id"
      for member in hierarchy { keyNames[member.name] = key }
    }
    for entity in model.entities {
      tablePlaces[ObjectIdentifier(entity)] = tables.count
      tables.append(table(of: entity))
    }
    for entity in model.entities { addJoinTables(of: entity) }
    for (position, table) in tables.enumerated() { tables[position].indexes = makeIndexes(of: table) }
  }

  /// The table of an entity.
  func table(for entity: EntityDescription) -> PlainTable? { tablePlaces[ObjectIdentifier(entity)].map { tables[$0] } }

  /// A name for another table, view or index.
  mutating func register(_ name: String) -> String { names.register(name) }

  /// A name for a table that is made of others, whose names end in `parts`.
  mutating func register(_ name: String, withParts parts: [String]) -> String { names.register(name, withParts: parts) }

  private func reference(to entity: EntityDescription, onDelete: String) -> PlainReference {
    PlainReference(
      table: tableNames[entity.name] ?? entity.name,
      key: keyNames[entity.name] ?? "id",
      onDelete: onDelete
    )
  }

  // MARK: Tables

  private mutating func table(of entity: EntityDescription) -> PlainTable {
    let key = keyNames[entity.name] ?? "id"
    var columnNames = NameRegister()
    _ = columnNames.register(key)
    var columns: [PlainColumn] = []
    let inherited = Set(entity.superentity?.properties.map(\.name) ?? [])
    for property in entity.declaredProperties where !inherited.contains(property.name) && !property.isTransient {
      switch (property, entity.layout.slot(named: property.name)) {
      case (let attribute as AttributeDescription, .attribute(let slot)):
        columns += makeColumns(for: attribute, slot: slot, names: &columnNames)
      case (let relationship as RelationshipDescription, .toOne(let slot)):
        guard let destination = relationship.destinationEntity else { continue }
        columns.append(
          PlainColumn(
            name: columnNames.register(relationship.name + "ID"),
            type: .integer,
            source: .toOne(slot),
            isRequired: !relationship.isOptional,
            reference: reference(to: destination, onDelete: Self.onDelete(of: relationship))
          )
        )
        if let inverse = relationship.inverseRelationship, inverse.isToMany, inverse.isOrdered {
          let column = columnNames.register(relationship.name + "Position")
          columns.append(PlainColumn(name: column, type: .integer, source: .position))
          positions.append(
            PlainPosition(
              relationship: inverse,
              table: tableNames[entity.name] ?? entity.name,
              key: key,
              column: column
            )
          )
        }
      default:
        continue
      }
    }
    return PlainTable(
      entity: entity,
      name: tableNames[entity.name] ?? entity.name,
      keyName: key,
      parent: entity.superentity.flatMap { tableNames[$0.name] },
      columns: columns
    )
  }

  /// What deleting the other object does to this one, which is what the inverse's delete rule says.
  private static func onDelete(of relationship: RelationshipDescription) -> String {
    switch relationship.inverseRelationship?.deleteRule {
    case .cascade: "CASCADE"
    case .deny: "RESTRICT"
    case .nullify: relationship.isOptional ? "SET NULL" : "NO ACTION"
    case .noAction, nil: "NO ACTION"
    }
  }

  private func makeColumns(
    for attribute: AttributeDescription,
    slot: Int,
    names: inout NameRegister
  ) -> [PlainColumn] {
    guard let composite = attribute as? CompositeAttributeDescription else {
      return [
        column(
          for: attribute,
          name: names.register(attribute.name),
          source: .attribute(slot),
          isRequired: !attribute.isOptional
        )
      ]
    }
    return makeColumns(
      forElementsOf: composite,
      slot: slot,
      path: [attribute.name],
      isRequired: !attribute.isOptional,
      names: &names
    )
  }

  private func makeColumns(
    forElementsOf composite: CompositeAttributeDescription,
    slot: Int,
    path: [String],
    isRequired: Bool,
    names: inout NameRegister
  ) -> [PlainColumn] {
    var columns: [PlainColumn] = []
    for element in composite.elements {
      let path = path + [element.name]
      let isRequired = isRequired && !element.isOptional
      if let inner = element as? CompositeAttributeDescription {
        columns += makeColumns(forElementsOf: inner, slot: slot, path: path, isRequired: isRequired, names: &names)
        continue
      }
      // `address` with the element `city` makes `addressCity`.
      let name = path.dropFirst().reduce(into: path[0]) { $0 += $1.prefix(1).uppercased() + $1.dropFirst() }
      columns.append(
        column(
          for: element,
          name: names.register(name),
          source: .element(slot, path: Array(path.dropFirst())),
          isRequired: isRequired
        )
      )
    }
    return columns
  }

  private func column(
    for attribute: AttributeDescription,
    name: String,
    source: PlainColumn.Source,
    isRequired: Bool
  ) -> PlainColumn {
    let type: PlainColumn.StorageType =
      switch attribute.attributeType {
      case .integer16, .integer32, .integer64, .boolean: .integer
      case .double, .float, .decimal: .real
      case .string, .date, .uuid, .uri: .text
      case .binaryData, .transformable, .undefined, .composite: .blob
      }
    return PlainColumn(
      name: name,
      type: type,
      source: source,
      isSearched: attribute.attributeType == .string,
      isRequired: isRequired,
      checks: PlainChecks.conditions(for: attribute, column: SQLText.name(name), hasDates: options.hasDateChecks)
    )
  }

  // MARK: Relationships in tables of their own

  private mutating func addJoinTables(of entity: EntityDescription) {
    let inherited = Set(entity.superentity?.properties.map(\.name) ?? [])
    for case let relationship as RelationshipDescription in entity.declaredProperties
    where relationship.isToMany && !inherited.contains(relationship.name) && !relationship.isTransient {
      guard let destination = relationship.destinationEntity else { continue }
      let inverse = relationship.inverseRelationship
      // A to-one inverse carries the relationship in its column; of two to-many ones the first that comes along makes the table.
      if let inverse {
        let isMade = inverse !== relationship && joinTables.map(\.relationship).contains(inverse)
        if isMade || !inverse.isToMany { continue }
      }
      var columns = NameRegister()
      let isReflexive = destination === entity
      let ownerName =
        isReflexive ? inverse.map { $0 === relationship ? entity.name : $0.name } ?? entity.name : entity.name
      let memberName = isReflexive ? relationship.name : destination.name
      let ownerColumn = columns.register(Self.lowerCamel(ownerName) + "ID")
      let memberColumn = columns.register(Self.lowerCamel(memberName) + "ID")
      let hasOrderedInverse = inverse.map { $0 !== relationship && $0.isOrdered } ?? false
      let upper = relationship.name.prefix(1).uppercased() + relationship.name.dropFirst()
      joinTables.append(
        PlainJoinTable(
          name: names.register(entity.name + upper),
          relationship: relationship,
          owner: (ownerColumn, reference(to: entity, onDelete: "CASCADE")),
          member: (memberColumn, reference(to: destination, onDelete: "CASCADE")),
          positionColumn: relationship.isOrdered ? columns.register("position") : nil,
          inversePositionColumn: hasOrderedInverse ? columns.register("inversePosition") : nil
        )
      )
    }
  }

  private static func lowerCamel(_ name: String) -> String {
    // `AKCGroup` becomes `akcGroup`: all capitals but the last before a small letter belong to the abbreviation.
    let capitals = name.prefix { $0.isUppercase }
    if capitals.count == name.count { return name.lowercased() }
    let lowered = capitals.count > 1 ? capitals.dropLast() : capitals
    return lowered.lowercased() + name.dropFirst(lowered.count)
  }

  // MARK: Indexes

  private mutating func makeIndexes(of table: PlainTable) -> [PlainIndex] {
    let entity = table.entity
    var seen: Set<[String]> = []
    var made: [PlainIndex] = []
    var indexes: [(properties: [(String, Bool)], isUnique: Bool)] = []
    indexes += entity.uniquenessConstraints.map { ($0.map { ($0, true) }, true) }
    for index in entity.indexes where index.elements.allSatisfy({ !$0.isExpression && $0.collationType == .binary }) {
      indexes.append((index.elements.map { ($0.propertyName, $0.isAscending) }, false))
    }
    indexes += entity.compoundIndexes.map { ($0.map { ($0, true) }, false) }
    for case let attribute as AttributeDescription in entity.declaredProperties where attribute.isIndexed {
      indexes.append(([(attribute.name, true)], false))
    }
    for case .toOne(let slot) in table.columns.map(\.source) {
      indexes.append(([(entity.layout.toOneRelationships[slot].name, true)], false))
    }
    for (properties, isUnique) in indexes {
      // An index cannot reach into the parent's table.
      let columns = properties.compactMap { property, isAscending in
        Self.column(of: property, in: table).map { (name: $0.name, isAscending: isAscending) }
      }
      guard columns.count == properties.count, !columns.isEmpty,
        seen.insert(columns.map { $0.name + ($0.isAscending ? "+" : "-") }).inserted
      else { continue }
      made.append(
        PlainIndex(
          name: names.register("\(table.name).\(columns.map(\.name).joined(separator: "."))"),
          columns: columns,
          isUnique: isUnique
        )
      )
    }
    return made
  }

  /// The column of an attribute or a relationship, which has another name where that was taken.
  private static func column(of property: String, in table: PlainTable) -> PlainColumn? {
    let slot = table.entity.layout.slot(named: property)
    return table.columns.first { column in
      switch column.source {
      case .attribute(let own): slot == .attribute(own)
      case .toOne(let own): slot == .toOne(own)
      case .element, .position: false
      }
    }
  }
}
