internal import AttributeValues
internal import ObjectModel

extension StoreSchemaBuilder {
  /// The to-many relationships without an inverse that lead to an entity; its table points back at their owners.
  func oneWayRelationships(to destination: EntityDescription) -> [RelationshipDescription] {
    oneWayRelationships[ObjectIdentifier(destination)] ?? []
  }

  /// Adds the table of a root entity with the columns of all that inherit from it.
  mutating func addTable(of root: EntityDescription) {
    let table = tables.count
    let family = subtree(root)
    var used = Set(StoreTable.keyColumns.map(\.name))
    var columns: [StoreColumn] = []

    func take(_ base: String, _ type: StoreColumn.DeclaredType, _ sortClass: Int, for owner: ColumnOwner) {
      let name = Self.unused(base, &used)
      self.columns[owner] = (table, name)
      columns.append(StoreColumn(name, type, sortClass: sortClass))
    }

    for entity in family {
      for attribute in storedAttributes(entity) {
        let identity = ObjectIdentifier(attribute)
        if let composite = attribute as? CompositeAttributeDescription {
          for (path, leaf) in Self.leaves(of: composite) {
            guard let column = leaf.attributeType.column else { continue }
            take("Z" + leaf.name.uppercased(), column.type, column.sortClass, for: .leaf(identity, path))
            if leaf.attributeType == .uri { noteAddress(attribute, column: .leaf(identity, path)) }
          }
          noteComposite(composite)
        } else if let column = attribute.attributeType.column {
          take("Z" + attribute.name.uppercased(), column.type, column.sortClass, for: .property(identity))
          if attribute.attributeType == .uri { noteAddress(attribute, column: .property(identity)) }
        } else {
          note(attribute, "an attribute without a type has no column")
        }
      }
      // The order numbers stand in a class of their own, but their names are taken last.
      var places: [(base: String, owner: ColumnOwner)] = []
      for relationship in storedRelationships(entity) where !relationship.isToMany {
        let identity = ObjectIdentifier(relationship)
        let name = relationship.name.uppercased()
        take("Z" + name, .integer, StoreColumn.relationshipSortClass, for: .property(identity))
        if let destination = relationship.destinationEntity, hasSubentities(destination) {
          take(
            "Z\(number(destination))_\(name)",
            .integer,
            StoreColumn.relationshipSortClass,
            for: .destinationEntity(identity)
          )
        }
        if let inverse = relationship.inverseRelationship, inverse.isToMany, inverse.isOrdered {
          places.append(("Z_FOK_" + name, .place(identity)))
        }
      }
      for relationship in oneWayRelationships(to: entity) {
        guard let owner = relationship.entity else { continue }
        let identity = ObjectIdentifier(relationship)
        let name = "\(number(owner))\(relationship.name.uppercased())"
        take("Z" + name, .integer, StoreColumn.relationshipSortClass, for: .backPointer(identity))
        if hasSubentities(owner) {
          take(
            "Z\(number(owner))_\(name)",
            .integer,
            StoreColumn.relationshipSortClass,
            for: .backPointerEntity(identity)
          )
          note(relationship, "a to-many relationship without an inverse whose owner has sub-entities")
        }
        if relationship.isOrdered {
          places.append(("Z_FOK_" + name, .backPointerPlace(identity)))
          note(relationship, "an ordered relationship without an inverse")
        }
      }
      for place in places { take(place.base, .integer, StoreColumn.orderSortClass, for: place.owner) }
    }
    // The sort is stable: inside one class the order of the entities and names stays.
    let sorted = columns.enumerated().sorted { ($0.element.sortClass, $0.offset) < ($1.element.sortClass, $1.offset) }
    tables.append(
      StoreTable(
        name: tableName("Z" + root.name.uppercased(), for: root),
        columns: StoreTable.keyColumns + sorted.map(\.element),
        rootNumber: number(root),
        isShared: family.count > 1
      )
    )
  }

  /// The name of a table that belongs to an entity, made unique: entities may have names that differ only by case.
  mutating func tableName(_ base: String, for entity: EntityDescription) -> String {
    let name = Self.unused(base, &tableNames)
    if name != base {
      unprovenFeatures.append(
        UnprovenFeature(entity: entity.name, property: "", explanation: "a second table of the name \(base)")
      )
    }
    return name
  }

  /// The base name, or the base name with the first number that makes it new.
  static func unused(_ base: String, _ used: inout Set<String>) -> String {
    if used.insert(base).inserted { return base }
    var number = 1
    while !used.insert(base + String(number)).inserted { number += 1 }
    return base + String(number)
  }

  /// The leaves of a composite attribute in the order of the model, with their names from the outside in.
  static func leaves(of composite: CompositeAttributeDescription) -> [(path: [String], leaf: AttributeDescription)] {
    composite.elements.flatMap { element -> [(path: [String], leaf: AttributeDescription)] in
      guard let inner = element as? CompositeAttributeDescription else { return [([element.name], element)] }
      return leaves(of: inner).map { ([element.name] + $0.path, $0.leaf) }
    }
  }

  /// The column of an address is proven, but no value in one was seen.
  private mutating func noteAddress(_ attribute: AttributeDescription, column owner: ColumnOwner) {
    note(
      attribute,
      "how an address (URI) is stored: only empty ones were seen",
      valueColumn: columns[owner].map { UnprovenFeature.ValueColumn(table: $0.table, name: $0.name) }
    )
  }

  private mutating func noteComposite(_ composite: CompositeAttributeDescription) {
    if composite.isMadeByModelEditor { note(composite, "a composite attribute made in the model editor") }
    if composite.elements.contains(where: { $0 is CompositeAttributeDescription }) {
      note(composite, "a composite attribute inside a composite attribute")
    }
  }
}
