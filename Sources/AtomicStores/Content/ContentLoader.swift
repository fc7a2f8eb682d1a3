internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

/// Puts the objects of a file into an empty store in memory, where references are IDs.
///
/// A relationship stands in a file twice, at both its ends. Where only one end names it, it holds; where the ends contradict each other, the file is damaged.
struct ContentLoader {
  let memory: InMemoryStore
  let path: String
  private var indexes: [Int64: Int] = [:]
  private var objects: [StoredObject] = []

  init(into memory: InMemoryStore, path: String) {
    self.memory = memory
    self.path = path
  }

  /// - Throws: `AtomicStoreError` for numbers that repeat, references that lead nowhere or to an object of another entity, and contradictions.
  /// - Complexity: O(objects and references).
  mutating func load(_ loaded: [StoredObject]) throws {
    objects = loaded
    indexes.reserveCapacity(objects.count)
    for (index, object) in objects.enumerated() {
      guard indexes.updateValue(index, forKey: object.number) == nil else {
        throw damaged("the number \(object.number) stands for two objects", object)
      }
    }
    try completeToOne()
    for object in objects { memory.putAsItIs(row(of: object)) }
    try putLinks()
  }

  private func damaged(_ reason: String, _ object: StoredObject) -> AtomicStoreError {
    AtomicStoreError(.damaged(reason: reason, place: object.place), path: path)
  }

  private func id(of object: StoredObject) -> ManagedObjectID {
    ManagedObjectID(entity: object.entity, storeNumber: memory.number, reference: object.number)
  }

  private func id(_ number: Int64) -> ManagedObjectID? { indexes[number].map { id(of: objects[$0]) } }

  private func row(of object: StoredObject) -> StoreRow {
    StoreRow(
      objectID: id(of: object),
      version: 1,
      attributes: object.attributes,
      toOne: object.toOne.map { $0.flatMap(id) }
    )
  }

  /// The index of the object that a relationship refers to.
  private func target(
    _ number: Int64,
    of relationship: RelationshipDescription,
    _ object: StoredObject
  ) throws -> Int {
    guard let index = indexes[number] else {
      throw damaged(
        "\(object.entity.name).\(relationship.name) leads to an object that is not there: \(number)",
        object
      )
    }
    if let destination = relationship.destinationEntity, !objects[index].entity.isKind(of: destination) {
      throw damaged(
        "\(object.entity.name).\(relationship.name) leads to an object of \(objects[index].entity.name), number \(number)",
        object
      )
    }
    return index
  }

  /// Sets to-one references that only the other end names.
  private mutating func completeToOne() throws {
    for index in objects.indices {
      let layout = objects[index].entity.layout
      for (slot, relationship) in layout.toOneRelationships.enumerated() {
        guard let number = objects[index].toOne[slot] else { continue }
        let other = try target(number, of: relationship, objects[index])
        guard let inverse = relationship.inverseRelationship, !inverse.isToMany else { continue }
        try refer(from: other, by: inverse, to: index)
      }
      for (slot, relationship) in layout.toManyRelationships.enumerated() {
        for number in objects[index].toMany[slot] {
          let other = try target(number, of: relationship, objects[index])
          guard let inverse = relationship.inverseRelationship, !inverse.isToMany else { continue }
          try refer(from: other, by: inverse, to: index)
        }
      }
    }
  }

  private mutating func refer(from index: Int, by relationship: RelationshipDescription, to other: Int) throws {
    guard case .toOne(let slot)? = objects[index].entity.layout.slot(named: relationship.name) else { return }
    let number = objects[other].number
    let found = objects[index].toOne[slot]
    guard found == nil || found == number else {
      throw damaged(
        "\(objects[index].entity.name).\(relationship.name) leads to \(found ?? 0), but \(number) is related to the object as well",
        objects[index]
      )
    }
    objects[index].toOne[slot] = number
  }

  /// Puts in what to-many relationships hold beside to-one references: links first, whichever end names them, and then orders.
  private func putLinks() throws {
    var changes: [StoreToManyChange] = []
    for object in objects {
      for (slot, relationship) in object.entity.layout.toManyRelationships.enumerated() {
        if relationship.inverseRelationship.map({ !$0.isToMany }) ?? false { continue }
        let members = object.toMany[slot].compactMap(id)
        if members.isEmpty { continue }
        changes.append(StoreToManyChange(owner: id(of: object), slot: slot, added: members, removed: []))
      }
    }
    try requireOneOwner(changes)
    memory.apply(changes)
    var orders: [StoreToManyChange] = []
    for object in objects {
      for (slot, relationship) in object.entity.layout.toManyRelationships.enumerated() where relationship.isOrdered {
        let owner = id(of: object)
        var seen: Set<ManagedObjectID> = []
        let named = object.toMany[slot].compactMap(id).filter { seen.insert($0).inserted }
        let others = memory.members(of: owner, toManySlot: slot).filter { !seen.contains($0) }
        if named.isEmpty, others.isEmpty { continue }
        orders.append(
          StoreToManyChange(owner: owner, slot: slot, added: [], removed: [], order: named + others)
        )
      }
    }
    memory.apply(orders)
  }

  /// A member of a relationship without inverse has one owner in every store of Studbook, as it has in Core Data's SQLite stores.
  private func requireOneOwner(_ changes: [StoreToManyChange]) throws {
    var owners: [ObjectIdentifier: [ManagedObjectID: ManagedObjectID]] = [:]
    for change in changes {
      let relationship = change.owner.entity.layout.toManyRelationships[change.slot]
      guard relationship.inverseRelationship == nil else { continue }
      for member in change.added {
        let before = owners[ObjectIdentifier(relationship), default: [:]].updateValue(change.owner, forKey: member)
        guard let before, before != change.owner else { continue }
        let reason =
          "\(relationship.name), which has no inverse, relates object \(member.reference) to \(before.reference) and \(change.owner.reference)"
        throw AtomicStoreError(.unsupported(reason: reason, place: nil), path: path)
      }
    }
  }
}
