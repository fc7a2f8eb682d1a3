internal import AttributeValues
internal import ObjectModel

extension StoreSchemaBuilder {
  /// Adds the indexes of a table in the order of their creation.
  ///
  /// First stand the single columns (indexed attributes in the old form, to-one relationships), the root's join tables and the hierarchy,
  /// then for each entity the rest of its join tables and its fetch indexes, uniqueness constraints last.
  mutating func addIndexes(ofTable table: Int, root: EntityDescription) {
    let name = tables[table].name
    let family = subtree(root)
    if !era.hasFetchIndexes {
      for entity in family {
        for attribute in storedAttributes(entity) where attribute.isIndexed {
          addColumnIndex(.property(ObjectIdentifier(attribute)), table: name)
        }
      }
    }
    for entity in family {
      for relationship in storedRelationships(entity) where !relationship.isToMany {
        addColumnIndex(.property(ObjectIdentifier(relationship)), table: name)
      }
      for relationship in oneWayRelationships(to: entity) {
        addColumnIndex(.backPointer(ObjectIdentifier(relationship)), table: name)
      }
    }
    addJoinIndexes(of: root, table: table)
    if family.count > 1, root.userInfo["_NSEntityOmitSubentityColumnIndex"] != "YES" {
      add(StoreIndex(name: name + "_Z_ENT_INDEX", table: name, columns: [.init(name: "Z_ENT")]))
    }
    for entity in family {
      if entity !== root { addJoinIndexes(of: entity, table: table) }
      addRequestedIndexes(of: entity, table: name)
    }
    for entity in family {
      for group in entity.uniquenessConstraints { addUniquenessConstraint(group, of: entity, table: table) }
    }
  }

  private mutating func addJoinIndexes(of entity: EntityDescription, table: Int) {
    guard era.hasJoinIndexes else { return }
    for join in joinTablesByOwner[number(entity)] ?? [] where join.ownerTable == table {
      add(
        StoreIndex(
          name: "\(join.name)_\(join.secondColumn)_INDEX",
          table: join.name,
          columns: [.init(name: join.secondColumn), .init(name: join.firstColumn)]
        )
      )
    }
  }

  /// Adds what the model asks for beyond single columns: since fetch indexes exist, compound indexes and indexed attributes are such too.
  private mutating func addRequestedIndexes(of entity: EntityDescription, table: String) {
    guard era.hasFetchIndexes else {
      for group in entity.compoundIndexes { addCompoundIndex(group, of: entity, table: table) }
      return
    }
    for implied in entity.impliedIndexes {
      addFetchIndex(implied.index, of: entity, table: table, isRepeated: implied.origin == .fetchIndex)
    }
    for index in entity.indexes { addFetchIndex(index, of: entity, table: table) }
  }

  /// Adds an index unless one of its name is there.
  private mutating func add(_ index: StoreIndex) {
    if indexNames.insert(index.name.lowercased()).inserted { indexes.append(index) }
  }

  private mutating func addColumnIndex(_ owner: ColumnOwner, table: String) {
    guard let column = columns[owner]?.name else { return }
    add(StoreIndex(name: "\(table)_\(column)_INDEX", table: table, columns: [.init(name: column)]))
  }

  /// Adds a fetch index, unless one of its elements has no column: then Core Data makes none at all.
  private mutating func addFetchIndex(
    _ index: FetchIndexDescription,
    of entity: EntityDescription,
    table: String,
    isRepeated: Bool = false
  ) {
    guard let first = index.elements.first else { return }
    var elements: [StoreIndex.Column] = []
    for element in index.elements {
      guard let column = column(of: element, entity: entity) else {
        if element.isExpression {
          note(index, of: entity, "the index over the expression \(element.propertyName) is left out")
        }
        return
      }
      elements.append(.init(name: column, isDescending: !element.isAscending))
    }
    // The index that every to-one column has serves.
    if index.elements.count == 1, entity.propertiesByName[first.propertyName] is RelationshipDescription { return }
    let name = "\(entity.name)_\(index.name)"
    if index.elements.contains(where: { $0.collationType == .rTree }) {
      if index.elements.count != 2 { note(index, of: entity, "an R-tree index over other than two attributes") }
      rangeIndexes.append(StoreRangeIndex(name: "Z_RT_" + name, table: table, columns: elements.map(\.name)))
      return
    }
    var made = StoreIndex(name: "Z_" + name, table: table, columns: elements, isExplicit: true, isRepeated: isRepeated)
    if let text = index.partialIndexPredicateText, !text.isEmpty {
      let builder = self
      guard let condition = PartialIndexCondition(text, column: { builder.column(of: entity, path: $0) }) else {
        note(index, of: entity, "the partial index with the predicate “\(text)” is left out")
        return
      }
      if !condition.isProven {
        note(index, of: entity, "the form of the partial index's predicate “\(text)” is inferred")
      }
      made.condition = condition.sql
    }
    add(made)
  }

  private mutating func note(_ index: FetchIndexDescription, of entity: EntityDescription, _ explanation: String) {
    unprovenFeatures.append(UnprovenFeature(entity: entity.name, property: index.name, explanation: explanation))
  }

  private func column(of element: FetchIndexElementDescription, entity: EntityDescription) -> String? {
    switch element.propertyName {
    case "SELF", "self", "objectID": "Z_PK"
    case "entity" where element.isExpression || entity.propertiesByName["entity"] == nil: "Z_ENT"
    default: column(of: entity, path: element.propertyName)
    }
  }

  private mutating func addCompoundIndex(_ group: [String], of entity: EntityDescription, table: String) {
    let found = group.compactMap { column(of: entity, path: $0) }
    guard !group.isEmpty, found.count == group.count else { return }
    add(
      StoreIndex(
        name: "\(table)_\(found.joined(separator: "_"))",
        table: table,
        columns: found.map { .init(name: $0) }
      )
    )
  }

  private mutating func addUniquenessConstraint(_ group: [String], of entity: EntityDescription, table: Int) {
    let found = group.compactMap { column(of: entity, path: $0) }
    guard era.hasUniquenessConstraints, !group.isEmpty, found.count == group.count else { return }
    if era.hasFetchIndexes {
      add(
        StoreIndex(
          name: "Z_\(entity.name)_UNIQUE_\(group.joined(separator: "_"))",
          table: tables[table].name,
          columns: found.map { .init(name: $0) },
          isUnique: true,
          isExplicit: true,
          uniqueAttributes: group
        )
      )
    } else {
      tables[table].uniqueConstraints.append(.init(columns: found, attributes: group))
    }
  }
}
