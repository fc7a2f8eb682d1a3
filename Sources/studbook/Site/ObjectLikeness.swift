import ManagedObjects
import ObjectModel

/// What tells the objects of a store apart whatever their numbers: their values, and those of the objects that to-one relationships lead to.
struct ObjectLikeness {
  /// How the objects of an entity are read: slots of its layout.
  struct Reading {
    let entity: EntityDescription
    let attributes: [Int]
    let toOne: [Int]

    /// `nil` if the entity does not have all of these properties.
    init?(_ entity: EntityDescription, attributes: [String], toOne: [String]) {
      self.entity = entity
      self.attributes = attributes.compactMap { name in
        if case .attribute(let slot)? = entity.layout.slot(named: name) { slot } else { nil }
      }
      self.toOne = toOne.compactMap { name in
        if case .toOne(let slot)? = entity.layout.slot(named: name) { slot } else { nil }
      }
      guard self.attributes.count == attributes.count, self.toOne.count == toOne.count else { return nil }
    }
  }

  /// The objects of each entity that is read, with those that their to-one relationships lead to.
  private(set) var objects: [[(identifier: ManagedObjectID, targets: [ManagedObjectID?])]] = []
  /// What stands for each object. It is the same for objects that are alike, also of two stores, if relationships were followed as often.
  private(set) var hashes: [ManagedObjectID: Int] = [:]

  /// Reads the objects' values.
  ///
  /// - Throws: The store's error.
  /// - Complexity: O(bytes of the store).
  init(of store: any PersistentStore, _ readings: [Reading]) throws {
    for reading in readings {
      var found: [(identifier: ManagedObjectID, targets: [ManagedObjectID?])] = []
      var hashes: [ManagedObjectID: Int] = [:]
      var fetch = StoreFetch(entity: reading.entity)
      fetch.includesSubentities = false
      try store.forEachRow(for: fetch) { row in
        var hasher = Hasher()
        hasher.combine(reading.entity.name)
        for slot in reading.attributes { hasher.combine(row.attributes[slot]) }
        hashes[row.objectID] = hasher.finalize()
        var targets: [ManagedObjectID?] = []
        for slot in reading.toOne { targets.append(row.toOne[slot]) }
        found.append((row.objectID, targets))
        return true
      }
      objects.append(found)
      self.hashes.merge(hashes) { $1 }
    }
  }

  /// How many objects are told apart.
  var distinctCount: Int { Set(hashes.values).count }

  /// The objects that are alike, by what stands for them.
  var objectsByHash: [Int: [ManagedObjectID]] {
    var result: [Int: [ManagedObjectID]] = [:]
    for (identifier, hash) in hashes { result[hash, default: []].append(identifier) }
    return result
  }

  /// Tells objects apart by what stands for those that their to-one relationships lead to.
  ///
  /// - Complexity: O(*n*) in the objects.
  mutating func followRelationships() {
    let known = hashes
    for (identifier, targets) in objects.joined() where !targets.isEmpty {
      var hasher = Hasher()
      hasher.combine(known[identifier])
      for target in targets { hasher.combine(target.flatMap { known[$0] }) }
      hashes[identifier] = hasher.finalize()
    }
  }
}
