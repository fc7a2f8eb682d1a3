internal import AttributeValues
internal import ObjectModel

/// Copies what one store holds to another, empty one, as a mapping says: to migrate a store to another place, type, or version of the model.
///
/// Keys are kept as they are, save where several hierarchies of entities become one, or share one sequence of keys: then each of them is moved past
/// those before it.
package final class StoreCopier {
  private static let batchSize = 1000

  private let source: any PersistentStore
  private let target: any PersistentStore
  private let mapping: MappingModel
  /// What is added to the keys of each hierarchy of the source.
  private var offsets: [ObjectIdentifier: Int64] = [:]
  private var destinations: [ObjectIdentifier: MappingModel.EntityMapping] = [:]

  package init(from source: any PersistentStore, to target: any PersistentStore, mapping: MappingModel) {
    self.source = source
    self.target = target
    self.mapping = mapping
  }

  /// Whether a store holds no object of the model.
  static func isEmpty(_ store: any PersistentStore, model: ManagedObjectModel) throws -> Bool {
    try model.entities(forConfiguration: store.configurationName).allSatisfy { entity in
      var fetch = StoreFetch(entity: entity)
      fetch.limit = 1
      return try store.count(for: fetch) == 0
    }
  }

  /// Copies everything: rows first, so that links find both their ends, then links, and orders last, because the links of a many-to-many
  /// relationship may be named by its other side.
  ///
  /// - Throws: The stores' errors. The target is then to be thrown away.
  /// - Complexity: O(rows and links); a thousand rows are in memory at a time.
  package func run() throws {
    // A store that is written whole would be written anew for each batch.
    if let whole = target as? any WholeFileStore { return try whole.writingOnce { try copy() } }
    try copy()
  }

  private func copy() throws {
    let mappings = mapping.entityMappings.filter { isHeld($0.source) }
    for mapping in mappings { destinations[ObjectIdentifier(mapping.source)] = mapping }
    try chooseKeys(mappings)
    for mapping in mappings { try copyRows(mapping) }
    for mapping in mappings { try copyLinks(mapping, change: links) }
    for mapping in mappings { try copyLinks(mapping, change: order) }
    target.metadata.userValues.merge(source.metadata.userValues) { own, _ in own }
    if target.hasUnsavedMetadata { try target.save(StoreSaveRequest()) }
  }

  private func isHeld(_ entity: EntityDescription) -> Bool {
    guard let name = source.configurationName, let model = entity.managedObjectModel else { return true }
    return model.entities(forConfiguration: name).contains { $0 === entity }
  }

  private func chooseKeys(_ mappings: [MappingModel.EntityMapping]) throws {
    var last: [ObjectIdentifier?: Int64] = [:]
    let hasOneSequence = target is any WholeFileStore && !(source is any WholeFileStore && keepsHierarchies(mappings))
    for mapping in mappings {
      let from = ObjectIdentifier(mapping.source.rootEntity)
      let to = hasOneSequence ? nil : ObjectIdentifier(mapping.destination.rootEntity)
      guard offsets[from] == nil else { continue }
      offsets[from] = last[to] ?? 0
      let greatest = try source.obtainPermanentIDs(for: mapping.source, count: 1).first?.reference ?? 1
      last[to, default: 0] += greatest
    }
  }

  /// Whether no two hierarchies of the source become one.
  private func keepsHierarchies(_ mappings: [MappingModel.EntityMapping]) -> Bool {
    var origins: [ObjectIdentifier: ObjectIdentifier] = [:]
    return mappings.allSatisfy { mapping in
      let from = ObjectIdentifier(mapping.source.rootEntity)
      return (origins.updateValue(from, forKey: ObjectIdentifier(mapping.destination.rootEntity)) ?? from) == from
    }
  }

  private func destination(of identifier: ManagedObjectID) throws -> ManagedObjectID? {
    guard let offset = offsets[ObjectIdentifier(identifier.entity.rootEntity)] else { return nil }
    var entity = identifier.entity
    if destinations[ObjectIdentifier(entity)] == nil {
      // The ID was made for a parent entity; its row knows better.
      guard let row = try source.row(for: identifier) else { return nil }
      entity = row.objectID.entity
    }
    guard let mapping = destinations[ObjectIdentifier(entity)] else { return nil }
    return ManagedObjectID(
      entity: mapping.destination,
      storeNumber: target.number,
      reference: identifier.reference + offset
    )
  }

  private func forEachBatch(of entity: EntityDescription, _ body: ([StoreRow]) throws -> Void) throws {
    var fetch = StoreFetch(entity: entity)
    fetch.includesSubentities = false
    var batch: [StoreRow] = []
    try source.forEachRow(for: fetch) { row in
      batch.append(copy row)
      if batch.count == Self.batchSize {
        try body(batch)
        batch.removeAll(keepingCapacity: true)
      }
      return true
    }
    if !batch.isEmpty { try body(batch) }
  }

  private func copyRows(_ mapping: MappingModel.EntityMapping) throws {
    try forEachBatch(of: mapping.source) { rows in
      var request = StoreSaveRequest()
      request.inserted = try rows.compactMap { row in
        guard let objectID = try destination(of: row.objectID) else { return nil }
        return StoreRow(
          objectID: objectID,
          version: row.version,
          attributes: try zip(mapping.attributes, mapping.destination.layout.attributes).map { origin, attribute in
            try origin.value(for: attribute, from: row.objectID) { row.attributes[$0] }
          },
          toOne: try mapping.toOne.map { slot in try slot.flatMap { row.toOne[$0] }.flatMap(destination) }
        )
      }
      try target.save(request)
    }
  }

  /// What is written for one to-many relationship of one object, which has these members; `nil` if nothing is.
  private typealias LinkChange = (_ owner: ManagedObjectID, _ slot: Int, _ members: [ManagedObjectID], EntityRuntime) ->
    StoreToManyChange?

  /// Copies one part of what to-many relationships hold beside to-one references.
  private func copyLinks(_ mapping: MappingModel.EntityMapping, change: LinkChange) throws {
    let runtime = EntityRuntime(entity: mapping.destination, objectClass: nil, model: nil)
    let slots = runtime.toManyIsStored.indices.filter { runtime.toManyIsStored[$0] && mapping.toMany[$0] != nil }
    guard !slots.isEmpty else { return }
    try forEachBatch(of: mapping.source) { rows in
      var request = StoreSaveRequest()
      for row in rows {
        guard let owner = try destination(of: row.objectID) else { continue }
        for slot in slots {
          let members = try members(slot: slot, of: row, mapping)
          if !members.isEmpty, let change = change(owner, slot, members, runtime) {
            request.toManyChanges.append(change)
          }
        }
      }
      if !request.isEmpty { try target.save(request) }
    }
  }

  private func members(slot: Int, of row: StoreRow, _ mapping: MappingModel.EntityMapping) throws -> [ManagedObjectID] {
    switch mapping.toMany[slot] {
    case .toMany(let old)?: try source.members(of: row.objectID, toManySlot: old).compactMap(destination)
    case .toOne(let old)?: try (row.toOne[old].map { [$0] } ?? []).compactMap(destination)
    default: []
    }
  }

  /// The links that no to-one reference carries.
  private func links(
    _ owner: ManagedObjectID,
    _ slot: Int,
    _ members: [ManagedObjectID],
    _ runtime: EntityRuntime
  ) -> StoreToManyChange? {
    guard case .links = runtime.toManyStorage[slot] else { return nil }
    let relationship = runtime.layout.toManyRelationships[slot]
    // A symmetric link is named from one end only.
    let isSymmetric = relationship.inverseRelationship === relationship
    let added = isSymmetric ? members.filter { $0.reference >= owner.reference } : members
    return added.isEmpty ? nil : StoreToManyChange(owner: owner, slot: slot, added: added, removed: [], order: nil)
  }

  /// The order of an ordered relationship.
  private func order(
    _ owner: ManagedObjectID,
    _ slot: Int,
    _ members: [ManagedObjectID],
    _ runtime: EntityRuntime
  ) -> StoreToManyChange? {
    guard runtime.layout.toManyRelationships[slot].isOrdered else { return nil }
    return StoreToManyChange(owner: owner, slot: slot, added: [], removed: [], order: members)
  }
}
