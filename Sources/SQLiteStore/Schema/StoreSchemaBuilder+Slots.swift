internal import AttributeValues
internal import ObjectModel

extension StoreSchemaBuilder {
  /// Resolves the slots of every entity's layout to columns.
  mutating func resolveSlots() {
    let columnIndexes = tables.map { table in
      Dictionary(uniqueKeysWithValues: table.columns.enumerated().map { ($1.name, $0) })
    }
    func index(_ owner: ColumnOwner) -> Int? { columns[owner].flatMap { columnIndexes[$0.table][$0.name] } }

    func storage(of attribute: AttributeDescription) -> AttributeStorage {
      let identity = ObjectIdentifier(attribute)
      func leafStorage(_ leaf: AttributeDescription, _ path: [String]) -> AttributeStorage {
        if let inner = leaf as? CompositeAttributeDescription {
          return .composite(inner.elements.map { ($0.name, leafStorage($0, path + [$0.name])) })
        }
        return index(.leaf(identity, path)).map { column(at: $0, of: leaf) } ?? .none
      }
      func column(at index: Int, of attribute: AttributeDescription) -> AttributeStorage {
        .column(
          AttributeColumn(
            index: index,
            type: attribute.attributeType,
            allowsExternalStorage: attribute.allowsExternalBinaryDataStorage && attribute.attributeType == .binaryData
          )
        )
      }
      if let composite = attribute as? CompositeAttributeDescription {
        return attribute.isTransient
          ? .none : .composite(composite.elements.map { ($0.name, leafStorage($0, [$0.name])) })
      }
      return index(.property(identity)).map { column(at: $0, of: attribute) } ?? .none
    }

    for entity in order {
      guard let table = rootPlaces[ObjectIdentifier(entity.rootEntity)] else { continue }
      let layout = entity.layout
      var resolved = StoreEntity(
        number: number(entity),
        superNumber: entity.superentity.map(number) ?? 0,
        entity: entity,
        table: table,
        subtreeNumbers: subtree(entity).map(number)
      )
      resolved.attributes = layout.attributes.map(storage)
      resolved.toOne = layout.toOneRelationships.map { relationship in
        let identity = ObjectIdentifier(relationship)
        guard let column = index(.property(identity)) else { return nil }
        return ToOneStorage(
          column: column,
          entityColumn: index(.destinationEntity(identity)),
          orderColumn: index(.place(identity))
        )
      }
      resolved.toMany = layout.toManyRelationships.map(toManyStorage)
      entities.append(resolved)
    }
  }

  private func toManyStorage(_ relationship: RelationshipDescription) -> ToManyStorage {
    let identity = ObjectIdentifier(relationship)
    if let join = joins[identity] { return .joinTable(join.table, isFirst: join.isFirst) }
    if let inverse = relationship.inverseRelationship, !inverse.isToMany {
      let inverseIdentity = ObjectIdentifier(inverse)
      guard !relationship.isTransient, let column = columns[.property(inverseIdentity)] else { return .none }
      return .memberColumn(
        table: column.table,
        column: column.name,
        entityColumn: columns[.destinationEntity(inverseIdentity)]?.name,
        orderColumn: relationship.isOrdered ? columns[.place(inverseIdentity)]?.name : nil,
        isBackPointer: false
      )
    }
    guard let column = columns[.backPointer(identity)] else { return .none }
    return .memberColumn(
      table: column.table,
      column: column.name,
      entityColumn: columns[.backPointerEntity(identity)]?.name,
      orderColumn: columns[.backPointerPlace(identity)]?.name,
      isBackPointer: true
    )
  }
}
