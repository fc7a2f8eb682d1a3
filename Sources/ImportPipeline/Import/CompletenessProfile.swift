internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel

/// Counts objects, and how well each attribute is filled, while decisions take effect. Derived attributes are left out: no record fills them, and their
/// values are known only when the store has worked them out.
///
/// Counts are kept as the import goes, because reading a large store once more would cost as much as a tenth of the import.
struct CompletenessProfile {
  private let model: ManagedObjectModel
  private var profiles: [EntityDescription: EntityProfile] = [:]

  /// - Parameter draws: Whether histograms are drawn as objects are made: there is no store to draw them of, or it has no others.
  init(model: ManagedObjectModel, draws: Bool) {
    self.model = model
    for entity in model.entitiesWithObjects { profiles[entity] = EntityProfile(entity, draws: draws) }
  }

  /// Counts the values of the objects that are in the store already.
  mutating func count(_ store: any PersistentStore) throws {
    for entity in model.entitiesWithObjects {
      try store.forEachRow(for: StoreFetch(objectsOf: entity)) { row in
        profiles[entity]?.addValues(of: row.attributes)
        return true
      }
    }
  }

  /// Counts what a decision changes.
  mutating func add(_ decision: Decision) {
    for change in decision.changes {
      let entity = change.objectID.entity
      if change.isNew {
        profiles[entity]?.insert(change.attributes)
      } else {
        for (slot, old, _) in change.values { profiles[entity]?.update(slot, old: old) }
      }
    }
  }

  /// Counts the change of an object's attribute.
  mutating func update(_ slot: Int, of entity: EntityDescription, old: AttributeValue) {
    profiles[entity]?.update(slot, old: old)
  }

  /// Counts the new objects of prechecked records.
  ///
  /// - Parameter left: The records that make none.
  mutating func insert(_ prechecked: PrecheckedBatch, without left: [Int], _ entity: EntityDescription) {
    profiles[entity]?.insert(prechecked, without: left)
  }

  /// Counts new objects that are taken over from an earlier run.
  ///
  /// - Parameter filled: How many of them have a value, by slot.
  mutating func keep(_ count: Int, filled: [Int], _ entity: EntityDescription) {
    profiles[entity]?.keep(count, filled: filled)
  }

  /// Whether the numbers of an entity's new objects are still drawn.
  func drawsHistograms(of entity: EntityDescription) -> Bool { profiles[entity]?.drawsHistograms ?? false }

  /// How many objects of an entity the run has made.
  func inserted(_ entity: EntityDescription) -> Int { profiles[entity]?.inserted ?? 0 }

  /// The profiles, in the order of the model.
  ///
  /// - Parameters:
  ///   - store: Where the objects are; `nil` if they were drawn as they were made.
  ///   - updated: The root entities whose objects are drawn in the store; `nil` stands for all.
  ///   - counts: How many objects each entity has, by its name.
  func finished(
    store: (any PersistentStore)?,
    updated: [EntityDescription]? = nil,
    counts: [String: Int]
  ) throws -> [AttributeProfile] {
    var all: [AttributeProfile] = []
    for entity in model.entitiesWithObjects {
      let total = counts[entity.name] ?? 0
      let profile = profiles[entity]
      let isDrawn = updated?.contains { $0 === entity.rootEntity } ?? true
      let drawn = try isDrawn ? store.map { try draw(entity, $0, total) } ?? profile : profile
      for (slot, attribute) in entity.layout.attributes.enumerated() where attribute.isFilledByRecords {
        all.append(
          AttributeProfile(
            entity: entity.name,
            attribute: attribute.name,
            filled: profile?.filled[slot] ?? 0,
            total: total,
            histogram: drawn?.histogram(slot)
          )
        )
      }
    }
    return all
  }

  /// Draws the histograms of an entity's objects in a store, unless there are too many.
  private func draw(_ entity: EntityDescription, _ store: any PersistentStore, _ total: Int) throws -> EntityProfile {
    var profile = EntityProfile(entity, draws: total <= EntityProfile.mostObjectsForHistograms)
    guard profile.drawsHistograms else { return profile }
    try store.forEachRow(for: StoreFetch(objectsOf: entity)) { row in
      profile.insert(row.attributes)
      return true
    }
    return profile
  }
}

extension AttributeDescription {
  /// Whether records may give the attribute a value that is kept.
  package var isFilledByRecords: Bool { !isTransient && !(self is DerivedAttributeDescription) }
}

extension AttributeType {
  /// Whether the type's values are numbers.
  var isNumeric: Bool { Self.numeric.contains(self) }

  /// The types whose values are numbers.
  static let numeric: [AttributeType] = [.integer16, .integer32, .integer64, .decimal, .double, .float]
}
