internal import ManagedObjects
internal import ObjectModel
internal import SealedPages

/// Many-to-many relationships: their links wait until the store is finished.
extension SealingStore {
  /// Takes the new members of a many-to-many relationship. What rows say of other relationships is no change here.
  ///
  /// - Throws: `SealingStoreError.takesNewObjectsOnly`.
  func link(_ change: StoreToManyChange) throws {
    let entity = template.database.schema.entities[try template.database.entityIndex(change.owner.entity)]
    guard change.removed.isEmpty, change.order == nil, entity.toMany.indices.contains(change.slot),
      case .joinTable(let join, let isFirst) = entity.toMany[change.slot]
    else { throw SealingStoreError.takesNewObjectsOnly }
    for member in change.added { links[join].add(change.owner.reference, member.reference, isFirst: isFirst) }
  }

  /// The members of a many-to-many relationship while the store is filled.
  ///
  /// - Throws: `SealingStoreError.unreadable` for other relationships.
  func waitingMembers(of owner: ManagedObjectID, toManySlot slot: Int) throws -> [ManagedObjectID] {
    let entity = template.database.schema.entities[try template.database.entityIndex(owner.entity)]
    guard case .joinTable(let join, let isFirst) = entity.toMany[slot],
      let destination = entity.entity.layout.toManyRelationships[slot].destinationEntity
    else { throw SealingStoreError.unreadable }
    return links[join].members(of: owner.reference, isFirst: isFirst).map {
      ManagedObjectID(entity: destination, storeNumber: number, reference: $0)
    }
  }

  /// Writes the join tables, each in the order of its keys and with the members of ordered relationships 2048 apart.
  func writeLinks() throws {
    for (index, join) in template.database.schema.joinTables.enumerated() {
      guard let table = tableWriter(join.name) else { continue }
      let batch = RowBatch(for: table.definition)
      var rowID: Int64 = 0
      try links[index].forEachInOrder(isOrdered: !join.orderColumns.isEmpty) { first, second, places in
        rowID += 1
        batch.beginRow(rowID)
        batch.append(first)
        batch.append(second)
        if join.secondOrderColumn != nil { batch.append(places.inSecond * OrderNumbers.distance) }
        if join.firstOrderColumn != nil { batch.append(places.inFirst * OrderNumbers.distance) }
        try batch.endRow()
        if batch.byteCount >= Self.batchSize {
          try table.append(batch)
          batch.removeAll()
        }
      }
      try table.append(batch)
      links[index].removeAll()
      try table.finish()
    }
  }
}
