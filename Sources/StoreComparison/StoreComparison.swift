internal import AttributeValues
internal import Dispatch
internal import ManagedObjects
internal import ObjectModel
internal import Synchronization

/// Compares the objects of two stores, of one model or of two versions of it: which came, which went, and what of the others is not as it was.
///
/// Objects are matched by their keys, whatever their numbers in the stores: by the properties that `ObjectKeys` names, else by the entity's first uniqueness
/// constraint, else by all their attributes together, so that an object without a key that changes is one that went and one that came. A key that lacks a
/// value, and that several objects of a store have, is none, as in a uniqueness constraint of SQLite. Related objects are the same if their keys are. Both
/// stores are read at the same time; of each object 40 bytes are kept, and of those that others refer to 24 more.
package struct StoreComparison {
  private let old: ComparedStore
  private let new: ComparedStore
  private let plan: ComparisonPlan

  /// - Throws: `StoreComparisonError` for keys that cannot be used.
  package init(
    from old: ComparedStore,
    to new: ComparedStore,
    keys: ObjectKeys = ObjectKeys()
  ) throws(StoreComparisonError) {
    self.old = old
    self.new = new
    plan = try ComparisonPlan(old: old.model, new: new.model, keys: keys)
  }

  /// Calls `body` with each difference: entity by entity in the order of the newer model, of each first the objects that are new, then those that
  /// changed, both in the order of the newer store, then those that are gone, in the order of the older one.
  ///
  /// - Parameter willBegin: Called with the counts of an entity before its differences; those of properties are not yet known.
  /// - Returns: How many objects of each entity differ.
  /// - Throws: `StoreComparisonError` if keys are not unique; the stores' errors; what the closures throw.
  /// - Complexity: O(bytes of both stores), and two rows are read for each changed object.
  @discardableResult
  package func run(
    willBegin: (EntityDifference) throws -> Void = { _ in },
    _ body: (ObjectDifference) throws -> Void
  ) throws -> [EntityDifference] {
    let readers = makeReaders()
    try keepKeys(readers, of: plan.referenced)
    var names = ObjectNames(plan: plan, readers: readers)
    var result: [EntityDifference] = []
    for pair in plan.pairs {
      let digests = try digests(of: pair, readers)
      try requireOwnKeys(digests, of: pair, readers, &names)
      let matches = ObjectMatches(digests[0], digests[1])
      var counts = EntityDifference(entity: pair.name, key: pair.keyNames)
      counts.oldCount = pair.entities[0].map { _ in digests[0].count }
      counts.newCount = pair.entities[1].map { _ in digests[1].count }
      counts.added = matches.added.count
      counts.removed = matches.removed.count
      counts.changed = matches.changed.count
      try willBegin(counts)
      var changedCounts = [Int](repeating: 0, count: pair.properties.count)
      func objectID(_ place: Int, _ side: Int) -> ManagedObjectID? {
        pair.entities[side].map { readers[side].objectID(of: digests[side][place].reference, $0) }
      }
      for place in matches.added {
        if let object = objectID(place, 1) { try body(try names.difference(.added, of: pair, object)) }
      }
      for start in stride(from: 0, to: matches.changed.count, by: Self.batchSize) {
        let batch = matches.changed[start..<min(start + Self.batchSize, matches.changed.count)]
        let rows = try Self.onBothSides { side in
          try readers[side].rows(of: batch.map { objectID(side == 0 ? $0.old : $0.new, side) })
        }
        for (old, new) in zip(rows[0], rows[1]) {
          // Somebody has removed it since.
          guard let old, let new else { continue }
          try body(try names.difference(from: old, to: new, of: pair, counting: &changedCounts))
        }
      }
      for place in matches.removed {
        if let object = objectID(place, 0) { try body(try names.difference(.removed, of: pair, object)) }
      }
      counts.properties = zip(pair.properties, changedCounts).compactMap { property, count in
        count == 0 ? nil : EntityDifference.PropertyCount(property: property.name, objects: count)
      }
      result.append(counts)
    }
    return result
  }

  /// Which objects of the newer store the older one has, too: for each entity of the newer model, in its order.
  ///
  /// - Throws: `StoreComparisonError` if keys are not unique; the stores' errors.
  /// - Complexity: O(bytes of both stores).
  package func correspondence() throws -> [EntityCorrespondence] {
    let readers = makeReaders()
    try keepKeys(readers, of: plan.keyReferenced)
    var names = ObjectNames(plan: plan, readers: readers)
    var result: [EntityCorrespondence] = []
    for pair in plan.pairs {
      guard let entity = pair.entities[1] else { continue }
      let digests = try digests(of: pair, readers, withContent: false)
      try requireOwnKeys(digests, of: pair, readers, &names)
      var found = EntityCorrespondence(entity: entity, former: pair.entities[0], formerCount: digests[0].count)
      found.references.reserveCapacity(digests[1].count)
      ObjectMatches.forEach(digests[0], digests[1]) { place, former in
        found.references.append((digests[1][place].reference, former.map { digests[0][$0].reference }))
      }
      result.append(found)
    }
    return result
  }

  private func makeReaders() -> [DigestReader] {
    [
      DigestReader(old.store, side: 0, renamings: plan.renamings), DigestReader(new.store, side: 1, renamings: []),
    ]
  }

  /// Keeps the keys of the pairs whose objects others refer to.
  private func keepKeys(_ readers: [DigestReader], of pairs: Set<Int>) throws {
    for index in plan.keyOrder where pairs.contains(index) {
      let lists = try digests(of: plan.pairs[index], readers, withContent: false)
      _ = try Self.onBothSides { readers[$0].keepKeys(lists[$0], of: plan.pairs[index]) }
    }
  }

  /// What stands for the objects of an entity in each store.
  private func digests(
    of pair: EntityPair,
    _ readers: [DigestReader],
    withContent: Bool = true
  ) throws -> [ObjectList] {
    let found = try Self.onBothSides { try readers[$0].digests(of: pair, withContent: withContent) }
    let sharedKeys = found[0].sharedKeys.union(found[1].sharedKeys)
    return try Self.onBothSides { found[$0].list(sharedKeys) }
  }

  /// Throws if two objects of one store have the same key.
  private func requireOwnKeys(
    _ digests: [ObjectList],
    of pair: EntityPair,
    _ readers: [DigestReader],
    _ names: inout ObjectNames
  ) throws {
    for side in digests.indices {
      guard let place = digests[side].ambiguousPlace, let reading = pair.readings[side] else { continue }
      let object = readers[side].objectID(of: digests[side][place].reference, reading.entity)
      throw StoreComparisonError.ambiguousKey(
        entity: pair.name,
        key: pair.keyNames,
        value: try names.text(of: object, side: side),
        store: readers[side].store.location
      )
    }
  }

  /// How many changed objects are read together.
  private static let batchSize = 1_000

  /// Does something for the older and for the newer store at the same time.
  private static func onBothSides<Value: Sendable>(_ work: (Int) throws -> Value) throws -> [Value] {
    let results = Mutex<[Int: Result<Value, any Error>]>([:])
    // The closure is called on two threads and does not outlive the call.
    withoutActuallyEscaping(work) { work in
      nonisolated(unsafe) let work = work
      DispatchQueue.concurrentPerform(iterations: 2) { side in
        let result = Result { try work(side) }
        results.withLock { $0[side] = result }
      }
    }
    return try results.withLock { results in try [0, 1].compactMap { try results[$0]?.get() } }
  }
}
