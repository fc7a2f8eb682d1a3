internal import AttributeValues
internal import ObjectModel

/// Copies what one store holds to another, empty one, as a mapping says: to migrate a store to another place, type, or version of the model.
///
/// Keys are kept as they are, save where several hierarchies of entities become one, or share one sequence of keys: then each of them is moved past
/// those before it. Keys of objects that are no more are not given again either.
package final class StoreCopier {
  private static let batchSize = 1000

  private let source: any PersistentStore
  private let target: any PersistentStore
  private let mapping: MappingModel
  /// What is added to the keys of each hierarchy of the source.
  private var offsets: [ObjectIdentifier: Int64] = [:]
  private var destinations: [ObjectIdentifier: MappingModel.EntityMapping] = [:]
  /// To which objects of the source those of the source lead by the relationships that are reformed, in order.
  private var reformed: [RelationshipDescription: [ManagedObjectID: [ManagedObjectID]]] = [:]

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
  /// - Throws: The stores' errors; `PersistentStoreError.migrationImpossible`. The target is then to be thrown away.
  /// - Complexity: O(rows and links); a thousand rows are in memory at a time, and all links of relationships that are reformed.
  package func run() throws {
    // A store that is written whole would be written anew for each batch.
    if let whole = target as? any WholeFileStore { return try whole.writingOnce { try copy() } }
    try copy()
  }

  private func copy() throws {
    let mappings = mapping.entityMappings.filter { isHeld($0.source, by: source) }
    for mapping in mappings { destinations[ObjectIdentifier(mapping.source)] = mapping }
    try chooseKeys(mappings)
    try reformLinks(mappings)
    for mapping in mappings { try copyRows(mapping) }
    for mapping in mappings { try copyLinks(mapping, change: links) }
    for mapping in mappings { try copyLinks(mapping, change: order) }
    if self.mapping.sourceModel !== self.mapping.destinationModel {
      for mapping in mappings { try checkCounts(mapping) }
    }
    target.metadata.userValues.merge(source.metadata.userValues) { own, _ in own }
    if target.hasUnsavedMetadata { try target.save(StoreSaveRequest()) }
  }

  private func isHeld(_ entity: EntityDescription, by store: any PersistentStore) -> Bool {
    guard let name = store.configurationName, let model = entity.managedObjectModel else { return true }
    return model.entities(forConfiguration: name).contains { $0 === entity }
  }

  private func chooseKeys(_ mappings: [MappingModel.EntityMapping]) throws {
    var last: [ObjectIdentifier?: Int64] = [:]
    let hasOneSequence = target is any WholeFileStore && !(source is any WholeFileStore && keepsHierarchies(mappings))
    func sequence(_ mapping: MappingModel.EntityMapping) -> ObjectIdentifier? {
      hasOneSequence ? nil : ObjectIdentifier(mapping.destination.rootEntity)
    }
    for mapping in mappings {
      let root = mapping.source.rootEntity
      guard offsets[ObjectIdentifier(root)] == nil else { continue }
      // A hierarchy may be divided among several.
      let parts = mappings.filter { $0.source.rootEntity === root }
      let offset = parts.map { last[sequence($0)] ?? 0 }.max() ?? 0
      let (end, isTooGreat) = offset.addingReportingOverflow(try lastKey(of: mapping.source))
      if isTooGreat {
        let reason = "the numbers of \(root.name) are too great to be moved past those of others"
        throw PersistentStoreError.migrationImpossible(reason: reason)
      }
      offsets[ObjectIdentifier(root)] = offset
      for part in parts { last[sequence(part)] = end }
    }
    guard let target = target as? any KeyKeepingStore else { return }
    var known: Set<ObjectIdentifier> = []
    for mapping in mappings where isHeld(mapping.destination, by: target) {
      guard let end = last[sequence(mapping)], known.insert(ObjectIdentifier(mapping.destination.rootEntity)).inserted
      else { continue }
      try target.skipKeys(through: end, for: mapping.destination)
    }
  }

  private func lastKey(of entity: EntityDescription) throws -> Int64 {
    if let source = source as? any KeyKeepingStore { return try source.lastKey(of: entity) }
    return try source.obtainPermanentIDs(for: entity, count: 1).first.map { $0.reference - 1 } ?? 0
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
    let (reference, isTooGreat) = identifier.reference.addingReportingOverflow(offset)
    // No object has such a number: a reference leads to nothing.
    if isTooGreat { return nil }
    return ManagedObjectID(entity: mapping.destination, storeNumber: target.number, reference: reference)
  }

  /// What became of an object that another one is related to.
  ///
  /// - Throws: `PersistentStoreError.migrationImpossible` if the relationship does not lead to such objects.
  private func destination(
    of identifier: ManagedObjectID,
    relatedTo owner: ManagedObjectID,
    by succession: RelationshipSuccession
  ) throws -> ManagedObjectID? {
    guard let member = try destination(of: identifier) else { return nil }
    if succession.leads(to: member.entity) { return member }
    if succession.givesUpLeavers { return nil }
    let entity = succession.new.destinationEntity?.name ?? ""
    throw PersistentStoreError.migrationImpossible(
      reason: "\(owner) leads to \(identifier) by \(succession.new.name), and \(member.entity.name) is no \(entity)"
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

  /// A link that the source says at one end.
  private struct Link: Hashable {
    let relationship: RelationshipDescription
    let owner: ManagedObjectID
    let member: ManagedObjectID
  }

  /// Takes the links of relationships that are reformed from each end that was there, and lets the other end follow.
  ///
  /// - Throws: `PersistentStoreError.migrationImpossible` if an object would have two related objects and may have one.
  private func reformLinks(_ mappings: [MappingModel.EntityMapping]) throws {
    for relationship in RelationshipReform(mappings).relationships { reformed[relationship] = [:] }
    let links = try mappings.flatMap(linksToReform)
    let known = Set(links)
    for link in links { reformed[link.relationship, default: [:]][link.owner, default: []].append(link.member) }
    var owners: [RelationshipDescription: [ManagedObjectID: ManagedObjectID]] = [:]
    for link in links {
      let (relationship, owner, member) = (link.relationship, link.owner, link.member)
      let rival: ManagedObjectID?
      if let inverse = relationship.inverseRelationship {
        if known.contains(Link(relationship: inverse, owner: member, member: owner)) { continue }
        rival = inverse.isToMany ? nil : reformed[inverse]?[member]?.first
        reformed[inverse, default: [:]][member, default: []].append(owner)
      } else {
        rival = owners[relationship, default: [:]].updateValue(owner, forKey: member)
      }
      if let rival, rival != owner {
        throw RelationshipReform.conflict(of: rival, and: owner, leadingTo: member, by: relationship)
      }
    }
  }

  /// The links of relationships that are reformed, as the objects of an entity say them.
  private func linksToReform(_ mapping: MappingModel.EntityMapping) throws -> [Link] {
    let toOne = mapping.toOneSuccessions.enumerated().filter { $1.old != nil && reformed[$1.new] != nil }
    let toMany = mapping.toManySuccessions.enumerated().filter { $1.old != nil && reformed[$1.new] != nil }
    if toOne.isEmpty, toMany.isEmpty { return [] }
    var links: [Link] = []
    try forEachBatch(of: mapping.source) { rows in
      for row in rows {
        func add(_ members: [ManagedObjectID], by succession: RelationshipSuccession) throws {
          for member in members {
            guard try destination(of: member, relatedTo: row.objectID, by: succession) != nil else { continue }
            links.append(Link(relationship: succession.new, owner: row.objectID, member: member))
          }
        }
        for (slot, succession) in toOne {
          let member = mapping.toOne[slot].flatMap { row.toOne[$0] }
          try add(member.map { [$0] } ?? [], by: succession)
        }
        for (slot, succession) in toMany { try add(oldMembers(slot: slot, of: row, mapping), by: succession) }
      }
    }
    return links
  }

  private func copyRows(_ mapping: MappingModel.EntityMapping) throws {
    let successions = mapping.toOneSuccessions
    let links = successions.map { reformed[$0.new] }
    try forEachBatch(of: mapping.source) { rows in
      var request = StoreSaveRequest()
      request.inserted = try rows.compactMap { row in
        guard let objectID = try destination(of: row.objectID) else { return nil }
        return StoreRow(
          objectID: objectID,
          version: row.version,
          attributes: try zip(mapping.attributes, mapping.destination.layout.attributes).map { origin, attribute in
            try origin.value(for: attribute, from: row.objectID, to: target.type) { row.attributes[$0] }
          },
          toOne: try successions.enumerated().map { slot, succession in
            let old = mapping.toOne[slot].flatMap { row.toOne[$0] }
            let related = if let links = links[slot] { links[row.objectID]?.first } else { old }
            let new = try related.flatMap { try destination(of: $0, relatedTo: row.objectID, by: succession) }
            try require(succession, of: row.objectID, count: new == nil ? 0 : 1, countBefore: old == nil ? 0 : 1)
            return new
          }
        )
      }
      try target.save(request)
    }
  }

  /// - Throws: `PersistentStoreError.migrationImpossible` if an object has a number of related objects that only the newer version does not allow.
  private func require(
    _ succession: RelationshipSuccession,
    of object: ManagedObjectID,
    count: Int,
    countBefore: @autoclosure () throws -> Int
  ) throws {
    guard let failure = try succession.failure(count: count, countBefore: try countBefore()) else { return }
    throw PersistentStoreError.migrationImpossible(reason: "\(RelationshipReform.name(object)) \(failure)")
  }

  /// Looks at to-many relationships whose number of objects is limited; of those that to-one references carry, it is known only when all is copied.
  private func checkCounts(_ mapping: MappingModel.EntityMapping) throws {
    let successions = mapping.toManySuccessions
    let slots = successions.indices.filter { successions[$0].new.limitsCount && !successions[$0].new.isTransient }
    guard !slots.isEmpty else { return }
    try forEachBatch(of: mapping.source) { rows in
      let owners = try rows.map { try destination(of: $0.objectID) }
      for slot in slots {
        let members = try target.members(of: owners.compactMap { $0 }, toManySlot: slot)
        for (row, owner) in zip(rows, owners) {
          guard let owner else { continue }
          try require(
            successions[slot],
            of: row.objectID,
            count: members[owner]?.count ?? 0,
            countBefore: oldMembers(slot: slot, of: row, mapping).count
          )
        }
      }
    }
  }

  /// What is written for one to-many relationship of one object, which has these members; `nil` if nothing is.
  private typealias LinkChange = (_ owner: ManagedObjectID, _ slot: Int, _ members: [ManagedObjectID], EntityRuntime) ->
    StoreToManyChange?

  /// Copies one part of what to-many relationships hold beside to-one references.
  private func copyLinks(_ mapping: MappingModel.EntityMapping, change: LinkChange) throws {
    let runtime = EntityRuntime(entity: mapping.destination, objectClass: nil, model: nil)
    let successions = mapping.toManySuccessions
    let slots = successions.indices.filter { slot in
      runtime.toManyIsStored[slot] && (mapping.toMany[slot] != nil || reformed[successions[slot].new] != nil)
    }
    guard !slots.isEmpty else { return }
    try forEachBatch(of: mapping.source) { rows in
      var request = StoreSaveRequest()
      for row in rows {
        guard let owner = try destination(of: row.objectID) else { continue }
        for slot in slots {
          let links = reformed[successions[slot].new]
          let members = try (links.map { $0[row.objectID] ?? [] } ?? oldMembers(slot: slot, of: row, mapping))
            .compactMap {
              try destination(of: $0, relatedTo: row.objectID, by: successions[slot])
            }
          if !members.isEmpty, let change = change(owner, slot, members, runtime) {
            request.toManyChanges.append(change)
          }
        }
      }
      if !request.isEmpty { try target.save(request) }
    }
  }

  private func oldMembers(
    slot: Int,
    of row: StoreRow,
    _ mapping: MappingModel.EntityMapping
  ) throws -> [ManagedObjectID] {
    switch mapping.toMany[slot] {
    case .toMany(let old)?: try source.members(of: row.objectID, toManySlot: old)
    case .toOne(let old)?: row.toOne[old].map { [$0] } ?? []
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
